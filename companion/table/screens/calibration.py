"""Comparing the box's idea of the board with the real one, number by number."""

from __future__ import annotations

from collections.abc import Callable

from companion.kit.setup import Measure
from companion.kit.text import text, verbatim
from companion.kit.view import Legend, View
from companion.table.screens.form import Form


class Calibration(Form):
    """The numbers of the board."""

    def __init__(self, measures: tuple[Measure, ...], keep: Callable[[tuple[int, ...], float], None]) -> None:
        super().__init__(tuple(measure.value for measure in measures), keep)
        self._names = tuple(measure.name for measure in measures)

    def changed(self, by: int) -> tuple[int, ...]:
        """One more or one less, and nothing is below zero."""
        return self.with_value(max(self.values[self.at] + by, 0))

    def view(self, _t: float) -> View:
        """The number being looked at."""
        lines = (self._names[self.at], verbatim(f"{self.at + 1}/{len(self.values)}"))
        legend = Legend(verbatim("+1"), text("OK"), verbatim("-1"), text("Back"))
        return View(text("Board"), number=str(self.values[self.at]), is_draft=True, lines=lines, legend=legend)
