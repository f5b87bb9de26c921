"""What a house remembers of its games: the best that anybody has ever done, in each respect that a game names."""

from __future__ import annotations

import msgspec

from companion.kit.seats import Seat
from companion.kit.text import Text


class Best(msgspec.Struct, frozen=True):
    """The best of one game in one respect."""

    name: str
    """In what: its name in the journal."""
    value: int
    """More is better."""
    seat: Seat
    """Who has done it."""
    said: Text
    """A sentence, in case nobody in this house has ever done better."""
