"""What is told of a game that is over besides what happened: how likely everybody was to win, and what that hung on.

Laws: chances go from 0 to 1 and are those of bots that play on sensibly with all cards open, so "would have been" means
as all know now; the last of the curve are what came of it. Who shares a victory has a share of it.
Whatever is told has its error beside it, and what may be chance alone is no turn, no bargain and no mistake.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, hypot
from statistics import NormalDist
from typing import Final, Literal, TypeAlias

import msgspec

from companion.kit.money import Coins
from companion.kit.seats import Seat
from companion.kit.text import Text, Wording, text

CHANCES: Final = text("Chance to win, %")
"""What the curve is called."""
CHANCE: Final = 0.05
"""That something is announced which is chance alone."""
SURE: Final = 1.96
"""Standard errors on either side, 95 times of 100."""
TOLD: Final = 5
"""Choices that are told, at the most."""
Side: TypeAlias = Literal["", "<", ">"]
"""Of a figure, where the true one lies; empty: there."""


class Point(msgspec.Struct, frozen=True):
    """The chances after an event and all that came of it."""

    n: int
    """Of the event in the record; 0: before the first."""
    stage: str
    """Of the game, if one begins here."""
    line: Text | None
    """The event."""
    chances: tuple[float, ...]
    """Of seats 1 … n."""
    errors: tuple[float, ...]
    """The standard error of each."""


class Luck(msgspec.Struct, frozen=True):
    """What lots have done to a seat's chance, against the mean of all that could have come."""

    seat: Seat
    lots: int
    """That were its own."""
    own: float
    """By these, in chance to win: the sum over the game."""
    all: float
    """By everybody's."""
    error: float
    """The standard error of `all`."""


class Bought(msgspec.Struct, frozen=True):
    """What was paid, and what it was worth to its buyer."""

    n: int
    seat: Seat
    paid: Coins
    fair: Coins | None
    """The price at which its buyer would have been as well off without it; `None`: nothing hung on it any more."""
    beyond: Side
    """Whether it was worth more than there was in the purse, or less than the least price; `fair` is that one then."""
    error: float
    """The standard error of `fair`, in coins."""


class Choice(msgspec.Struct, frozen=True):
    """A choice, and a better one."""

    n: int
    seat: Seat
    line: Text | None
    better: Text | None
    cost: float
    """In chance to win."""
    error: float
    """The standard error of `cost`."""


class Report(msgspec.Struct, frozen=True):
    """All of it."""

    game: str
    names: tuple[Wording, ...]
    """Of seats 1 … n."""
    colours: tuple[str, ...]
    seed: int
    """Of the random numbers: the same, the same report."""
    playouts: int
    """For each point of the curve."""
    error: float
    """The greatest standard error of a point."""
    curve: tuple[Point, ...]
    luck: tuple[Luck, ...]
    """By seat; none where no lots were drawn."""
    bought: tuple[Bought, ...]
    """In their order; none where nothing is sold."""
    choices: tuple[Choice, ...]
    """Those that cost most, the dearest first."""

    def name(self, seat: Seat) -> Wording:
        """What the player on a seat is called."""
        return self.names[seat - 1]


# --- in plain sentences ----------------------------------------------------------------------------------------------


def sentences(report: Report) -> tuple[Text, ...]:
    """What matters most: the turn, luck, the best and the worst price, the dearest choice."""
    return (*_turn(report), *_luck(report), *_prices(report), *_dearest(report))


def _turn(report: Report) -> Iterator[Text]:
    """The step that has brought a winner furthest, if that is no chance."""
    last = report.curve[-1].chances
    winner = last.index(max(last))
    steps = zip(report.curve, report.curve[1:], strict=False)
    before, after = max(steps, key=lambda step: step[1].chances[winner] - step[0].chances[winner])
    risen, steps_made = after.chances[winner] - before.chances[winner], len(report.curve) - 1
    if risen <= greatest(steps_made) * unsure(before, after, winner):
        return
    name, chances = report.name(winner + 1), {"n": _chance(before, winner), "m": _chance(after, winner)}
    if after.line is None:
        yield text("The turn: {name} went from {n} % to {m} %", name=name, **chances)
    else:
        yield text("The turn: {name} went from {n} % to {m} % ({what})", name=name, what=after.line, **chances)


def greatest(of: int) -> float:
    """How many standard errors the greatest of so many must be away from nothing, so that it is hardly ever chance."""
    return NormalDist().inv_cdf(1 - CHANCE / 2 / of)


def unsure(before: Point, after: Point, at: int) -> float:
    """The standard error of what has changed for a seat, counted from 0, at the most."""
    return hypot(before.errors[at], after.errors[at])


def _chance(point: Point, at: int) -> str:
    return within(f"{round(100 * point.chances[at])}", 100 * point.errors[at])


def _luck(report: Report) -> Iterator[Text]:
    if report.luck:
        ranked = sorted(report.luck, key=lambda luck: luck.all)
        worst, best = ranked[0], ranked[-1]
        if all(abs(luck.all) <= greatest(len(ranked)) * luck.error for luck in (worst, best)):
            return
        yield text(
            "Of a victory luck gave {name} {n} %, {other} {m} %",
            name=report.name(best.seat),
            n=within(signed(best.all), 100 * best.error),
            other=report.name(worst.seat),
            m=within(signed(worst.all), 100 * worst.error),
        )


def _prices(report: Report) -> Iterator[Text]:
    fair = [(bought.fair - bought.paid, bought) for bought in report.bought if bought.fair is not None]
    sure = [(gain, bought) for gain, bought in fair if abs(gain) > greatest(len(fair)) * bought.error]
    if sure:
        gain, best = max(sure, key=lambda each: each[0])
        if gain > 0:
            yield text("Best price: {name} paid {n}, fair was {m}", **_price(report, best))
        gain, worst = min(sure, key=lambda each: each[0])
        if gain < 0:
            yield text("Worst price: {name} paid {n}, fair was {m}", **_price(report, worst))


def _price(report: Report, bought: Bought) -> dict[str, Wording | int]:
    worth = fair(bought) if bought.beyond else within(fair(bought), bought.error)
    return {"name": report.name(bought.seat), "n": bought.paid, "m": worth}


def fair(bought: Bought) -> str:
    """The fair price, and on which side of it the true one lies; there has to be one."""
    return f"{bought.beyond}{bought.fair}"


def _dearest(report: Report) -> Iterator[Text]:
    for choice in report.choices[:1]:
        if choice.line is not None and choice.better is not None and choice.cost > greatest(TOLD) * choice.error:
            yield text(
                "Dearest choice, of {name}: {what}. As we know now, {better} was {n} % better",
                name=report.name(choice.seat),
                what=choice.line,
                better=choice.better,
                n=within(f"{round(100 * choice.cost)}", 100 * choice.error),
            )


def within(figure: str, error: float) -> str:
    """A figure, and how far the true one may lie from it, 95 times of 100."""
    return f"{figure} ± {ceil(SURE * error)}" if error else figure


def signed(chance: float) -> str:
    """In percent, with its sign."""
    return f"{round(100 * chance):+d}"
