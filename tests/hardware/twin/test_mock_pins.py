import pytest
from gpiozero import DigitalInputDevice

from hardware.pins import PinMap
from hardware.twin.pins import Fingers


def test_a_press_drives_the_keys_own_pin_low(pins: PinMap, fingers: Fingers) -> None:
    with DigitalInputDevice(pins.keys["red6"], pull_up=True) as red, DigitalInputDevice(4, pull_up=True) as table:
        fingers.press("red6")
        assert (red.is_active, table.is_active) == (True, False)
        fingers.release("red6")
        assert (red.is_active, table.is_active) == (False, False)


def test_a_key_that_is_down_stays_down_when_the_pin_is_opened(pins: PinMap, fingers: Fingers) -> None:
    fingers.press("table")
    with DigitalInputDevice(pins.table, pull_up=True) as table:
        assert table.is_active


def test_there_is_no_other_key(fingers: Fingers) -> None:
    with pytest.raises(KeyError):
        fingers.press("blue1")
