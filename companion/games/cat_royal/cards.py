"""Where the cards are: in hands, in the stock and on the discard.

Laws: a card leaves a hand face up; if the box knows one hand, it knows all hands. Of unknown cards (real cards, or
those hidden in a record) the box knows which may still be there: all that have not shown up. The sizes of deck and
hands are multiples of five, so the box never deals a hand from two layers of the stock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import chain

from msgspec.structs import replace

from companion.games.cat_royal.booklet import DECK
from companion.games.cat_royal.state import Hand, State, opposite
from companion.kit.errors import Impossible
from companion.kit.event import Card, MaybeCard
from companion.kit.piles import Draws
from companion.kit.seats import Seat, clockwise, with_seat


def is_known(hand: Hand) -> bool:
    """Whether the box knows all cards of a hand."""
    return None not in hand


def dealt(state: State, hands: tuple[Hand, ...], drawn: tuple[MaybeCard, ...]) -> State:
    """The drawn cards are in the hands of seats 1 … n. Raises Impossible if one of them was not there."""
    top, piles = state.piles.stock, state.piles.drawn(drawn)
    rest: tuple[Card, ...] = top.without(drawn[: top.size]).cards if len(drawn) > top.size else ()
    if not state.box_deals:  # people may deal in any order
        stock = Draws(piles.stock.size, piles.stock.cards + rest)
        piles, rest = replace(piles, stock=stock), ()
    return replace(state, hands=hands, piles=piles, rest=rest)


def laid(state: State, seat: Seat, card: Card) -> State:
    """A seat lays a card face up; a copy acts as it from now on. Raises Impossible if it cannot hold this card."""
    hand = state.hands[seat - 1]
    held: MaybeCard = card
    if card not in hand:
        state, held = _shown(state, seat, card), None
    if held not in hand:
        raise Impossible(card, state)
    slot = hand.index(held)
    hands = with_seat(state.hands, seat, hand[:slot] + hand[slot + 1 :])
    return replace(state, hands=hands, piles=state.piles.discarded((card,)), last=card)


def forfeited(state: State, seat: Seat, cards: tuple[MaybeCard, ...]) -> State:
    """A seat's whole hand lies on the discard; a copy acts as before."""
    if None not in cards:
        last = state.last
        for card in cards:
            state = laid(state, seat, str(card))
        return replace(state, last=last)
    return replace(state, hands=with_seat(state.hands, seat, ()), piles=state.piles.discarded(cards))


def handed(state: State, cards: Mapping[Seat, MaybeCard]) -> State:
    """Each seat's card is in its partner's hand, where the one was that the partner gave: so no slot tells others which
    card it is. Raises Impossible if a seat does not hold its card."""
    hands = []
    for seat, hand in enumerate(state.hands, 1):
        if cards[seat] not in hand:
            raise Impossible(cards[seat], state)
        slot = hand.index(cards[seat])
        hands.append((*hand[:slot], cards[opposite(seat)], *hand[slot + 1 :]))
    stock, rest = state.piles.stock, state.rest
    if rest:  # a card that nobody knows may have come from either layer
        stock, rest = Draws(stock.size, stock.cards + rest), ()
    return replace(state, hands=tuple(hands), piles=replace(state.piles, stock=stock), rest=rest)


def kinds(state: State, seat: Seat) -> tuple[Card, ...]:
    """The kinds that a hand unknown to the box may hold, in the deck's order."""
    there = {*state.hands[seat - 1], *(state.rest if _is_rest(state, seat) else state.piles.stock.cards)}
    discard = state.piles.discard
    return tuple([card for card, most in DECK.items() if card in there and discard.count(card) < most])


def overdrawn(state: State) -> Card | None:
    """A card that has shown up more often than the deck holds it; `None` if there is none."""
    count = Counter(chain(state.piles.discard, *state.hands))
    if state.box_deals:
        count.update(chain(state.piles.stock.cards, state.piles.fresh.cards, state.rest))
    return next((card for card, most in DECK.items() if count[card] > most), None)


def _is_rest(state: State, seat: Seat) -> bool:
    """Whether the unknown cards of a seat come from the rest of the old stock, which went to the first seats."""
    order = clockwise(state.setup.starter(state.deal), state.seats)
    return sum(state.hands[other - 1].count(None) for other in order[: order.index(seat)]) < len(state.rest)


def _shown(state: State, seat: Seat, card: Card) -> State:
    """A card unknown to the box has shown up: it is no longer one of the cards that may be there."""
    if _is_rest(state, seat):
        return replace(state, rest=_without(state.rest, card))
    stock = state.piles.stock
    return replace(state, piles=replace(state.piles, stock=Draws(stock.size, _without(stock.cards, card))))


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The cards without this one; if it cannot have been there, all of them: then `overdrawn` finds one too many."""
    at = cards.index(card) if card in cards else len(cards)
    return cards[:at] + cards[at + 1 :]
