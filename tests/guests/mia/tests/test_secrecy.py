"""Two games that differ only in the dice under a cup: nobody but its holder can tell them apart."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from mia.dice import VALUES
from mia.happenings import Ended, Rolled
from mia.news import cue, tell
from mia.rules import MIA
from mia.state import State
from msgspec.structs import replace

from companion.kit.event import Intent
from companion.kit.question import OneOf
from companion.match import record
from companion.match.history import Step
from companion.match.session import Session
from companion.testing.traffic import differences
from tests.guests.mia.tests.at_the_cup import answering, claiming, opened, played, session_of

VIEWERS = (None, 1, 2, 3, 4)


def pairs(viewer: int | None) -> Iterator[tuple[list[Step], list[Step]]]:
    """Each moment of a game at which a cup is covered and not this viewer's; and the same with other dice below it."""
    steps = played(3)
    for at in range(len(steps) + 1):
        state = session_of(steps[:at]).state
        if state.dice and state.holder != viewer:
            yield steps[:at], other_dice(steps[:at])


def other_dice(steps: list[Step]) -> list[Step]:
    """The latest roll gave another value."""
    at = max(at for at, step in enumerate(steps) if isinstance(step.events[0], Rolled))
    rolled = steps[at].events[0]
    assert isinstance(rolled, Rolled)
    dice = VALUES[(VALUES.index(rolled.dice[0] or "") + 7) % len(VALUES)]
    return [*steps[:at], replace(steps[at], events=(replace(rolled, dice=(dice,)),)), *steps[at + 1 :]]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_bytes_of_every_page_are_equal(viewer: int | None) -> None:
    told_apart = 0
    for steps, others in pairs(viewer):
        here, there = session_of(steps), session_of(others)
        assert here.state != there.state
        assert differences(here, there, viewer, longest=4) == []
        assert record.write(MIA, opened(), steps) == record.write(MIA, opened(), others)
        told_apart += 1
    assert told_apart > 5


@pytest.mark.parametrize("viewer", VIEWERS)
def test_screens_questions_news_and_lights_are_equal(viewer: int | None) -> None:
    for steps, others in pairs(viewer):
        here, there = session_of(steps).state, session_of(others).state
        assert MIA.question(here) == MIA.question(there)
        for draft in drafts(here):
            assert MIA.view(here, viewer, draft) == MIA.view(there, viewer, draft)
        assert MIA.pages(here) == MIA.pages(there)
        if viewer is not None:
            assert MIA.secret(here, viewer) == MIA.secret(there, viewer) == ()
            assert MIA.seen(here, viewer) == MIA.seen(there, viewer)
        one, other = steps[-1].events[-1], others[-1].events[-1]
        assert (tell(here, one), cue(here, one)) == (tell(there, other), cue(there, other))
        assert MIA.line(here, one) == MIA.line(there, other)


def drafts(state: State) -> Iterator[Intent | None]:
    """Nothing, and every draft on the way to an answer."""
    question = MIA.question(state)
    due: list[Intent | None] = [None]
    while due:
        draft = due.pop()
        yield draft
        if (
            question is not None
            and isinstance(question.form, OneOf)
            and (draft is None or not question.form.ends(draft))
        ):
            due += question.form.below(draft)


def test_only_the_holder_looks_as_long_as_the_dice_are_covered() -> None:
    for state in (claiming(2, "54", "31"), answering(3, "54", "43")):
        assert [seat for seat in range(1, 5) if MIA.secret(state, seat)] == [2]
        (page,) = MIA.secret(state, 2)
        assert page.number == "54"
    assert not any(MIA.secret(opened(), seat) for seat in range(1, 5))


def test_a_record_of_a_running_game_hides_every_roll_even_one_that_was_opened() -> None:
    steps = played(3)
    running = record.write(MIA, opened(), steps[:-1])
    assert MIA.without_secrets(opened(), Ended(1, "5eed")) == Ended(1, None)
    assert running.count('"dice": [null]') == sum(isinstance(step.events[0], Rolled) for step in steps)


def test_the_dice_of_an_opened_cup_are_seen_by_all() -> None:
    session = Session(MIA, "5eed" * 16, answering(3, "53", "54"))
    doubt = MIA.answered(session.state, MIA.question(session.state).form.answers[1])  # type: ignore[union-attr]
    lifting = MIA.evolve(session.state, doubt)
    assert MIA.seen(lifting, 1).dice is None
    opening = MIA.follows(lifting)
    assert opening is not None
    assert MIA.seen(MIA.evolve(lifting, opening), 1).dice == "53"
