"""How to answer each kind of question, for a player who has never seen it, and what the rules say about it.

Law: both depend only on what all see: the phase, the rules of play, who rolls and deals, and whether there is a keypad.
"""

from __future__ import annotations

from typing import Final

from companion.games.galopp_royal.auction import Bidding, Laying
from companion.games.galopp_royal.booklet import TEAM
from companion.games.galopp_royal.exchange import Drawing, Removing
from companion.games.galopp_royal.race import Rolling, Scheming
from companion.games.galopp_royal.state import State
from companion.kit.question import Question
from companion.kit.text import Text, text

ONE_OF_A_LIST: Final = text("tap ●: next, hold: OK")


def explain(state: State, question: Question) -> tuple[Text, ...]:
    """What is asked, and what the keys do: for a keypad of green keys, or for one seat that leafs."""
    match state.phase:
        case Bidding():
            last = text("hold ● now: look") if state.box_deals else text("hold ○: pass")
            return text("tap ●: 1 coin more"), text("then hold ●: bid it"), last
        case Laying() if question.keys:
            return text("Each card: tap its ●"), text("all {n}: hold any ●", n=TEAM)
        case Laying():
            return text("Type in your team:"), ONE_OF_A_LIST, text("hold ○: one back")
        case Rolling() if question.by_lot:
            return text("Hold ●: shake the die"), text("let go: roll it")
        case Rolling() if question.keys:
            return text("Roll the real die,"), text("tap its ●, hold ●: OK")
        case Rolling():
            return text("Roll the real die,"), text("tap ● to its number,"), text("hold ●: OK")
        case Scheming():
            return text("Choose the moves:"), ONE_OF_A_LIST
        case Removing():
            return text("You remove one bearer"), text("of each team in turn:"), ONE_OF_A_LIST
        case Drawing() if question.keys:
            return text("Draw a card,"), text("tap its ●, hold ●: OK")
        case Drawing():
            return text("Draw a card,"), text("tap ● to its kind,"), text("hold ●: OK")
        case _:
            return ()


def rule(state: State, question: Question) -> Text | None:
    """What may be done now, in the sense of the booklets."""
    match state.phase:
        case Bidding(nth=nth) if nth:
            return text("Bid more than the high bid; who buys gives up the old team")
        case Bidding():
            return text("Bid more than the high bid, never more than your coins; who passes is out of it")
        case Laying():
            return text("Lay your four bearers open on the positions 1 to 4, in any order; they stay there")
        case Rolling():
            return text("The bearer on the position you roll carries your chair, ahead or back")
        case Scheming() if state.setup.options.schemer == "both":
            return text("You go 2 on, and one other may go 2 back or two 1 back; or all of it reversed")
        case Scheming():
            return text("Just one: a chair 2 on, another 2 back, two 1 back; or you 2 back, others 2 on")
        case Removing():
            return text("The last of the race takes one bearer out of each team, their own too")
        case Drawing() if question.seat is not None:
            return text("Draw one card for the empty position of your team")
        case _:
            return None
