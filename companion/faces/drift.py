"""The picture moves a pixel or two each minute, so that nothing burns into the display.

Law: no letter and no frame leaves the display; if a screen has no free room, it does not move.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from companion.faces.sheet import HEIGHT, WIDTH, SheetItem, seen

PixelShift: TypeAlias = tuple[int, int]
"""Pixels to the right and down."""

HOME: Final[PixelShift] = (0, 0)
STEP_S: Final = 60.0
WALK: Final[tuple[PixelShift, ...]] = (HOME, (1, 0), (1, -1), (0, -2), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1))
"""One step a minute, then again from the first."""


def due(t: float) -> PixelShift:
    """The wished shift at `t` (seconds, monotonic)."""
    return WALK[int(t // STEP_S) % len(WALK)]


def next_step(t: float) -> float:
    """When the wished shift changes next."""
    return (t // STEP_S + 1) * STEP_S


def drift(pieces: Iterable[SheetItem], wished: PixelShift) -> PixelShift:
    """The wished shift, as far as these pieces can move."""
    boxes = [box for piece in pieces if (box := seen(piece)) is not None]
    if not boxes:
        return HOME
    right, down = wished
    left_room, right_room = min(box.left for box in boxes), WIDTH - max(box.right for box in boxes)
    top_room, bottom_room = min(box.top for box in boxes), HEIGHT - max(box.bottom for box in boxes)
    return max(-left_room, min(right, right_room)), max(-top_room, min(down, bottom_room))
