from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import cast

import pytest

from companion.kit.errors import Lost
from companion.study.executors import AHEAD, TRIES, Alone, Executor, Pending, Processes, in_order
from tests.companion.study.mortal_work import killing, square

PIECES = range(30)
SQUARES = [number * number for number in PIECES]


@pytest.mark.parametrize("who", [Alone(), Processes(1), Processes(3)], ids=["alone", "one process", "three"])
def test_results_come_in_the_order_of_the_pieces(who: Executor) -> None:
    assert list(who.results(square, PIECES)) == SQUARES
    assert list(who.results(square, ())) == []


def test_whoever_wants_no_more_closes_it() -> None:
    with closing(Processes(2).results(square, range(10**9))) as results:
        assert next(results) == 0


def test_a_process_that_dies_costs_no_result(tmp_path: Path) -> None:
    work = killing(tmp_path / "deaths", times=TRIES - 1)
    assert list(Processes(2).results(work, PIECES)) == SQUARES


def test_work_that_kills_every_process_is_given_up(tmp_path: Path) -> None:
    results = Processes(2).results(killing(tmp_path / "deaths", times=100, of=0), PIECES)
    with pytest.raises(Lost, match=f"^expected the result of piece 1 of 30; processes died {TRIES} times in a row"):
        list(results)


def test_so_much_is_given_out_ahead_and_no_more() -> None:
    given: list[int] = []

    class Later:
        def __init__(self, number: int) -> None:
            self.number = number

        def result(self) -> int:
            return self.number

    def submit(_work: object, piece: int) -> Pending[int]:
        given.append(piece)
        return Later(piece)

    results = in_order(submit, square, PIECES, AHEAD)
    assert [next(results), next(results)] == [0, 1]
    assert given == list(range(AHEAD + 1))
    assert cast("list[int]", list(results)) == list(range(2, 30))
