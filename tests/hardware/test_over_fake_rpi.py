"""The same drivers, with nothing of ours below them but a memory for fake-rpi."""

from collections.abc import Iterator

import pytest
from gpiozero import Device

from hardware.keyboard import Down, Edge, Hold, Keyboard, Release, Tap
from hardware.keys import Keys
from hardware.oled import ChipName, Oled
from hardware.pins import PinMap
from hardware.twin.chip import Chip
from hardware.twin.pins import tell_time
from tests.hardware.fake_rpi_ends import Bus, Fingers, fake_rpi_pins
from tests.hardware.test_oled import CHIPS, drawing, same


@pytest.fixture
def fingers(pins: PinMap) -> Iterator[Fingers]:
    with fake_rpi_pins(pins) as fingers:
        yield fingers


@pytest.mark.usefixtures("fingers")
def test_gpiozero_really_runs_over_rpi_gpio() -> None:
    assert type(Device.pin_factory).__name__ == "RPiGPIOFactory"
    assert Device.pin_factory.board_info.model == "Zero2W"


def test_every_key_tells_its_edges(pins: PinMap, fingers: Fingers) -> None:
    edges: list[Edge] = []
    tell_time(lambda: 1.0)
    keys = Keys(pins, edges.append)
    for key in pins.keys:
        fingers.press(key)
        fingers.press(key)
        fingers.release(key)
    keys.close()
    fingers.press("table")
    assert (keys.faults, keys.held_at_start) == ((), ())
    assert edges == [Edge(key, pressed, 1.0) for key in pins.keys for pressed in (True, False)]


def test_a_key_held_at_start_is_a_press(pins: PinMap, fingers: Fingers) -> None:
    edges: list[Edge] = []
    fingers.press("green5")
    tell_time(lambda: 1.0)
    keys = Keys(pins, edges.append)
    keys.close()
    assert keys.held_at_start == ("green5",)
    assert edges == [Edge("green5", True, 1.0)]


def test_from_the_finger_to_the_gesture(pins: PinMap, fingers: Fingers) -> None:
    now = 0.0
    edges: list[Edge] = []
    keyboard = Keyboard(lambda _: (0.6,))
    tell_time(lambda: now)
    keys = Keys(pins, edges.append)
    for at, press in ((0.0, True), (0.001, False), (0.002, True), (0.2, False), (1.0, True), (2.0, False)):
        now = at
        (fingers.press if press else fingers.release)("green1")
    keys.close()
    assert [*(told for edge in edges for told in keyboard.feed(edge)), *keyboard.tick(3.0)] == [
        Down("green1", 0.002),
        Tap("green1", 0.2),
        Down("green1", 1.0),
        Hold("green1", 1.6, 1),
        Release("green1", 2.0, 1.0, 1),
    ]


@pytest.mark.parametrize("name", CHIPS)
def test_the_display_shows_its_pictures(name: ChipName) -> None:
    chip = Chip(name)
    oled = Oled(Bus({0x3C: chip}), name)
    for n in range(3):
        oled.show(drawing(str(n)))
        oled.tick(float(n))
        assert same(chip.picture(), drawing(str(n)))
    chip.plugged = False
    oled.tick(4.0)
    assert oled.fault is not None
    chip.plugged = True
    oled.tick(4.5)
    assert oled.fault is None
    assert same(chip.picture(), drawing("2"))


def test_nothing_of_the_shims_stays_behind(pins: PinMap) -> None:
    before = Device.pin_factory
    with fake_rpi_pins(pins):
        assert Device.pin_factory is not before
    assert Device.pin_factory is before
    with pytest.raises(ImportError):
        import RPi.GPIO  # noqa: PLC0415, F401
