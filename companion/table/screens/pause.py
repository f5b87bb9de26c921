"""Screens that stay until somebody presses a key, such as a pause, in which bots wait, too.

Law: this press does nothing else.
"""

from __future__ import annotations

from typing import Final

from companion.kit.seats import Seat
from companion.kit.text import text
from companion.kit.view import Key, View
from companion.table.controls import Press
from companion.table.screen import Screen

PAUSE: Final = text("Pause")


class UntilPressed(Screen):
    """The release of any key ends it, if the key went down here: a key that was down before opened it."""

    def __init__(self) -> None:
        self._down: set[tuple[int, Key]] = set()
        """The keys that went down since it began."""

    def press(self, press: Press, _t: float) -> Screen | None:
        """End when a key that went down here is released."""
        if press.kind == "down":
            self._down.add((press.pair, press.key))
        is_let_go = press.kind not in {"down", "hold", "both"}
        return None if is_let_go and (press.pair, press.key) in self._down else self


class Pause(UntilPressed):
    """A pause that shows whose turn it is."""

    def __init__(self, who: Seat | None) -> None:
        super().__init__()
        self._who = who

    def view(self, _t: float) -> View:
        """That it is a pause, and how it ends."""
        return View(PAUSE, who=self._who, lines=(text("Any key: go on"),))
