"""Keys over the real lgpio: its C library and its Python module, over chips that this test process is."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from hardware.pins import PinMap
from hardware.pipe import SETTLE_S
from tests.hardware.gpio_chips import Chips

pytestmark = pytest.mark.slow

MODULE = "tests.hardware.keys_over_lgpio"
PI_5 = {11: "gpio-brcmstb@107d508500", 12: "gpio-brcmstb@107d517c00", 13: "pinctrl-rp1", 14: "other", 15: "another"}


class Box:
    """The other process."""

    def __init__(self, chips: Chips) -> None:
        self._process = chips.start(MODULE)
        self.is_open()

    def is_open(self) -> None:
        self.early = [self.told()]
        while self.early[-1][0] != "open":
            self.early.append(self.told())
        _, self.held, self.faults = self.early.pop()

    def begin_again(self) -> None:
        """Close the keys, and open others soon."""
        assert self._process.stdin is not None
        print("again", file=self._process.stdin, flush=True)

    def told(self) -> list[Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, self._process.communicate()
        return list(json.loads(line))

    def settled(self) -> tuple[list[list[Any]], float]:
        """Let the keys settle; gives all edges that have been put, and the time up to which none is missing."""
        assert self._process.stdin is not None
        print(file=self._process.stdin, flush=True)
        edges = []
        while (told := self.told())[0] != "settled":
            edges.append(told)
        assert isinstance(told[1], float)
        return edges, told[1]

    def close(self) -> list[str]:
        out, errors = self._process.communicate(timeout=10)
        assert errors == ""
        return out.splitlines()


def test_on_a_pi_5_of_today_the_keys_work_and_tell_the_kernel_s_time(tmp_path: Path, pins: PinMap) -> None:
    chips = Chips(tmp_path, pins, PI_5)
    box = Box(chips)
    assert (box.held, box.faults, box.early) == ([], [], [])
    done: list[list[Any]] = []
    for key in pins.keys:
        done += [[key, True, chips.press(key)], [key, False, chips.release(key)]]
    edges, until = box.settled()
    assert until > done[-1][2]
    assert sorted(edges, key=lambda edge: edge[2]) == done
    assert box.close() == ['["closed", true]']


def test_keys_are_heard_although_the_library_s_thread_was_held_up_before_it_waited_for_them(
    tmp_path: Path, pins: PinMap
) -> None:
    """It has seen that there are no lines, and does not get the signal before it waits."""
    chips = Chips(tmp_path, pins, PI_5)
    chips.let_it_wait_late(16)
    box = Box(chips)
    at = chips.press("red3")
    edges, _ = box.settled()
    assert edges == [["red3", True, at]]
    box.close()


def test_keys_that_are_deaf_from_the_start_are_heard_with_their_own_times_once_one_is_pressed(
    tmp_path: Path, pins: PinMap
) -> None:
    """The library's thread was delayed until all keys had been opened: it got no signal for any of them."""
    chips = Chips(tmp_path, pins, PI_5)
    chips.let_it_wait_late(250)
    box = Box(chips)
    time.sleep(0.5)
    at = chips.press("red3")
    assert box.settled()[0] == [["red3", True, at]]
    up = chips.release("red3")
    assert box.settled()[0] == [["red3", False, up]]
    assert box.close() == ['["closed", true]']


@pytest.mark.parametrize("late_ms", [0, 15, 60, 100])
@pytest.mark.parametrize("held", [False, True])
def test_an_edge_that_was_lost_is_waited_for_no_longer_than_told_on_however_slow_a_machine(
    late_ms: int, held: bool, tmp_path: Path, pins: PinMap
) -> None:
    chips = Chips(tmp_path, pins, PI_5)
    box = Box(chips)
    chips.sleep_late(late_ms)
    chips.hold_alerts(held)
    for down in (True, False):
        began = time.monotonic()
        chips.lose("red3", down=down)
        ((key, pressed, at),), _ = box.settled()
        assert (key, pressed) == ("red3", down)
        assert at - began < SETTLE_S, "it counts from when its level was seen"
        assert time.monotonic() - began < 2 * SETTLE_S
    chips.hold_alerts(False)
    chips.sleep_late(0)
    at = chips.press("red3")
    assert box.settled()[0] == [["red3", True, at]]
    assert box.close() == ['["closed", true]']


def test_settling_waits_for_every_edge_that_there_was(tmp_path: Path, pins: PinMap) -> None:
    chips = Chips(tmp_path, pins, PI_5)
    box = Box(chips)
    for _ in range(100):
        at = chips.press("red3")
        edges, until = box.settled()
        assert at < until
        assert ["red3", True, at] in edges
        chips.release("red3")
        box.settled()
    box.close()


@pytest.mark.parametrize("ends", [False, True])
def test_a_thread_of_the_library_that_is_held_up_while_keys_are_closed_costs_nothing(
    ends: bool, tmp_path: Path, pins: PinMap
) -> None:
    """The thread keeps the lines until it runs again: claiming them meanwhile, as gpiozero does, fails with `GPIO
    busy`."""
    chips = Chips(tmp_path, pins, PI_5)
    box = Box(chips)
    chips.hold_alerts(True)
    release = Timer(0.5, chips.hold_alerts, (False,))
    release.start()
    if ends:
        assert box.close() == ['["closed", true]']
    else:
        box.begin_again()
        box.is_open()
        assert (box.held, box.faults, box.early) == ([], [], [])
        at = chips.press("red3")
        assert box.settled()[0] == [["red3", True, at]]
        assert box.close() == ['["closed", true]']
    release.join()


def opened(tmp_path: Path, pins: PinMap, prepare: Callable[[Chips], object]) -> tuple[list[object], Box, Chips]:
    chips = Chips(tmp_path, pins, PI_5)
    prepare(chips)
    box = Box(chips)
    return [edge[:2] for edge in box.early], box, chips


def test_a_press_while_the_keys_are_opened_is_a_press(tmp_path: Path, pins: PinMap) -> None:
    """Between the opening of its pin and the reading of its level."""
    edges, box, chips = opened(tmp_path, pins, lambda chips: chips.change_when_read("green2", before=True))
    assert box.held == []
    assert edges == [["green2", True]]
    chips.release("green2")
    assert [edge[:2] for edge in box.settled()[0]] == [["green2", False]]
    box.close()


def test_a_press_after_the_level_was_read_is_a_press(tmp_path: Path, pins: PinMap) -> None:
    edges, box, _ = opened(tmp_path, pins, lambda chips: chips.change_when_read("green2", before=False))
    assert (box.held, edges) == ([], [["green2", True]])
    box.close()


@pytest.mark.parametrize("before", [True, False])
def test_a_release_while_the_keys_are_opened_comes_after_the_press(before: bool, tmp_path: Path, pins: PinMap) -> None:
    def prepare(chips: Chips) -> None:
        chips.press("green2")
        chips.change_when_read("green2", before=before)

    edges, box, _ = opened(tmp_path, pins, prepare)
    assert box.held == ["green2"]
    assert edges == [["green2", True], ["green2", False]]
    box.close()


def test_a_key_that_was_down_before_is_held_and_told_once(tmp_path: Path, pins: PinMap) -> None:
    edges, box, chips = opened(tmp_path, pins, lambda chips: chips.press("red1"))
    assert (box.held, edges) == (["red1"], [["red1", True]])
    chips.release("red1")
    assert [edge[:2] for edge in box.settled()[0]] == [["red1", False]]
    box.close()


@pytest.mark.parametrize(
    ("labels", "sentence"),
    [
        ({}, "there is none; bring the system up to date"),
        ({0: "pca9555"}, "gpiochip0 is pca9555; bring the system up to date"),
        ({0: "EACCES"}, "no permission to use the pins; add this user to the group gpio and log in again"),
        ({0: "EPERM"}, "the system keeps this program from the pins; its unit needs the line DeviceAllow"),
    ],
)
def test_what_is_wrong_with_the_chips_is_one_sentence(
    labels: dict[int, str], sentence: str, tmp_path: Path, pins: PinMap
) -> None:
    process = Chips(tmp_path, pins, labels).start(MODULE)
    out, errors = process.communicate(timeout=10)
    assert (process.returncode, out) == (1, "")
    assert sentence in errors
    assert errors.count("\n") == 1
    assert ("group" in errors) == ("EACCES" in labels.values())


def test_a_pin_in_use_is_a_fault_of_its_key_alone(tmp_path: Path, pins: PinMap) -> None:
    chips = Chips(tmp_path, pins, PI_5)
    chips.take("red2")
    box = Box(chips)
    assert box.faults == [
        "key red2: GPIO 5 (physical pin 29) is used by another program or by SPI; stop that and start the box again"
    ]
    chips.press("green2")
    assert [edge[0] for edge in box.settled()[0]] == ["green2"]
    box.close()
