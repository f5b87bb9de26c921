"""How often each seat wins from a state: sensible bots play the rest of the game again and again.

Laws: the caller knows everything but future chance; if the game has a shorter way (`Policy.rest`), this is used; the
same random numbers give the same winners, so that states can be compared with the same luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final, NamedTuple, TypeVar

from companion.kit.decision import settled
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.players import sensible

S = TypeVar("S")

PARTS: Final = 20
"""The playouts are divided into so many independent parts, whose differences show the error."""
LONGEST: Final = 20_000
"""More answers than any game takes."""


class SeatOdds(NamedTuple):
    """How likely each seat wins from a state, in parts that show how certain this is."""

    parts: tuple[tuple[float, ...], ...]
    """The chances of seats 1 … n, each part with its own luck; a shared victory is divided among its winners."""

    @property
    def chances(self) -> tuple[float, ...]:
        """The chances of seats 1 … n, from all playouts."""
        return tuple(map(fmean, zip(*self.parts, strict=True)))

    def of(self, seat: Seat) -> tuple[float, ...]:
        """The chances of one seat, in parts."""
        return tuple([part[seat - 1] for part in self.parts])


def error(parts: Sequence[float]) -> float:
    """The standard error of the mean of these parts."""
    return stdev(parts) / sqrt(len(parts))


def least_error(playouts: int) -> float:
    """The error if a seat won none or all of the playouts: it is computed as if two more playouts had one win."""
    return sqrt(playouts + 1) / sqrt(playouts + 2) ** 3


def odds(rules: Rules[S], state: S, seats: int, luck: str, playouts: int) -> SeatOdds:
    """The odds from a state; `luck` names the random numbers: states with the same luck can be compared."""
    parts = []
    for part in range(PARTS):
        numbers = range(part, max(playouts, PARTS), PARTS)
        won = (winners(rules, state, Random(f"{luck}.{number}")) for number in numbers)  # noqa: S311  # for nobody
        shares = [_shares(each, seats) for each in won]
        parts.append(tuple([sum(share) / len(shares) for share in zip(*shares, strict=True)]))
    return SeatOdds(tuple(parts))


def _shares(won: Sequence[Seat], seats: int) -> list[float]:
    shares = [0.0] * seats
    for seat in won:
        shares[seat - 1] = 1 / len(won)
    return shares


def winners(rules: Rules[S], state: S, rng: Random) -> tuple[Seat, ...]:
    """The winners of one playout. Raises AssertionError if it does not end."""
    for _ in range(LONGEST):
        if (won := rules.rest(state, rng.random)) is not None:
            return won
        if (question := rules.question(state)) is None:
            return rules.winners(state)
        _, said = sensible.says(rules, state, question, rng)
        state = settled(rules, state, rules.answered(state, said))
    raise AssertionError(f"a game of more than {LONGEST} answers")
