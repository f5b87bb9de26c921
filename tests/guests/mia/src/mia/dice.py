"""What two dice are worth: 31 is the least, then 32, 41 … 65, the pairs from 11 to 66, and Mia, the 21, beats all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from companion.kit import Draws, spread

Claim: TypeAlias = str
"""The larger die, then the smaller one, as in `63`; empty: nothing has been said."""

MIXED: Final = tuple(f"{high}{low}" for high in range(3, 7) for low in range(1, high))
"""Two different dice, the least first."""
PAIRS: Final = tuple(f"{die}{die}" for die in range(1, 7))
MIA: Final = "21"
VALUES: Final[tuple[Claim, ...]] = (*MIXED, *PAIRS, MIA)
"""All values, the least first."""

WAYS: Final[dict[Claim, int]] = {value: 1 if value in PAIRS else 2 for value in VALUES}
"""In how many of 36 throws each value comes."""
THROWS: Final = sum(WAYS.values())
CUP: Final = Draws(1, spread(WAYS))
"""The throw of two dice, as one card drawn from 36."""

_RANK: Final[dict[Claim, int]] = {"": -1} | {value: at for at, value in enumerate(VALUES)}


def higher(claim: Claim) -> tuple[Claim, ...]:
    """Every value above a claim."""
    return VALUES[_RANK[claim] + 1 :]


def bears(dice: Claim, claim: Claim) -> bool:
    """Whether dice are worth at least what was said."""
    return _RANK[dice] >= _RANK[claim]


def beats(dice: Claim, claim: Claim) -> bool:
    """Whether dice are worth more than what was said."""
    return _RANK[dice] > _RANK[claim]


def ways(values: Iterable[Claim]) -> int:
    """In how many of 36 throws one of these values comes."""
    return sum(WAYS[value] for value in values)


def family(value: Claim) -> str:
    """The values that are chosen together: those with the same larger die, the pairs, Mia alone."""
    return value if value == MIA else "pairs" if value in PAIRS else value[0]


def price(claim: Claim) -> int:
    """How many lives a doubt of this claim costs the one who is wrong."""
    return 2 if claim == MIA else 1
