"""Results that a house may remember as its best; each game says what it measures."""

from __future__ import annotations

import msgspec

from companion.kit.seats import Seat
from companion.kit.text import Text


class Best(msgspec.Struct, frozen=True):
    """The best result of one game in one of the things that it measures."""

    name: str
    """What is measured: its name in the journal."""
    value: int
    """The result; more is better."""
    seat: Seat
    """Who achieved it."""
    said: Text
    """The sentence to show if nobody in this house has ever done better."""
