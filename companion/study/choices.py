"""What a player chose, and what else could have been chosen.

Law: an answer that leads to the same state is not a different answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial, reduce
from heapq import nlargest
from operator import sub
from typing import Any, Final, NamedTuple

from companion.kit.decision import settled
from companion.kit.event import Event
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.kit.text import Text, joined
from companion.match.report import BetterChoice
from companion.players.playouts import SeatOdds, error
from companion.study.told import ToldGame, ToldStep

FEW: Final = 3
"""How many other answers are played out."""


class AnswerStates(NamedTuple):
    """An answer and the states it leads to."""

    event: Event
    """The state right after it."""
    state: Any
    """The state after all automatic steps that follow it."""


class Weighed(NamedTuple):
    """A choice and its other answers."""

    n: int
    """The number of its event."""
    seat: Seat
    before: Any
    doubt: float
    """By how much another answer looked better right after it."""
    answers: tuple[AnswerStates, ...]
    """The answer given, then the others."""

    @property
    def states(self) -> tuple[Any, ...]:
        """The state of each answer."""
        return tuple(answer.state for answer in self.answers)

    def kept(self, best: int) -> Weighed:
        """The choice with this other answer only."""
        return self._replace(answers=(self.answers[0], self.answers[best]))


def choices(told: ToldGame) -> Iterator[Weighed]:
    """All choices from a list for which another answer would have led to another state."""
    for moment in told.moments:
        if moment.seat is not None and moment.answers and not moment.is_lot:
            yield from _weighed(told.rules, moment, moment.seat)


def _weighed(rules: Rules[Any], moment: ToldStep, seat: Seat) -> Iterator[Weighed]:
    """The answer given, and the others that look best."""
    given = AnswerStates(moment.events[0], moment.states[-1])
    events = (rules.answered(moment.before, answer) for answer in moment.answers)
    others = (AnswerStates(event, settled(rules, moment.before, event)) for event in events if event != given.event)
    ranked = [(_looks(rules, other, seat), other) for other in others if other.state != given.state]
    best = nlargest(FEW, ranked, key=lambda each: each[0])
    if best:
        doubt = best[0][0] - _looks(rules, given, seat)
        yield Weighed(moment.n, seat, moment.before, doubt, (given, *(other for _, other in best)))


def _looks(rules: Rules[Any], answer: AnswerStates, seat: Seat) -> float:
    """How good the seat's position looked after it."""
    return rules.worth(rules.seen(answer.state, seat), seat) or 0.0


def cost(odds: Sequence[SeatOdds], seat: Seat) -> tuple[int, float]:
    """The best other answer, and by how much it was better."""
    chances = [each.chances[seat - 1] for each in odds]
    best = max(range(1, len(chances)), key=chances.__getitem__)
    return best, chances[best] - chances[0]


def told_choice(rules: Rules[Any], weighed: Weighed, odds: Sequence[SeatOdds], least: float) -> BetterChoice:
    """The choice in words, with its cost by these odds; its error is at least `least`."""
    states = [rules.evolve(weighed.before, answer.event) for answer in weighed.answers]
    each = [(state, answer.event) for state, answer in zip(states, weighed.answers, strict=True)]
    given, better = (rules.line(*told) for told in each)
    if given == better or given is None or better is None:  # their short texts are the same, or there are none
        given, better = (_at_length(rules, *told) for told in each)
    off = max(least, error([*map(sub, odds[1].of(weighed.seat), odds[0].of(weighed.seat))]))
    return BetterChoice(weighed.n, weighed.seat, given, better, cost(odds, weighed.seat)[1], off)


def _at_length(rules: Rules[Any], state: Any, event: Event) -> Text | None:
    """The text that everybody is shown."""
    news = rules.tell(state, event)
    lines = news.lines if news is not None else ()
    return reduce(partial(joined, between=", "), lines) if lines else rules.line(state, event)
