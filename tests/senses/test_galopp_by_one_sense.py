"""Galopp Royal by ear alone and by eye alone: whole games.

Every answer is the one that a simple bot would give who knows all that its seat may know.
"""

from __future__ import annotations

import pytest

from companion.testing.whole_games import NAMES, seated
from tests.companion.games.galopp_royal.positions import RULES
from tests.senses.galopp import GaloppMind
from tests.senses.people import SEATS, Evening, off
from tests.senses.sense import Ear, Eye


def won(sense: type[Ear] | type[Eye], game: int) -> float:
    """The share of the victory that falls to the player with one sense; every answer is checked on the way."""
    seat = game % SEATS + 1
    evening = Evening(RULES, sense(), game, SEATS, seat)
    evening.sit_down(lambda: GaloppMind(RULES, NAMES, seated(RULES, SEATS, "box"), seat))
    return evening.play_out()


@pytest.mark.parametrize("sense", [Ear, Eye])
@pytest.mark.parametrize("game", range(2))
def test_a_game_by_one_sense_is_played_as_by_all(sense: type[Ear] | type[Eye], game: int) -> None:
    won(sense, game)


@pytest.mark.slow
@pytest.mark.in_box_time
@pytest.mark.parametrize("sense", [Ear, Eye])
def test_one_sense_wins_its_share(sense: type[Ear] | type[Eye]) -> None:
    """Within 2.6 standard errors of a quarter; `python -m tests.senses` plays more games."""
    games = 20
    shares = [won(sense, game) for game in range(games)]
    print(f"{sense.__name__}: {games} games, {sum(shares) / games:.1%} won")
    assert abs(off(shares)) < 2.6
