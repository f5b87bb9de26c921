"""The time limit of a law: what is said of code that does not return, and what is left as it was."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Iterator
from inspect import getsourcelines
from itertools import repeat
from json import JSONDecoder

import pytest

from companion.kit.errors import BrokenLaw
from companion.testing import time_limit
from companion.testing.time_limit import limited

HERE = __name__.partition(".")[0]


def endless() -> None:
    for _ in repeat(0):
        pass


def endless_in_the_library() -> None:
    deque(iter(lambda: JSONDecoder().decode("[0, 1]"), None), maxlen=0)


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_limit, "LIMIT_S", 0.05)


@pytest.fixture
def heard() -> Iterator[list[str]]:
    """What the alarm of somebody else said."""
    heard: list[str] = []
    before = signal.signal(signal.SIGALRM, lambda *_: heard.append("alarm"))
    yield heard
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def test_code_that_does_not_return_is_named_by_its_line() -> None:
    _, first = getsourcelines(endless)
    what = r"expected an end within 0\.05 seconds; came none, and it hung in"
    where = rf"test_time_limit\.py, line ({first + 1}|{first + 2})"
    with pytest.raises(BrokenLaw, match=rf"^{what} {where}$"), limited(HERE):
        endless()


def test_what_hangs_in_the_library_is_named_by_the_line_of_the_game_that_called_it() -> None:
    _, first = getsourcelines(endless_in_the_library)
    with pytest.raises(BrokenLaw, match=rf"hung in test_time_limit\.py, line {first + 1}$"), limited(HERE):
        endless_in_the_library()


def test_without_a_line_of_the_game_the_innermost_line_is_named() -> None:
    with pytest.raises(BrokenLaw, match=r"hung in test_time_limit\.py, line "), limited("otters"):
        endless()


def test_the_alarm_of_somebody_else_is_left_as_it_was(heard: list[str]) -> None:
    signal.setitimer(signal.ITIMER_REAL, 1000)
    with limited(HERE):
        pass
    assert 900 < signal.getitimer(signal.ITIMER_REAL)[0] <= 1000
    signal.raise_signal(signal.SIGALRM)
    assert heard == ["alarm"]
