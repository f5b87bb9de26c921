"""Auctions of teams: the start teams before race 1 (de A2, A3) and two substitute teams after races 1-5 (de B6).

A start auction is among the seats without a team, a substitute auction among all. Laws: what is dealt and what leaves
the team is read from the booklet's table; the coins of a sale go to the bank before the cards change hands.
"""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from companion.games.galopp_royal import events, intents
from companion.games.galopp_royal.booklet import DEALS, LAST_TEAM_PRICE, SUBSTITUTES, TEAM
from companion.games.galopp_royal.state import (
    Assigning,
    Bidding,
    Dealing,
    Laying,
    Lining,
    Phase,
    State,
    with_item,
)
from companion.kit.auction import clockwise, opened
from companion.kit.event import Event, MaybeCard
from companion.kit.money import BANK, Seat, transfer
from companion.kit.question import Amount, Cards, OneOf, Question


def bidders(state: State, opener: Seat) -> tuple[Seat, ...]:
    """Those taking part in the next auction, clockwise from the opener."""
    order = clockwise(opener, state.seats)
    if state.race:
        return order
    teamless = state.teamless
    return tuple([seat for seat in order if seat in teamless])


def cards_due(state: State) -> int:
    """How many cards the next team's deal takes."""
    count = state.seats if state.race else len(state.teamless)
    return DEALS[count].hand * count + DEALS[count].open


def leaves(phase: Bidding) -> bool:
    """Whether the card of the next seat to pass leaves the team (de A3)."""
    return len(phase.auction.passed) < phase.leave


def team(phase: Bidding) -> tuple[MaybeCard, ...]:
    """The cards on sale, in the order drawn: all that have not left."""
    gone = phase.auction.passed[: phase.leave]
    return (*[card for seat, hand in phase.hands if seat not in gone for card in hand], *phase.open)


# --- dealing ---------------------------------------------------------------------------------------------------------


def ask_deal(state: State, _phase: Dealing) -> Question:
    """The box deals; with real cards it only says who draws how many."""
    count = cards_due(state)
    if state.box_deals:
        return Question(None, Cards(intents.Deal(), count, state.layers(count)))
    return Question(None, OneOf((intents.Deal(cards=(None,) * count),)))


def deal(state: State, phase: Dealing, intent: intents.Deal) -> events.Dealt:
    """Split the cards drawn into hands and open cards."""
    order = bidders(state, phase.opener)
    each = DEALS[len(order)].hand
    hands = tuple((seat, intent.cards[at * each : (at + 1) * each]) for at, seat in enumerate(order))
    return events.Dealt(state.race, phase.opener, hands, intent.cards[each * len(order) :])


def dealt(state: State, phase: Dealing, event: events.Dealt) -> State:
    """The cards are with those who may bid; the opener is on turn."""
    order = bidders(state, phase.opener)
    auction = opened(order)
    held = dict(event.hands)  # a record may name the seats in any order
    hands = tuple([(seat, held[seat]) for seat in order])
    bidding = Bidding(auction, hands, event.open, DEALS[len(order)].leave, phase.nth)
    drawn = (*[card for _, hand in hands for card in hand], *event.open)
    return replace(_drawn(state, drawn), phase=bidding)


# --- bidding ---------------------------------------------------------------------------------------------------------


def ask_bid(state: State, phase: Bidding) -> Question:
    """A whole number above the high bid, never more than one's coins; or pass."""
    seat = phase.auction.turn
    offer, otherwise = intents.Bid(seat=seat), intents.Pass(seat=seat)
    return Question(seat, Amount(offer, otherwise, phase.auction.high + 1, state.money.purse(seat)))


def bids(_state: State, phase: Bidding, intent: intents.Bid) -> events.Bid:
    """The seat on turn has named an amount."""
    return events.Bid(phase.auction.turn, intent.amount)


def passes(_state: State, phase: Bidding, _intent: intents.Pass) -> events.Passed:
    """The seat on turn is out; if among the first, with its card (de A3)."""
    return events.Passed(phase.auction.turn, leaves(phase))


def bid(state: State, phase: Bidding, event: events.Bid) -> State:
    """The high bid has risen."""
    return replace(state, phase=replace(phase, auction=phase.auction.raised(event.amount)))


def passed(state: State, phase: Bidding, event: events.Passed) -> State:
    """One less is in; a card that leaves goes to the discard (face up, de A3)."""
    piles = state.piles
    if event.leaves and state.box_deals:
        piles = piles.discarded(dict(phase.hands)[event.seat])
    return replace(state, piles=piles, phase=replace(phase, auction=phase.auction.withdrawn()))


def hammer(_state: State, phase: Bidding) -> Event | None:
    """The end of an auction: sold to the last who has not passed, or to nobody."""
    auction = phase.auction
    if not auction.is_over:
        return None
    if auction.leader is None:
        return events.Unsold(team(phase))
    return events.Sold(auction.leader, auction.high, team(phase))


def sold(state: State, phase: Bidding, event: events.Sold) -> State:
    """The buyer pays the bank and discards the old team at once (de B6)."""
    opener = phase.auction.order[0]
    return _bought(state, event.seat, event.price, Laying(event.seat, event.cards, opener, phase.nth))


def unsold(state: State, phase: Bidding, event: events.Unsold) -> State:
    """The cards are discarded; before race 1 new ones follow, later it counts as one of the two teams."""
    opener = phase.auction.order[0]
    state = _discarded(state, event.cards)
    if phase.nth:
        return replace(state, phase=after_substitute(opener, phase.nth))
    return replace(state, phase=Dealing(_next_teamless(state, opener), 0))


# --- the last seat without a team ------------------------------------------------------------------------------------


def ask_assign(state: State, _phase: Assigning) -> Question:
    """The top four cards, no refusal."""
    if state.box_deals:
        return Question(None, Cards(intents.Assign(), TEAM, state.layers(TEAM)))
    return Question(None, OneOf((intents.Assign(cards=(None,) * TEAM),)))


def assign(state: State, phase: Assigning, intent: intents.Assign) -> events.Assigned:
    """For 10 coins, or all the coins left if fewer."""
    price = min(LAST_TEAM_PRICE, state.money.purse(phase.seat))
    return events.Assigned(phase.seat, price, intent.cards)


def assigned(state: State, phase: Assigning, event: events.Assigned) -> State:
    """The last team has been paid for."""
    return _bought(_drawn(state, event.cards), event.seat, event.price, Laying(phase.seat, event.cards, phase.seat, 0))


# --- laying the team open --------------------------------------------------------------------------------------------


def lay(state: State, phase: Laying) -> events.Laid | None:
    """The box lays the cards in the order drawn: slots have equal chances. Real cards are typed in."""
    known = tuple(card for card in phase.cards if card is not None)
    return events.Laid(phase.seat, known) if state.box_deals else None


def ask_lay(state: State, phase: Laying) -> Question:
    """Which bearers the buyer has laid on slots 1 … 4."""
    return Question(phase.seat, Cards(intents.Lay(seat=phase.seat), TEAM, state.layers(TEAM)))


def lay_typed(_state: State, phase: Laying, intent: intents.Lay) -> events.Laid:
    """What the buyer has typed in; the question asks for four cards that are known."""
    return events.Laid(phase.seat, tuple(card for card in intent.cards if card is not None))


def laid(state: State, phase: Laying, event: events.Laid) -> State:
    """The team lies open; on to the next auction or race."""
    state = replace(state, displays=with_item(state.displays, event.seat, event.cards))
    return replace(state, phase=_after_laying(state, phase))


def after_substitute(last: Seat, nth: int) -> Phase:
    """After substitute team `nth`, opened by the last of the race: the next one, or the next race."""
    return Dealing(last, nth + 1) if nth < SUBSTITUTES else Lining(last)


def _after_laying(state: State, phase: Laying) -> Phase:
    if phase.nth:
        return after_substitute(phase.opener, phase.nth)
    match state.teamless:
        case ():
            return Lining(state.setup.first)
        case (seat,):
            return Assigning(seat)
        case _:
            return Dealing(_next_opener(state, phase), 0)


def _next_opener(state: State, phase: Laying) -> Seat:
    match state.setup.options.next_opener:
        case "clockwise":
            return _next_teamless(state, phase.opener)
        case "left_of_winner":
            return _next_teamless(state, phase.seat)
        case _ as never:
            assert_never(never)


def _next_teamless(state: State, seat: Seat) -> Seat:
    after = (*clockwise(seat, state.seats)[1:], seat)
    return next(seat for seat in after if seat in state.teamless)


# --- coins and cards -------------------------------------------------------------------------------------------------


def _bought(state: State, seat: Seat, price: int, laying: Laying) -> State:
    old = state.displays[seat - 1]
    state = replace(
        state,
        money=transfer(state.money, seat, BANK, price),
        displays=with_item(state.displays, seat, ()),
        phase=laying,
    )
    return _discarded(state, old)


def _discarded(state: State, cards: tuple[MaybeCard, ...]) -> State:
    return replace(state, piles=state.piles.discarded(cards)) if state.box_deals else state


def _drawn(state: State, cards: tuple[MaybeCard, ...]) -> State:
    return replace(state, piles=state.piles.drawn(cards)) if state.box_deals else state
