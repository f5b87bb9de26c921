"""What somebody at the table, or the box, can want to do."""

from __future__ import annotations

from companion.games.cat_royal.booklet import At, Figure
from companion.kit.event import Card, Dealing, Intent, Unsealing
from companion.kit.seats import Seat


class Deal(Dealing, frozen=True, kw_only=True):
    """Deal five cards to each seat: clockwise from the one that starts, a seat's cards together."""


class SetOut(Intent, frozen=True, kw_only=True):
    """Put a figure on the start field before the first turn."""

    figure: Figure


class Play(Intent, frozen=True, kw_only=True):
    """Play a card with a figure, or lay it off; a draft has `None` in what is not chosen yet."""

    slot: int | None = None
    """Which card of the hand, from 1; `None`: the box does not know the hand, `card` says it."""
    card: Card | None = None
    """Which kind, of a hand that the box does not know; empty: that hand is forfeited."""
    figure: Figure | None = None
    """Empty: the card is laid off (or, with `forfeit`, the hand)."""
    to: At | None = None
    """Where the figure goes, or whom it changes places with; empty with an empty `figure`."""


class Accuse(Intent, frozen=True, kw_only=True):
    """Say of a seat that its latest turn was a cheat."""

    accused: Seat


class Shift(Dealing, frozen=True, kw_only=True):
    """Move the wormholes to four fields, drawn like cards."""


class Teleport(Intent, frozen=True, kw_only=True):
    """Let the figure come out of this wormhole."""

    to: int


class SendHome(Intent, frozen=True, kw_only=True):
    """Send this figure to its start area."""

    figure: Figure


class Close(Unsealing, frozen=True, kw_only=True):
    """End the game and open the seed."""
