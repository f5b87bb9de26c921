"""Two games that differ only in what somebody has chosen: nobody else can tell them apart."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from crows.field import CROWS as EACH
from crows.happenings import Ended, Sent
from crows.news import cue, tell
from crows.rules import CROWS
from msgspec.structs import replace

from companion.faces import oled
from companion.match import record
from companion.match.history import Step
from companion.testing.traffic import differences
from tests.guests.crows.tests.at_the_field import Field, opened, played, session_of

VIEWERS = (None, 1, 2, 3, 4)


def pairs(viewer: int | None) -> Iterator[tuple[list[Step], list[Step]]]:
    """Each moment of a game at which some have chosen, not all, and the same with other crows of all but the viewer."""
    steps = played(3)
    for at in range(len(steps) + 1):
        state = session_of(steps[:at]).state
        if state.missing and any(crow for seat, crow in enumerate(state.chosen, 1) if seat != viewer):
            yield steps[:at], other_crows(steps[:at], viewer)


def other_crows(steps: list[Step], viewer: int | None) -> list[Step]:
    """The choices of this round were others, each of a crow that was at home."""
    state, others = session_of(steps).state, list[Step]()
    first = max(at for at, step in enumerate(steps) if step.seat is None)
    for at, step in enumerate(steps):
        event = step.events[0]
        if at > first and isinstance(event, Sent) and event.seat != viewer:
            home = state.home(event.seat)
            event = replace(event, crow=home[(home.index(event.crow or "") + 1) % len(home)])
            others.append(replace(step, events=(event, *step.events[1:])))
        else:
            others.append(step)
    return others


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_bytes_of_every_page_and_of_the_record_are_equal(viewer: int | None) -> None:
    told_apart = 0
    for steps, others in pairs(viewer):
        here, there = session_of(steps), session_of(others)
        assert here.state != there.state
        assert differences(here, there, viewer, longest=10) == []
        assert record.write(CROWS, opened(), steps) == record.write(CROWS, opened(), others)
        told_apart += 1
    assert told_apart > 10


@pytest.mark.parametrize("viewer", VIEWERS)
def test_screens_questions_news_and_lights_are_equal(viewer: int | None) -> None:
    for steps, others in pairs(viewer):
        here, there = session_of(steps).state, session_of(others).state
        assert CROWS.questions(here) == CROWS.questions(there)
        drafts = [answer for question in CROWS.questions(here) for answer in question.form.answers]  # type: ignore[union-attr]
        for draft in (None, *drafts):
            assert CROWS.view(here, viewer, draft) == CROWS.view(there, viewer, draft)
        assert CROWS.pages(here) == CROWS.pages(there)
        if viewer is not None:
            assert CROWS.secret(here, viewer) == CROWS.secret(there, viewer)
            assert CROWS.seen(here, viewer) == CROWS.seen(there, viewer)
        one, other = steps[-1].events[-1], others[-1].events[-1]
        assert (tell(here, one), cue(here, one)) == (tell(there, other), cue(there, other))
        assert CROWS.line(here, one) == CROWS.line(there, other)


@pytest.mark.parametrize("taps", range(1, len(EACH) + 1))
def test_the_display_is_equal_whatever_is_being_chosen_and_whatever_has_been(taps: int) -> None:
    field, other = Field(), Field()
    for table, count in ((field, taps), (other, taps % len(EACH) + 1)):
        before = table.view
        table.tap(1, times=count)
        table.wait(150.0 - 0.2 * count)
        assert table.view == before
        table.hold(1)
    assert field.state != other.state
    assert field.view == other.view
    assert oled.draw(field.view, str).tobytes() == oled.draw(other.view, str).tobytes()


def test_only_the_seat_looks_at_its_crows_and_sees_what_it_has_chosen() -> None:
    state = session_of(played(3)[:3]).state
    chosen = next(seat for seat, crow in enumerate(state.chosen, 1) if crow)
    for seat in range(1, 5):
        (page,) = CROWS.secret(state, seat)
        assert page.number == state.chosen[seat - 1]
    sight = CROWS.seen(state, next(seat for seat in range(1, 5) if seat != chosen))
    assert sight.chosen[chosen - 1] is None
    assert CROWS.seen(state, chosen).chosen[chosen - 1] == state.chosen[chosen - 1]


def test_a_record_of_a_running_game_hides_every_choice_even_one_that_has_landed() -> None:
    steps = played(3)
    running = record.write(CROWS, opened(), steps[:-1])
    assert CROWS.without_secrets(opened(), Ended("5eed")) == Ended(None)
    assert running.count('"crow": null') == sum(isinstance(step.events[0], Sent) for step in steps)
