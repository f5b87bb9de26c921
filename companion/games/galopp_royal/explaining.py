"""How each kind of question is answered, to who has never been asked it.

Law: what is said hangs on what all see: the phase, who rolls and deals, and whether there is a keypad.
"""

from __future__ import annotations

from companion.games.galopp_royal.auction import Bidding, Laying
from companion.games.galopp_royal.booklet import FACES
from companion.games.galopp_royal.exchange import Drawing, Removing
from companion.games.galopp_royal.race import Rolling, Scheming
from companion.games.galopp_royal.state import State
from companion.kit.question import Question
from companion.kit.text import Text, text


def explain(state: State, question: Question) -> Text | None:
    """What is asked, and what the keys do about it: where the green keys type, or where one seat leafs."""
    match state.phase:
        case Bidding():
            return text("Bid: tap ● +1, hold ●: bid. Hold ○: pass")
        case Laying() if question.keys:
            return text("Type your team on the ● keys, hold one: OK")
        case Laying():
            return text("Type in your team. Hold ●: OK, ○: back")
        case Rolling() if question.by_lot:
            return text("Your roll: hold ●, then let go")
        case Rolling() if question.keys:
            return text("Roll the die, tap its ● 1-{n}, hold ●", n=len(FACES))
        case Rolling():
            return text("Roll the die. Tap to its number, hold ●")
        case Scheming():
            return text("Who moves 2 steps? Tap: next, hold ●: OK")
        case Removing() if question.keys:
            return text("Which bearer goes? Tap ● 1-{n}, hold ●", n=len(FACES))
        case Removing():
            return text("Which bearer goes? Tap: next, hold ●: OK")
        case Drawing() if question.keys:
            return text("Draw a card, type it on its ● key, hold ●")
        case Drawing():
            return text("Draw a card. Tap to its kind, hold ●: OK")
        case _:
            return None
