"""Signs in place of words on the display: one large sign for what is asked, and one for what each key does.

Laws: a sign never covers a word; where there is no room for the large sign, a small one stands in the header. The keys
are shown in signs only if each of their words has one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.faces.footer import DOT, MARK, PAD, SMALL
from companion.faces.letters import CELL
from companion.faces.rows import EDGE, stands
from companion.faces.sheet import HEIGHT, WIDTH, Dots, Panel, Rectangle, SheetItem, write
from companion.faces.signs import SIDE, picture, sign_of
from companion.kit.text import Text
from companion.kit.view import Sign, View

LARGE: Final = 2 * SIDE
GAP: Final = 3
"""Pixels beside a sign."""


def room_beside(view: View, lines: Sequence[str], band: Rectangle) -> Rectangle | None:
    """The part of the body that a large sign leaves to the number or the lines; `None`: too little."""
    room = band._replace(right=band.right - LARGE - 2 * GAP)
    inner = room._replace(left=room.left + 2 * EDGE, right=room.right - 2 * EDGE)
    is_full = view.hand or view.keys or view.sentence is not None or band.height < LARGE
    return room if not is_full and (view.number or all(stands(line, inner) for line in lines)) else None


def large_sign(sign: Sign, band: Rectangle) -> Dots:
    """What is asked, at the right of the body."""
    left, top = band.right - LARGE - GAP, band.top + (band.height - LARGE) // 2
    return Dots(Rectangle(left, top, left + LARGE, top + LARGE), picture(sign, 2))


def small_sign(sign: Sign) -> Dots:
    """What is asked, at the right of the header."""
    return Dots(Rectangle(WIDTH - SIDE - 1, 0, WIDTH - 1, SIDE), picture(sign), ink=0)


def key_signs(view: View, height: int) -> list[SheetItem]:
    """What the keys do, in signs; empty: some words have none, or there is no room."""
    legend = view.legend
    if legend is None or legend.instead is not None or legend.table_tap is not None or height < SIDE:
        return []
    green, red = (legend.green_tap, legend.green_hold), (legend.red_tap, legend.red_hold)
    if any(word is not None and sign_of(word, view) is None for word in (*green, *red)):
        return []
    left, right = _half(view, green, 0, 1), _half(view, red, 0, 0)
    end = max((piece.box.right for piece in left), default=0)
    start = WIDTH - max((piece.box.right for piece in right), default=0)
    count = "" if view.position is None else "{}/{}".format(*view.position)
    middle = write(count, (end + start - len(count) * CELL[SMALL]) // 2, HEIGHT - (SIDE + SMALL) // 2, SMALL)
    return [*left, middle, *_half(view, red, start, 0)]


def _half(view: View, words: tuple[Text | None, Text | None], left: int, fill: int) -> list[SheetItem]:
    """The mark of a key, the sign of its tap, and on a light ground the sign of its hold."""
    signs = [sign_of(word, view) for word in words]
    if not any(signs):
        return []
    top = HEIGHT - SIDE
    dot = top + (SIDE - DOT + 1) // 2
    pieces: list[SheetItem] = [Panel(Rectangle(left + 1, dot, left + 1 + DOT, dot + DOT), fill, 1, radius=2)]
    left += MARK
    for sign, ink in zip(signs, (1, 0), strict=True):
        if sign is None:
            continue
        box = Rectangle(left + PAD, top, left + PAD + SIDE, HEIGHT)
        pieces += [] if ink else [Panel(Rectangle(left, top, box.right + PAD, HEIGHT), radius=1)]
        pieces.append(Dots(box, picture(sign), ink))
        left = box.right + 2 * PAD
    return pieces
