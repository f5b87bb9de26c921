"""A key on a pin is one of a pair at the table."""

from __future__ import annotations

import pytest

from companion.daemon.presses import as_press
from companion.table.controls import Press
from hardware.keyboard import Down, Hold, Release, Tap


@pytest.mark.parametrize(
    ("gesture", "press"),
    [
        (Down("green3", 1.0), Press(3, "green", "down")),
        (Tap("red6", 1.0), Press(6, "red", "tap")),
        (Hold("table", 2.0, 2), Press(0, "table", "hold", 2)),
        (Release("green1", 3.0, 0.7, 1), Press(1, "green", "release", 1)),
    ],
)
def test_a_gesture_is_a_press_of_a_pair(gesture: Down | Tap | Hold | Release, press: Press) -> None:
    assert as_press(gesture) == press
