"""How a finished game went: the chances to win as a curve, luck, fair prices, the choices that cost most.

Laws: all states are compared with the same random numbers, so that our own luck does not make a curve jump; the same
record and seed give the same report on any executor; a few playouts choose what cost most, and others measure it, since
the greatest of many differences is mostly chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from heapq import nlargest
from math import hypot
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from companion.kit.rules import Rules
from companion.kit.text import Text
from companion.match.report import TOLD, BetterChoice, Point, Report
from companion.players.playouts import PARTS, SeatOdds, error, least_error, odds, shared
from companion.study.choices import choices, told_choice
from companion.study.coach import ChoiceLook, Cost, cost, played
from companion.study.executors import Executor
from companion.study.fair_prices import bought, sales
from companion.study.luck import lots, luck
from companion.study.told import ToldGame, ToldStep, stage_of

SHORT: Final = 3
"""A short report: a third of all playouts."""


class Effort(NamedTuple):
    """How many playouts each state that matters gets, and how many guesses each choice."""

    curve: int
    sale: int
    choice: int
    """Guesses for a choice, by what its seat could know and again with all cards open."""
    sure: int
    """Guesses for the choices that then seem to have cost most."""
    weighed: int
    """How many choices are examined, beginning with those that `Rules.worth` finds odd."""
    points: int
    """The most points of the curve; with more it has only the stages."""
    to_the_end: bool = False
    """Nothing depends on fitted chances: every playout goes on until somebody wins."""

    def scaled(self, curve: int) -> Effort:
        """The same effort, scaled to this many playouts for each point of the curve."""
        by = curve / self.curve
        rests = ("curve", "sale", "choice", "sure")
        more = {name: max(PARTS, round(by * getattr(self, name))) for name in rests}
        return self._replace(**more)


QUICK: Final = Effort(curve=128, sale=60, choice=32, sure=200, weighed=1000, points=1000)
"""For a game with a short form of its own."""
SLOW: Final = Effort(curve=40, sale=20, choice=20, sure=40, weighed=12, points=40)
"""For a game that is played on by its rules, a hundred times slower: a figure is then less certain, and says so."""
FAIR: Final = SLOW._replace(sure=100, weighed=40)
"""For a game with a short form of its turns, but not of the deals between them: five times faster than by the rules."""


# --- the work --------------------------------------------------------------------------------------------------------


class Comparison(NamedTuple):
    """States to compare with the same luck."""

    states: tuple[Any, ...]
    playouts: int
    luck: str
    """Names the random numbers."""
    to_the_end: bool


class StudyTask(NamedTuple):
    """What the pieces of the work have in common."""

    rules: Rules[Any]
    seats: int


Found: TypeAlias = tuple[SeatOdds, ...] | Cost | None
"""The result of a piece."""


def work(task: StudyTask, piece: Comparison | ChoiceLook) -> Found:
    """Do a piece."""
    if isinstance(piece, ChoiceLook):
        return cost(task.rules, task.seats, piece)
    return tuple(
        odds(task.rules, state, task.seats, piece.luck, piece.playouts, to_the_end=piece.to_the_end)
        for state in piece.states
    )


def effort_for(told: ToldGame, playouts: int | None, *, is_short: bool = False) -> Effort:
    """The effort that suits the game, a short one, or one with this many playouts for each point of the curve."""
    begun = [told.start, *(moment.states[-1] for moment in told.moments[: told.seats + 1])]
    in_short = [told.rules.outlook(state, Random(0).random) is not None for state in begun]
    usual = QUICK if in_short[0] else FAIR if any(in_short) else SLOW
    return usual.scaled(playouts or usual.curve // (SHORT if is_short else 1))


class Study:
    """What to find out about a game: first everything, then what deserves a second look."""

    def __init__(self, told: ToldGame, effort: Effort, seed: int) -> None:
        self._told = told
        self._effort = effort
        self._seed = seed
        self._off = 0.0 if effort.to_the_end else told.rules.off
        """By how much fitted chances are off, if any are used."""
        self._points = _points(told, effort.points)
        drawn = lots(told)
        self._at = sorted({0, *self._points, *drawn, *(at - 1 for at in drawn)} - {len(told.moments)})
        """The moments for which chances are computed, as counts of moments from the start."""
        self._sales = list(sales(told))
        found = [*choices(told)]
        self._made = Counter(choice.seat for choice in found)
        self._choices = nlargest(effort.weighed, found, key=lambda choice: choice.doubt)
        self._looks: list[Comparison | ChoiceLook] = [
            *(self._compared((_state(told, at),), effort.curve) for at in self._at),
            *(self._compared(sale.states, effort.sale) for _, sale in self._sales),
            *(
                ChoiceLook(choice, is_open, effort.choice, str(seed), effort.to_the_end)
                for is_open in (False, True)
                for choice in self._choices
            ),
        ]

    @property
    def pieces(self) -> int:
        """How many pieces there are, with those of the second look."""
        return len(self._looks) + min(TOLD, len(self._choices))

    def report(self, who: Executor, done: Callable[[int], None]) -> Report:
        """Find it out; `done` gets how many more pieces are done. Raises Lost."""
        told, rules = self._told, self._told.rules
        found = iter(self._found(self._looks, who, done))
        at: dict[int, SeatOdds] = {at: next(found)[0] for at in self._at}
        at[len(told.moments)] = _end(told)
        paid = tuple([bought(n, sale, next(found), self._least(self._effort.sale)) for n, sale in self._sales])
        known = [(choice, next(found)) for choice in self._choices]
        dearest = self._dearest([next(found) for _ in self._choices], who, done)
        seats = rules.view(told.start, None).seats
        return Report(
            rules.name,
            tuple(seat.name for seat in seats),
            tuple(seat.colour for seat in seats),
            self._seed,
            self._effort.curve,
            max(hypot(self._off, error(each.of(seat.seat))) for each in at.values() for seat in seats),
            tuple(_curve(told, self._points, self._least(self._effort.curve), at)),
            tuple(luck(told, at, self._off)),
            paid,
            tuple(sorted([choice for choice in dearest if choice.cost > 0], key=lambda choice: -choice.cost)),
            tuple(played(rules, self._made, known)),
        )

    def _compared(self, states: tuple[Any, ...], playouts: int) -> Comparison:
        return Comparison(states, playouts, str(self._seed), self._effort.to_the_end)

    def _least(self, playouts: int) -> float:
        """The smallest error of a chance from so many playouts."""
        return max(least_error(playouts), self._off)

    def _found(
        self, pieces: Sequence[Comparison | ChoiceLook], who: Executor, done: Callable[[int], None]
    ) -> list[Any]:
        found = []
        with closing(who.results(partial(work, StudyTask(self._told.rules, self._told.seats)), pieces)) as results:
            for each in results:
                found.append(each)
                done(1)
        return found

    def _dearest(self, costs: Sequence[Cost], who: Executor, done: Callable[[int], None]) -> Iterator[BetterChoice]:
        """The choices that seem to have cost most with all cards open, measured once more."""
        ranked = nlargest(TOLD, zip(self._choices, costs, strict=True), key=lambda each: each[1].chance)
        luck = f"{self._seed} again"
        again = [
            ChoiceLook(choice.kept(seems.better), True, self._effort.sure, luck, self._effort.to_the_end)
            for choice, seems in ranked
        ]
        for look, sure in zip(again, self._found(again, who, done), strict=True):
            yield told_choice(self._told.rules, look.choice, len(look.choice.answers) - 1, sure.chance, sure.error)


# --- the curve -------------------------------------------------------------------------------------------------------


def _state(told: ToldGame, at: int) -> Any:
    """The state after this many moments."""
    return told.moments[at - 1].states[-1] if at else told.start


def _end(told: ToldGame) -> SeatOdds:
    """The chances at the end: the winners share the victory."""
    won = told.rules.winners(_state(told, len(told.moments)))
    return SeatOdds((tuple(shared(won, told.seats)),) * PARTS)


def _points(told: ToldGame, most: int) -> list[int]:
    """The moments that are points of the curve, as counts from the start; the last moment is one of them."""
    stages = [(at, stage_of(told.rules, moment)) for at, moment in enumerate(told.moments[:-1], 1)]
    points = [(at, stage) for at, stage in stages if stage is not None]
    return [*(at for at, stage in points if stage or len(points) < most), len(told.moments)]


def _curve(told: ToldGame, points: Sequence[int], least: float, found: Mapping[int, SeatOdds]) -> Iterator[Point]:
    yield Point(0, "", None, found[0].chances, _errors(found[0], least))
    for at in points:
        moment = told.moments[at - 1]
        n, line = _line(told.rules, moment)
        stage, off = stage_of(told.rules, moment) or "", least if at < len(told.moments) else 0.0
        name = told.rules.progress(moment.states[-1]) if stage else None
        yield Point(n, stage, line, found[at].chances, _errors(found[at], off), name or "")


def _errors(odds: SeatOdds, least: float) -> tuple[float, ...]:
    return tuple([hypot(least, error(odds.of(seat))) for seat in range(1, len(odds.chances) + 1)])


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
