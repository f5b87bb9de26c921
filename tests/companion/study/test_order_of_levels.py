"""A small ladder: each level wins more often than the one below it, and nobody exploits the strong one.

Law: the games are the same each time, so that this fails only if somebody plays differently.
"""

from __future__ import annotations

from random import Random

import pytest

from companion.games import find_rules
from companion.kit.policy import Level
from companion.kit.seats import COLOURS
from companion.players.play import begin
from companion.study import ladder

pytestmark = [pytest.mark.slow, pytest.mark.in_box_time, pytest.mark.untraced]


def share(game: str, players: int, one: str, among: Level, games: int) -> float:
    """The share of games that one seat wins."""
    rules, wins = find_rules(game), 0.0
    for number in range(games):
        start = begin(rules, players, COLOURS, {})
        won = ladder.game(rules, start, (1 + number % players, one, among), Random(f"order.{number}"))
        wins += 1 / won.shared if won.shared else 0
    return wins / games


@pytest.mark.parametrize(
    ("game", "players", "one", "among", "games", "least"),
    [
        ("galopp-royal", 4, "easy", "random", 60, 0.5),
        ("galopp-royal", 4, "simple", "easy", 60, 0.45),
        ("galopp-royal", 4, "simple", "random", 60, 0.7),
        ("galopp-royal", 4, "strong", "simple", 120, 0.35),
        ("cat-royal", 2, "easy", "random", 40, 0.7),
        ("cat-royal", 2, "simple", "easy", 40, 0.7),
        ("cat-royal", 4, "simple", "random", 40, 0.8),
        ("cat-royal", 2, "strong", "simple", 40, 0.6),
    ],
)
def test_a_level_wins_more_often_than_the_one_below(  # noqa: PLR0917  # a row of the ladder
    game: str, players: int, one: str, among: Level, games: int, least: float
) -> None:
    assert share(game, players, one, among, games) >= least


def test_thrift_wins_no_more_than_its_share_among_strong_ones() -> None:
    assert share("galopp-royal", 4, "thrifty", "strong", 30) <= 0.35
