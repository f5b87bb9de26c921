"""The display: a view as 128x64 pixels, light or dark, to be read at arm's length.

Header, body and foot share the height; the body (the one number, the lines, or both) has what the foot leaves.
Laws: `arrange` is pure and says where every word stands; who acts is always named; a bar sweeps over
whatever is there on its key's side and leaves it legible. What is not saved has a `!` before its header.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PIL import Image

from companion.faces.drift import HOME, Shift, drift
from companion.faces.footer import FLAT, HALF, Say, draw_keypad, draw_legend, notice
from companion.faces.letters import CELL, cut, dejavu, legible
from companion.faces.rows import rows
from companion.faces.sheet import HEIGHT, WIDTH, Box, Panel, Piece, Sweep, Words, ink, paint, write
from companion.kit.text import Text, speak
from companion.kit.view import Bar, View

HEADER: Final = 16
NAME: Final = 4
"""So many letters of a name must be left, or the header is written smaller."""
SIZES: Final = range(40, 7, -4)
"""Of the number, the best first."""
NUMBER: Final = 84
"""The widest the number may be: three digits at 40 pixels."""
FRAME: Final = (4, 3)
"""Pixels a draft's frame takes beside the number, and above and below it."""
GAP: Final = 5
"""Pixels between the number and the lines beside it, and at least between name and title."""
UNSAVED: Final = 12
"""Pixels for the mark of what is not saved."""
FOOT: Final = 16
"""Pixels at the bottom for what the keys do; a hold sweeps over them."""


def draw(view: View, translate: Callable[[str], str], wished: Shift = HOME) -> Image.Image:
    """The view as an image of mode `1`, 128x64; `translate` puts English into the reader's language.

    It is shifted as far as wished, or as it can be without loss.
    """
    pieces = arrange(view, translate)
    return paint(pieces, drift(pieces, wished))


def arrange(view: View, translate: Callable[[str], str]) -> list[Piece]:
    """Every piece of the screen, in the order they are painted."""

    def say(said: Text | None) -> str:
        return legible(speak(said, translate)) if said else ""

    name = next((seat.name for seat in view.seats if seat.seat == view.who), "")
    lines = ["\t".join(map(legible, speak(line, translate).split("\t"))) for line in view.lines]
    foot = _foot(view, say)
    rest = HEIGHT - FOOT if view.number and lines else HEIGHT  # they stand still, whatever comes below them
    bottom = HEIGHT - 2 * FLAT if view.keys else min((piece.box.top for piece in foot), default=rest)
    body = Box(0, HEADER, WIDTH, bottom)
    pieces = [*_header(legible(name), say(view.title), view.is_saved), *_body(view, lines, body), *foot]
    return pieces if view.bar is None else [*pieces, *_bar(view.bar, FLAT if view.keys else FOOT)]


def _header(name: str, title: str, is_saved: bool) -> list[Piece]:
    """Name and title on a light bar; the title stands whole and the name gives way."""
    left = 0 if is_saved else UNSAVED
    keep = min(len(name), NAME)
    width = WIDTH - left - 1 - GAP if name else WIDTH - left
    size = next((size for size in CELL if keep + len(title) <= width // CELL[size]), min(CELL))
    cells = width // CELL[size]
    title = cut(title, cells - keep)
    name = cut(name, cells - len(title))
    room = WIDTH - left - len(title) * CELL[size]
    top = (HEADER - size) // 2
    return [
        *([] if is_saved else [write("!", 2, 0, HEADER)]),
        Panel(Box(left, 0, WIDTH, HEADER)),
        write(name, left + 1, top, size, ink=0),
        write(title, left + (room if name else room // 2), top, size, ink=0),
    ]


def _foot(view: View, say: Say) -> list[Piece]:
    """The notice, else the keys: flatter ones if three lines stand above them, or what the green keys type."""
    if view.notice is not None:
        return notice(say(view.notice))
    if view.legend is not None:
        is_flat = bool(view.keys) or (not view.number and len(view.lines) > 2)
        return [*draw_keypad(view.keys, say), *draw_legend(view.legend, say, FLAT if is_flat else FOOT)]
    return []


def _body(view: View, lines: list[str], band: Box) -> list[Piece]:
    if not view.number:
        return rows(lines, band, view.is_draft)
    room = Box(1, band.top, NUMBER if lines else WIDTH, band.bottom)
    figure = _figure(view.number, room, view.is_draft, is_alone=not lines)
    beside = band._replace(left=max(piece.box.right for piece in figure) + GAP)
    return [*figure, *rows(lines[:2], beside)]


def _figure(number: str, room: Box, is_draft: bool, is_alone: bool) -> list[Piece]:
    """The number as large as it fits; a draft is a little smaller and in a frame."""
    across, down = FRAME if is_draft else (0, 0)
    inner = Box(room.left + across, room.top + down + 1, room.right - across, room.bottom - down - 1)
    font = next((font for font in map(dejavu, SIZES) if _has_room(ink(number, font), inner)), dejavu(SIZES[-1]))
    covered = ink(number, font)
    x = inner.left + ((inner.width - covered.width) // 2 if is_alone else 0)
    y = inner.top + (inner.height - covered.height) // 2
    digits = Box(x, y, x + covered.width, y + covered.height)
    pieces: list[Piece] = [Words(digits, number, font, (x - covered.left, y - covered.top))]
    if is_draft:
        frame = Box(digits.left - across, digits.top - down, digits.right + across, digits.bottom + down)
        pieces.append(Panel(frame, None, 1, radius=4))
    return pieces


def _has_room(covered: Box, room: Box) -> bool:
    return covered.width <= room.width and covered.height <= room.height


def _bar(bar: Bar, height: int) -> list[Piece]:
    """From the key's edge to the middle; the table key has the whole width."""
    done = round((WIDTH if bar.key == "table" else HALF) * min(max(bar.share, 0.0), 1.0))
    left = WIDTH - done if bar.key == "red" else 0
    return [Sweep(Box(left, HEIGHT - height, left + done, HEIGHT))]
