"""Comparing the box's idea of the board with the real one, number by number, with two keys.

Law: nothing is kept before the last number is confirmed; leaving earlier changes nothing.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from companion.kit.rules import Measure
from companion.kit.text import text, verbatim
from companion.kit.view import Keys, View
from companion.table.controls import Press, way


class Measured(Struct, frozen=True):
    """All numbers, confirmed."""

    values: tuple[int, ...]


class Calibration(Struct, frozen=True):
    """The numbers, and which one is being looked at."""

    measures: tuple[Measure, ...]
    at: int = 0

    def after(self, press: Press) -> Calibration | Measured | None:
        """One more, one less, the next number, the one before; `None`: left."""
        match press.key, press.kind:
            case "table", "tap":
                return None
            case "green" | "red", "tap":
                return self._changed(way(press))
            case "green", "hold" if self.at == len(self.measures) - 1:
                return Measured(tuple(measure.value for measure in self.measures))
            case "green", "hold":
                return replace(self, at=self.at + 1)
            case "red", "hold":
                return replace(self, at=self.at - 1) if self.at else None
            case _:
                return self

    def view(self, _t: float) -> View:
        """The number being looked at."""
        measure = self.measures[self.at]
        count = verbatim(f"{self.at + 1}/{len(self.measures)}")
        keys = Keys(verbatim("+1"), text("OK"), verbatim("-1"), text("Back"))
        return View(text("Board"), number=str(measure.value), is_draft=True, lines=(measure.name, count), keys=keys)

    def _changed(self, by: int) -> Calibration:
        measure = self.measures[self.at]
        changed = replace(measure, value=max(measure.value + by, 0))
        return replace(self, measures=(*self.measures[: self.at], changed, *self.measures[self.at + 1 :]))
