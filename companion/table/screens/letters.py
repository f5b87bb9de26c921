"""Spelling a name with two keys, letter by letter.

Laws: the display has every letter that is offered; what is refused stays, to be changed.
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
"""What a name begins with."""
SMALL: Final = "abcdefghijklmnopqrstuvwxyzäöüßåøéèêëïçñ'-"
"""What it goes on with."""
END: Final = "✓"
"""In the place of a letter: the name is whole. One step back from the first letter."""
SEEN: Final = 10
"""Letters of a name that stand beside the one that is chosen: the last ones."""


class Letters(Screen):
    """A name as far as it is spelled."""

    def __init__(
        self,
        whose: Text,
        objection: Callable[[str], Text | None],
        give: Callable[[str, float], Screen | None],
    ) -> None:
        """`objection` says what speaks against a name, `give` takes it and gives what has the keys then."""
        self._whose = whose
        self._objection = objection
        self._give = give
        self._spelled = ""
        self._at = 0
        self._refused: Text | None = None

    def press(self, press: Press, t: float) -> Screen | None:
        """Another letter; this one, or the end; one back, or left."""
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
        """The one that is shown."""
        if not self._spelled:
            return CAPITALS[self._at % len(CAPITALS)]
        offered = f"{SMALL}{END}" if len(self._spelled) < LETTERS else END
        return offered[self._at % len(offered)]

    def view(self, _t: float) -> View:
        """The letter, what stands before it, and whose name it is."""
        ok = text("Done") if self._letter == END else text("OK")
        legend = Legend(NEXT, ok, PREVIOUS, text("Back"))
        spelled = self._spelled if len(self._spelled) <= SEEN else f"…{self._spelled[1 - SEEN :]}"
        lines = (verbatim(f"{spelled}_"), self._whose)
        return View(
            text("New name"), None, self._letter, is_draft=True, lines=lines, legend=legend, notice=self._refused
        )
