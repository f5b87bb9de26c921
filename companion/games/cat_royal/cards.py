"""Where the cards are: in hands, in the stock and on the discard.

Laws: a card leaves a hand face up; while the box knows a hand, it knows all hands. Of cards that it does not know (real
ones, or those of a record that hides them) it knows which may still be there: what has shown up cannot.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain

from msgspec.structs import replace

from companion.games.cat_royal.booklet import DECK
from companion.games.cat_royal.state import Hand, State
from companion.kit.errors import Impossible
from companion.kit.event import Card, MaybeCard
from companion.kit.piles import Draws
from companion.kit.seats import Seat, with_seat


def is_known(hand: Hand) -> bool:
    """Whether the box knows all cards of a hand."""
    return None not in hand


def hidden(state: State) -> int:
    """How many cards in all hands the box does not know."""
    return sum(hand.count(None) for hand in state.hands)


def dealt(state: State, hands: tuple[Hand, ...], drawn: tuple[MaybeCard, ...]) -> State:
    """The cards drawn are in the hands of seats 1 … n. Raises Impossible if one of them did not lie there."""
    stock, rest = state.piles.stock, Draws()
    if len(drawn) > stock.size and (unknown := drawn[: stock.size].count(None)):
        rest = Draws(unknown, stock.without(drawn[: stock.size]).cards)
    return replace(state, hands=hands, piles=state.piles.drawn(drawn), rest=rest)


def laid(state: State, seat: Seat, card: Card) -> State:
    """A card of a seat lies face up on the discard. Raises Impossible if it cannot hold one."""
    hand = state.hands[seat - 1]
    held: MaybeCard = card
    if card not in hand:
        state, held = _shown(state, card), None
    if held not in hand:
        raise Impossible(card, state)
    slot = hand.index(held)
    hands = with_seat(state.hands, seat, hand[:slot] + hand[slot + 1 :])
    return replace(state, hands=hands, piles=state.piles.discarded((card,)))


def forfeited(state: State, seat: Seat, cards: tuple[MaybeCard, ...]) -> State:
    """A seat's whole hand lies on the discard."""
    if None not in cards:
        for card in cards:
            state = laid(state, seat, str(card))
        return state
    piles, rest = state.piles, state.rest  # any of the layers may have given what nobody has seen
    stock = Draws(piles.stock.size, piles.stock.cards + rest.cards)
    piles = replace(piles, stock=stock).discarded(cards)
    return replace(state, hands=with_seat(state.hands, seat, ()), piles=piles, rest=Draws())


def kinds(state: State, seat: Seat) -> tuple[Card, ...]:
    """What a hand may hold that the box does not know, in the deck's order: no more of a kind than there are."""
    there = set(state.hands[seat - 1])
    there.update(state.rest.cards if state.rest.size else ())
    there.update(state.piles.stock.cards if hidden(state) > state.rest.size else ())
    discard = state.piles.discard
    return tuple([card for card, most in DECK.items() if card in there and discard.count(card) < most])


def overdrawn(state: State) -> Card | None:
    """A card of which more have shown up than the deck has; `None` while all is possible."""
    count = Counter(chain(state.piles.discard, *state.hands))
    if state.box_deals:
        count.update(chain(state.piles.stock.cards, state.piles.fresh.cards, state.rest.cards))
    return next((card for card, most in DECK.items() if count[card] > most), None)


def _shown(state: State, card: Card) -> State:
    """A card that the box did not know has shown up: it is no longer among those that may be there."""
    if state.rest.size and card in state.rest.cards:
        return replace(state, rest=state.rest.without((card,)))
    stock = state.piles.stock
    if hidden(state) == state.rest.size or card not in stock.cards:
        return state  # more than there are: `overdrawn` finds it
    left = list(stock.cards)
    left.remove(card)
    return replace(state, piles=replace(state.piles, stock=Draws(stock.size, tuple(left))))
