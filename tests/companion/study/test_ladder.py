"""Levels play each other: how often each wins, and how certain that is."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from functools import partial
from itertools import permutations
from math import exp
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import GAMES, find_rules
from companion.kit.errors import BadConfig
from companion.kit.policy import LEVELS
from companion.kit.seats import COLOURS
from companion.kit.tally import Occurrence, percentile
from companion.players import exploiters
from companion.players.play import begin
from companion.study import ladder
from companion.study.executors import Alone, Processes
from companion.study.ladder import Pairing
from companion.study.portions import Portion


class Asked(msgspec.Struct):
    """What the command line asks of a ladder."""

    games: int = 2
    players: int | None = 3
    game: str | None = None
    seed: int = 1


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make thinking players think only briefly."""
    for rules in GAMES:
        monkeypatch.setattr(type(rules), "guesses", 2)


def test_wilsons_interval() -> None:
    assert ladder.wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert ladder.wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert ladder.wilson(850, 1000) == pytest.approx((0.8265, 0.8708), abs=1e-4)


def test_every_level_plays_among_each_other_one_and_every_exploiter_among_strong_ones() -> None:
    pairs = ladder.pairings(GAMES[0], 4)
    levels = [(one, other, 4) for other, one in permutations(LEVELS, 2)]
    assert pairs == levels + [(name, "strong", 4) for name in exploiters.of(GAMES[0])]
    assert "strong_1" in exploiters.of(GAMES[0])
    assert len(ladder.pairings(GAMES[0], None)) == len(pairs) * len(GAMES[0].seats)
    with pytest.raises(BadConfig):
        ladder.pairings(GAMES[0], 9)


@pytest.mark.untraced
@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("game", [rules.name for rules in GAMES])
def test_a_ladder_has_a_row_a_pairing(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploiters, "of", lambda _: ("second",))
    told: list[int] = []
    found = ladder.climb(ladder.plan(Asked(1, 3, game)), Alone(), told.append)
    assert sum(told) == len(found.rows)
    assert [(row.level, row.against, row.players, row.games) for row in found.rows] == [
        (*pair, 1) for pair in ladder.pairings(find_rules(game), 3)
    ]
    assert all(row.low <= row.wins <= row.high for row in found.rows)
    (sheet,) = found.tables
    assert len(sheet.rows) == len(found.rows)


@pytest.mark.slow
@pytest.mark.in_box_time
def test_two_processes_play_the_same_games_as_one() -> None:
    todo = ladder.plan(Asked(1, 3))
    alone, two = (ladder.climb(todo, who, lambda _: None) for who in (Alone(), Processes(2)))
    assert [row.wins for row in two.rows] == [row.wins for row in alone.rows]


def test_a_shared_victory_counts_as_its_share() -> None:
    found = ladder.row(Pairing("simple", "random", 3), {0: 5, 1: 2, 2: 3}, {64: 1})
    assert (found.games, found.wins) == (10, 3.5)


@given(st.integers(0, 10**14))
def test_a_time_lies_in_its_bin_and_no_further_from_its_middle_than_is_said(took: int) -> None:
    least = ladder.bin_of(took)
    assert least <= took
    assert ladder.bin_of(least) == least
    assert abs(ladder.middle(least) - took) <= ladder.IN_BIN / 100 * took


@given(st.lists(st.integers(0, 10**12), min_size=1))
def test_median_and_99th_percentile_come_out_of_the_bins_as_out_of_the_times(times: list[int]) -> None:
    found = ladder.row(Pairing("simple", "random", 3), {0: 1}, Counter(map(ladder.bin_of, times)))
    for told, percent in ((found.median_ms, 50), (found.p99_ms, 99)):
        exact = percentile(Counter(times), percent) / 1e6
        assert told == pytest.approx(exact, rel=ladder.IN_BIN / 100)


class Synthetic:
    """Gives portions as if many cores had played."""

    def results(self, work: Callable[[Any], Any], pieces: Iterable[Any]) -> Generator[Any, None, None]:
        assert isinstance(work, partial)
        todo, rng = work.args[0].args[0], Random(1)
        times = [[round(rng.lognormvariate(14, 2)) for _ in range(100)] for _ in range(200)]
        for games in pieces:
            pairing, some = games.start // todo.games, rng.choice(times)
            tally = Counter(Occurrence("took", pairing, ladder.bin_of(took)) for took in some)
            tally[Occurrence("shared", pairing, rng.randrange(4))] = len(games)
            yield Portion(games.start, len(games), 1e-3, tally, {})


@pytest.mark.parametrize("games", [10**5, pytest.param(10**7, marks=pytest.mark.slow)])
def test_memory_stays_however_many_games_there_are(games: int) -> None:
    todo = ladder.plan(Asked(games // 3, 3))
    todo = msgspec.structs.replace(todo, pairings=todo.pairings[:3])
    tracemalloc.start()
    found = ladder.climb(todo, Synthetic(), lambda _: None)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2**22
    assert sum(row.games for row in found.rows) == todo.all_games
    for row in found.rows:
        assert row.median_ms == pytest.approx(exp(14) / 1e6, rel=0.1)
        assert row.p99_ms == pytest.approx(exp(14 + 2 * 2.326) / 1e6, rel=0.25)


@pytest.mark.usefixtures("hurried")
def test_the_same_seed_the_same_game() -> None:
    rules = GAMES[0]
    start = begin(rules, 3, COLOURS, {})
    shares = [ladder.game(rules, start, (2, "strong", "simple"), Random(5)).shared for _ in range(2)]
    assert shares[0] == shares[1]
