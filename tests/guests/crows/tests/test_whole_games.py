"""Whole games of Crows: sound, of a bounded length, and with records that a referee takes at every moment."""

from __future__ import annotations

from random import Random

import pytest
from crows.field import CROWS as EACH
from crows.field import HEAPS, ROUNDS
from crows.flight import Over
from crows.happenings import EVENTS
from crows.rules import CROWS

from companion.kit.errors import WrongLine
from companion.kit.event import Refused
from companion.kit.policy import LEVELS, Level
from companion.kit.seats import COLOURS
from companion.match import record, referee
from companion.match.session import Session
from companion.players.play import begin, play
from companion.testing.traffic import differences
from companion.testing.whole_games import SEED, finish, seated, taken_back
from tests.guests.crows.tests.at_the_field import opened, played, session_of


@pytest.mark.parametrize("bots", [LEVELS[:1], LEVELS[1:]], ids="/".join)
def test_games_are_sound_and_have_seven_rounds(bots: tuple[Level, ...]) -> None:
    for number in range(60 if bots == LEVELS[:1] else 4):
        seats, seed = 3 + number % 4, Random(number).randbytes(32).hex()
        steps = played(number, seats, {seat: bots[seat % len(bots)] for seat in range(1, seats + 1)}, seed)
        start = state = opened(seats, seed=seed)
        for event in (event for step in steps for event in step.events):
            before, state = state, CROWS.evolve(state, event)
            CROWS.audit(before, event, state)
        assert isinstance(state.phase, Over)
        assert len(steps) == ROUNDS * (seats + 1) + 1
        assert sum(state.eaten) + state.corn == sum(map(int, HEAPS))
        assert referee.check(CROWS, record.write(CROWS, start, steps)).is_seed_open


def test_random_play_asks_the_seats_in_any_order() -> None:
    start = begin(CROWS, 4, COLOURS, {})
    steps = list(play(CROWS, start, Random(1)))
    orders = {tuple(step.seat for step in steps[at + 1 : at + 5]) for at in range(0, 5 * ROUNDS, 5)}
    assert len(orders) > 1
    assert all(sorted(map(int, filter(None, order))) == [1, 2, 3, 4] for order in orders)


def test_undo_at_every_moment_leads_back_and_redo_forward() -> None:
    session, undone = session_of(), 0
    for step in played(7):
        session = session.apply(step)
        undo = taken_back(session)
        if not isinstance(undo, Refused):
            back = session.apply(undo)
            redo = back.redo()
            assert not isinstance(redo, Refused)
            assert back.apply(redo).state == session.state
            undone += 1
    assert undone == ROUNDS * 3, "each choice, but the one after which the crows land"


def test_a_record_is_refereed_at_every_moment() -> None:
    steps = played(4)
    for length in range(len(steps)):
        text = record.write(CROWS, opened(), steps[:length])
        assert referee.check(CROWS, text).events == sum(len(step.events) for step in steps[:length])
        assert SEED not in text
        assert not any(f'"crow": "{crow}"' in text for crow in EACH)
    whole = referee.check(CROWS, record.write(CROWS, opened(), steps))
    assert (whole.is_over, whole.is_seed_open) == (True, True)


def test_no_record_of_a_game_that_is_over_hides_a_choice() -> None:
    text = record.write(CROWS, opened(), played(4))
    hidden = text.replace('"crow": "8"', '"crow": null', 1)
    assert hidden != text
    with pytest.raises(WrongLine):
        referee.check(CROWS, hidden)
    unsealed = hidden.replace(f'"{SEED}"', "null")
    with pytest.raises(WrongLine, match=r"since the game has ended|seed"):
        referee.check(CROWS, unsealed)


def test_a_crow_that_flies_twice_is_found_by_the_referee() -> None:
    steps = played(4)
    text = record.write(CROWS, opened(), steps[:11])
    first, second = (line for line in text.splitlines() if '"landed"' in line)
    crows = [line.split('"crows": ')[1].split("]")[0] for line in (first, second)]
    with pytest.raises(WrongLine, match="cards the deck can give"):
        referee.check(CROWS, text.replace(crows[1], crows[0]))


def test_every_kind_of_event_comes_up() -> None:
    assert {type(event) for number in range(9) for step in played(number) for event in step.events} == {*EVENTS}


def test_a_phone_is_sent_nothing_of_the_choices_of_others() -> None:
    game = finish(CROWS, CROWS.begin(seated(CROWS, 3, "box"), {}), 3)
    for at in range(0, len(game.entries), 5):
        session = session_of(game.entries[:at], 3)
        for seat in (1, 2, 3):
            sight = Session(CROWS, SEED, CROWS.seen(session.state, seat), session.history)
            assert [each for each in differences(session, sight, seat, longest=3) if each != "table"] == []
