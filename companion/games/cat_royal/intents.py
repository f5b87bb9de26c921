"""What a player, or the box, can want to do."""

from __future__ import annotations

from companion.games.cat_royal.booklet import At, Figure
from companion.kit.event import Card, CardIntent, Intent, Unsealing
from companion.kit.seats import Seat


class Deal(CardIntent, frozen=True, kw_only=True):
    """Deal five cards to each seat: clockwise from the starter, the cards of a seat together."""


class SetOut(Intent, frozen=True, kw_only=True):
    """Put a figure on the start field before the first turn."""

    figure: Figure


class Give(Intent, frozen=True, kw_only=True):
    """Choose a card of the hand for the partner."""

    slot: int
    """The slot of the card, from 1."""


class TakeBack(Intent, frozen=True, kw_only=True):
    """Choose again which card the partner gets."""


class HandCards(Intent, frozen=True, kw_only=True):
    """Say that all have handed a real card to their partners."""


class Play(Intent, frozen=True, kw_only=True):
    """Play a card with a figure, or discard it; in a draft, fields that are not chosen yet are `None`."""

    slot: int | None = None
    """The slot of the card in the hand, from 1; `None`: the box does not know the hand, so `card` names the card."""
    card: Card | None = None
    """The kind of card, if the box does not know the hand; empty: this hand is forfeited."""
    figure: Figure | None = None
    """Empty: the card is discarded (or, with `forfeit`, the hand)."""
    to: At | None = None
    """Where the figure goes; for a swap, the place of the other figure. Empty if `figure` is."""


class Accuse(Intent, frozen=True, kw_only=True):
    """Accuse a seat of a cheat in its latest turn."""

    accused: Seat


class Shift(CardIntent, frozen=True, kw_only=True):
    """Move the wormholes to four fields, drawn like cards."""


class Teleport(Intent, frozen=True, kw_only=True):
    """Let the figure come out of this wormhole."""

    to: int


class SendHome(Intent, frozen=True, kw_only=True):
    """Send this figure to its start area."""

    figure: Figure


class Close(Unsealing, frozen=True, kw_only=True):
    """End the game and open the seed."""
