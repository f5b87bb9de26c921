"""A turn: a seat plays a card with a figure, or lays one off if it can use none."""

from __future__ import annotations

from typing import ClassVar

from companion.games.cat_royal.state import Part, Phase
from companion.kit.seats import Seat


class Turn(Phase, frozen=True):
    """A seat is about to play a card."""

    part: ClassVar[Part] = "turn"

    seat: Seat
    has_accused: bool = False
    """Whether it has accused somebody this turn."""
