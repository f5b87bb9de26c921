"""How to answer each kind of question, for a player who has never seen it.

Law: an explanation depends only on what all see: the phase, who rolls and deals, and whether there is a keypad.
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

ONE_OF_A_LIST: Final = (text("tap ●: next,"), text("hold ●: OK"))


def explain(state: State, question: Question) -> tuple[Text, ...]:
    """What is asked, and what the keys do: for a keypad of green keys, or for one seat that leafs."""
    match state.phase:
        case Bidding():
            return text("Tap ●: one coin more"), text("then hold ●: bid"), text("Hold ○: pass")
        case Laying() if question.keys:
            return text("Each card: tap its ●"), text("all {n}: hold any ●", n=TEAM)
        case Laying():
            return text("Type in your team:"), text("tap ●: next, hold: OK"), text("hold ○: one back")
        case Rolling() if question.by_lot:
            return text("Hold ●: shake the die"), text("let go: roll it")
        case Rolling() if question.keys:
            return text("Roll the real die,"), text("tap its ●, hold ●: OK")
        case Rolling():
            return text("Roll the real die,"), text("tap ● to its number,"), text("hold ●: OK")
        case Scheming():
            return text("Who moves 2 spaces?"), *ONE_OF_A_LIST
        case Removing():
            return text("Which bearer leaves?"), *ONE_OF_A_LIST
        case Drawing() if question.keys:
            return text("Draw a card,"), text("tap its ●, hold ●: OK")
        case Drawing():
            return text("Draw a card,"), text("tap ● to its kind,"), text("hold ●: OK")
        case _:
            return ()
