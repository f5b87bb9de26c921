"""Where the cards are: on displays, in hands, on the two piles; and how a card is written and called.

Law: of real cards the box knows only those that lie open on a display; its piles stay empty.
"""

from __future__ import annotations

from itertools import chain

from companion.games.galopp_royal.booklet import DECK, SCHEMER, SPACES
from companion.games.galopp_royal.events import Reshuffled
from companion.games.galopp_royal.state import Display, State
from companion.kit.errors import Impossible
from companion.kit.event import Card, MaybeCard
from companion.kit.piles import Draws, Piles, spread
from companion.kit.seats import Seat, with_seat
from companion.kit.text import Text, text, verbatim


def off_piles(state: State) -> tuple[MaybeCard, ...]:
    """All cards that are neither in the stock nor on the discard."""
    on_slots = filter(None, chain.from_iterable(state.displays))
    return (*on_slots, *chain.from_iterable(state.bought), *state.phase.cards)


def show(card: MaybeCard) -> str:
    """A card in the fewest letters: the schemer as `±2`, a free slot or an unknown card as `_`."""
    return "±2" if card == SCHEMER else card or "_"


def signed(card: MaybeCard) -> str:
    """The same, with the direction if the card carries its own chair: `+3`."""
    return f"{SPACES[card]:+d}" if card in SPACES else show(card)


def called(card: Card) -> Text:
    """A card in a row that is read aloud."""
    return text("devil") if card == SCHEMER else verbatim(card)


def named(card: MaybeCard) -> Text:
    """A card in a sentence that is read aloud."""
    return text("a devil") if card == SCHEMER else text("a {card}", card=show(card))


def bearer(state: State, seat: Seat, slot: int) -> Card:
    """The bearer on a slot. Raises Impossible if the slot is free."""
    card = state.displays[seat - 1][slot - 1]
    if card is None:
        raise Impossible(f"a bearer on slot {slot} of seat {seat}", state)
    return card


def with_slot(state: State, seat: Seat, slot: int, card: Card | None) -> tuple[Display, ...]:
    """The displays with another bearer, or none, on one slot."""
    display = state.displays[seat - 1]
    return with_seat(state.displays, seat, (*display[: slot - 1], card, *display[slot:]))


def layers(state: State, due: int) -> tuple[Draws, ...]:
    """What the next `due` cards can be: from the stock or, with real cards, any card that is not open."""
    return state.piles.layers if state.box_deals else off_view(state, due)


def off_view(state: State, due: int) -> tuple[Draws, ...]:
    """What `due` cards can be that nobody has shown to the box."""
    deck = state.setup.deck
    if deck is None:
        return (Draws(due, spread(dict.fromkeys(DECK, due))),)
    on_view = [card for display in state.displays for card in display]
    return (Draws(due, spread({card: deck[card] - on_view.count(card) for card in DECK})),)


def drawn(state: State, cards: tuple[MaybeCard, ...]) -> Piles:
    """The piles after `cards` were drawn."""
    return state.piles.drawn(cards) if state.box_deals else state.piles


def discarded(state: State, cards: tuple[MaybeCard, ...]) -> Piles:
    """The piles after `cards` were discarded."""
    return state.piles.discarded(cards) if state.box_deals and cards else state.piles


def reshuffle(state: State, due: int) -> Reshuffled | None:
    """de B6, Achtung: the discard becomes the stock when the stock is empty, even in the middle of a deal."""
    if state.box_deals and state.piles.discard and state.piles.lacks(due):
        return Reshuffled(len(state.piles.discard))
    return None


def reshuffled(state: State) -> Piles:
    """The piles after a reshuffle."""
    return state.piles.shuffled(DECK)
