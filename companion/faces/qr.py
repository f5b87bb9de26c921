"""A link to scan: a QR code, dark on light; on the display with the link in words beside it.

Laws: every module of the code is a whole number of pixels wide; the light border is as wide as the height of the
display allows, the same on all four sides. The library is loaded when the first code is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Final

from companion.faces.letters import CELL
from companion.faces.rows import largest, spread
from companion.faces.sheet import HEIGHT, WIDTH, Rectangle, SheetItem, Squares

LARGE: Final = max(CELL)


def scanned(link: str, lines: Sequence[str]) -> list[SheetItem]:
    """The code at the left; beside it the lines, the last one largest."""
    ground = Rectangle(0, 0, HEIGHT, HEIGHT)
    return [_code(link, ground), *_beside(lines, Rectangle(ground.right, 0, WIDTH, HEIGHT))]


def picture(link: str, kind: str) -> bytes:
    """The code alone, for pages and for paper; `kind`: `svg` or `png`."""
    import segno

    drawn = BytesIO()
    segno.make_qr(link, error="l").save(drawn, kind=kind, scale=4, light="#fff", border=4)
    return drawn.getvalue()


def _code(link: str, ground: Rectangle) -> Squares:
    import segno

    rows = segno.make_qr(link, error="l").matrix
    side = ground.width // len(rows)
    quiet = (ground.width - side * len(rows)) // 2
    left, top = ground.left + quiet, ground.top + quiet
    dark = ((x, y) for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark)
    return Squares(ground, tuple((left + x * side, top + y * side) for x, y in dark), side)


def _beside(lines: Sequence[str], band: Rectangle) -> list[SheetItem]:
    """The title and the lines, split where an address or a password may be split, so that they can be large.

    If there is no room for all, of the lines only the last two are kept: address and code.
    """
    title, *rest = lines
    most = 1 + (band.height - LARGE) // min(CELL)
    rows = _rows(rest, band.width)
    if 1 + len(rows) > most:
        rows = _rows(rest[-2:], band.width)
    *parts, last = [title, *rows][:most]
    row = band._replace(bottom=band.top + (band.height - LARGE) // max(len(parts), 1))
    return spread([*parts, last], [*(largest([part], row) for part in parts), LARGE], band)


def _rows(lines: Sequence[str], width: int) -> list[str]:
    return [part for line in lines for part in _parted(line, width // CELL[LARGE])]


def _parted(line: str, cells: int) -> Iterator[str]:
    """Split a line after a dot or a hyphen or before a colon, as late as possible."""
    part = ""
    for piece in filter(None, re.findall(r":?[^.:-]*[.-]?", line)):
        if part and len(part) + len(piece) > cells:
            yield part
            part = ""
        part += piece
    yield part
