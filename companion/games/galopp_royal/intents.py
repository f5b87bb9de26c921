"""What a player, or the box, can want to do."""

from __future__ import annotations

from companion.kit.event import BySeat, CardIntent, Correcting, Intent, Offering, Unsealing
from companion.kit.seats import Seat


class Deal(CardIntent, frozen=True, kw_only=True):
    """Deal a team: the hands clockwise from the opener, then the open cards."""


class Bid(Offering, frozen=True, kw_only=True):
    """Bid an amount for the team."""


class Pass(Intent, frozen=True, kw_only=True):
    """Leave this auction."""


class Assign(CardIntent, frozen=True, kw_only=True):
    """Give the top four cards to the last seat without a team."""


class Lay(CardIntent, frozen=True, kw_only=True):
    """Say which bearers stand on slots 1 … 4 (real cards only)."""


class Roll(Intent, frozen=True, kw_only=True):
    """Roll the die, or say what the real one shows."""

    face: int


class Scheme(Intent, frozen=True, kw_only=True):
    """Use the schemer: which chairs it moves, and how far, in order."""

    steps: BySeat[int]


class Remove(Intent, frozen=True, kw_only=True):
    """Take the bearer off one slot of one display."""

    owner: Seat
    slot: int


class Draw(CardIntent, frozen=True, kw_only=True):
    """Put the top card on the free slot of `owner`."""

    owner: Seat


class Correct(Correcting, frozen=True, kw_only=True):
    """Correct coins by hand."""


class Close(Unsealing, frozen=True, kw_only=True):
    """Count the coins and open the seed."""
