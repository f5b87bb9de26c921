"""The report of a finished game: how likely every seat was to win, and what changed that.

Laws: chances go from 0 to 1 and are those of bots that play on sensibly with all cards open, so "would have been" means
with what all know now; the last point of the curve is the real result. A shared victory is divided among its winners.
Every figure has its error beside it; a change that may be chance alone is no turn, no bargain and no mistake.
"""

from __future__ import annotations

from math import ceil, hypot
from statistics import NormalDist
from typing import Final, Literal, TypeAlias

import msgspec

from companion.kit.money import Coins
from companion.kit.seats import Seat
from companion.kit.text import Text, Wording, text

CHANCES: Final = text("Chance to win, %")
"""The name of the curve."""
CHANCE: Final = 0.05
"""The probability of announcing something that is chance alone."""
SURE: Final = 1.96
"""How many standard errors on either side hold the true value in 95 of 100 cases."""
TOLD: Final = 5
"""The most choices in a report."""
Side: TypeAlias = Literal["", "<", ">"]
"""Whether the true value is below or above a figure; empty: neither."""


class Point(msgspec.Struct, frozen=True):
    """The chances after an event and all that followed it."""

    n: int
    """The number of the event in the record; 0: before the first."""
    stage: str
    """The stage of the game that begins here, if any."""
    line: Text | None
    """The event."""
    chances: tuple[float, ...]
    """The chances of seats 1 … n."""
    errors: tuple[float, ...]
    """The standard error of each."""
    name: Wording = ""
    """What that stage is called in full; empty: no more than `stage`."""


class LuckSource(msgspec.Struct, frozen=True):
    """What lots of one kind did."""

    name: Text
    change: float
    """In chance to win: the sum over the game."""


class Luck(msgspec.Struct, frozen=True):
    """What lots did to a seat's chance, compared with the mean of all possible draws."""

    seat: Seat
    lots: int
    """How many lots the seat itself drew."""
    own: float
    """The change by these lots, in chance to win: the sum over the game."""
    all: float
    """The change by the lots of all seats."""
    error: float
    """The standard error of `all`."""
    by: tuple[LuckSource, ...] = ()
    """The parts of `all`."""
    play: float = 0.0
    """The change by the choices of all seats: the chance at the start, `all` and `play` add up to the result."""


class Bought(msgspec.Struct, frozen=True):
    """What a buyer paid, and what it was worth to the buyer."""

    n: int
    seat: Seat
    paid: Coins
    fair: Coins | None
    """The price at which buying was no better than not buying; `None`: it did not matter any more."""
    beyond: Side
    """`>`: it was worth more than the buyer's whole purse; `<`: less than the least price. `fair` is then this limit.
    """
    error: float
    """The standard error of `fair`, in coins."""


class BetterChoice(msgspec.Struct, frozen=True):
    """A choice, and a better one."""

    n: int
    seat: Seat
    line: Text | None
    better: Text | None
    cost: float
    """The loss, in chance to win."""
    error: float
    """The standard error of `cost`."""
    when: Wording = ""
    """How far the game was; empty: that is unknown."""


class PlayerScore(msgspec.Struct, frozen=True):
    """How well a seat chose, by what it could know then."""

    seat: Seat
    choices: int
    """How many choices it made."""
    lost: float
    """What a choice cost in the mean, in chance to win."""
    error: float
    """The standard error of `lost`."""
    worst: BetterChoice | None
    """The choice that cost most; `None`: none cost anything."""


class Thought(msgspec.Struct, frozen=True):
    """How long a seat thought; throws of a die and facts that were typed in do not count."""

    seat: Seat
    decisions: int
    total_s: float
    median_s: float


class Report(msgspec.Struct, frozen=True):
    """The whole report."""

    game: str
    names: tuple[Wording, ...]
    """The names of seats 1 … n."""
    colours: tuple[str, ...]
    seed: int
    """The seed of the random numbers: the same seed makes the same report."""
    playouts: int
    """How many playouts made each point of the curve."""
    error: float
    """The greatest standard error of a point."""
    curve: tuple[Point, ...]
    luck: tuple[Luck, ...]
    """One for each seat; empty if no lots were drawn."""
    bought: tuple[Bought, ...]
    """The sales in their order; empty if nothing is sold."""
    choices: tuple[BetterChoice, ...]
    """The most expensive choices with all cards open, the worst first."""
    players: tuple[PlayerScore, ...]
    """The seats whose choices could be judged."""
    thought: tuple[Thought, ...] = ()
    """The seats whose thinking was timed; empty: a record does not tell it, nor does a game of an older companion."""

    def name(self, seat: Seat) -> Wording:
        """The name of the player on a seat."""
        return self.names[seat - 1]


# --- its figures -----------------------------------------------------------------------------------------------------


def greatest(of: int) -> float:
    """How many standard errors from 0 the greatest of `of` values must be, so that it is hardly ever chance."""
    return NormalDist().inv_cdf(1 - CHANCE / 2 / of)


def unsure(before: Point, after: Point, at: int) -> float:
    """The greatest possible standard error of the change for a seat, counted from 0."""
    return hypot(before.errors[at], after.errors[at])


def adjusted(report: Report, luck: Luck) -> float:
    """The result of a seat without its luck: its chance at the start, and what came by play; may lie beyond 0 and 1."""
    return report.curve[0].chances[luck.seat - 1] + luck.play


def fair(bought: Bought) -> str:
    """The fair price, with `<` or `>` if the true one lies beyond it; `bought.fair` must not be `None`."""
    return f"{bought.beyond}{bought.fair}"


def within(figure: str, error: float, digits: int = 0) -> str:
    """A figure, and how far the true value may be from it in 95 of 100 cases."""
    return f"{figure} ± {ceil(SURE * error * 10**digits) / 10**digits:.{digits}f}" if error else figure
