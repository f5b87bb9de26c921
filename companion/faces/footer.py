"""The foot of the screen: what the keys do now, or a notice instead.

Laws: the green key is at the left after a full dot, the red key at the right after a ring, as on the keys; the word of
a tap is plain, the word of a hold is filled; the table key has no mark but its name. Between the two is the number of
the draft or page, and if there is room for it, how many there are; no word changes its size as the number goes up. What
the green keys type stands in small frames, in the order of their pairs.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from companion.faces.letters import CELL, ELLIPSIS, cut
from companion.faces.sheet import HEIGHT, WIDTH, Panel, Rectangle, SheetItem, write
from companion.kit.text import Wording
from companion.kit.view import Legend

Say: TypeAlias = Callable[[Wording | None], str]
"""Translates a text; `None` gives an empty string."""

HALF: Final = WIDTH // 2
DOT: Final = 5
MARK: Final = DOT + 4
"""Pixels for a dot or ring and the space after it."""
PAD: Final = 2
"""Pixels before a filled word; after it one is enough, since letters end with an empty column."""
APART: Final = 4
"""The least pixels between two keys, and on both sides of the text between them."""
SMALL: Final = min(CELL)
FLAT: Final = SMALL
"""The height in pixels of a flat row of keys, which leaves room above it."""
PAIRS: Final = 6


class Fit(NamedTuple):
    """The sizes and gaps of the foot."""

    size: int
    gap: int
    """Pixels between the plain word and the filled one."""


FITS: Final = (Fit(16, 3), Fit(SMALL, 3), Fit(SMALL, 1))
"""The best first."""


class Half(NamedTuple):
    """What a tap and a hold of one key do; an empty word: nothing."""

    tap: str
    hold: str
    mark: int | None
    """The filling of the key's mark; `None`: the key has no mark."""

    @property
    def margin(self) -> int:
        """Pixels for the mark and the space after it."""
        return MARK if self.mark is not None else 0

    def width(self, fit: Fit) -> int:
        """The width in pixels."""
        letters = (len(self.tap) + len(self.hold)) * CELL[fit.size]
        between = fit.gap if self.tap and self.hold else 0
        return self.margin + letters + between + (PAD + 1 if self.hold else 0) if letters else 0

    def cut(self, fit: Fit, room: int) -> Half:
        """The same, but the longer word, or both, are cut so that they fit side by side into `room` pixels."""
        cells = max(room - self.margin - fit.gap - PAD - 1, 0) // CELL[fit.size]
        hold = cut(self.hold, max(cells // 2, cells - len(self.tap)))
        return Half(cut(self.tap, cells - len(hold)), hold, self.mark)


def draw_legend(legend: Legend, say: Say, position: tuple[int, int] | None, height: int) -> list[SheetItem]:
    """The legend of the keys, in `height` pixels at the bottom; the position (`View.position`) is in small letters."""
    left, right = _halves(legend, say)
    possible = [fit for fit in FITS if fit.size <= height]
    for between, widest in _counts(position):
        middle = len(between) * CELL[SMALL]
        room = WIDTH - APART - (widest * CELL[SMALL] + APART if between else 0)
        fit = next((fit for fit in possible if left.width(fit) + right.width(fit) <= room), FITS[-1])
        if left.width(fit) + right.width(fit) <= room:
            break
    else:
        left = left.cut(fit, max(room // 2, room - right.width(fit)))
        right = right.cut(fit, room - left.width(fit))
    start = WIDTH - right.width(fit)
    return [
        *_half(left, 0, fit),
        write(between, (left.width(fit) + start - middle) // 2, HEIGHT - (fit.size + SMALL) // 2, SMALL),
        *_half(right, start, fit),
    ]


def _counts(position: tuple[int, int] | None) -> list[tuple[str, int]]:
    """The number of the draft or page, with and without how many there are; each with the letters of the longest."""
    if position is None:
        return [("", 0)]
    digits = len(str(max(position)))
    return [("{}/{}".format(*position), len("/") + 2 * digits), (str(position[0]), digits)]


def _halves(legend: Legend, say: Say) -> tuple[Half, Half]:
    """The left half and the right half."""
    if legend.instead is not None:
        return Half(say(legend.instead), "", None), Half("", "", None)
    green = Half(say(legend.green_tap), say(legend.green_hold), 1)
    if legend.table_tap is not None:
        return green, Half(say(legend.table_tap), "", None)
    return green, Half(say(legend.red_tap), say(legend.red_hold), 0)


def draw_keypad(keys: Sequence[Wording], say: Say) -> list[SheetItem]:
    """What each green key types, in a row above the legend; the first pair's is always at the left."""
    width, top = WIDTH // PAIRS, HEIGHT - 2 * FLAT
    pieces: list[SheetItem] = []
    for index, key in enumerate(keys):
        left, value = index * width, cut(say(key), width // CELL[SMALL])
        room = width - 1 - len(value) * CELL[SMALL]
        pieces += [
            Panel(Rectangle(left, top, left + width - 1, top + FLAT), None, 1, radius=2),
            write(value, left + (room + 1) // 2, top, SMALL),
        ]
    return pieces


def _half(half: Half, left: int, fit: Fit) -> list[SheetItem]:
    if not (half.tap or half.hold):
        return []
    top = HEIGHT - fit.size
    dot = top + (fit.size - DOT + 1) // 2
    pieces: list[SheetItem] = []
    if half.mark is not None:
        pieces.append(Panel(Rectangle(left + 1, dot, left + 1 + DOT, dot + DOT), half.mark, 1, radius=2))
    left += half.margin
    if half.tap:
        word = write(half.tap, left, top, fit.size)
        pieces.append(word)
        left = word.box.right + fit.gap
    if half.hold:
        word = write(half.hold, left + PAD, top, fit.size, ink=0)
        pieces += [Panel(Rectangle(left, top, word.box.right + 1, HEIGHT), radius=1), word]
    return pieces


def notice(sentence: str, height: int) -> list[SheetItem]:
    """The sentence on a light ground: in one line of at most `height` pixels, or in two of small letters."""
    size = next((size for size in CELL if size <= height and len(sentence) * CELL[size] <= WIDTH), SMALL)
    lines = textwrap.wrap(sentence, WIDTH // CELL[size], max_lines=2, placeholder=ELLIPSIS)
    top = HEIGHT - size * len(lines)
    pieces: list[SheetItem] = [Panel(Rectangle(0, top, WIDTH, HEIGHT))]
    for index, line in enumerate(lines):
        left = (WIDTH - len(line) * CELL[size]) // 2
        pieces.append(write(line, left, top + index * size, size, ink=0))
    return pieces
