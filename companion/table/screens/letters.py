"""Spelling a name with two keys, letter by letter.

Laws: the display can show every letter that is offered; a refused name stays, so that it can be changed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.kit.names import LETTERS
from companion.kit.text import Text, text, verbatim
from companion.kit.view import Legend, View
from companion.table.controls import NEXT, PREVIOUS, Press, way
from companion.table.screen import Screen

CAPITALS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜÅØÉÈÇ"
"""The letters for the beginning of a name."""
SMALL: Final = "abcdefghijklmnopqrstuvwxyzäöüßåøéèêëïçñ'-"
"""The letters for the rest of a name."""
END: Final = "✓"
"""The choice that completes the name, in place of a letter: one step back from the first letter."""
NEW: Final = text("New name")
SEEN: Final = 10
"""How many of the last letters are shown beside the one being chosen."""


class Letters(Screen):
    """A name that is being spelled."""

    def __init__(
        self,
        whose: Text,
        objection: Callable[[str], Text | None],
        give: Callable[[str, float], Screen | None],
        title: Text = NEW,
    ) -> None:
        """`objection` tells why a name is not allowed; `give` takes the name and gives the next screen."""
        self._whose = whose
        self._objection = objection
        self._give = give
        self._title = title
        self._spelled = ""
        self._at = 0
        self._refused: Text | None = None

    def press(self, press: Press, t: float) -> Screen | None:
        """A tap changes the letter, a hold of green takes it, a hold of red drops the last one or leaves."""
        if press.kind == "down":
            self._refused = None
        match press.key, press.kind:
            case "table", "tap" | "withdrawn":
                return None
            case "green", "hold":
                return self._taken(t)
            case "red", "hold":
                if not self._spelled:
                    return None
                self._spelled, self._at = self._spelled[:-1], 0
            case "green" | "red", "tap":
                self._at += way(press)
            case _:
                pass
        return self

    def _taken(self, t: float) -> Screen | None:
        if self._letter != END:
            self._spelled, self._at = self._spelled + self._letter, 0
            return self
        self._refused = self._objection(self._spelled)
        return self if self._refused is not None else self._give(self._spelled, t)

    @property
    def _letter(self) -> str:
        """The letter that is shown."""
        if not self._spelled:
            return CAPITALS[self._at % len(CAPITALS)]
        offered = f"{SMALL}{END}" if len(self._spelled) < LETTERS else END
        return offered[self._at % len(offered)]

    def view(self, _t: float) -> View:
        """The letter, the letters before it, and whose name it is."""
        ok = text("Done") if self._letter == END else text("OK")
        legend = Legend(NEXT, ok, PREVIOUS, text("Back"))
        spelled = self._spelled if len(self._spelled) <= SEEN else f"…{self._spelled[1 - SEEN :]}"
        lines = (verbatim(f"{spelled}_"), self._whose)
        return View(self._title, None, self._letter, is_draft=True, lines=lines, legend=legend, notice=self._refused)
