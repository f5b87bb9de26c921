"""From a pin's key to a place at the table.

Law: `hardware/pins.py` names the keys; here is the only place that takes a name apart.
"""

from __future__ import annotations

from companion.kit.view import Key
from companion.table.controls import Press
from hardware.gestures import Down, Gesture, Hold, Release, Tap


def as_press(gesture: Gesture) -> Press:
    """A gesture on a pin's key as a press at a place of the table."""
    place, key = place_of(gesture.key)
    match gesture:
        case Down():
            return Press(place, key, "down")
        case Tap():
            return Press(place, key, "tap")
        case Hold(stage=stage):
            return Press(place, key, "hold", stage)
        case Release(stage=stage):
            return Press(place, key, "release", stage)


def place_of(key: str) -> tuple[int, Key]:
    """The place (1 … 6, the table's key 0) and which of its keys."""
    if key.startswith("green"):
        return int(key.removeprefix("green")), "green"
    if key.startswith("red"):
        return int(key.removeprefix("red")), "red"
    return 0, "table"
