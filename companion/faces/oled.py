"""The display: a view as 128x64 pixels, light or dark, legible at arm's length.

Header, body and foot share the height; the body (the one number, the lines, or both) gets what the foot leaves.
Laws: `arrange` is pure and places every word; the player who must act is always named; the bar of a hold inverts
the words on its key's side, which stay legible. A `!` before the header means that the game is not saved.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from msgspec.structs import replace
from PIL import Image

from companion.faces.drift import HOME, PixelShift, drift
from companion.faces.figure import SIZES, BigFigure
from companion.faces.footer import FLAT, HALF, Say, draw_keypad, draw_legend, notice
from companion.faces.hand import HEIGHT as HAND
from companion.faces.hand import draw_hand
from companion.faces.letters import CELL, cut, dejavu, legible, terminus
from companion.faces.qr import scanned
from companion.faces.rows import rows
from companion.faces.sheet import HEIGHT, WIDTH, Panel, Rectangle, SheetItem, Sweep, moved, paint, write
from companion.kit.text import Wording, speak
from companion.kit.view import Lettering, Sign, View

HEADER: Final = 16
HEADS: Final = ((16, 16), (16, 12), (12, 12))
"""Sizes of name and title, the best first: ten letters of a name fit beside ten letters of a title."""
NAME: Final = 4
"""The least letters of a name that must remain."""
GAP: Final = 5
"""The least pixels between name and title."""
UNSAVED: Final = 12
"""Pixels for the `!` of a game that is not saved."""
FOOT: Final = 16
"""Pixels at the bottom for the legend; the bar of a hold sweeps over them."""
BLANK: Final = "   "
"""In place of a title: room for its sign."""
MOST_ABOVE: Final = 3
"""The most lines above the legend; if there are more, the bar of a hold sweeps over the last one."""


def draw(
    view: View,
    translate: Callable[[str], str],
    wished: PixelShift = HOME,
    lettering: Lettering = "letters",
    turn: int = 0,
) -> Image.Image:
    """The view as an image of mode `1`, 128x64; `translate` puts English into the reader's language.

    It is shifted by the wished amount, or as far as possible without losing a pixel. `turn`: which page
    of the view in large print, counted from 0.
    """
    bar = replace(view.bar, share=0.0) if view.bar is not None else None
    picture, shift = _below(replace(view, bar=bar), translate, wished, lettering, turn)
    high = HEIGHT // 2 if lettering == "large" else _foot_height(view)  # in large print it sweeps over the lower row
    return moved(paint(_bar(view, high), picture.copy()), shift)


@lru_cache(maxsize=1)
def _below(
    view: View, translate: Callable[[str], str], wished: PixelShift, lettering: Lettering, turn: int
) -> tuple[Image.Image, PixelShift]:
    """What lies below the bar of a hold, kept while the bar grows; and by how much all is shifted."""
    if lettering == "large" and not view.qr:  # a code is for a phone's eye
        from companion.faces.large_print import arrange_large

        pieces = arrange_large(view, translate, turn)
    else:
        pieces = arrange(view, translate, pictured=lettering == "pictures")
    return paint(pieces), drift(pieces, wished)


def load() -> None:
    """Load every possible letter, so that no later picture needs a file."""
    for size in CELL:
        terminus(size)
    for size in SIZES:
        dejavu(size)


def arrange(view: View, translate: Callable[[str], str], *, pictured: bool = False) -> list[SheetItem]:
    """Every piece of the screen, in painting order; `pictured`: signs stand for title and keys."""

    def say(said: Wording | None) -> str:
        return legible(speak(said, translate)) if said else ""

    if view.qr:
        return scanned(view.qr, [("" if view.is_saved else "! ") + say(view.title), *map(say, view.lines)])
    name = next((speak(seat.name, translate) for seat in view.seats if seat.seat == view.who), "")
    lines = ["\t".join(map(legible, speak(line, translate).split("\t"))) for line in view.lines]
    if view.sentence is not None:
        lines = textwrap.wrap(say(view.sentence), WIDTH // min(CELL.values()), break_on_hyphens=False)
    foot = _foot(view, say, pictured=pictured)
    is_still = view.bar is not None or (view.number and lines)  # then the legend below must not move the body
    rest = HEIGHT - _foot_height(view) if is_still and len(lines) <= MOST_ABOVE else HEIGHT
    bottom = HEIGHT - 2 * FLAT if view.keys else min((piece.box.top for piece in foot), default=rest)
    body = Rectangle(0, HEADER, WIDTH, bottom)
    sign = _sign(view) if pictured else None
    header = _header(legible(name), BLANK if name and sign is not None else say(view.title), view.is_saved)
    if sign is not None:
        from companion.faces.pictured import large_sign, room_beside, small_sign

        if (room := room_beside(view, lines, body)) is not None:
            header.append(large_sign(sign, body))
            lines, body = ([] if view.number else lines), room
        elif name:
            header.append(small_sign(sign))
    return [*header, *_body(view, say, lines, body), *foot, *_bar(view, _foot_height(view))]


def _sign(view: View) -> Sign | None:
    """The sign of what is asked."""
    from companion.faces.signs import sign_of

    return sign_of(view.title, view)


def _header(name: str, title: str, is_saved: bool) -> list[SheetItem]:
    """Name and title on a light bar. If there is no room, first the title gets smaller, then the name is cut."""
    left = 0 if is_saved else UNSAVED
    if not name:
        return [*_ground(left), _middle(title, left)]
    room = WIDTH - left - 1 - GAP
    wide, small = next((head for head in HEADS if _width(name, title, head) <= room), HEADS[-1])
    title = cut(title, room // CELL[small] - min(len(name), NAME))
    name = cut(name, (room - len(title) * CELL[small]) // CELL[wide])
    inset = int(_width(name, title, (wide, small)) + 2 <= room)  # room for the drift beside the light that must stay
    return [
        *_ground(left),
        write(name, left + 1 + inset, (HEADER - wide) // 2, wide, ink=0),
        write(title, WIDTH - inset - len(title) * CELL[small], (HEADER - small) // 2, small, ink=0),
    ]


def _width(name: str, title: str, head: tuple[int, int]) -> int:
    """The width in pixels of name and title in these sizes."""
    return len(name) * CELL[head[0]] + len(title) * CELL[head[1]]


def _ground(left: int) -> list[SheetItem]:
    """The light ground of the header, and before it the mark of a game that is not saved."""
    return [*([write("!", 2, 0, HEADER)] if left else []), Panel(Rectangle(left, 0, WIDTH, HEADER))]


def _middle(title: str, left: int) -> SheetItem:
    """A title without a name."""
    size = next((size for size in CELL if len(title) * CELL[size] <= WIDTH - left), min(CELL))
    title = cut(title, (WIDTH - left) // CELL[size])
    return write(title, left + (WIDTH - left - len(title) * CELL[size]) // 2, (HEADER - size) // 2, size, ink=0)


def _foot(view: View, say: Say, *, pictured: bool) -> list[SheetItem]:
    """The notice; otherwise the keys, and what the green keys type."""
    height = _foot_height(view)
    if view.notice is not None:
        return notice(say(view.notice), height)
    if pictured:
        from companion.faces.pictured import key_signs

        if signs := key_signs(view, height):
            return signs
    if view.legend is not None:
        return [*draw_keypad(view.keys, say), *draw_legend(view.legend, say, view.position, height)]
    return []


def _foot_height(view: View) -> int:
    """The height of one row in pixels: flatter under three lines, or under the keys that type."""
    return FLAT if view.keys or (not view.number and len(view.lines) > 2) else FOOT


def _body(view: View, say: Say, lines: list[str], band: Rectangle) -> list[SheetItem]:
    if view.hand:
        below = band._replace(top=band.top + HAND)
        return [*draw_hand(view.hand, say, band), *rows(lines, below, view.is_draft)]
    if not view.number:
        return rows(lines, band, view.is_draft)
    figure = BigFigure(say(view.number), say(view.caption), view.is_draft)
    return figure.beside(lines[:2], band) if lines else figure.alone(band)


def _bar(view: View, height: int) -> list[SheetItem]:
    """The bar of a hold, in these pixels at the bottom: from the key's edge to the middle; for the table key the whole
    width. A code has none."""
    if (bar := view.bar) is None or view.qr:
        return []
    done = round((WIDTH if bar.key == "table" else HALF) * min(max(bar.share, 0.0), 1.0))
    left = WIDTH - done if bar.key == "red" else 0
    return [Sweep(Rectangle(left, HEIGHT - height, left + done, HEIGHT))]
