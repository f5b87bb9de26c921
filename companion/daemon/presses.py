"""From a pin's key to a pair of keys at the table.

Law: `hardware/pins.py` names the keys; here is the only place that takes a name apart, or puts one together.
"""

from __future__ import annotations

from companion.kit.view import Key
from companion.table.controls import Press
from hardware.keyboard import Down, Gesture, Hold, Release, Tap


def as_press(gesture: Gesture) -> Press:
    """A gesture on a pin's key as a press at the table."""
    pair, key = pair_of(gesture.key)
    match gesture:
        case Down():
            return Press(pair, key, "down")
        case Tap():
            return Press(pair, key, "tap")
        case Hold(stage=stage):
            return Press(pair, key, "hold", stage)
        case Release(stage=stage):
            return Press(pair, key, "release", stage)


def key_of(press: Press) -> str:
    """The pin's key that would have given it."""
    return f"{press.key}{press.pair}"


def pair_of(key: str) -> tuple[int, Key]:
    """The pair (1 … 6, the table's key 0) and which of its keys."""
    if key.startswith("green"):
        return int(key.removeprefix("green")), "green"
    if key.startswith("red"):
        return int(key.removeprefix("red")), "red"
    return 0, "table"
