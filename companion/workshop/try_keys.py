"""Tries the keys: names each key pressed, its pin and how it was pressed, until none is left.

Law: the table key is tried, too: it ends the try only if it is held.
"""

from __future__ import annotations

from typing import Final

from companion.kit.text import Text, text
from companion.kit.view import View
from companion.workshop.find_keys import TABLE, short, spoken
from companion.workshop.touches import Stays, TouchEvent
from companion.workshop.trying import TriedBox, Trying
from hardware.pins import describe

HOLD_S: Final = 0.6
"""A touch of at least this long is called held."""
LEAVE_S: Final = 2.0
"""Holding the table key for this long ends it."""


class TryKeys(Trying):
    """Names every key pressed, how it was pressed, and the keys still missing."""

    def __init__(self, box: TriedBox, t: float) -> None:
        super().__init__(box, t)
        self._left = dict.fromkeys(box.pins.keys)
        self._last: Text = text("Press every key")
        self._told = "Press every key; the table key, held for two seconds, or Ctrl-C ends it."

    def scene(self) -> View:
        """The last key, and how many are left."""
        if self._is_done:
            return View(text("Keys"), lines=(self._last, text("All keys work.")))
        return View(text("Keys"), lines=(self._last, text("not yet: {n}", n=len(self._left)), text("table held: end")))

    def sentence(self) -> str:
        """The same with names."""
        left = f"not pressed yet: {', '.join(self._left)}" if self._left else "all of them work"
        return f"{self._told} ({left})"

    def _touched(self, told: TouchEvent) -> None:
        if self._is_done:
            self.is_over = True
            return
        if isinstance(told, Stays):
            self._last = text("{key}: stuck", key=short(told.wire))
            self._told = f"{self._named(told.wire)} stays down: look at the key and its wire."
            return
        for wire in told.wires:
            self._left.pop(wire, None)
        how = "tapped" if told.held_s < HOLD_S else f"held for {told.held_s:.1f} s"
        if len(told.wires) > 1:
            self._last = text("{n} keys at once", n=len(told.wires))
            self._told = (
                f"{' and '.join(map(self._named, told.wires))} were down at once: "
                "if you pressed one alone, look for solder between their pins."
            )
            return
        key = short(told.wires[0])
        self._last = text("{key}: tap", key=key) if told.held_s < HOLD_S else text("{key}: hold", key=key)
        self._told = f"{self._named(told.wires[0])}: {how}."
        self.is_over = told.wires == (TABLE,) and told.held_s >= LEAVE_S
        if not self._left:
            self._conclude()

    def _named(self, key: str) -> str:
        return f"{spoken(key)}, {describe(self._box.pins.keys[key])}"
