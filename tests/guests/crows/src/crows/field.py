"""What there is: crows from 1 to 8 for each seat, heaps of 1 to 7 corn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.kit import Card, MaybeCard, Seat

CROWS: Final[tuple[Card, ...]] = tuple(map(str, range(1, 9)))
"""The crows of each seat, by their strength; one of them stays at home at the end."""
HEAPS: Final[tuple[Card, ...]] = tuple(map(str, range(1, 8)))
"""The heaps of corn; each falls in one round."""
ROUNDS: Final = len(HEAPS)


def eater(crows: Sequence[MaybeCard]) -> Seat:
    """The seat of the highest crow that no other seat has sent; 0: there is none. `crows`: of seats 1 … n."""
    single = [crow for crow in crows if crow is not None and crows.count(crow) == 1]
    return crows.index(max(single)) + 1 if single else 0


def at_home(flown: Sequence[MaybeCard]) -> tuple[Card, ...]:
    """The crows of a seat that have not flown yet."""
    return tuple(crow for crow in CROWS if crow not in flown)
