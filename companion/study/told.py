"""A finished game, as its record tells it: every answer with its question, and all that followed.

Law: undone events are left out, and no seed has to be opened, since the game is not played on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from companion.kit.errors import WrongUse
from companion.kit.event import Event, Intent
from companion.kit.question import OneOf, only_answer, refusal
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.match import reader, record


class ToldStep(NamedTuple):
    """An answer and all events that followed."""

    n: int
    """The number of the first event."""
    before: Any
    seat: Seat | None
    """The seat that answered, or said when the lot is drawn; `None`: the box."""
    answers: tuple[Intent, ...]
    """All answers that somebody could choose, or a lot could give; empty if there was no choice, or no list."""
    is_lot: bool
    """Whether it came by chance."""
    events: tuple[Event, ...]
    states: tuple[Any, ...]
    """The state after each event."""


class ToldGame(NamedTuple):
    """A game that is over."""

    rules: Rules[Any]
    start: Any
    moments: tuple[ToldStep, ...]

    @property
    def seats(self) -> int:
        """How many seats played."""
        return len(self.rules.view(self.start, None).seats)


def read(rules: Rules[Any], text: str) -> ToldGame:
    """Read a record that is right, without what was undone. Raises WrongLine, WrongUse."""
    head, *rest = reader.read_lines(text)
    sealed = {"commitment": None} if "commitment" in head.raw else {}  # a game that is not played on needs no seed
    start = reader.read_header(rules, head._replace(raw=head.raw | sealed))
    lines = [(line.raw["n"], reader.read_event(rules, line)) for line in rest if not line.is_undone]
    moments = tuple(_moments(rules, start, lines))
    if not moments or not record.is_over(rules, moments[-1].states[-1]):
        raise WrongUse("expected a game that is over; this one is not: a report is made of its end, too")
    if not rules.winners(moments[-1].states[-1]):
        raise WrongUse(f"{rules.title} does not tell who has won, so nobody's chances can be told")
    return ToldGame(rules, start, moments)


def _moments(rules: Rules[Any], state: Any, lines: Sequence[tuple[Any, Event]]) -> Iterator[ToldStep]:
    left = deque(lines)
    while left:
        n, event = left[0]
        before, events, states = state, list[Event](), list[Any]()
        while left and (not events or rules.follows(state) is not None):
            _, event = left.popleft()
            state = rules.evolve(state, event)
            events.append(event)
            states.append(state)
        yield ToldStep(n, before, *_asked(rules, before, events[0]), tuple(events), tuple(states))


def _asked(rules: Rules[Any], state: Any, event: Event) -> tuple[Seat | None, tuple[Intent, ...], bool]:
    """The seat that led to an event, the answers it had, and whether it came by chance."""
    intent = rules.recall(state, event)
    seat = intent.seat if intent is not None else None
    question = next((asked for asked in rules.questions(state) if asked.seat == seat), None)
    if question is None or intent is None or refusal(question, intent) is not None or only_answer(question) is not None:
        return seat, (), False
    answers = question.form.answers if isinstance(question.form, OneOf) else ()
    is_lot = question.seat is None or question.by_lot or question.is_typed
    return seat, answers, is_lot


def stage_of(rules: Rules[Any], moment: ToldStep) -> str | None:
    """Not `None` for a point of the curve: the name of the stage that begins, or an empty text."""
    stages = [stage for event in moment.events if (stage := rules.stage(event)) is not None]
    return max(stages) if stages else None
