"""Translates between the pins' key names and the pairs of keys at the table.

Law: `hardware/pins.py` names the keys; only this module parses or builds such a name.
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
    """The pin's key of a press."""
    return f"{press.key}{press.pair}"


def keys_of(pair: int) -> tuple[str, str]:
    """Both keys of a pair."""
    return f"green{pair}", f"red{pair}"


def pair_of(key: str) -> tuple[int, Key]:
    """The pair (1 … 6; 0 for the table key) and the key of it."""
    if key.startswith("green"):
        return int(key.removeprefix("green")), "green"
    if key.startswith("red"):
        return int(key.removeprefix("red")), "red"
    return 0, "table"
