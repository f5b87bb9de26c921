"""Checks that must hold after every event of every game, whatever the players answer.

Laws: nothing here decides anything, so a fault found here is a fault of the rules; parts that an event has not changed
(the same object) were sound before and are not checked again.
"""

from __future__ import annotations

from typing import Final

from companion.games.galopp_royal.auction import Bidding, Dealing
from companion.games.galopp_royal.cards import off_piles
from companion.games.galopp_royal.ending import Closing
from companion.games.galopp_royal.events import Assigned, Dealt, Drew
from companion.games.galopp_royal.exchange import Removing
from companion.games.galopp_royal.phases import INCIDENTAL, comes_next
from companion.games.galopp_royal.race import Arriving, Lining, Rolling
from companion.games.galopp_royal.state import State
from companion.kit.auction import Auction
from companion.kit.errors import Unsound
from companion.kit.event import Event
from companion.kit.piles import Draws, Piles

DRAWING: Final = frozenset({Dealt, Assigned, Drew})
"""The events that draw cards from the stock."""
OPENING: Final = frozenset({Dealing, Lining, Removing, Closing})
"""The phases that begin a part of the game."""
NOTHING: Final = Piles(Draws())


def audit(before: State, event: Event, after: State) -> None:
    """Check that `event` led from a sound state to a sound state. Raises Unsound."""
    was, phase = before.phase, after.phase
    if phase is was or (type(phase) in OPENING and phase.part != was.part) or type(event) in INCIDENTAL:
        _order(before, event, after)
    if after.money is not before.money:
        _coins(after)
    if after.displays is not before.displays or after.piles is not before.piles:
        _cards(after, drawn=type(event) in DRAWING)
    if after.spaces is not before.spaces or after.finished is not before.finished or after.ponded is not before.ponded:
        _chairs(after)
    if type(phase) is Bidding:
        _auction(after, phase.auction)


def _order(before: State, event: Event, after: State) -> None:
    """Only an incidental event leaves the phase as it was; a new part of the game follows the order of play."""
    was, phase = before.phase, after.phase
    sound = phase is was if type(event) in INCIDENTAL else phase is not was and phase == comes_next(after, was)
    if not sound:
        raise Unsound(f"{event} has led from {was} to {phase}")


def _coins(state: State) -> None:
    """Bank and purses sum to zero, and nobody is in debt."""
    accounts = state.money.accounts
    if sum(accounts) != 0:
        raise Unsound(f"a coin was made or lost: {accounts}")
    if min(state.money.purses) < 0:
        raise Unsound(f"a purse is below zero: {accounts}")


def _cards(state: State, *, drawn: bool) -> None:
    """Every card of the deck is in exactly one place; with real cards the box knows no pile."""
    piles, deck = state.piles, state.setup.deck
    if deck is None or not state.box_deals:
        if piles != NOTHING:
            raise Unsound(f"cards nobody has shown the box: {piles}")
        return
    known = (*off_piles(state), *piles.discard)
    hidden = piles.stock.size + piles.fresh.size
    if hidden + len(known) != sum(deck.values()):
        raise Unsound(f"{hidden} cards to draw and {len(known)} elsewhere are not {sum(deck.values())}")
    if drawn:  # cards that move between open places are counted with the next draw
        cards = known + piles.stock.cards
        left = {card: count - cards.count(card) for card, count in deck.items()}
        if any(left.values()):
            raise Unsound(f"cards missing from the deck, or too many of them: {left}")


def _chairs(state: State) -> None:
    """Before a roll all racing chairs are between pond and arch, one is on turn; between races all are on START."""
    phase, off = state.phase, state.finished + state.ponded
    if type(phase) is Rolling:
        pond, finish = state.setup.board.pond, state.finish
        for seat, space in enumerate(state.spaces, 1):
            if (space <= pond or space >= finish) and seat not in off:
                raise Unsound(f"a racing chair is not between pond and arch: {state.chairs}")
        if off and (phase.seat in off or len(set(off)) != len(off)):
            raise Unsound(f"seat {phase.seat} is on turn; off the track are {off}")
    elif type(phase) is not Arriving and (off or set(state.spaces) != {state.setup.board.start}):
        raise Unsound(f"not all on START: {state.chairs}")


def _auction(state: State, auction: Auction) -> None:
    """Every bidder is still in or has passed, and the leader can pay."""
    still, leader = auction.still, auction.leader
    if len(still) + len(auction.passed) != len(auction.order) or (still and still[0] in auction.passed):
        raise Unsound(f"not everybody is either in or out: {auction}")
    if leader is not None and not (leader in still and auction.high <= state.money.accounts[leader]):
        raise Unsound(f"the leader is out or cannot pay: {auction}")
