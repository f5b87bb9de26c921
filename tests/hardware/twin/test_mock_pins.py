import pytest
from gpiozero import DigitalInputDevice

from hardware.edge import Edge
from hardware.keys import Keys
from hardware.pins import PinMap
from hardware.twin.pins import REST_S, Fingers, tell_time


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


# --- a finger whose moves are told late ------------------------------------------------------------------------------


def moves(pins: PinMap, fingers: Fingers, *told: tuple[float, float | None]) -> list[tuple[bool, float]]:
    """The edges of a key that is pressed and let go: when that is told, and when it came up (`None`: then)."""
    now, edges = 0.0, list[Edge]()
    tell_time(lambda: now)
    keys = Keys(pins, edges.append)
    for t, up_at in told:
        now = t
        assert fingers.press("green1") == edges[-1].at
        fingers.release("green1", up_at)
    keys.close()
    return [(edge.pressed, edge.at) for edge in edges]


def test_a_key_comes_up_when_its_finger_says(pins: PinMap, fingers: Fingers) -> None:
    edges = moves(pins, fingers, (3.0, 3.08), (4.0, None))
    assert edges == [(True, 3.0), (False, 3.08), (True, 4.0), (False, 4.0)]


def test_what_is_told_all_at_once_is_one_press_after_the_other(pins: PinMap, fingers: Fingers) -> None:
    edges = moves(pins, fingers, (1.0, 1.7), (1.0, 1.9))
    assert edges == [(True, 1.0), (False, 1.7), (True, 1.7 + REST_S), (False, 1.9)]
