"""The lines of a screen: one size for all of them unless a number stands beside them, in columns where they have tabs.

A tab parts a line into a left and a right half, more tabs into more such pairs: `I Ann⇥+20`, `Ann⇥7⇥Bob⇥12`.
Laws: the right half of a pair stands whole at the right and the left half is cut; lines that find no room are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from companion.faces.letters import CELL, cut
from companion.faces.sheet import Box, Panel, Piece, write

GAP: Final = 8
"""Pixels between two pairs of columns."""
FRAME: Final = (2, 1, 2)
"""Pixels a frame takes beside its lines, above and below them (where the tails of letters are)."""
ROOM: Final = 1
"""Pixels beside a frame, so that the picture wanders as far as others and its header stays where theirs is."""

Row: TypeAlias = Sequence[tuple[str, str]]
"""The pairs of one line, left and right."""


def rows(lines: Sequence[str], band: Box, is_draft: bool = False) -> list[Piece]:
    """Spread the lines over the band, as large as they all fit; a draft has a frame around all of them."""
    if is_draft and lines:
        across, above, below = FRAME
        frame = band._replace(left=band.left + ROOM, right=band.right - ROOM)
        inner = Box(frame.left + across, frame.top + above, frame.right - across, frame.bottom - below)
        return [Panel(frame, None, 1, radius=3), *rows(lines, inner)]
    return spread(lines, [largest(lines, band)] * len(lines), band)


def stacked(lines: Sequence[str], band: Box) -> list[Piece]:
    """Spread the lines over the band, each as large as it fits: a long one does not make the others small."""
    return spread(lines, sizes(lines, band), band)


def sizes(lines: Sequence[str], band: Box) -> list[int]:
    """How large each line can stand alone in its part of the band."""
    part = band._replace(bottom=band.top + band.height // max(len(lines), 1))
    return [largest([line], part) for line in lines]


def stands(line: str, band: Box) -> bool:
    """Whether the line is whole in the smallest size."""
    return _fits([_pairs(line)], min(CELL), band.width, band.height)


def largest(lines: Sequence[str], band: Box) -> int:
    """The size at which all the lines stand whole in the band; the smallest there is if they do not."""
    pairs = [_pairs(line) for line in lines[: band.height // min(CELL)]]
    return next((size for size in CELL if _fits(pairs, size, band.width, band.height)), min(CELL))


def spread(lines: Sequence[str], sizes: Sequence[int], band: Box) -> list[Piece]:
    """The lines one below the other over the whole band, each as large as `sizes` says."""
    rows = [(_pairs(line), size) for line, size in zip(lines, sizes, strict=True)][: band.height // min(CELL)]
    spare = band.height - sum(size for _, size in rows)
    leading = spare // (len(rows) + 1)
    top = band.top + (spare - leading * (len(rows) - 1) + 1) // 2
    pieces: list[Piece] = []
    for row, size in rows:
        pieces += _write(row, Box(band.left, top, band.right, top + size), size)
        top += size + leading
    return pieces


def _pairs(line: str) -> Row:
    halves = line.split("\t")
    return list(zip(halves[::2], [*halves[1::2], ""], strict=False))


def _fits(lines: Sequence[Row], size: int, width: int, height: int) -> bool:
    return len(lines) * size <= height and all(
        len(left) + bool(right) + len(right) <= _share(row, width) // CELL[size] for row in lines for left, right in row
    )


def _share(row: Row, width: int) -> int:
    """How many pixels each pair of a row has."""
    return (width - GAP * (len(row) - 1)) // len(row)


def _write(row: Row, box: Box, size: int) -> list[Piece]:
    share = _share(row, box.width)
    cells, rest = divmod(share, CELL[size])
    pieces: list[Piece] = []
    for index, (left, right) in enumerate(row):
        start = box.left + index * (share + GAP) + rest // 2
        end = cut(right, cells)
        begin = cut(left, cells - len(end) - bool(end))
        pieces.append(write(begin, start, box.top, size))
        pieces.append(write(end, start + (cells - len(end)) * CELL[size], box.top, size))
    return pieces
