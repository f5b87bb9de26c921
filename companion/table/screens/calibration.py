"""Comparing the box's numbers of the board with the real board, one by one."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.kit.setup import Measure
from companion.kit.text import text, verbatim
from companion.kit.view import Legend, Track, View
from companion.table.screens.form import FormScreen


class Calibration(FormScreen):
    """A form for the numbers of the board."""

    def __init__(
        self, measures: tuple[Measure, ...], keep: Callable[[tuple[int, ...], float], None], track: Track
    ) -> None:
        super().__init__(tuple(measure.value for measure in measures), keep)
        self._measures = measures
        self._dark = replace(track, spaces=tuple(replace(space, role="space") for space in track.spaces))
        """The track on which nothing shines by itself."""

    def changed(self, by: int) -> tuple[int, ...]:
        """The values with the current one up or down by one, but never below zero."""
        return self.with_value(max(self.values[self.at] + by, 0))

    def view(self, _t: float) -> View:
        """The current number, and its space on the track."""
        measure, value = self._measures[self.at], str(self.values[self.at])
        return View(
            text("Check the board"),
            number=value,
            caption=measure.caption,
            is_draft=True,
            position=(self.at + 1, len(self.values)),
            lines=(measure.name, *([measure.counted] if measure.counted is not None else [])),
            track=replace(self._dark, goals=(value,) if measure.is_space else ()),
            legend=Legend(verbatim("+"), text("OK"), verbatim("-"), text("Back")),
        )
