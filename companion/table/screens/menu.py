"""A menu: people choose one of its rows; every pair of keys works.

Law: leaving it changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from companion.kit.text import Text, text
from companion.kit.view import Legend, View
from companion.table.controls import NEXT, PREVIOUS, Press, way
from companion.table.screen import Screen


class MenuItem(Struct, frozen=True):
    """Something to choose."""

    words: tuple[Text, ...]
    """One or two lines."""
    choose: Callable[[float], Screen | None]
    """Does it at the given time and gives the next screen; `None`: the one below the menu."""
    title: Text | None = None
    """The title above this row, instead of the menu's."""


class Menu(Screen):
    """A menu, open at one of its rows."""

    def __init__(self, title: Text, rows: tuple[MenuItem, ...], at: int = 0, *, stays: bool = False) -> None:
        """`at`: the first shown row, counted from 0. `stays`: it is a question that must be answered."""
        self.title = title
        self.rows = rows
        self._stays = stays
        self._at = at

    def press(self, press: Press, t: float) -> Screen | None:
        """Taps go to the next or previous row; a hold of green chooses it; a hold of red or a tap of the table key
        leaves."""
        match press.key, press.kind:
            case ("table", "tap" | "withdrawn") | ("red", "hold") if not self._stays:
                return None
            case "green", "hold":
                return self.rows[self._at].choose(t)
            case "green" | "red", "tap":
                self._at = (self._at + way(press)) % len(self.rows)
                return self
            case _:
                return self

    def view(self, _t: float) -> View:
        """The shown row."""
        legend = Legend(NEXT, text("OK"), PREVIOUS, None if self._stays else text("Back"))
        position, row = (self._at + 1, len(self.rows)), self.rows[self._at]
        return View(row.title or self.title, is_draft=True, position=position, lines=row.words, legend=legend)
