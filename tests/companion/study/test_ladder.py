"""Levels play each other: who wins how often, and how sure that is."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from companion.games import GAMES, find_rules
from companion.kit.errors import BadConfig
from companion.kit.seats import COLOURS
from companion.players.play import begin
from companion.study import ladder
from companion.study.executors import Alone, Processes
from companion.study.ladder import Pairing, Won


class Asked(msgspec.Struct):
    """What the command line asks of a ladder."""

    games: int = 2
    players: int | None = 3
    game: str | None = None
    seed: int = 1


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players that think do not think long."""
    for rules in GAMES:
        monkeypatch.setattr(type(rules), "guesses", 2)


def test_wilsons_interval() -> None:
    assert ladder.wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert ladder.wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert ladder.wilson(850, 1000) == pytest.approx((0.8265, 0.8708), abs=1e-4)


def test_every_level_plays_each_one_below() -> None:
    pairs = ladder.pairings(GAMES[0], 4)
    assert pairs == [("simple", "random", 4), ("strong", "random", 4), ("strong", "simple", 4)]
    assert len(ladder.pairings(GAMES[0], None)) == 3 * len(GAMES[0].seats)
    with pytest.raises(BadConfig):
        ladder.pairings(GAMES[0], 9)


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("game", [rules.name for rules in GAMES])
def test_a_ladder_has_a_row_a_pairing_and_is_the_same_again(game: str) -> None:
    told: list[int] = []
    found = ladder.climb(Asked(1, 3, game), Alone(), told.append)
    assert sum(told) == 3
    assert [(row.level, row.against, row.players, row.games) for row in found.rows] == [
        (*pair, 1) for pair in ladder.pairings(find_rules(game), 3)
    ]
    assert all(row.low <= row.wins <= row.high for row in found.rows)
    (sheet,) = found.tables
    assert len(sheet.rows) == 3


@pytest.mark.slow
@pytest.mark.in_box_time
def test_two_processes_play_the_same_games_as_one() -> None:
    alone, two = (ladder.climb(Asked(1, 3), who, lambda _: None) for who in (Alone(), Processes(2)))
    assert [row.wins for row in two.rows] == [row.wins for row in alone.rows]


def test_a_shared_victory_counts_as_its_share() -> None:
    found = ladder.row(Pairing("simple", "random", 3), [Won(0.5, [1.0, 2.0, 3.0]), Won(1.0, [4.0])])
    assert (found.wins, found.median_ms, found.p99_ms) == (1.5, 3.0, 4.0)


@pytest.mark.usefixtures("hurried")
def test_the_same_seed_the_same_game() -> None:
    rules = GAMES[0]
    start = begin(rules, 3, COLOURS, {})
    shares = [ladder.game(rules, start, (2, "strong", "simple"), Random(5)).share for _ in range(2)]
    assert shares[0] == shares[1]
