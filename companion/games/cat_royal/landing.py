"""What comes of a play: who is captured, and who comes out of another wormhole."""

from __future__ import annotations

from typing import ClassVar

from companion.games.cat_royal.events import Piece
from companion.games.cat_royal.state import Part, Phase
from companion.kit.seats import Seat


class Landing(Phase, frozen=True):
    """A card has been played; what comes of it is being told."""

    part: ClassVar[Part] = "turn"

    seat: Seat
    """Who played it."""
    taken: Piece | None
    """Who was landed on and is still there."""
    holed: tuple[tuple[Piece, int], ...]
    """Who landed on which wormhole, the player's figure first."""
