"""Accusing of a cheat, what it costs, and moving the wormholes (CR l.138-160)."""

from __future__ import annotations

from typing import ClassVar

from companion.games.cat_royal.booklet import Figure
from companion.games.cat_royal.state import Part, Phase
from companion.kit.seats import Seat


class Punishing(Phase, frozen=True):
    """A verdict has fallen, and a figure is about to go home for it."""

    part: ClassVar[Part] = "turn"

    seat: Seat
    """Who is on turn."""
    loser: Seat
    figures: tuple[Figure, ...]
    """One of which goes home; of several the lot takes one."""
