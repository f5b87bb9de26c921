"""Letters for a display without greys: the two fonts of the box, and how words are fitted to a width.

Laws: every letter of Terminus is one cell wide, so fitting is counting; a letter that the font lacks is replaced by a
similar one, never by a hole.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path
from typing import Final

from PIL import ImageFont
from PIL.ImageFont import FreeTypeFont

CELL: Final = {16: 8, 14: 8, 12: 6}
"""The used sizes of Terminus (the height of a line in pixels), and the width of a letter in each."""

ELLIPSIS: Final = "…"

_FONTS: Final = Path(__file__).parent / "fonts"


@cache
def terminus(size: int) -> FreeTypeFont:
    """Terminus Bold, drawn dot by dot for the sizes in `CELL`."""
    return ImageFont.truetype(_FONTS / "terminus-bold.otb", size, layout_engine=ImageFont.Layout.BASIC)


@cache
def dejavu(size: int) -> FreeTypeFont:
    """DejaVu Sans Bold, for the one big number; at 40 pixels a digit is 29 high."""
    return ImageFont.truetype(_FONTS / "DejaVuSans-Bold.ttf", size, layout_engine=ImageFont.Layout.BASIC)


def missing(words: str, font: FreeTypeFont) -> set[str]:
    """The letters of `words` for which `font` has no glyph."""
    hole = bytes(font.getmask("\uffff", mode="1"))
    return {letter for letter in words if bytes(font.getmask(letter, mode="1")) == hole}


def legible(words: str) -> str:
    """The words in letters that Terminus has: `ț` becomes `t`, a letter without a stand-in `?`, every blank a space."""
    return "".join(map(_stand_in, unicodedata.normalize("NFC", words)))


def strange(words: str) -> str:
    """The letters of the words that have no stand-in, each once."""
    letters = dict.fromkeys(unicodedata.normalize("NFC", words))
    return "".join(letter for letter in letters if letter != "?" and _stand_in(letter) == "?")


@cache
def _stand_in(letter: str) -> str:
    if letter.isspace():
        return " "
    for candidate in (letter, unicodedata.normalize("NFKD", letter)[0], letter.lower()[0]):
        if not missing(candidate, terminus(16)):
            return candidate
    return "?"


def cut(words: str, cells: int) -> str:
    """At most `cells` letters of the words; the last is an ellipsis if the words are cut."""
    if len(words) <= cells:
        return words
    return words[: cells - 1].rstrip() + ELLIPSIS if cells > 0 else ""
