"""Awake means awake. The pipe itself is tested over the real lgpio."""

import time
from collections.abc import Iterator

import pytest

from hardware.pipe import LATE_S, PASSAGE_S, PIECE_S, SETTLE_S, Patience, be_awake


class Clock:
    """Time passes with each sleep, and by this much more after each of the next sleeps."""

    def __init__(self, *late: float) -> None:
        self.now = 100.0
        self.slept: list[float] = []
        self._late = iter(late)

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds + next(self._late, 0.0)


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Clock]]:
    class Set(Clock):
        """A clock that is the one of this process."""

        def __init__(self, *late: float) -> None:
            super().__init__(*late)
            monkeypatch.setattr(time, "monotonic", self.monotonic)
            monkeypatch.setattr(time, "sleep", self.sleep)

    yield Set
    monkeypatch.undo()


def test_an_edge_has_time_to_come(clocks: type[Clock]) -> None:
    clock = clocks()
    assert be_awake(Patience(SETTLE_S)) == 100.0
    assert clock.now == pytest.approx(100.0 + PASSAGE_S)
    assert max(clock.slept) <= PIECE_S


@pytest.mark.parametrize("late", [(0.3,), (0.0, 0.0, 0.0, 0.3), (0.0, 0.3, 0.0, 0.3), (2.0, 2.0)])
def test_sleeps_in_which_the_process_was_stopped_do_not_count(late: tuple[float, ...], clocks: type[Clock]) -> None:
    clock = clocks(*late)
    be_awake(Patience(SETTLE_S))
    lateness = [*late, *[0.0] * len(clock.slept)]
    timely = [slept for slept, late_s in zip(clock.slept, lateness, strict=False) if late_s == 0.0]
    assert sum(timely) >= PASSAGE_S


def test_where_every_sleep_is_late_it_ends_all_the_same(clocks: type[Clock]) -> None:
    clock = clocks(*[0.015] * 1000)
    be_awake(Patience(SETTLE_S))
    assert clock.now < 100.2


@pytest.mark.parametrize("late_s", [0.0, 0.015, 0.05, LATE_S])
def test_nothing_is_waited_for_longer_than_the_patience(late_s: float, clocks: type[Clock]) -> None:
    clock = clocks(*[late_s] * 10000)
    patience, began = Patience(SETTLE_S), clock.now
    while not patience.is_over:
        be_awake(patience)
    assert clock.now - began <= 2 * SETTLE_S


def test_time_in_which_the_process_was_stopped_costs_little_patience(clocks: type[Clock]) -> None:
    clock = clocks(30.0, 30.0)
    patience = Patience(SETTLE_S)
    be_awake(patience)
    assert not patience.is_over
    assert clock.now > 160.0
