"""What somebody chose, and what else could have been chosen.

Law: an answer that leads to the same state is no other answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial, reduce
from heapq import nlargest
from operator import sub
from typing import Any, Final, NamedTuple

from companion.kit.event import Event
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.kit.text import Text, joined
from companion.match.report import Choice
from companion.players.rest import Odds, after, error
from companion.study.told import Moment, Told

FEW: Final = 3
"""Other answers that are followed."""


class Answer(NamedTuple):
    """What it would have come to."""

    event: Event
    """At once."""
    state: Any
    """Once all had come of it that comes by itself."""


class Weighed(NamedTuple):
    """A choice."""

    n: int
    """Of its event."""
    seat: Seat
    before: Any
    doubt: float
    """By how much another answer looked better at once."""
    answers: tuple[Answer, ...]
    """The one given first, then others."""

    @property
    def states(self) -> tuple[Any, ...]:
        """Of each answer."""
        return tuple(answer.state for answer in self.answers)

    def kept(self, best: int) -> Weighed:
        """With this other one alone."""
        return self._replace(answers=(self.answers[0], self.answers[best]))


def choices(told: Told) -> Iterator[Weighed]:
    """All that somebody has chosen from a list, where something else would have led elsewhere."""
    for moment in told.moments:
        if moment.seat is not None and moment.answers and not moment.is_lot:
            yield from _weighed(told.rules, moment, moment.seat)


def _weighed(rules: Rules[Any], moment: Moment, seat: Seat) -> Iterator[Weighed]:
    """The answer given, and the others that look best."""
    given = Answer(moment.events[0], moment.states[-1])
    events = (rules.answered(moment.before, answer) for answer in moment.answers)
    others = (Answer(event, after(rules, moment.before, event)) for event in events if event != given.event)
    ranked = [(_looks(rules, other, seat), other) for other in others if other.state != given.state]
    best = nlargest(FEW, ranked, key=lambda each: each[0])
    if best:
        doubt = best[0][0] - _looks(rules, given, seat)
        yield Weighed(moment.n, seat, moment.before, doubt, (given, *(other for _, other in best)))


def _looks(rules: Rules[Any], answer: Answer, seat: Seat) -> float:
    """How well a seat seemed to stand after it."""
    return rules.worth(rules.seen(answer.state, seat), seat) or 0.0


def cost(odds: Sequence[Odds], seat: Seat) -> tuple[int, float]:
    """Which other answer was best, and by how much."""
    chances = [each.chances[seat - 1] for each in odds]
    best = max(range(1, len(chances)), key=chances.__getitem__)
    return best, chances[best] - chances[0]


def told_choice(rules: Rules[Any], weighed: Weighed, odds: Sequence[Odds], least: float) -> Choice:
    """It in words, as dear as these odds say; its error is `least` at the least."""
    states = [rules.evolve(weighed.before, answer.event) for answer in weighed.answers]
    each = [(state, answer.event) for state, answer in zip(states, weighed.answers, strict=True)]
    given, better = (rules.line(*told) for told in each)
    if given == better or given is None or better is None:  # in short they are the same, or nothing is said of them
        given, better = (_at_length(rules, *told) for told in each)
    off = max(least, error([*map(sub, odds[1].of(weighed.seat), odds[0].of(weighed.seat))]))
    return Choice(weighed.n, weighed.seat, given, better, cost(odds, weighed.seat)[1], off)


def _at_length(rules: Rules[Any], state: Any, event: Event) -> Text | None:
    """As all are shown it."""
    news = rules.tell(state, event)
    lines = news.lines if news is not None else ()
    return reduce(partial(joined, between=", "), lines) if lines else rules.line(state, event)
