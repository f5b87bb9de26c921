"""Pages that are read one after the other, such as what the keys do.

Law: each page stays until any key is tapped or held, so nobody misses a page, and a page stops nobody.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.kit.text import text
from companion.kit.view import Legend, View
from companion.table.controls import Press
from companion.table.screen import Screen

KEYS: Final = (
    View(
        text("Key ●"),
        lines=(text("tap: next, or +1"), text("hold: OK, it counts"), text("Any key: go on.")),
        legend=Legend(green_tap=text("tap"), green_hold=text("hold")),
    ),
    View(
        text("Key ○"),
        lines=(text("tap: previous, or -1"), text("hold: see bottom line"), text("Any key: go on.")),
        legend=Legend(red_tap=text("tap"), red_hold=text("hold")),
    ),
    View(
        text("Table key"),
        lines=(text("tap: score, rules"), text("hold 2 s: undo"), text("hold 5 s: menu")),
        legend=Legend(instead=text("any key: go on")),
    ),
)
"""What the keys do; the lowest line of a page looks as in play."""


class Reading(Screen):
    """The pages that are left, open at the first one."""

    def __init__(self, pages: tuple[View, ...], then: Callable[[float], Screen | None]) -> None:
        """`then` gives the screen after the last page."""
        self._pages = pages
        self._then = then

    def press(self, press: Press, t: float) -> Screen | None:
        """Go to the next page."""
        if press.kind not in ("tap", "hold") or press.stage > 1:
            return self
        self._pages = self._pages[1:]
        return self if self._pages else self._then(t)

    def offered(self, _pair: int, _t: float) -> Legend:
        """Nothing to choose: any key goes on."""
        return Legend()

    def view(self, _t: float) -> View:
        """The page."""
        return self._pages[0]
