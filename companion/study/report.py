"""How a finished game went: the chances to win as a curve, luck, fair prices, the choices that cost most.

Laws: all states are compared with the same random numbers, so that our own luck does not make a curve jump; the same
record and seed give the same report on any executor; a few playouts choose what cost most, and others measure it, since
the greatest of many differences is mostly chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from heapq import nlargest
from operator import sub
from random import Random
from statistics import fmean
from typing import Any, Final, NamedTuple

from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.kit.text import Text
from companion.match.report import TOLD, Luck, Point, Report
from companion.players.playouts import PARTS, SeatOdds, error, least_error, odds
from companion.study.choices import Weighed, choices, cost, told_choice
from companion.study.executors import Executor
from companion.study.fair_prices import bought, sales
from companion.study.told import ToldGame, ToldStep

SHORT: Final = 3
"""A short report: a third of all playouts."""


class Effort(NamedTuple):
    """How many playouts (rests of the game) each state that matters gets."""

    curve: int
    sale: int
    choice: int
    """Playouts for each answer in the first look."""
    sure: int
    """Playouts for the choices that then seem to have cost most."""
    weighed: int
    """How many choices are examined, beginning with those that `Rules.worth` finds odd."""
    points: int
    """The most points of the curve; with more it has only the stages."""

    def scaled(self, curve: int) -> Effort:
        """The same effort, scaled to this many playouts for each point of the curve."""
        by = curve / self.curve
        rests = ("curve", "sale", "choice", "sure")
        more = {name: max(PARTS, round(by * getattr(self, name))) for name in rests}
        return self._replace(**more)


QUICK: Final = Effort(curve=650, sale=200, choice=40, sure=1500, weighed=1000, points=1000)
"""For a game with a fast playout of its own."""
SLOW: Final = Effort(curve=20, sale=20, choice=20, sure=40, weighed=4, points=40)
"""For a game that is played out by its rules, a hundred times slower: a figure is then less certain, and says so."""


# --- the work --------------------------------------------------------------------------------------------------------


class Comparison(NamedTuple):
    """States to compare with the same luck."""

    states: tuple[Any, ...]
    playouts: int
    luck: str
    """Names the random numbers."""


def work(rules: Rules[Any], seats: int, piece: Comparison) -> tuple[SeatOdds, ...]:
    """The result of a piece."""
    return tuple(odds(rules, state, seats, piece.luck, piece.playouts) for state in piece.states)


def effort_for(told: ToldGame, playouts: int | None, *, is_short: bool = False) -> Effort:
    """The effort that suits the game, a short one, or one with this many playouts for each point of the curve."""
    is_quick = told.rules.rest(told.start, Random(0).random) is not None
    usual = QUICK if is_quick else SLOW
    return usual.scaled(playouts or usual.curve // (SHORT if is_short else 1))


class Study:
    """What to find out about a game: first everything, then what deserves a second look."""

    def __init__(self, told: ToldGame, effort: Effort, seed: int) -> None:
        self._told = told
        self._effort = effort
        self._seed = seed
        luck, lots = str(seed), _lots(told)
        self._points = _points(told, effort.points)
        self._at = sorted({0, *self._points, *lots, *(at - 1 for at in lots)} - {len(told.moments)})
        """The moments for which chances are computed, as counts of moments from the start."""
        self._sales = list(sales(told))
        self._choices = nlargest(effort.weighed, choices(told), key=lambda weighed: weighed.doubt)
        self._looks = [
            *(Comparison((_state(told, at),), effort.curve, luck) for at in self._at),
            *(Comparison(sale.states, effort.sale, luck) for _, sale in self._sales),
            *(Comparison(weighed.states, effort.choice, luck) for weighed in self._choices),
        ]

    @property
    def pieces(self) -> int:
        """How many pieces there are, with those of the second look."""
        return len(self._looks) + min(TOLD, len(self._choices))

    def report(self, who: Executor, done: Callable[[int], None]) -> Report:
        """Find it out; `done` gets how many more pieces are done. Raises Lost."""
        told, rules = self._told, self._told.rules
        found = iter(self._found(self._looks, who, done))
        at = {at: next(found)[0] for at in self._at}
        at[len(told.moments)] = _end(told)
        paid = tuple(bought(n, sale, next(found), least_error(self._effort.sale)) for n, sale in self._sales)
        costly = self._costly([next(found) for _ in self._choices])
        again = [Comparison(weighed.states, self._effort.sure, f"{self._seed} again") for weighed in costly]
        sure = zip(costly, self._found(again, who, done), strict=True)
        least = least_error(self._effort.sure)
        dearest = [told_choice(rules, weighed, each, least) for weighed, each in sure]
        seats = rules.view(told.start, None).seats
        return Report(
            rules.name,
            tuple(seat.name for seat in seats),
            tuple(seat.colour for seat in seats),
            self._seed,
            self._effort.curve,
            max(error(each.of(seat.seat)) for each in at.values() for seat in seats),
            tuple(_curve(told, self._points, self._effort.curve, at)),
            tuple(_luck(told, at)),
            paid,
            tuple(sorted([choice for choice in dearest if choice.cost > 0], key=lambda choice: -choice.cost)),
        )

    def _found(
        self, pieces: Sequence[Comparison], who: Executor, done: Callable[[int], None]
    ) -> list[tuple[SeatOdds, ...]]:
        found = []
        with closing(who.results(partial(work, self._told.rules, self._told.seats), pieces)) as results:
            for each in results:
                found.append(each)
                done(1)
        return found

    def _costly(self, found: Sequence[tuple[SeatOdds, ...]]) -> list[Weighed]:
        """The choices that seem to have cost most, each with its seemingly best answer."""
        ranked = [(*cost(each, weighed.seat), weighed) for weighed, each in zip(self._choices, found, strict=True)]
        return [weighed.kept(best) for best, _, weighed in nlargest(TOLD, ranked, key=lambda each: each[1])]


# --- the curve -------------------------------------------------------------------------------------------------------


def _state(told: ToldGame, at: int) -> Any:
    """The state after this many moments."""
    return told.moments[at - 1].states[-1] if at else told.start


def _end(told: ToldGame) -> SeatOdds:
    """The chances at the end: the winners share the victory."""
    won = told.rules.winners(_state(told, len(told.moments)))
    return SeatOdds((tuple(1 / len(won) if seat in won else 0.0 for seat in range(1, told.seats + 1)),) * PARTS)


def _points(told: ToldGame, most: int) -> list[int]:
    """The moments that are points of the curve, as counts from the start; the last moment is one of them."""
    stages = [(at, _stage(told.rules, moment)) for at, moment in enumerate(told.moments[:-1], 1)]
    points = [(at, stage) for at, stage in stages if stage is not None]
    return [*(at for at, stage in points if stage or len(points) < most), len(told.moments)]


def _curve(told: ToldGame, points: Sequence[int], playouts: int, found: Mapping[int, SeatOdds]) -> Iterator[Point]:
    yield _point(0, "", None, found[0], least_error(playouts))
    for at in points:
        moment = told.moments[at - 1]
        n, line = _line(told.rules, moment)
        least = least_error(playouts) if at < len(told.moments) else 0.0
        yield _point(n, _stage(told.rules, moment) or "", line, found[at], least)


def _point(n: int, stage: str, line: Text | None, odds: SeatOdds, least: float) -> Point:
    seats = range(1, len(odds.chances) + 1)
    return Point(n, stage, line, odds.chances, tuple([max(least, error(odds.of(seat))) for seat in seats]))


def _stage(rules: Rules[Any], moment: ToldStep) -> str | None:
    """Not `None` for a point of the curve: the name of the stage that begins, or an empty text."""
    stages = [stage for event in moment.events if (stage := rules.stage(event)) is not None]
    return max(stages) if stages else None


def _line(rules: Rules[Any], moment: ToldStep) -> tuple[int, Text | None]:
    """The event to tell, and its line: the first that matters and has a line, else the first that has one."""
    lines = [
        (rules.stage(event) is None, at, line)
        for at, (event, state) in enumerate(zip(moment.events, moment.states, strict=True))
        if (line := rules.line(state, event)) is not None
    ]
    if not lines:
        return moment.n, None
    _, at, line = min(lines, key=lambda each: each[:2])
    return moment.n + at, line


# --- luck ------------------------------------------------------------------------------------------------------------


def _lots(told: ToldGame) -> list[int]:
    """The moments after which a lot was drawn: from a list, or cards if the chances are worth computing."""
    lots = enumerate(told.moments, 1)
    return [at for at, lot in lots if lot.is_lot and (lot.answers or _stage(told.rules, lot) is not None)]


def _luck(told: ToldGame, found: Mapping[int, SeatOdds]) -> Iterator[Luck]:
    """Each seat's luck: before a lot the chances are the mean of all its outcomes; their rise after it is luck."""
    lots = [(_whose(told, at), found[at - 1], found[at]) for at in _lots(told)]
    for seat in range(1, told.seats + 1) if lots else ():
        gains = [[*map(sub, after.of(seat), before.of(seat))] for _, before, after in lots]
        own = [gain for gain, (whose, *_) in zip(gains, lots, strict=True) if whose == seat]
        sums = [*map(sum, zip(*gains, strict=True))]
        yield Luck(seat, len(own), sum(map(fmean, own)), fmean(sums), error(sums))


def _whose(told: ToldGame, at: int) -> Seat | None:
    """Whose lot it was: the seat that said when, else the last seat to decide; a deal to all seats is nobody's lot."""
    if not told.moments[at - 1].answers:
        return None
    return next((moment.seat for moment in reversed(told.moments[:at]) if moment.seat is not None), None)
