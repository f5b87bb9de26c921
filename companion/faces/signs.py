"""Signs for people who cannot read yet: small pictures of one bit, in place of words on the display and beside them on
pages.

Laws: every picture stands in `signs.txt`, 16 dots wide and high; a game names signs for its own words; words
without a sign stay words.
"""

from __future__ import annotations

from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Final

from PIL import Image

from companion.kit.text import Text
from companion.kit.view import Sign, View

SIDE: Final = 16
"""Dots of a picture, across and down."""

GENERAL: Final[dict[str, Sign]] = {
    "Who plays?": "people",
    "Undo?": "undo",
    "Undo: {name}": "undo",
    "Pause": "pause",
    "The winner": "cup",
    "{name} wins": "cup",
    "OK": "tick",
    "Agree": "tick",
    "Done": "tick",
    "Go": "tick",
    "Start": "arrow",
    "Look": "eye",
    "Pass": "hand",
    "No": "cross",
    "Back": "undo",
    "bot": "bot",
    "join": "people",
    "in/out": "people",
    "►": "next",
    "◄": "back",
    "+": "more",
    "+1": "more",
    "-": "less",
    "-1": "less",
}
"""The signs of the box's own words, by the id of the message or by the words that are the same in every language."""


@cache
def rows_of(sign: Sign) -> tuple[str, ...]:
    """The rows of a picture; a `#` is light."""
    return _pictures()[sign]


@cache
def _pictures() -> dict[str, tuple[str, ...]]:
    blocks = (Path(__file__).parent / "signs.txt").read_text(encoding="utf-8").strip().split("\n\n")
    return {name: tuple(rows) for name, *rows in (block.splitlines() for block in blocks)}


@cache
def picture(sign: Sign, times: int = 1) -> Image.Image:
    """A picture as an image of mode `1`, so many times larger."""
    dots = Image.new("1", (SIDE, SIDE))
    dots.putdata([255 * (dot == "#") for row in rows_of(sign) for dot in row])
    return dots.resize((SIDE * times, SIDE * times), Image.Resampling.NEAREST)


@cache
def outline(sign: Sign) -> str:
    """A picture as the path of an SVG, 16 wide and high."""
    runs = []
    for y, row in enumerate(rows_of(sign)):
        x = 0
        for dot, run in groupby(row):
            width = len(list(run))
            runs += [f"M{x} {y}h{width}v1h-{width}z"] if dot == "#" else []
            x += width
    return "".join(runs)


def sign_of(said: Text | None, view: View) -> Sign | None:
    """The sign of a title, or of what a key does; `None`: it has none."""
    if said is None:
        return None
    key = str(dict(said.parameters).get("words", "")) if said.id == "{words}" else said.id
    return dict(view.signs).get(key) or GENERAL.get(key)
