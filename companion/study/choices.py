"""What a player could choose from: every question of a finished game that left a choice.

Laws: an answer that leads to the same state is not a different answer. A seat that is asked for amounts again and again
until the next lot, as in an auction, has made one choice, the last: how far to go.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial, reduce
from heapq import nlargest
from typing import Any, Final, NamedTuple

from companion.kit.decision import settled
from companion.kit.event import Event, Intent
from companion.kit.question import Amount, Question, refusal
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.kit.text import Text, joined
from companion.match.report import BetterChoice
from companion.players.sensible import Eyes, tried
from companion.study.told import ToldGame, ToldStep

FEW: Final = 3
"""How many other answers are played out."""


class Choice(NamedTuple):
    """A choice and its other answers."""

    n: int
    """The number of its event."""
    seat: Seat
    before: Any
    """The state in which it was made, with all cards open."""
    heard: tuple[Event, ...]
    """All that everybody had heard by then."""
    doubt: float
    """By how much another answer looked better to that seat."""
    answers: tuple[Intent, ...]
    """The answer given, then those that looked best of the others."""

    def kept(self, better: int) -> Choice:
        """The choice with this other answer only."""
        return self._replace(answers=(self.answers[0], self.answers[better or 1]))


def choices(told: ToldGame) -> Iterator[Choice]:
    """All choices for which another answer would have led to another state."""
    heard: tuple[Event, ...] = ()
    amounts = dict[Seat, Choice]()
    for moment in told.moments:
        if moment.is_lot:
            yield from amounts.values()
            amounts.clear()
        elif moment.seat is not None and (question := _asked(told.rules, moment)) is not None:
            choice = _choice(told.rules, moment, question, heard)
            if type(question.form) is Amount and choice is not None:
                amounts[moment.seat] = choice
            elif choice is not None:
                yield choice
        befores = (moment.before, *moment.states[:-1])
        heard += tuple(map(told.rules.without_secrets, befores, moment.events))
    yield from amounts.values()


def _asked(rules: Rules[Any], moment: ToldStep) -> Question | None:
    """The question that was answered; `None`: something was said beside it."""
    given = rules.recall(moment.before, moment.events[0])
    if given is None:
        return None
    return next((asked for asked in rules.questions(moment.before) if refusal(asked, given) is None), None)


def _choice(rules: Rules[Any], moment: ToldStep, question: Question, heard: tuple[Event, ...]) -> Choice | None:
    """The answer given, and the others that look best; `None`: there was no other."""
    state, seat, given = moment.before, question.seat, rules.recall(moment.before, moment.events[0])
    if seat is None or given is None:
        return None
    eyes, looks = Eyes(rules, rules.seen(state, seat), seat), []
    for other in tried(question):
        if type(question.form) is Amount and type(other) is type(given):
            continue  # the same offer at another amount
        if settled(rules, state, rules.answered(state, other)) != moment.states[-1]:
            looks.append((eyes.worth(other) or 0.0, other))
    if not looks:
        return None
    best = nlargest(FEW, looks, key=lambda each: each[0])
    doubt = best[0][0] - (eyes.worth(given) or 0.0)
    return Choice(moment.n, seat, state, heard, doubt, (given, *(other for _, other in best)))


def told_choice(rules: Rules[Any], choice: Choice, better: int, cost: float, error: float) -> BetterChoice:
    """A choice in words, with the answer that was better and what this cost."""
    events = [rules.answered(choice.before, choice.answers[at]) for at in (0, better)]
    each = [(rules.evolve(choice.before, event), event) for event in events]
    given, other = (rules.line(*told) for told in each)
    if given == other or given is None or other is None:  # their short texts are the same, or there are none
        given, other = (_at_length(rules, *told) for told in each)
    when = rules.progress(choice.before) or ""
    return BetterChoice(choice.n, choice.seat, given, other, cost, error, when)


def _at_length(rules: Rules[Any], state: Any, event: Event) -> Text | None:
    """The text that everybody is shown."""
    news = rules.tell(state, event)
    lines = news.lines if news is not None else ()
    return reduce(partial(joined, between=", "), lines) if lines else rules.line(state, event)
