"""Counting instructions: that equal work gives equal figures, and what is said where they cannot be counted."""

from __future__ import annotations

import shutil

import pytest

from companion.kit.errors import LeftOut
from tests.bench import instructions
from tests.bench.instructions import count, measure_instructions

NEEDS_VALGRIND = pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is not installed")


@pytest.mark.slow
@NEEDS_VALGRIND
def test_a_start_and_a_press_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(instructions, "PRESSES", 3)
    start, press = measure_instructions()
    assert 1 < press.value < start.value
    assert (start.unit, start.is_held) == ("million", None)


@pytest.mark.slow
@NEEDS_VALGRIND
def test_equal_work_counts_the_same() -> None:
    once, again = (count("tests.bench.counted", "1") for _ in range(2))
    assert once == pytest.approx(again, rel=0.01)


@NEEDS_VALGRIND
def test_a_process_that_fails_gives_no_figure() -> None:
    with pytest.raises(LeftOut, match="the counted process ended with exit 1"):
        count("no_such_module")


def test_without_valgrind_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(LeftOut, match=r"^instructions are left out; they are counted by valgrind"):
        count("tests.bench.counted", "0")
