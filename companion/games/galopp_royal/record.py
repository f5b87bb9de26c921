"""What a record tells: the intent of each event, how all stand after it, and what is left out while it is secret."""

from __future__ import annotations

from collections import Counter

import msgspec
from msgspec.structs import replace

from companion.games.galopp_royal import events, intents
from companion.games.galopp_royal.auction import Bidding
from companion.games.galopp_royal.booklet import DECK
from companion.games.galopp_royal.cards import off_piles
from companion.games.galopp_royal.state import State
from companion.kit.event import BySeat, Card, Event, Intent, MaybeCard, retold_by_seat
from companion.kit.money import Coins


class Standing(msgspec.Struct, frozen=True):
    """What a game record shows after each event."""

    coins: BySeat[Coins]
    at: BySeat[int | str]
    """The space on the track, or a place: `F1` first to finish, `P1` first in the pond."""


def recall(state: State, event: Event) -> Intent | None:
    """The intent that led to an event of a record."""
    match event:
        case events.Dealt(opener=opener, hands=hands, open=on_table):
            order = sorted(hands, key=lambda item: (item[0] < opener, item[0]))
            return intents.Deal(cards=(*(card for _, hand in order for card in hand), *on_table))
        case events.Bid(seat=seat, amount=amount):
            return intents.Bid(seat=seat, amount=amount)
        case events.Passed(seat=seat):
            return intents.Pass(seat=seat)
        case events.Assigned(cards=cards):
            return intents.Assign(cards=cards)
        case events.Laid(seat=seat, cards=cards):
            return intents.Lay(seat=seat, cards=cards)
        case events.Rolled(seat=seat, face=face):
            return intents.Roll(seat=seat, face=face)
        case events.Moved(seat=seat, steps=steps):
            return intents.Scheme(seat=seat, steps=steps)
        case events.Removed(by=by, seat=seat, slot=slot):
            return intents.Remove(seat=by, owner=seat, slot=slot)
        case events.Drew(seat=seat, card=card):
            return intents.Draw(seat=None if state.box_deals else seat, owner=seat, cards=(card,))
        case events.Corrected(seat=seat, amount=amount, reason=reason):
            return intents.Correct(payee=seat, amount=amount, reason=reason)
        case events.Ended(seed=seed):
            return intents.Close(seed=seed)
        case _:
            return None


def retold(expected: Event, came: Event) -> Event:
    """Seats and a team's cards may come in any order, and the owner may lay the cards on any slots."""
    match expected, came:
        case events.Dealt(hands=hands), events.Dealt(hands=told_hands):
            return replace(expected, hands=retold_by_seat(hands, told_hands))
        case events.Ended(coins=coins), events.Ended(coins=told_coins):
            return replace(expected, coins=retold_by_seat(coins, told_coins))
        case (
            (events.Laid(cards=cards), events.Laid(cards=told))
            | (events.Sold(cards=cards), events.Sold(cards=told))
            | (events.Unsold(cards=cards), events.Unsold(cards=told))
        ) if _are_the_same(cards, told):
            return replace(expected, cards=told)
        case _:
            return expected


def standing(state: State) -> Standing:
    """Coins and positions of all seats."""
    return Standing(tuple(enumerate(state.money.purses, 1)), tuple(enumerate(state.chairs, 1)))


def hidden(state: State) -> tuple[str, ...]:
    """The purses, unless all may count them."""
    return () if state.setup.options.open_cash else ("coins",)


def without_secrets(state: State, event: Event) -> Event:
    """The event with hands and unsold face-down cards as `null`."""
    match state.phase, event:
        case _, events.Dealt(hands=hands):
            return replace(event, hands=tuple((seat, (None,) * len(hand)) for seat, hand in hands))
        case _, events.Ended():
            return replace(event, seed=None)  # if it is undone, the seed would betray the next rolls
        case Bidding(open=on_table), events.Unsold(cards=cards):
            return replace(event, cards=_face_down(cards, on_table))
        case Bidding(open=on_table, nth=0), events.Sold(cards=cards) if state.hides_teams:
            return replace(event, cards=_face_down(cards, on_table))
        case _, events.Assigned(cards=cards) if state.hides_teams:
            return replace(event, cards=_face_down(cards, ()))
        case _:
            return event


def overdrawn(state: State) -> Card | None:
    """A bearer that has shown up more often than the deck holds it."""
    shown = (*off_piles(state), *state.piles.discard)
    most = state.setup.deck or dict.fromkeys(DECK, len(shown))
    known = Counter(card for card in shown if card is not None)
    return next((card for card, count in known.items() if count > most.get(card, 0)), None)


def _face_down(cards: tuple[MaybeCard, ...], on_table: tuple[MaybeCard, ...]) -> tuple[MaybeCard, ...]:
    """A team in which all know only the cards on the table."""
    return (*(None,) * (len(cards) - len(on_table)), *on_table)


def _are_the_same(cards: tuple[MaybeCard, ...], told: tuple[MaybeCard, ...]) -> bool:
    """Whether these are the same cards in any order; `told` may name cards that the box does not know."""
    left = list(cards)
    for card in told:
        if card in left:
            left.remove(card)
        elif None in left:
            left.remove(None)
        else:
            return False
    return not left
