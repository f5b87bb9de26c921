"""How well a bot plays: by drawing (`bots`), by the best answer it sees (`sensible`; an easy bot overlooks many), or by
thinking (`thinking`).

Law: a level decides only by the question and by what its seat may know and has heard.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from random import Random
from typing import Final, TypeAlias, TypeVar

from companion.kit.event import Event, Intent
from companion.kit.policy import ATTENTION, Level
from companion.kit.question import Question
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.players import bots, sensible
from companion.players.sensible import Eyes

S = TypeVar("S")

OVERLOOKS: Final = 0.5
"""How likely an easy bot overlooks an answer: it often takes the second best, so that a child can beat it."""

IsLate: TypeAlias = Callable[[], bool]
"""Whether time is up."""


def in_time() -> bool:
    """Time is never up."""
    return False


def says(  # noqa: PLR0913  # who plays how well, and by what it decides
    level: Level,
    rules: Rules[S],
    state: S,
    question: Question,
    rng: Random,
    *,
    heard: Sequence[Event] = (),
    seats: Collection[Seat] | None = None,
    is_late: IsLate = in_time,
) -> tuple[Question, Intent]:
    """The next answer, and the question or aside it answers; `heard`: the events so far; `seats`: those of bots."""
    if level == "random":
        asides = [aside for aside in rules.asides(state) if seats is None or aside.seat in seats]
        addressed = bots.addressed(question, asides, rng)
        return addressed, bots.answer(addressed, rng)
    attention, overlooks, is_strong = ATTENTION[level], OVERLOOKS if level == "easy" else 0.0, level == "strong"
    addressed, plain = sensible.says(
        rules, state, question, rng, seats, attention=attention, overlooks=overlooks, is_careful=is_strong
    )
    if not is_strong or question.seat is None or addressed is not question:
        return addressed, plain
    from companion.players import thinking  # noqa: PLC0415  # most games have no bot that thinks

    eyes = Eyes(rules, rules.seen(state, question.seat), question.seat)
    return question, thinking.best(eyes, question, heard, rng, is_late) or plain
