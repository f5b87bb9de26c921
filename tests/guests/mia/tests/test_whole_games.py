"""Whole games of Mia: sound, of a bounded length, and with records that a referee takes at every moment."""

from __future__ import annotations

from random import Random

import pytest
from mia.cup import Over
from mia.dice import VALUES
from mia.happenings import EVENTS
from mia.rules import MIA

from companion.kit.errors import WrongLine
from companion.kit.policy import LEVELS, Level
from companion.match import record, referee
from companion.testing.whole_games import SEED
from tests.guests.mia.tests.at_the_cup import opened, played

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
