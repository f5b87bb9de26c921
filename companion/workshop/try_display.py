"""Tries the display: a frame, squares, all light; the owner says whether each is right."""

from __future__ import annotations

from typing import Final

from companion.faces.patterns import Pattern
from companion.kit.text import text
from companion.kit.view import View
from companion.workshop.find_lights import YES_OR_NO
from companion.workshop.trying import TriedBox, Trying

LOOK_S: Final = 3.0
"""How long a picture stays before its question; the two take turns."""

_LOOKS: Final = (
    (
        Pattern("frame", (text("Is the frame"), text("whole?"), text("● yes, ○ no"))),
        (text("Is the frame"), text("whole?")),
        "Is there a thin frame along all four edges, not shifted, with no snow beside it? (y/n)",
        "the frame is not whole: it is another chip or offset; run: companion learn",
        text("Another chip?"),
    ),
    (
        Pattern("chequered"),
        (text("Were all the"), text("squares alike?")),
        "Is the whole display chequered, light and dark, all squares alike? (y/n)",
        "squares are missing: a line of the panel is broken, or its cable; take another panel",
        text("A broken line?"),
    ),
    (
        Pattern("full"),
        (text("Was everything"), text("light?")),
        "Is the whole display light, with no flicker? (y/n)",
        "not all of it is light: dark dots are worn out; if all of it flickers, its supply is weak",
        text("A weak supply?"),
    ),
)
"""The picture; its question on the display and on the terminal; what a no means, on the terminal and the display."""


class TryDisplay(Trying):
    """Three pictures, and whether they are right."""

    def __init__(self, box: TriedBox, t: float) -> None:
        super().__init__(box, t)
        self._at = 0
        self._wrong: list[int] = []

    def scene(self) -> View | Pattern:
        """The picture; if it has no room for words, its question takes turns with it; at the end the verdict."""
        if self._is_done:
            means = tuple(_LOOKS[look][4] for look in self._wrong)
            return View(text("Display"), lines=means or (text("All is right."),))
        pattern, lines, *_ = _LOOKS[self._at]
        is_asked = int((self._now - self._since) / LOOK_S) % 2 == 1
        return View(text("Display"), lines=lines, legend=YES_OR_NO) if is_asked and not pattern.lines else pattern

    def sentence(self) -> str:
        """The question; at the end what is wrong."""
        if self._is_done:
            return f"Display: {'; '.join(_LOOKS[look][3] for look in self._wrong) or 'all is right'}."
        return _LOOKS[self._at][2]

    def _say(self, *, yes: bool) -> None:
        if not yes:
            self._wrong.append(self._at)
        self._at += 1
        self._since = self._now
        if self._at == len(_LOOKS):
            self._conclude()

    def _next_step(self) -> float:
        return self._since + (int((self._now - self._since) / LOOK_S) + 1) * LOOK_S
