"""Mia keeps the laws of every game."""

from __future__ import annotations

import inspect
from functools import cache
from random import Random

import pytest
from mia import MANIFEST
from mia.cup import Over
from mia.dice import VALUES
from mia.happenings import EVENTS
from mia.rules import MIA, Mia

from companion.kit.errors import WrongLine
from companion.kit.event import Refused
from companion.kit.policy import LEVELS, Level
from companion.match import record, referee
from companion.match.session import Session
from tests.companion.games import test_every_game as every_game
from tests.companion.games.phones import differences
from tests.companion.games.whole_games import SEED, Game, finish, seated, taken_back
from tests.guests.mia.tests.at_the_cup import opened, played, session_of
from tests.guests.mia.tests.words import LANGUAGES

LAWS = {name: law for name, law in vars(every_game).items() if name.startswith("test_") and inspect.isfunction(law)}
OF_A_TABLE = [name for name, law in LAWS.items() if [*inspect.signature(law).parameters] == ["table"]]
OF_THE_RULES = [name for name, law in LAWS.items() if [*inspect.signature(law).parameters] == ["rules"]]
OF_THE_LIST = "test_names_are_told_apart"
"""It looks this game up in the suite's own list."""


LONG = (pytest.mark.slow, pytest.mark.in_box_time)


@cache
def table(seats: int) -> tuple[Mia, Game]:
    return MIA, finish(MIA, MIA.begin(seated(MIA, seats, "box"), {}), seats)


@pytest.mark.parametrize("seats", [3, *(pytest.param(seats, marks=LONG) for seats in (4, 5)), 6])
@pytest.mark.parametrize("name", OF_A_TABLE)
def test_a_table_of_it_keeps_this_law(name: str, seats: int) -> None:
    LAWS[name](table(seats))


@pytest.mark.parametrize("name", OF_THE_RULES)
def test_its_rules_keep_this_law(name: str) -> None:
    assert len(OF_A_TABLE) + len(OF_THE_RULES) > 20
    if name != OF_THE_LIST:
        LAWS[name](MIA)


def test_the_manifest_says_what_the_rules_say() -> None:
    assert MANIFEST.load() is MIA
    named = (MANIFEST.name, MANIFEST.title, MANIFEST.board_name, MANIFEST.seats, MANIFEST.rulebooks)
    assert named == (MIA.name, MIA.title, MIA.board_name, MIA.seats, tuple(MIA.rulebooks))
    assert MANIFEST.languages == LANGUAGES


STEPS_A_ROUND = 3 * 21
"""At most each value is said once, after a roll, and believed or doubted."""


@pytest.mark.parametrize("bots", [LEVELS[:1], LEVELS[1:]], ids="/".join)
def test_games_are_sound_and_end_within_a_bounded_number_of_questions(bots: tuple[Level, ...]) -> None:
    for number in range(200 if bots == LEVELS[:1] else 4):
        seats, seed = 3 + number % 4, Random(number).randbytes(32).hex()
        steps = played(number, seats, {seat: bots[seat % len(bots)] for seat in range(1, seats + 1)}, seed)
        start = state = opened(seats, seed=seed)
        for event in (event for step in steps for event in step.events):
            before, state = state, MIA.evolve(state, event)
            MIA.audit(before, event, state)
        assert isinstance(state.phase, Over)
        assert sum(state.lives) == state.lives[state.phase.winner - 1] > 0
        rounds = seats * start.setup.lives - 1
        assert len(steps) <= rounds * STEPS_A_ROUND + 1
        assert referee.check(MIA, record.write(MIA, start, steps)).is_seed_open


def test_undo_at_every_moment_leads_back_and_redo_forward() -> None:
    session = session_of()
    for step in played(7):
        session = session.apply(step)
        undo = taken_back(session)
        if not isinstance(undo, Refused):
            undone = session.apply(undo)
            redo = undone.redo()
            assert not isinstance(redo, Refused)
            assert undone.apply(redo).state == session.state


def test_a_record_is_refereed_at_every_moment() -> None:
    steps = played(4)
    for length in range(len(steps)):
        text = record.write(MIA, opened(), steps[:length])
        assert referee.check(MIA, text).events == sum(len(step.events) for step in steps[:length])
        assert SEED not in text
    whole = referee.check(MIA, record.write(MIA, opened(), steps))
    assert (whole.is_over, whole.is_seed_open) == (True, True)


def test_a_die_that_the_seed_did_not_roll_is_found_by_the_referee() -> None:
    text = record.write(MIA, opened(), played(4))
    first = next(value for value in VALUES if f'"dice": ["{value}"]' in text)
    with pytest.raises(WrongLine, match="as the seed draws it"):
        referee.check(MIA, text.replace(f'"dice": ["{first}"]', f'"dice": ["{VALUES[VALUES.index(first) - 1]}"]'))


def test_every_kind_of_event_comes_up() -> None:
    assert {type(event) for number in range(3) for step in played(number) for event in step.events} == {*EVENTS}


def test_a_phone_is_sent_nothing_of_the_dice_of_others() -> None:
    _, game = table(3)
    for at in range(0, len(game.entries), 5):
        session = session_of(game.entries[:at], 3)
        for seat in (1, 2, 3):
            sight = Session(MIA, SEED, MIA.seen(session.state, seat), session.history)
            assert [each for each in differences(session, sight, seat, longest=3) if each != "table"] == []
