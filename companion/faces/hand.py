"""A hand of cards in one row of frames, each with its slot above, and a ✓ beside the slot if the card can be played.

Laws: all cards have one size, the largest that fits; if even the smallest is too wide, the longest words lose letters.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.faces.footer import Say
from companion.faces.letters import CELL
from companion.faces.sheet import Panel, Rectangle, SheetItem, write
from companion.kit.view import HandCard

SMALL: Final = min(CELL)
ABOVE: Final = SMALL
"""Pixels for the row of slots."""
BORDER: Final = 1
HEIGHT: Final = ABOVE + max(CELL) + 2 * BORDER
"""Pixels that a hand needs."""
WIDER: Final = 12
"""The most pixels by which each card is wider than its words."""
LEAST: Final = 2
"""The least letters of a card, so that slot and ✓ fit above it."""


def draw_hand(hand: Sequence[HandCard], say: Say, band: Rectangle) -> list[SheetItem]:
    """The hand at the top of the band, over its whole width."""
    shown = [say(card.shown) for card in hand]
    size = next((size for size in CELL if _width(shown, size) <= band.width), SMALL)
    while _width(shown, size) > band.width:
        longest = max(range(len(shown)), key=lambda at: len(shown[at]))
        shown[longest] = shown[longest][:-1]
    wider = min((band.width - _width(shown, size)) // len(shown), WIDER)
    pieces: list[SheetItem] = []
    left = band.left + (band.width - _width(shown, size) - wider * len(shown)) // 2
    for card, words in zip(hand, shown, strict=True):
        width = _cell(words, size) + wider
        pieces += _card(card, words, Rectangle(left, band.top, left + width, band.top + HEIGHT), size)
        left += width
    return pieces


def _card(card: HandCard, words: str, box: Rectangle, size: int) -> list[SheetItem]:
    above = f"{card.slot}✓" if card.is_able else str(card.slot)
    middle = (box.left + box.right) // 2
    frame = Rectangle(box.left, box.top + ABOVE, box.right + BORDER, box.bottom)
    return [
        write(above, middle - len(above) * CELL[SMALL] // 2, box.top, SMALL),
        Panel(frame, None, 1),
        write(words, middle - len(words) * CELL[size] // 2, box.top + ABOVE + BORDER + (max(CELL) - size) // 2, size),
    ]


def _cell(words: str, size: int) -> int:
    """The width of a card in pixels, with one border: it shares the other one with the next card."""
    return max(len(words) * CELL[size], LEAST * CELL[SMALL]) + BORDER


def _width(shown: Sequence[str], size: int) -> int:
    return sum(_cell(words, size) for words in shown) + BORDER
