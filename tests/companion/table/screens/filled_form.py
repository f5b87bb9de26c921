"""A form being filled in with two keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.kit.view import View
from companion.table.controls import Press
from companion.table.screens.form import FormScreen

MORE, LESS, OK, BACK, LEAVE = "green tap", "red tap", "green hold", "red hold", "table tap"
_PRESSES: Final = {
    MORE: Press(3, "green", "tap"),
    LESS: Press(3, "red", "tap"),
    OK: Press(3, "green", "hold", 1),
    BACK: Press(3, "red", "hold", 1),
    LEAVE: Press(0, "table", "tap"),
}


class Filled:
    """A form, and what it confirmed."""

    def __init__(self, make: Callable[[Callable[[tuple[int, ...], float], None]], FormScreen]) -> None:
        self.confirmed: list[tuple[int, ...]] = []
        self.form = make(lambda values, _: self.confirmed.append(values))
        self.is_open = True

    def after(self, *strokes: str) -> Filled:
        """Press these keys, while the form is open."""
        for stroke in strokes:
            assert self.is_open
            after = self.form.press(_PRESSES[stroke], 0.0)
            self.is_open = after is self.form
            assert self.is_open or after is None
        return self

    @property
    def view(self) -> View:
        """The view of the form."""
        assert self.is_open
        return self.form.view(0.0)
