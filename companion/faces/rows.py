"""The lines of a screen: all in one size unless a number is beside them; tabs divide them into columns.

One tab divides a line into a left and a right half, more tabs into more such pairs: `I Ann⇥+20`, `Ann⇥7⇥Bob⇥12`.
Laws: the right half of a pair is whole at the right, and the left half is cut; lines without room are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from companion.faces.letters import CELL, cut
from companion.faces.sheet import Panel, Rectangle, SheetItem, write

GAP: Final = 8
"""Pixels between two pairs of columns."""
FRAME: Final = (2, 1, 2)
"""Pixels that a frame needs beside its lines, above them and below them (where the tails of letters are)."""
EDGE: Final = 2
"""Pixels beside the lines, if there is room: letters at the very edge of the panel are hard to read."""
ROOM: Final = 1
"""Pixels beside a frame, so that a picture with a frame can shift as far as others, and its header keeps its place."""

TextRow: TypeAlias = Sequence[tuple[str, str]]
"""The pairs of one line, left and right."""


def rows(lines: Sequence[str], band: Rectangle, is_draft: bool = False) -> list[SheetItem]:
    """Spread the lines over the band, in the largest size that fits all; a draft has a frame around them."""
    if is_draft and lines:
        across, above, below = FRAME
        frame = band._replace(left=band.left + ROOM, right=band.right - ROOM)
        inner = Rectangle(frame.left + across, frame.top + above, frame.right - across, frame.bottom - below)
        return [Panel(frame, None, 1, radius=3), *rows(lines, inner)]
    size, off = largest(lines, band), band._replace(left=band.left + EDGE, right=band.right - EDGE)
    is_wide = not _fits([_pairs(line) for line in lines], size, off.width, off.height)
    return spread(lines, [size] * len(lines), band if is_wide else off)


def stacked(lines: Sequence[str], band: Rectangle) -> list[SheetItem]:
    """Spread the lines over the band, each as large as it fits: a long line does not make the others small."""
    return spread(lines, sizes(lines, band), band)


def sizes(lines: Sequence[str], band: Rectangle) -> list[int]:
    """The largest size of each line in its own part of the band."""
    part = band._replace(bottom=band.top + band.height // max(len(lines), 1))
    return [largest([line], part) for line in lines]


def stands(line: str, band: Rectangle) -> bool:
    """Whether the line fits uncut in the smallest size."""
    return _fits([_pairs(line)], min(CELL), band.width, band.height)


def largest(lines: Sequence[str], band: Rectangle) -> int:
    """The largest size in which all lines fit uncut into the band; the smallest size if none does."""
    pairs = [_pairs(line) for line in lines[: band.height // min(CELL)]]
    return next((size for size in CELL if _fits(pairs, size, band.width, band.height)), min(CELL))


def spread(lines: Sequence[str], sizes: Sequence[int], band: Rectangle) -> list[SheetItem]:
    """The lines one below the other over the whole band, each in its size."""
    rows = [(_pairs(line), size) for line, size in zip(lines, sizes, strict=True)][: band.height // min(CELL)]
    spare = band.height - sum(size for _, size in rows)
    leading = spare // (len(rows) + 1)
    top = band.top + (spare - leading * (len(rows) - 1) + 1) // 2
    pieces: list[SheetItem] = []
    for row, size in rows:
        pieces += _write(row, Rectangle(band.left, top, band.right, top + size), size)
        top += size + leading
    return pieces


def _pairs(line: str) -> TextRow:
    halves = line.split("\t")
    return list(zip(halves[::2], [*halves[1::2], ""], strict=False))


def _fits(lines: Sequence[TextRow], size: int, width: int, height: int) -> bool:
    return len(lines) * size <= height and all(
        len(left) + bool(right) + len(right) <= _share(row, width) // CELL[size] for row in lines for left, right in row
    )


def _share(row: TextRow, width: int) -> int:
    """How many pixels each pair of a row has."""
    return (width - GAP * (len(row) - 1)) // len(row)


def _write(row: TextRow, box: Rectangle, size: int) -> list[SheetItem]:
    share = _share(row, box.width)
    cells, rest = divmod(share, CELL[size])
    pieces: list[SheetItem] = []
    for index, (left, right) in enumerate(row):
        start = box.left + index * (share + GAP) + rest // 2
        end = cut(right, cells)
        begin = cut(left, cells - len(end) - bool(end))
        pieces.append(write(begin, start, box.top, size))
        pieces.append(write(end, start + (cells - len(end)) * CELL[size], box.top, size))
    return pieces
