"""Many games of two against two: every event is sound, each ends, and its record is right.

`PARTNERS_GAMES` sets how many.
"""

from __future__ import annotations

import os

import pytest

from companion.match import record, referee
from tests.companion.games.cat_royal.games_of_partners import KINDS, beginning, played, told
from tests.companion.games.cat_royal.positions import RULES

pytestmark = pytest.mark.untraced

GAMES = int(os.environ.get("PARTNERS_GAMES", "124"))
FEW = 4
"""So many games are the first test;"""
PORTION = len(KINDS)
"""and so many each later one, one of each kind."""
LATER = [range(first, min(first + PORTION, GAMES)) for first in range(FEW, GAMES, PORTION)]


@pytest.mark.parametrize(
    "numbers",
    [range(FEW), *(pytest.param(later, marks=[pytest.mark.slow, pytest.mark.in_box_time]) for later in LATER)],
    ids=str,
)
def test_random_games_of_partners_end_and_their_records_are_right(numbers: range) -> None:
    for number in numbers:
        entries, session = played(number)
        found = referee.check(RULES, record.write(RULES, beginning(number), entries, undone=True))
        assert found.is_over
        assert found.state == session.state
        assert found.events <= session.state.deal * (26 * 4 + 3) + 5
        assert set(RULES.places(session.state)) <= {1, 3}


@pytest.mark.parametrize("number", range(0, len(KINDS), 5))
def test_the_record_of_a_running_game_of_partners_is_right(number: int) -> None:
    for most in (30, 31, 32, 33, 34, 90):
        assert not referee.check(RULES, told(number, most)).is_over
    assert beginning(number).has_teams
