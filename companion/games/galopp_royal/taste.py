"""A first taste: race 1 with teams that the box assigns, for people who cannot bid before they have seen a race.

Law: the box gives only answers that players could give, so the record looks like that of a game that people left.
"""

from __future__ import annotations

from companion.games.galopp_royal import intents
from companion.games.galopp_royal.auction import Bidding
from companion.games.galopp_royal.state import State
from companion.kit.event import Intent


def dealt(state: State) -> Intent | None:
    """Each start team goes for the least bid to whoever is asked first."""
    phase = state.phase
    if state.race or type(phase) is not Bidding:
        return None
    auction = phase.auction
    if auction.leader is None:
        return intents.Bid(seat=auction.turn, amount=auction.high + 1)
    return intents.Pass(seat=auction.turn)


def is_tasted(state: State) -> bool:
    """Whether race 1 has been run and paid."""
    return state.race > 0 and state.phase.part != "race"
