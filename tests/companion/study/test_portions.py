"""Games are split while they are played: few portions are under way at a time, and each lasts about as wanted."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.kit.tally import Occurrence
from companion.study.executors import AHEAD, Alone, in_order
from companion.study.kept import KeptGames
from companion.study.portions import LASTS_S, MOST, Extent, GameOutcome, Portion, Portions, count

HUGE = 10**9


def portion(games: range, took_s: float) -> Portion:
    return Portion(games.start, len(games), took_s, Counter(), {})


def even(number: int) -> GameOutcome:
    return GameOutcome([Occurrence("games", "even", int(number % 2 == 0))])


def sizes(extent: Extent, speed: Callable[[int], float], first: int = 0, ahead: int = 1) -> list[int]:
    """The sizes of portions, if games take so long and so many portions are given out before the first one is done."""
    portions, given, found = Portions(extent, first), list[range](), list[int]()
    for games in portions:
        found.append(len(games))
        given.append(games)
        if len(given) == ahead:
            back = given.pop(0)
            portions.came(portion(back, sum(map(speed, back))))
    return found


@given(st.integers(1, 3000), st.integers(1, 3000), st.integers(0, 3000), st.floats(1e-5, 10), st.integers(1, 9))
def test_every_game_is_in_one_portion_and_in_order(
    games: int, alike: int, first: int, game_s: float, ahead: int
) -> None:
    portions, given = Portions(Extent(games, alike), min(first, games)), list[range]()
    for at, one in enumerate(portions):
        given.append(one)
        assert one.start // alike == (one.stop - 1) // alike, "games of two kinds are never in one portion"
        if at >= ahead:
            portions.came(portion(given[at - ahead], game_s * len(given[at - ahead])))
    assert [number for one in given for number in one] == list(range(min(first, games), games))


@pytest.mark.parametrize("game_s", [0.0001, 0.002, 0.05, 3.0])
def test_a_portion_lasts_about_as_long_as_it_should(game_s: float) -> None:
    settled = sizes(Extent(20 * MOST), lambda _: game_s, ahead=8)[60:]
    due = min(MOST, max(1, round(LASTS_S / game_s)))
    assert all(size == due for size in settled[:-1])


def test_games_that_take_longer_begin_with_one_again() -> None:
    found = sizes(Extent(2000, alike=1000), lambda number: 0.001 if number < 1000 else 5.0, ahead=8)
    assert max(found) > 100
    at = found.index(max(found)) + 1
    assert max(found[at + 8 :]) == 1


def test_a_thousand_million_games_begin_at_once_and_take_no_room() -> None:
    given = 0

    class Later:
        def __init__(self, result: Portion) -> None:
            self._result = result

        def result(self) -> Portion:
            return self._result

    class Many:
        """Two hundred cores that need no time."""

        def results(self, work: Callable[[Any], Any], pieces: Iterable[Any]) -> Generator[Any, None, None]:
            def submit(_: Callable[[Any], Any], games: Any) -> Any:
                nonlocal given
                given += 1
                return Later(portion(games, 0.001 * len(games)))

            yield from in_order(submit, work, pieces, AHEAD * 200)

    class EnoughError(Exception):
        pass

    told: list[int] = []

    def report(games: int) -> None:
        told.append(games)
        if len(told) == 5000:
            raise EnoughError

    tracemalloc.start()
    with pytest.raises(EnoughError):
        count(even, Extent(HUGE), Many(), KeptGames(), report)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert given <= len(told) + AHEAD * 200
    assert peak < 2**22


def test_what_is_kept_is_not_played_again() -> None:
    played: list[int] = []

    def play(number: int) -> GameOutcome:
        played.append(number)
        return even(number)

    kept = KeptGames()
    kept.add(7, Counter({Occurrence("games", "even", 1): 4, Occurrence("games", "even", 0): 3}))
    assert count(play, Extent(20), Alone(), kept, lambda _: None) == count(
        even, Extent(20), Alone(), KeptGames(), lambda _: None
    )
    assert played == list(range(7, 20))


def test_a_record_is_there_before_its_game_is_kept(tmp_path: Path) -> None:
    class Watching(KeptGames):
        def add(self, games: int, tally: Counter[Occurrence]) -> None:
            super().add(games, tally)
            assert len(list(tmp_path.iterdir())) == self.games

    found = count(lambda at: GameOutcome((), (tmp_path / str(at), "")), Extent(30), Alone(), Watching(), lambda _: None)
    assert not found
    assert len(list(islice(tmp_path.iterdir(), 99))) == 30
