"""Correcting coins by hand: when, whose, and how many."""

from __future__ import annotations

from companion.games.galopp_royal.auction import Bidding
from companion.games.galopp_royal.ending import Over
from companion.games.galopp_royal.events import Corrected
from companion.games.galopp_royal.state import State
from companion.kit.event import Correcting, Refused
from companion.kit.question import OVER, no_such_seat
from companion.kit.text import text


def correct(state: State, intent: Correcting) -> Corrected | Refused:
    """Coins can be corrected until the game is over, but not during an auction, as bids depend on them."""
    if isinstance(state.phase, Over):
        return OVER
    if isinstance(state.phase, Bidding):
        return Refused("too_early", text("Correct coins after this auction."))
    if intent.payee not in range(1, state.seats + 1):
        return no_such_seat(intent.payee, state.seats)
    if intent.amount == 0:
        return Refused("too_poor", text("0 coins change nothing."))
    least = 1 if intent.payee in state.teamless else 0  # everybody must be able to bid for a first team
    most = max(state.money.purse(intent.payee) - least, 0)
    if -intent.amount > most:
        return Refused("too_poor", text("{amount} cannot be taken: at most {most}.", amount=-intent.amount, most=most))
    return Corrected(intent.payee, intent.amount, intent.reason)
