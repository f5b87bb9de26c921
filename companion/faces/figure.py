"""The one big number of a screen: with its caption, a frame while it is being chosen, and the lines beside it.

Laws: the number shrinks so that the lines need not be cut or small, but never below `LEAST`; while the number counts,
nothing around it moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
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
        possible = self._possible(Rectangle(1, band.top, WIDEST, band.bottom))
        possible = [pieces for pieces in possible if _size(pieces) >= LEAST] or possible[:1]
        most = _legible(lines, possible[-1], band)  # beside the smallest number there is most room
        best = next(pieces for pieces in possible if _legible(lines, pieces, band) == most)
        return [*best, *stacked(lines, _rest(best, band))]

    def alone(self, band: Rectangle) -> list[SheetItem]:
        """The number in the middle of the band."""
        room = band._replace(left=1)
        spare = room.width - _around(self._possible(room)[0]).width
        return self._possible(room._replace(left=room.left + spare // 2))[0]

    @lru_cache(maxsize=256)  # noqa: B019  # of values: a number stays for many pictures
    def _possible(self, room: Rectangle) -> list[list[SheetItem]]:
        """The number in all sizes that fit, largest first; if none fits, in the smallest."""
        if self.caption and not self.is_draft:
            room = room._replace(bottom=room.bottom - AIR)
        drawn = [self._drawn(size, room) for size in SIZES]
        return [pieces for pieces in drawn if _has_room(_around(pieces), room)] or drawn[-1:]

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
        digits = Rectangle(x, y, x + covered.width, y + covered.height)
        pieces: list[SheetItem] = [TextLine(digits, number, dejavu(size), (x - covered.left, y - covered.top))]
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


def _size(pieces: Sequence[SheetItem]) -> float:
    """The size of the number in pixels."""
    return next(piece for piece in pieces if isinstance(piece, TextLine)).font.size


def _legible(lines: Sequence[str], pieces: Sequence[SheetItem], band: Rectangle) -> tuple[int, int]:
    """How many lines beside the number are whole, and how many are large."""
    room = _rest(pieces, band)
    return sum(stands(line, room) for line in lines), sum(size > SMALL for size in sizes(lines, room))


def _has_room(covered: Rectangle, room: Rectangle) -> bool:
    return covered.width <= room.width and covered.height <= room.height
