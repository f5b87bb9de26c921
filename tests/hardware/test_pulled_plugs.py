"""Display and lights in their threads, by the clock: a hundred times unplugged and plugged in again."""

import os
import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from hardware.oled import Oled
from hardware.strip import Strip
from hardware.twin.chip import Chip, SimulatedBus
from hardware.twin.controller import Controller
from hardware.worker import Worker
from tests.hardware.test_oled import drawing, same

RIGS, CYCLES = 5, 20
HEALED_S = 3.0
COUNT = 60


def dark(far: Controller) -> bool:
    return not any(map(any, far.colours))


def unplugged_again_and_again(seed: int) -> list[tuple[float, float]]:
    """Unplug and plug in both parts; gives how long each took to be right again, or more than `HEALED_S` if it was
    not."""
    rng = random.Random(seed)
    chip, far = Chip(), Controller(COUNT)
    far.run()
    display, lights = Worker(Oled(SimulatedBus({0x3C: chip})), "display"), Worker(Strip(far.port, COUNT), "lights")
    times = []
    for cycle in range(CYCLES):
        chip.plugged = False
        far.unplug()
        time.sleep(rng.choice((0.01, 0.3, 1.5)) * rng.random())
        picture, colour = drawing(f"{seed} {cycle}"), bytes((cycle + 1, seed, 7))
        display.show(picture)
        lights.show(colour * COUNT)
        chip.plugged = True
        far.replug()
        start = now = time.monotonic()
        shown = lit = float("inf")
        while now < start + HEALED_S and (now < start + max(shown, lit) + 0.3):
            if shown > HEALED_S and same(chip.picture(), picture):
                shown = now - start
            if lit > HEALED_S and far.colours == (tuple(colour),) * COUNT:
                lit = now - start
            assert shown > HEALED_S or same(chip.picture(), picture), "once right, it stays"
            assert dark(far) or far.colours == (tuple(colour),) * COUNT, "dark or right, and no flicker"
            time.sleep(0.005)
            now = time.monotonic()
        times.append((shown, lit))
    display.close()
    lights.close()
    far.close()
    return times


@pytest.mark.slow
def test_a_hundred_times_unplugged_both_are_right_within_3_s_and_nothing_is_left_behind() -> None:
    threads, files = threading.active_count(), len(os.listdir("/proc/self/fd"))  # noqa: PTH208
    with ThreadPoolExecutor(RIGS) as rigs:
        times = [pair for rig in rigs.map(unplugged_again_and_again, range(RIGS)) for pair in rig]
    assert len(times) == 100
    slowest = tuple(max(column) for column in zip(*times, strict=True))
    print(f"slowest of 100: display {slowest[0]:.2f} s, lights {slowest[1]:.2f} s")
    assert max(slowest) <= HEALED_S
    assert threading.active_count() == threads
    assert len(os.listdir("/proc/self/fd")) == files  # noqa: PTH208
