import os
import random
import threading
from collections.abc import Iterator
from math import inf
from pathlib import Path

import pytest

from hardware.adalight import harmless
from hardware.line import SerialLine
from hardware.strip import Strip
from hardware.twin.controller import Controller
from tests.hardware.arduino import Arduino

COUNT = 60


@pytest.fixture
def far() -> Iterator[Controller]:
    controller = Controller(COUNT)
    yield controller
    controller.close()


@pytest.fixture
def strip(far: Controller) -> Iterator[Strip]:
    strip = Strip(far.port, COUNT)
    yield strip
    strip.close()


def colours(n: int) -> bytes:
    return bytes(random.Random(n).choices(range(0xB0), k=3 * COUNT))


def triples(data: bytes) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(data[i : i + 3]) for i in range(0, len(data), 3))


DARK = triples(bytes(3 * COUNT))


def run(strip: Strip, far: Controller, start: float, until: float) -> float:
    """Step both ends from one time to another, the driver at its own deadlines; give the last time."""
    t = start
    while t <= until:
        strip.tick(t)
        far.poll(t)
        assert strip.next_deadline() > t
        t = strip.next_deadline()
    return t


def test_the_colours_arrive_although_the_first_frame_is_blanked(strip: Strip, far: Controller) -> None:
    strip.show(colours(1))
    strip.tick(0.0)
    far.poll(0.0)
    run(strip, far, 0.02, 0.07)
    assert (far.frames, far.live, far.colours) == (1, True, DARK)
    run(strip, far, strip.next_deadline(), 0.2)
    assert far.frames == 2
    assert far.colours == triples(colours(1))
    assert strip.fault is None


def test_the_controller_says_who_it_is_and_need_not_be_waited_for(strip: Strip, far: Controller) -> None:
    run(strip, far, 0.0, 0.1)
    assert strip.controller == "WLED 2410000"
    assert bytes(far.commands) == b"v", "nothing but the question stands between frames"


def test_before_the_first_frame_a_frame_cut_off_earlier_is_ended(far: Controller, strip: Strip) -> None:
    other = Strip(far.port, COUNT)
    run(other, far, 0.0, 0.2)
    other.close()
    far.poll(0.2)
    line = SerialLine(far.port, 115200)
    line.send(b"Ada\x00\x3b\x6e" + bytes(100))
    line.close()
    far.poll(0.3)
    strip.show(colours(2))
    run(strip, far, 0.4, 0.6)
    assert far.colours == triples(colours(2))
    assert bytes(far.commands) == b"vv"


def test_a_silent_controller_gets_its_first_frame_after_two_seconds(strip: Strip, far: Controller) -> None:
    strip.show(colours(1))
    t = 0.0
    while t < 1.99:
        strip.tick(t)
        t = strip.next_deadline()
    far.poll(t)
    assert far.frames == 0
    run(strip, far, 2.0, 2.1)
    assert far.colours == triples(colours(1))


def test_an_arduino_is_ready_when_it_says_ada(far: Controller, strip: Strip, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.twin.controller._VERSION", b"\x00\xffAda\n")
    run(strip, far, 0.0, 0.1)
    assert strip.controller is None, "noise before the greeting on the same line"
    monkeypatch.setattr("hardware.twin.controller._VERSION", b"\nAda\n")
    other = Strip(far.port, COUNT)
    strip.close()
    run(other, far, 0.2, 0.3)
    assert other.controller == "Ada"
    other.close()


def test_at_most_25_frames_a_second_and_the_newest_wins(strip: Strip, far: Controller) -> None:
    start = run(strip, far, 0.0, 0.2)
    before = far.frames
    for n in range(1001):
        t = start + n / 1000
        strip.show(colours(n))
        if t >= strip.next_deadline():
            strip.tick(t)
            far.poll(t)
    assert 24 <= far.frames - before <= 26
    run(strip, far, strip.next_deadline(), start + 1.1)
    assert far.colours == triples(colours(1000))


def test_a_long_strip_gets_no_more_than_its_line_carries() -> None:
    far = Controller(300)
    strip = Strip(far.port, 300)
    run(strip, far, 0.0, 0.5)
    before = far.frames
    for n in range(1001):
        strip.show(bytes([n % 256]) * 900)
        if 1.0 + n / 1000 >= strip.next_deadline():
            strip.tick(1.0 + n / 1000)
            far.poll(1.0 + n / 1000)
    assert (far.frames - before) * 906 <= 11520
    strip.close()
    far.close()


def test_it_is_kept_alive_without_a_change(strip: Strip, far: Controller) -> None:
    strip.show(colours(1))
    t = run(strip, far, 0.0, 0.2)
    before = far.frames
    run(strip, far, t, t + 60)
    assert 59 <= far.frames - before <= 61
    assert far.live
    assert far.colours == triples(colours(1))


def test_after_a_pause_of_ours_the_blanked_frame_is_sent_twice_again(strip: Strip, far: Controller) -> None:
    strip.show(colours(1))
    run(strip, far, 0.0, 0.2)
    far.poll(10.0)
    assert not far.live
    assert far.colours == DARK
    run(strip, far, 10.0, 10.1)
    assert far.colours == triples(colours(1))


def test_unplugged_and_plugged_in_again_it_shows_the_newest_colours(strip: Strip, far: Controller) -> None:
    strip.show(colours(1))
    t = run(strip, far, 0.0, 0.3)
    far.unplug()
    t = run(strip, far, t, t + 2)
    assert strip.fault == f"lights: no controller at {far.port}; check its USB cable"
    strip.show(colours(2))
    far.replug()
    run(strip, far, t, t + 2.2)
    assert strip.fault is None
    assert far.colours == triples(colours(2))


def test_a_controller_missing_at_start_is_looked_for(far: Controller) -> None:
    far.unplug()
    strip = Strip(None, COUNT, folder=far.folder)
    strip.show(colours(3))
    times = [0.0]
    for _ in range(4):
        strip.tick(times[-1])
        times.append(strip.next_deadline())
    assert times == [0.0, 0.5, 1.0, 1.5, 2.0]
    assert strip.fault == "lights: no controller is plugged in; plug in its USB cable"
    far.replug()
    run(strip, far, 2.0, 2.5)
    assert far.colours == triples(colours(3))
    assert strip.fault is None
    strip.close()


def test_a_controller_that_takes_nothing_blocks_nothing_and_heals(
    strip: Strip, far: Controller, monkeypatch: pytest.MonkeyPatch
) -> None:
    unsent, send = [0], SerialLine.send

    def watched(line: SerialLine, data: bytes = b"") -> int:
        taken = send(line, data)
        unsent.append(line.unsent)
        return taken

    monkeypatch.setattr(SerialLine, "send", watched)
    t = 0.0
    while strip.fault is None:
        strip.show(colours(int(t * 1000)))
        strip.tick(t)
        assert strip.next_deadline() > t
        assert max(unsent) <= 186, "no frame is begun before the last is out"
        t += 0.04
        assert t < 20
    assert strip.fault == "lights: the controller takes no data; unplug it and plug it in again"
    strip.show(colours(7))
    run(strip, far, t, t + 3)
    assert strip.fault is None
    assert far.colours == triples(colours(7))


def test_it_stays_a_fault_until_the_controller_is_ready(strip: Strip, far: Controller) -> None:
    far.unplug()
    strip.tick(0.0)
    far.replug()
    strip.tick(0.5)
    far.poll(0.5)
    assert strip.fault is not None
    run(strip, far, strip.next_deadline(), 0.7)
    assert strip.fault is None


class Seen(Controller):
    """A controller that keeps every picture it has shown, one after another."""

    def __init__(self, count: int) -> None:
        self.seen: list[tuple[tuple[int, ...], ...]] = []
        super().__init__(count)

    def show(self, colours: bytes) -> None:
        super().show(colours)
        if self.seen[-1:] != [self.colours]:
            self.seen.append(self.colours)


def others_up_to(name: Path) -> list[int]:
    """Ports that are opened until this name is taken: the kernel gives the lowest number that is free."""
    ends: list[int] = []
    while not ends or int(Path(os.ttyname(ends[-1])).name) < int(name.name):
        ends += os.openpty()
    return ends


def test_a_hundred_times_unplugged_it_shows_the_right_colours_3_s_after_and_nothing_else() -> None:
    rng = random.Random(100)
    far = Seen(COUNT)
    strip = Strip(far.port, COUNT)
    files, threads = len(os.listdir("/proc/self/fd")), threading.active_count()  # noqa: PTH208
    others: list[int] = []
    t = 0.0
    for cycle in range(100):
        strip.show(colours(cycle))
        t = run(strip, far, t, t + rng.uniform(0, 3))
        name = Path(far.port).readlink()
        far.unplug()
        t = run(strip, far, t, t + rng.choice((0.01, 0.3, 0.9, 2.0, 60.0)) * rng.random())
        others += others_up_to(name)
        far.replug()
        while Path(far.port).readlink() == name:  # another process had it meanwhile
            far.unplug()
            others += os.openpty()
            far.replug()
        far.seen.clear()
        strip.show(colours(1000 + cycle))
        t = run(strip, far, t, t + 3.0)
        assert strip.fault is None
        assert far.colours == triples(colours(1000 + cycle))
        assert far.seen in ([DARK, far.colours], [far.colours]), "dark, then right, and no flicker"
    for end in others:
        os.close(end)
    strip.close()
    assert len(os.listdir("/proc/self/fd")) == files  # noqa: PTH208
    assert threading.active_count() == threads
    far.close()


@pytest.mark.parametrize("colour", [b"\xb3", b"\xb7", b"\xc9\xda", b"v", b"A", b"Ada", b"\x00", b"\xff"])
@pytest.mark.parametrize("taken", [1, 5, 6, 7, 100, 185])
def test_a_controller_that_restarts_in_the_middle_of_a_frame_is_right_within_3_s(
    strip: Strip, far: Controller, colour: bytes, taken: int
) -> None:
    strip.show(colours(1))
    t = run(strip, far, 0.0, 0.5)
    strip.show(wanted := (colour * 3 * COUNT)[: 3 * COUNT])
    strip.tick(t)
    assert far.ends is not None
    os.read(far.ends[0], taken)  # so much it has read before, and the rest it takes for commands
    far.reset()
    far.poll(t)
    run(strip, far, strip.next_deadline(), t + 3.0)
    assert far.live
    assert far.colours == triples(harmless(wanted))


def test_a_controller_that_greets_after_its_restart_is_right_at_once(strip: Strip, far: Controller) -> None:
    strip.show(colours(1))
    t = run(strip, far, 0.0, 0.5)
    far.reset()
    far.poll(t)
    assert far.colours == DARK
    far.say(b"ets Jun  8 2016\r\nAda\n")
    strip.tick(t + 0.5)
    far.poll(t + 0.5)
    run(strip, far, strip.next_deadline(), t + 0.6)
    assert far.colours == triples(colours(1))


def test_an_arduino_is_awaited_and_not_reset_again() -> None:
    far = Arduino(COUNT)
    strip = Strip(far.port, COUNT)
    strip.show(colours(1))
    run(strip, far, 0.0, 60.0)
    assert far.resets == 1
    assert strip.controller == "Ada"
    assert far.colours == triples(colours(1))
    strip.close()
    far.poll(61.0)
    assert far.colours == DARK
    far.close()


def test_an_arduino_a_hundred_times_unplugged_shows_the_right_colours_3_s_after() -> None:
    rng = random.Random(7)
    far = Arduino(COUNT)
    strip = Strip(far.port, COUNT)
    t = 0.0
    for cycle in range(100):
        t = run(strip, far, t, t + rng.uniform(0, 3))
        far.unplug()
        t = run(strip, far, t, t + rng.uniform(0, 5))
        strip.show(colours(cycle))
        far.replug()
        t = run(strip, far, t, t + 3.0)
        assert far.colours == triples(colours(cycle))
    strip.close()
    far.close()


def test_closing_leaves_the_strip_dark_and_the_port_free(strip: Strip, far: Controller) -> None:
    strip.show(colours(1))
    t = run(strip, far, 0.0, 0.3)
    strip.close()
    far.poll(t)
    assert far.live
    assert far.colours == DARK
    Strip(far.port, COUNT).tick(t)
    far.poll(t)
    assert bytes(far.commands) == b"vv"


def test_closing_without_a_controller_does_nothing(far: Controller, strip: Strip) -> None:
    strip.close()
    run(strip, far, 0.0, 0.3)
    far.unplug()
    strip.close()


def test_before_the_first_tick_it_is_due_at_once(strip: Strip) -> None:
    assert strip.next_deadline() == -inf


def test_colours_for_another_count_are_refused(strip: Strip) -> None:
    with pytest.raises(ValueError, match="expected 3 bytes for each of 60 LEDs, got 3"):
        strip.show(b"abc")


class Queue:
    """Bytes that a driver in the kernel still has."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.size = 0
        monkeypatch.setattr("hardware.line.SerialLine.queued", property(lambda _: self.size))


def test_the_next_frame_waits_until_the_last_is_out_of_the_kernel(
    strip: Strip, far: Controller, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = Queue(monkeypatch)
    t = run(strip, far, 0.0, 0.5)
    before = far.frames
    strip.show(colours(2))
    queue.size = 100
    t = run(strip, far, t, t + 1.0)
    assert far.frames == before
    queue.size = 0
    strip.tick(t)
    far.poll(t)
    assert far.frames == before, "and what left the kernel has still to go over the wire"
    run(strip, far, strip.next_deadline(), t + 0.1)
    assert far.frames == before + 1
    assert far.colours == triples(colours(2))


@pytest.mark.parametrize(("drained", "is_stuck"), [(0, True), (1, False)])
def test_a_kernel_that_gets_rid_of_nothing_is_a_fault_and_a_slow_one_is_none(
    drained: int, is_stuck: bool, strip: Strip, far: Controller, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = Queue(monkeypatch)
    t = run(strip, far, 0.0, 0.5)
    queue.size = 1000
    for n in range(100):
        strip.tick(t + n / 20)
        queue.size -= drained
    assert (strip.fault == "lights: the controller takes no data; unplug it and plug it in again") == is_stuck


@pytest.mark.parametrize("stopped_s", [2.0, 3.0, 60.0])
def test_stopped_for_long_it_goes_on_with_one_frame_and_no_fault(
    stopped_s: float, strip: Strip, far: Controller
) -> None:
    t = run(strip, far, 0.0, 0.5)
    strip.show(colours(1))
    strip.tick(t)  # and the process is stopped before it can see how far the frame got
    t += stopped_s
    far.poll(t)
    before = far.frames
    strip.show(colours(2))
    run(strip, far, t, t + 0.1)
    assert far.frames - before <= 2, "two only where WLED has blanked the first"
    assert strip.fault is None
    assert far.colours == triples(colours(2))


@pytest.mark.untraced
@pytest.mark.parametrize("count", [35, 144, 300])
def test_however_late_the_thread_is_an_arduino_loses_nothing(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(count)
    far = Arduino(count)
    now = 0.0
    write = SerialLine.send

    def late(longest_s: float) -> None:
        nonlocal now
        now += rng.choice((0.0, 0.0, 0.005, 0.035, longest_s)) * rng.random()

    def send_late(self: SerialLine, data: bytes = b"") -> int:
        late(2.0)  # between the clock and the write
        taken = write(self, data)
        far.poll(now)
        late(0.1)
        return taken

    monkeypatch.setattr(SerialLine, "send", send_late)
    strip = Strip(far.port, count, clock=lambda: now)
    for _ in range(600):
        strip.show(rng.randbytes(3 * count))
        strip.tick(now)
        late(0.1)
        now = max(now, strip.next_deadline())
    assert far.frames > 120
    assert far.lost == 0
    strip.close()
    far.poll(now)
    assert not any(map(any, far.colours)), "the last frame comes through too"
    far.close()
