"""The report of a finished game: how likely every seat was to win, and what changed that.

Laws: chances go from 0 to 1 and are those of bots that play on sensibly with all cards open, so "would have been" means
with what all know now; the last point of the curve is the real result. A shared victory is divided among its winners.
Every figure has its error beside it; a change that may be chance alone is no turn, no bargain and no mistake.
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

    def name(self, seat: Seat) -> Wording:
        """The name of the player on a seat."""
        return self.names[seat - 1]


# --- in plain sentences ----------------------------------------------------------------------------------------------


def sentences(report: Report) -> tuple[Text, ...]:
    """What matters besides the highlights: luck, the best and the worst price, the dearest choice."""
    return (*_luck(report), *_prices(report), *_dearest(report))


def greatest(of: int) -> float:
    """How many standard errors from 0 the greatest of `of` values must be, so that it is hardly ever chance."""
    return NormalDist().inv_cdf(1 - CHANCE / 2 / of)


def unsure(before: Point, after: Point, at: int) -> float:
    """The greatest possible standard error of the change for a seat, counted from 0."""
    return hypot(before.errors[at], after.errors[at])


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
    """The fair price, with `<` or `>` if the true one lies beyond it; `bought.fair` must not be `None`."""
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


# --- for one player --------------------------------------------------------------------------------------------------

RATINGS: Final = ((0.0015, text("sharp")), (0.005, text("awake")), (0.01, text("sleepy")), (1.0, text("dozing")))
"""The words for what a choice cost in the mean, in chance to win: each up to its limit."""


def coaching(report: Report, seat: Seat) -> tuple[Text, ...]:
    """What a player may want to know: how well it chose, what luck did, and what to do better."""
    return (*_rated(report, seat), *_own_luck(report, seat), *_advice(report, seat))


def _rated(report: Report, seat: Seat) -> Iterator[Text]:
    for player in report.players:
        if player.seat == seat:
            yield text(
                "{name}: {rating}. {count} choices lost {n} % each",
                name=report.name(seat),
                rating=rating(player),
                count=player.choices,
                n=within(f"{100 * player.lost:.1f}", 100 * player.error, digits=1),
            )


def rating(player: PlayerScore) -> Text:
    """One word; two if it may be chance which of them fits."""
    best, worst = (_word(player.lost + way * SURE * player.error) for way in (-1, 1))
    return best if best == worst else text("{best} to {worst}", best=best, worst=worst)


def _word(lost: float) -> Text:
    return next(word for limit, word in RATINGS if lost <= limit)


def _own_luck(report: Report, seat: Seat) -> Iterator[Text]:
    """The luck of a player, if it is not chance alone, and the result without it."""
    for luck in report.luck:
        if luck.seat == seat and luck.by and abs(luck.all) > greatest(len(report.luck)) * luck.error:
            most = max(luck.by, key=lambda part: part.change if luck.all > 0 else -part.change)
            yield text(
                "{name}: luck {n} %, most by {source} ({m} %). Without luck: {k} % of the victory",
                name=report.name(seat),
                n=within(signed(luck.all), 100 * luck.error),
                source=most.name,
                m=signed(most.change),
                k=within(f"{round(100 * adjusted(report, luck))}", 100 * luck.error),
            )


def adjusted(report: Report, luck: Luck) -> float:
    """The result of a seat without its luck: its chance at the start, and what came by play; may lie beyond 0 and 1."""
    return report.curve[0].chances[luck.seat - 1] + luck.play


def _advice(report: Report, seat: Seat) -> Iterator[Text]:
    """The choice that cost a player most by what it knew, if it is not chance alone."""
    for player in report.players:
        worst = player.worst
        if player.seat != seat or worst is None or worst.cost <= greatest(player.choices) * worst.error:
            continue
        if worst.line is not None and worst.better is not None:
            yield text(
                "Next time, {name}: {better}, not {what}. That is {n} % better by what you knew",
                name=report.name(seat),
                better=worst.better,
                what=worst.line,
                n=within(f"{round(100 * worst.cost)}", 100 * worst.error),
            )


def within(figure: str, error: float, digits: int = 0) -> str:
    """A figure, and how far the true value may be from it in 95 of 100 cases."""
    return f"{figure} ± {ceil(SURE * error * 10**digits) / 10**digits:.{digits}f}" if error else figure


def signed(chance: float) -> str:
    """A chance in percent, with its sign."""
    return f"{round(100 * chance):+d}"
