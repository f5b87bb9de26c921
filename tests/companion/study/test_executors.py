from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import cast

import pytest

from companion.kit.errors import Lost
from companion.study.executors import AHEAD, TRIES, Alone, Executor, Pending, Processes, in_order
from tests.companion.study.mortal_work import half_told, killing, square, unsendable

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


def test_a_process_that_dies_in_the_middle_of_a_result_costs_none(tmp_path: Path) -> None:
    assert list(Processes(2).results(partial(half_told, folder=tmp_path / "died"), PIECES)) == SQUARES


def test_what_the_work_raises_is_raised_with_where_it_began() -> None:
    with pytest.raises(TypeError) as raised:
        list(Processes(1).results(square, cast("list[int]", ["no number"])))
    assert "in square" in str(raised.value.__cause__)


def test_a_result_that_cannot_be_sent_is_no_death() -> None:
    with pytest.raises(TypeError, match="cannot pickle 'generator' object"):
        list(Processes(1).results(unsendable, PIECES))


def test_work_that_kills_every_process_is_given_up(tmp_path: Path) -> None:
    results = Processes(2).results(killing(tmp_path / "deaths", times=100, of=0), PIECES)
    with pytest.raises(Lost, match=f"^expected the result of piece 1; processes died {TRIES} times in a row"):
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


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
@pytest.mark.parametrize("words", [("ladder", "--games", "9999"), ("simulate", "--games", "999999")], ids=" ".join)
def test_no_worker_outlives_the_command_that_started_it(
    tmp_path: Path, words: tuple[str, ...], number: signal.Signals
) -> None:
    """This holds in whatever way the command ends; its only output says where the games are kept, if any are."""
    command = [sys.executable, "-m", "companion", *words, "--jobs", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as started:
        until(60.0, lambda: len(busy(started.pid)) == 2)
        workers = busy(started.pid)
        started.send_signal(number)
        out, err = started.communicate(timeout=10)
        until(2.0, lambda: not any(Path(f"/proc/{worker}/exe").exists() for worker in workers))
    if number != signal.SIGKILL:
        assert (started.returncode, out) == (128 + number, "")
        assert re.fullmatch(r"(companion: \d+ games are kept: [^\n]+\n)?", err)


def busy(pid: int) -> list[int]:
    """The processes that this one started and that have computed for a while."""
    started = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return [int(each) for each in started if computed_s(int(each)) > 1.0]


def computed_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def until(seconds: float, happens: Callable[[], bool]) -> None:
    end = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.02)
