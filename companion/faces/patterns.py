"""Test pictures, which show whether a display works."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Final, Literal, NamedTuple

from PIL import Image

from companion.faces.letters import legible
from companion.faces.rows import rows
from companion.faces.sheet import HEIGHT, WIDTH, Panel, Rectangle, SheetItem, paint
from companion.kit.text import Text, speak

SQUARE: Final = 4
"""The side of a square, in pixels."""
_WHOLE: Final = Rectangle(0, 0, WIDTH, HEIGHT)
_INNER: Final = Rectangle(4, 3, WIDTH - 4, HEIGHT - 3)


class Pattern(NamedTuple):
    """A test picture."""

    kind: Literal["frame", "chequered", "full"]
    lines: tuple[Text, ...] = ()
    """The lines within the frame."""


def draw(pattern: Pattern, translate: Callable[[str], str]) -> Image.Image:
    """The pattern as an image of mode `1`, 128x64. It never shifts, since its edges are to be seen."""
    return paint(arrange(pattern, translate))


def arrange(pattern: Pattern, translate: Callable[[str], str]) -> list[SheetItem]:
    """Every piece of the pattern, in painting order."""
    match pattern.kind:
        case "frame":
            words = [legible(speak(line, translate)) for line in pattern.lines]
            return [Panel(_WHOLE, None, 1), *rows(words, _INNER)]
        case "chequered":
            return [Panel(square) for square in _squares() if (square.left + square.top) // SQUARE % 2 == 0]
        case "full":
            return [Panel(_WHOLE)]


def _squares() -> list[Rectangle]:
    corners = product(range(0, WIDTH, SQUARE), range(0, HEIGHT, SQUARE))
    return [Rectangle(x, y, x + SQUARE, y + SQUARE) for x, y in corners]
