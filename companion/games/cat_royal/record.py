"""What a record tells: the intent of each event, how all stand after it, and what is left out while it is secret."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from companion.games.cat_royal import cards, events, intents
from companion.games.cat_royal.booklet import At, Figure
from companion.games.cat_royal.dealing import drawn
from companion.games.cat_royal.handing import Handing
from companion.games.cat_royal.state import Hand, State
from companion.kit.event import BySeat, Card, Event, Intent, retold_by_seat
from companion.kit.seats import Seat

UNRECORDED: Final = (events.Chosen, events.TakenBack)
"""A choice is changed freely; the record tells the cards when they are handed over."""


class Standing(msgspec.Struct, frozen=True):
    """What a game record shows after each event."""

    at: BySeat[tuple[At, ...]]
    """Where king, knight, citizen and jester are."""
    holes: tuple[int, ...]
    cards: BySeat[int]
    """How many cards each seat holds."""


def recall(state: State, event: Event) -> Intent | None:
    """The intent that led to an event of a record."""
    match event:
        case events.Dealt(hands=hands):
            return intents.Deal(cards=drawn(state, hands))
        case events.SetOut(seat=seat, figure=figure):
            return intents.SetOut(seat=seat, figure=figure)
        case events.Chosen(seat=seat, card=card):
            hand = _hand(state, seat)
            return intents.Give(seat=seat, slot=hand.index(card) + 1 if card in hand else 0)
        case events.TakenBack(seat=seat):
            return intents.TakeBack(seat=seat)
        case events.CardsHanded() if not state.box_deals:
            return intents.HandCards(seat=state.setup.starter(state.deal))
        case events.Shifted(seat=seat, holes=holes):
            return intents.Shift(seat=seat, cards=tuple(map(str, holes)))
        case events.Accused(by=by, seat=seat):
            return intents.Accuse(seat=by, accused=seat)
        case events.Played(seat=seat, card=card, figure=figure, to=to):
            return _play(state, seat, card, figure, to)
        case events.Discarded(seat=seat, card=card):
            return _play(state, seat, card, "", "")
        case events.Forfeited(seat=seat, cards=hand) if not state.box_deals or None not in hand:  # it lies open
            return _play(state, seat, (hand[0] if hand else None) or "", "", "")
        case events.Teleported(to=to):
            return intents.Teleport(to=to)
        case events.SentHome(figure=figure):
            return intents.SendHome(figure=figure)
        case events.Ended(seed=seed):
            return intents.Close(seed=seed)
        case _:
            return None


def behind(state: State, event: Event) -> tuple[Event, ...]:
    """The choices of all seats, which only the cards that they have handed over tell."""
    if type(event) is not events.CardsHanded or not state.box_deals or type(state.phase) is not Handing:
        return ()
    return tuple([events.Chosen(seat, card) for seat, card in event.cards])


def retold(expected: Event, came: Event) -> Event:
    """Places and cards for partners may come in any order; hands come in the order in which they were dealt."""
    match expected, came:
        case events.Ended(places=places), events.Ended(places=told):
            return replace(expected, places=retold_by_seat(places, told))
        case events.CardsHanded(cards=given), events.CardsHanded(cards=told):
            return replace(expected, cards=retold_by_seat(given, told))
        case _:
            return expected


def standing(state: State) -> Standing:
    """Where all figures and the wormholes are, and how many cards each seat holds."""
    held = tuple(enumerate(map(len, state.hands), 1))
    return Standing(tuple(enumerate(state.at, 1)), state.holes, held)


def without_secrets(state: State, event: Event) -> Event:  # noqa: ARG001  # the same in every state
    """The event with hands, and whether a play was a cheat, as `null`."""
    match event:
        case events.Dealt(hands=hands):
            return replace(event, hands=tuple((seat, (None,) * len(hand)) for seat, hand in hands))
        case events.Chosen():
            return replace(event, card=None)
        case events.CardsHanded(cards=given):
            return replace(event, cards=tuple([(seat, None) for seat, _ in given]))
        case events.Played():
            return replace(event, cheat=None)
        case events.Ended():
            return replace(event, seed=None)  # if it is undone, the seed would betray the next draws
        case _:
            return event


def _hand(state: State, seat: Seat) -> Hand:
    return state.hands[seat - 1] if seat in range(1, state.seats + 1) else ()


def _play(state: State, seat: Seat, card: Card, figure: Figure, to: At) -> Intent:
    """The intent of a laid card: by its slot, or by its kind if the box does not know the hand."""
    hand = _hand(state, seat)
    if cards.is_known(hand) and card in hand:
        return intents.Play(seat=seat, slot=hand.index(card) + 1, figure=figure, to=to)
    if cards.is_known(hand):
        return intents.Play(seat=seat, card=card, figure=figure, to=to)
    named = "" if not figure and state.setup.options.no_move == "forfeit" else card
    return intents.Play(seat=seat, card=named, figure=figure, to=to)
