"""The one big number of a screen: with its caption, a frame while it is being chosen, and the lines beside it.

Laws: the number shrinks so that the lines need not be cut or small, but never below `LEAST`; while the number counts,
nothing around it moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from string import digits
from typing import Final, NamedTuple

from companion.faces.letters import CELL, cut, dejavu
from companion.faces.rows import sizes, stacked, stands
from companion.faces.sheet import Panel, Rectangle, SheetItem, TextLine, ink, write

SIZES: Final = range(40, 7, -2)
"""Sizes of the number, the best first."""
LEAST: Final = 18
"""The smallest size, unless there is no room at all."""
WIDEST: Final = 84
"""The greatest width of the number: three digits at 40 pixels."""
NUMBER: Final = 40
"""The most letters of the number; a name has up to 20."""
CAPTION: Final = 8
"""The most letters of a caption."""
SMALL: Final = min(CELL)
TAIL: Final = 1
"""Pixels between a caption, where the tails of letters end, and the number."""
FREE: Final = (0, 0, 0)
"""Pixels beside a number, above and below it."""
AIR: Final = 1
"""Pixels below a number if its caption pushes it down to the legend."""
FRAME: Final = (4, 3, 3)
"""Pixels that a draft's frame needs beside the number, above it and below it, without touching the digits."""
TIGHT: Final = (3, 1, 2)
"""The same if the frame also holds a caption."""
GAP: Final = 5
"""Pixels between the number and the lines beside it."""


class BigFigure(NamedTuple):
    """A number to show."""

    number: str
    caption: str
    """What the number means; empty: the lines say it."""
    is_draft: bool

    def beside(self, lines: Sequence[str], band: Rectangle) -> list[SheetItem]:
        """The number at the left of the band, with the lines."""
        room = self._airy(Rectangle(1, band.top, WIDEST, band.bottom))
        best = self._drawn(self._like_others._size_beside(tuple(lines), room, band), room)
        return [*best, *stacked(lines, _rest(best, band))]

    @property
    def _like_others(self) -> BigFigure:
        """A number that takes as much room as this one, the same for all with as many digits."""
        return self._replace(number="0" * len(self.number)) if set(self.number) <= set(digits) else self

    @lru_cache(maxsize=64)  # noqa: B019  # of values: while a number counts, its size stays
    def _size_beside(self, lines: Sequence[str], room: Rectangle, band: Rectangle) -> int:
        """The largest size of the number with which the lines are as legible as beside the smallest, where there is
        most room for them."""
        if not self._fits(LEAST, room):
            return self._largest(room)
        most = _legible(lines, self._drawn(LEAST, room), band)
        return self._largest(room, lambda pieces: _legible(lines, pieces, band) == most)

    def alone(self, band: Rectangle) -> list[SheetItem]:
        """The number in the middle of the band."""
        room = self._airy(band._replace(left=1))
        spare = room.width - _around(self._drawn(self._largest(room), room)).width
        inner = room._replace(left=room.left + spare // 2)
        return self._drawn(self._largest(inner), inner)

    def _largest(self, room: Rectangle, suits: Callable[[Sequence[SheetItem]], bool] = lambda _: True) -> int:
        """The largest size that fits and suits; if none fits, the smallest. No smaller size is drawn: a font that draws
        takes memory."""
        fitting = (size for size in SIZES if self._fits(size, room) and suits(self._drawn(size, room)))
        return next(fitting, SIZES[-1])

    def _fits(self, size: int, room: Rectangle) -> bool:
        covered = _around(self._drawn(size, room))
        return covered.width <= room.width and covered.height <= room.height

    def _airy(self, room: Rectangle) -> Rectangle:
        return room._replace(bottom=room.bottom - AIR) if self.caption and not self.is_draft else room

    @lru_cache(maxsize=512)  # noqa: B019  # of values: a number stays for many pictures
    def _drawn(self, size: int, room: Rectangle) -> list[SheetItem]:
        """The number at the left of the room, under its caption."""
        across, over, under = (TIGHT if self.caption else FRAME) if self.is_draft else FREE
        caption = cut(self.caption, CAPTION)
        number = cut(self.number, NUMBER)
        covered = ink(number, dejavu(size))
        wide = max(covered.width, len(caption) * CELL[SMALL])
        left, above, below = room.left + across, room.top + over, room.bottom - under
        top = above + (SMALL + TAIL if caption else 0)
        spare = max(below - top - covered.height, 0)
        x, y = left + (wide - covered.width) // 2, top + spare // 2
        box = Rectangle(x, y, x + covered.width, y + covered.height)
        pieces: list[SheetItem] = [TextLine(box, number, dejavu(size), (x - covered.left, y - covered.top))]
        if caption:
            pieces.append(write(caption, left + (wide - len(caption) * CELL[SMALL]) // 2, above, SMALL))
        if self.is_draft:
            around = _around(pieces)
            frame = Rectangle(left - across, around.top - over, left + wide + across, around.bottom + under)
            pieces.append(Panel(frame, None, 1, radius=4))
        return pieces


def _around(pieces: Sequence[SheetItem]) -> Rectangle:
    lefts, tops, rights, bottoms = zip(*(piece.box for piece in pieces), strict=True)
    return Rectangle(min(lefts), min(tops), max(rights), max(bottoms))


def _rest(pieces: Sequence[SheetItem], band: Rectangle) -> Rectangle:
    return band._replace(left=_around(pieces).right + GAP)


def _legible(lines: Sequence[str], pieces: Sequence[SheetItem], band: Rectangle) -> tuple[int, int]:
    """How many lines beside the number are whole, and how many are large."""
    room = _rest(pieces, band)
    return sum(stands(line, room) for line in lines), sum(size > SMALL for size in sizes(lines, room))
