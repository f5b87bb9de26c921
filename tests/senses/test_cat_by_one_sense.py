"""Cat Royal by ear alone, and by eye alone: by the words of the display and the lights of the strip.

Every answer is the one that a simple bot would give who knows all that its seat may know; cheats are found out.
"""

from __future__ import annotations

import pytest

from companion.testing.whole_games import NAMES, seated
from tests.companion.games.cat_royal.positions import RULES
from tests.senses.cat import CatMind
from tests.senses.people import SEATS, Evening, off
from tests.senses.sense import Ear, Eye

pytestmark = pytest.mark.untraced


def won(sense: type[Ear] | type[Eye], game: int) -> float:
    """The share of the victory that falls to the player with one sense; every answer is checked on the way."""
    seat = game % SEATS + 1
    evening = Evening(RULES, sense(), game, SEATS, seat)
    seating, sees = seated(RULES, SEATS, "box"), sense is Eye
    evening.sit_down(lambda: CatMind(RULES, NAMES[:SEATS], seating, seat, sees=sees))
    return evening.play_out()


@pytest.mark.parametrize("sense", [Ear, Eye])
def test_a_game_by_one_sense_is_played_as_by_all(sense: type[Ear] | type[Eye]) -> None:
    won(sense, 0)


@pytest.mark.slow
@pytest.mark.in_box_time
@pytest.mark.parametrize("sense", [Ear, Eye])
def test_one_sense_wins_its_share(sense: type[Ear] | type[Eye]) -> None:
    """Within 2.6 standard errors of a quarter; `python -m tests.senses` plays more games."""
    games = 6
    shares = [won(sense, game) for game in range(games)]
    print(f"{sense.__name__}: {games} games, {sum(shares) / games:.1%} won")
    assert abs(off(shares)) < 2.6
