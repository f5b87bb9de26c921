"""Finds out which display it is: its address, its chip, and which way up it is. Pure.

Law: the owner sees a frame along all four edges, for one chip after the other, and only says whether it is whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.config import WantedChip
from companion.daemon.wired import WiredDisplay
from companion.faces.patterns import Pattern
from companion.kit.text import text

_OFFSETS: Final = (0, 4, 1, 3)
"""Offsets of an SH1106 whose panel does not show the middle of its memory, the likelier first."""
_FRAME: Final = Pattern("frame", (text("Is the frame"), text("whole?"), text("● yes, ○ no")))
_TURNED: Final = Pattern("frame", (text("Is this"), text("upside down?"), text("● yes, ○ no")))


class FoundDisplay(Struct, frozen=True):
    """A display that answers."""

    address: int
    chip: WantedChip | None
    """The chip that it reports; `None`: it reports none."""


class FindDisplay(Struct, frozen=True):
    """The displays it may be, and the question now."""

    may_be: tuple[WiredDisplay, ...]
    at: int = 0
    is_right: bool = False
    """Its frame is whole; now the question is which way up it is."""
    found: WiredDisplay | None = None

    @property
    def is_over(self) -> bool:
        """Whether no question is left."""
        return self.found is not None or self.at == len(self.may_be)

    @property
    def display(self) -> WiredDisplay | None:
        """The display being tried; `None`: none of them is right."""
        return self.found or (self.may_be[self.at] if self.at < len(self.may_be) else None)

    def answered(self, *, yes: bool) -> FindDisplay:
        """The next question, or the display."""
        if self.is_right:
            return replace(self, found=replace(self.may_be[self.at], is_upside_down=yes))
        return replace(self, is_right=True) if yes else replace(self, at=self.at + 1)

    def scene(self) -> Pattern:
        """The question, for the display."""
        return _TURNED if self.is_right else _FRAME

    def sentence(self) -> str:
        """The question, for the terminal."""
        if self.is_right:
            return "Is the picture on the display upside down? (y/n)"
        return (
            f"The display, try {self.at + 1} of {len(self.may_be)}: is there a thin frame along all four edges, "
            "not shifted, with no snow beside it? (y/n)"
        )


def possible(panels: Iterable[FoundDisplay], usual: WantedChip) -> tuple[WiredDisplay, ...]:
    """What the displays that answer may be, the likeliest first."""
    return tuple(display for panel in panels for display in _of(panel, panel.chip or usual))


def _of(panel: FoundDisplay, likeliest: WantedChip) -> Iterator[WiredDisplay]:
    # Some report a wrong chip. An SSD1309 works with an SSD1306's set-up, but not vice versa.
    for chip in dict.fromkeys((likeliest, "sh1106", "ssd1306")):
        yield WiredDisplay(chip, panel.address)
    for offset in _OFFSETS:
        yield WiredDisplay("sh1106", panel.address, offset)
