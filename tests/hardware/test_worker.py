import threading
import time
from collections.abc import Callable
from math import inf

import pytest

from hardware.oled import Oled
from hardware.strip import Strip
from hardware.twin.chip import Chip, SimulatedBus
from hardware.twin.controller import Controller
from hardware.worker import Worker, wait_s
from tests.hardware.test_oled import drawing, same

SOON_S = 5.0  # how long a thread may take in a test before it counts as hung


class Part:
    """Remembers what the worker does with it, and can be made to hang or fail in its tick."""

    def __init__(self) -> None:
        self.wanted = 0
        self.drawn: list[int] = []
        self.threads: set[str] = set()
        self.closed = False
        self.go = threading.Event()
        self.in_tick = threading.Event()
        self.failing = False
        self.deadline: float | None = None
        self.fault: str | None = None

    def show(self, frame: int) -> None:
        self.wanted = frame

    def tick(self, _t: float) -> None:
        wanted = self.wanted
        self.threads.add(threading.current_thread().name)
        self.in_tick.set()
        assert self.go.wait(SOON_S)
        if self.failing:
            self.failing = False
            raise RuntimeError("a fault of ours")
        if self.drawn[-1:] != [wanted]:
            self.drawn.append(wanted)

    def next_deadline(self) -> float | None:
        return self.deadline

    def close(self) -> None:
        self.closed = True


def test_show_never_waits_and_only_the_newest_is_drawn() -> None:
    part = Part()
    worker = Worker(part, "lights")
    assert part.in_tick.wait(SOON_S)
    for n in range(1, 1001):
        worker.show(n)
    assert part.drawn == []
    part.go.set()
    worker.close()
    assert part.drawn == [0, 1000]
    assert part.threads == {"lights"}
    assert part.closed


def test_what_is_shown_before_it_is_closed_is_drawn_and_it_may_be_closed_in_another_way() -> None:
    part = Part()
    part.go.set()
    worker = Worker(part, "display")
    worker.show(7)
    threads: list[str] = []
    worker.close(lambda: threads.append(threading.current_thread().name))
    assert part.drawn[-1] == 7
    assert not part.closed
    assert threads == ["display"], "a driver holds up nobody who closes it"
    assert not worker.lives


def test_a_part_that_cannot_be_closed_ends_its_thread_all_the_same(caplog: pytest.LogCaptureFixture) -> None:
    part = Part()
    part.go.set()
    worker = Worker(part, "display")
    worker.close(lambda: 1 // 0)
    assert not worker.lives
    assert "a part was not closed as it should be" in caplog.text


def test_flush_waits_for_the_newest_frame() -> None:
    part = Part()
    part.go.set()
    worker = Worker(part, "display")
    for n in range(1, 101):
        worker.show(n)
        assert worker.flush(SOON_S)
        assert part.drawn[-1] == n
    worker.close()


def test_flush_does_not_wait_for_ever() -> None:
    part = Part()
    worker = Worker(part, "display")
    assert part.in_tick.wait(SOON_S)
    assert not worker.flush(0.01)
    part.go.set()
    worker.close()


def test_a_failing_tick_does_not_end_the_thread(caplog: pytest.LogCaptureFixture) -> None:
    part = Part()
    part.failing = True
    part.go.set()
    worker = Worker(part, "display")
    worker.show(3)
    worker.close()
    assert part.drawn == [3]
    assert "display: a tick failed" in caplog.text
    assert "a fault of ours" in caplog.text


def test_a_failing_tick_is_tried_again_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.worker._RETRY_S", 0.01)
    part = Part()
    part.failing = True
    part.wanted = 4
    part.go.set()
    worker = Worker(part, "display")
    end = time.monotonic() + SOON_S
    while not part.drawn:
        assert time.monotonic() < end, "nobody shows anything, and it has no deadline"
        time.sleep(0.005)
    worker.close()


def test_a_part_that_hangs_is_not_closed_and_does_not_hold_us_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.worker._JOIN_S", 0.01)
    part = Part()
    worker = Worker(part, "display")
    assert part.in_tick.wait(SOON_S)
    worker.close()
    part.go.set()
    monkeypatch.undo()
    worker._thread.join(SOON_S)
    assert not part.closed, "somebody else may have it meanwhile"


def test_a_part_that_hangs_is_a_fault_until_it_comes_back() -> None:
    part = Part()
    now = 100.0
    worker = Worker(part, "display", clock=lambda: now)
    assert part.in_tick.wait(SOON_S)
    part.fault = "display: unplugged"
    now = 105.0
    assert not worker.hangs
    assert worker.fault == "display: unplugged", "of the part itself"
    now = 105.1
    told = worker.fault
    assert worker.hangs
    assert told == "display: no answer from its driver; unplug the part and plug it in again"
    now = 500.0
    assert worker.fault == told, "one sentence, told once"
    assert worker.lives, "it may come back"
    part.go.set()
    worker.close()
    assert not worker.hangs
    assert worker.fault == "display: unplugged"
    assert not worker.lives


def test_a_process_that_was_stopped_for_long_has_no_part_that_hangs() -> None:
    part = Part()
    part.go.set()
    now = 100.0
    worker = Worker(part, "display", clock=lambda: now)
    assert worker.flush(SOON_S)
    now = 200.0
    assert not worker.hangs
    assert worker.fault is None
    worker.close()


def test_deadlines_in_the_past_are_now_and_without_one_it_waits_for_a_frame() -> None:
    assert [wait_s(deadline, 10.0) for deadline in (-inf, 9.0, 10.25, 99.0)] == [0.0, 0.0, 0.25, 89.0]
    assert wait_s(None, 10.0) is wait_s(inf, 10.0) is None


def test_it_says_when_it_last_ticked() -> None:
    part = Part()
    part.go.set()
    now = 9.0
    worker = Worker(part, "display", clock=lambda: now)
    assert worker.flush(SOON_S)
    assert worker.ticked_at == 9.0
    now = 10.0
    worker.close()
    assert worker.ticked_at == 10.0


def test_a_display_in_a_thread_shows_the_picture() -> None:
    chip = Chip()
    worker = Worker(Oled(SimulatedBus({0x3C: chip})), "display")
    worker.show(drawing())
    assert worker.flush(SOON_S)
    assert same(chip.picture(), drawing())
    worker.close()
    assert not chip.on


@pytest.mark.slow
def test_display_and_lights_live_with_both_unplugged_and_plugged_in_again() -> None:
    chip, far = Chip(), Controller(3)
    far.run()
    parts = Oled(SimulatedBus({0x3C: chip})), Strip(far.port, 3)
    display, lights = Worker(parts[0], "display"), Worker(parts[1], "lights")

    def until(true: Callable[[], bool]) -> None:
        end = time.monotonic() + SOON_S
        while not true():
            assert time.monotonic() < end
            time.sleep(0.01)

    display.show(drawing("1"))
    lights.show(b"\1\2\3" * 3)
    until(lambda: same(chip.picture(), drawing("1")) and far.colours == ((1, 2, 3),) * 3)
    chip.plugged = False
    far.unplug()
    until(lambda: parts[0].fault is not None and parts[1].fault is not None)
    display.show(drawing("2"))
    lights.show(b"\4\5\6" * 3)
    chip.plugged = True
    far.replug()
    until(lambda: same(chip.picture(), drawing("2")) and far.colours == ((4, 5, 6),) * 3)
    until(lambda: parts[0].fault is parts[1].fault is None)
    for worker in (display, lights):
        worker.close()
    assert not chip.on
    until(lambda: far.colours == ((0, 0, 0),) * 3)
    far.close()


def test_showing_makes_it_tick_at_once() -> None:
    part = Part()
    part.go.set()
    worker = Worker(part, "display")
    assert part.in_tick.wait(SOON_S)
    part.in_tick.clear()
    worker.show(1)
    assert part.in_tick.wait(SOON_S)
    worker.close()
