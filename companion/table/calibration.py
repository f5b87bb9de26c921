"""Comparing the box's idea of the board with the real one, number by number, with two keys.

Law: nothing is kept before the last number is confirmed; leaving earlier changes nothing.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from companion.kit.rules import Measure
from companion.kit.text import text, verbatim
from companion.kit.view import Legend, View
from companion.table.controls import Press, row_after, way


class Measured(Struct, frozen=True):
    """All numbers, confirmed."""

    values: tuple[int, ...]


class Calibration(Struct, frozen=True):
    """The numbers, and which one is being looked at."""

    measures: tuple[Measure, ...]
    at: int = 0

    def after(self, press: Press) -> Calibration | Measured | None:
        """One more, one less, the next number, the one before; `None`: left."""
        if press.kind == "tap" and press.key != "table":
            return self._changed(way(press))
        at = row_after(press, self.at)
        if at == len(self.measures):
            return Measured(tuple(measure.value for measure in self.measures))
        return replace(self, at=at) if at >= 0 else None

    def view(self, _t: float) -> View:
        """The number being looked at."""
        measure = self.measures[self.at]
        count = verbatim(f"{self.at + 1}/{len(self.measures)}")
        legend = Legend(verbatim("+1"), text("OK"), verbatim("-1"), text("Back"))
        return View(text("Board"), number=str(measure.value), is_draft=True, lines=(measure.name, count), legend=legend)

    def _changed(self, by: int) -> Calibration:
        measure = self.measures[self.at]
        changed = replace(measure, value=max(measure.value + by, 0))
        return replace(self, measures=(*self.measures[: self.at], changed, *self.measures[self.at + 1 :]))
