"""Finds the pin of every key: the owner presses one key after the other, and the pin that answers is the key's. Pure.

Laws: a pin never belongs to two keys; an unclear touch gets one clear sentence and changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.kit.text import Text, text, verbatim
from companion.kit.view import MARKS, View
from companion.workshop.touches import Stays, TouchEvent
from hardware.pins import PinMap, SeatPins, describe, free_pins, physical

TABLE: Final = "table"
SEATS: Final = range(1, 7)
ASKED: Final = (TABLE, *(f"{colour}{seat}" for seat in SEATS for colour in ("green", "red")))
"""In this order: the table key comes first, since it is needed to skip missing keys."""
WIRES: Final = {str(bcm): bcm for bcm in free_pins()}
"""Every pin that may belong to a key, by its BCM number as text."""
TITLE: Final = text("Find the wiring")


class FindKeys(Struct, frozen=True):
    """The keys found so far, and which one is asked for."""

    found: Mapping[str, str] = {}
    """The wire of each key."""
    at: int = 0
    notice: Text | None = None
    """What was wrong with the last touch, for the display."""
    remark: str = ""
    """The same for the terminal."""

    @property
    def is_over(self) -> bool:
        """Whether every key has been asked for."""
        return self.at == len(ASKED)

    @property
    def key(self) -> str:
        """The key asked for."""
        return ASKED[self.at]

    def after(self, told: TouchEvent) -> FindKeys:
        """Take this touch as the key's pin, or say why that is impossible."""
        if isinstance(told, Stays):
            return self._warned(
                text("Pin {n} stays down: solder bridge?", n=physical(WIRES[told.wire])),
                f"{_named(told.wire)} stays down: let its key go; if nobody holds it, look for solder to another pin.",
            )
        if len(told.wires) > 1:
            wires = sorted(told.wires, key=lambda wire: physical(WIRES[wire]))
            one, other = wires[:2]
            return self._warned(
                text("Pins {a} and {b} at once: solder bridge?", a=physical(WIRES[one]), b=physical(WIRES[other])),
                f"{' and '.join(map(_named, wires))} went down together: press one key alone; "
                "if you did, look for solder between these pins.",
            )
        (wire,) = told.wires
        taken = next((key for key, other in self.found.items() if other == wire), None)
        if taken == TABLE:
            return self.skipped()
        if taken is not None:
            notice = text("That is {key}.", key=short(taken))
            return self._warned(notice, f"That is {spoken(taken)}, which has been found already.")
        return FindKeys({**self.found, self.key: wire}, self.at + 1, remark=f"{_named(wire)}.")

    def skipped(self) -> FindKeys:
        """Skip this seat, which is not wired. The table key is on every box."""
        if self.key == TABLE:
            return self
        seat = self.key[-1]
        kept = {key: wire for key, wire in self.found.items() if key[-1] != seat}
        return FindKeys(kept, self.at + (2 if self.key.startswith("green") else 1), remark=f"Seat {seat} is not wired.")

    def view(self) -> View:
        """The question, for the display."""
        if self.key == TABLE:
            return View(TITLE, lines=(text("Press the"), text("table key")), notice=self.notice)
        lines = (text("Press key {key}", key=MARKS[self.key[:-1]]), text("of seat {n}", n=self.key[-1]))
        skip = () if self.notice is not None else (text("table key: skip"),)
        return View(TITLE, lines=(*lines, *skip), notice=self.notice)

    def sentence(self) -> str:
        """The question, for the terminal."""
        skip = "" if self.key == TABLE else " (Not wired? Type s, or press the table key.)"
        return f"Press {spoken(self.key)}.{skip}"

    def _warned(self, notice: Text, remark: str) -> FindKeys:
        return replace(self, notice=notice, remark=remark)


def spoken(key: str) -> str:
    """What people call a key."""
    return "the table key" if key == TABLE else f"the {key[:-1]} key of seat {key[-1]}"


def short(key: str) -> Text:
    """What the display calls a key: its mark and its seat."""
    return text("table") if key == TABLE else verbatim(f"{MARKS[key[:-1]]} {key[-1]}")


def pin_map(found: Mapping[str, str], usual: PinMap) -> PinMap:
    """The keys found as a pin map; the other wires keep their usual pins, if these are free."""
    pins = {key: WIRES[wire] for key, wire in found.items()}
    pairs = tuple(seat for seat in SEATS if f"green{seat}" in pins)
    seats = tuple(SeatPins(pins[f"green{seat}"], pins[f"red{seat}"]) for seat in pairs)
    free = [bcm for bcm in (usual.buzzer, *WIRES.values()) if bcm not in pins.values()]
    is_plain = pairs == tuple(range(1, len(pairs) + 1))
    return PinMap(seats, pins[TABLE], free[0], usual.i2c_bus, () if is_plain else pairs)


def _named(wire: str) -> str:
    return describe(WIRES[wire])
