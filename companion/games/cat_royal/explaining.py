"""How to answer each kind of question, for a player who has never seen it, and what the rules say about it.

Law: both depend only on what all see: the phase, the rules of play, and who deals. So honest players and cheats see the
same.
"""

from __future__ import annotations

from companion.games.cat_royal.dealing import SettingOut
from companion.games.cat_royal.handing import Handing
from companion.games.cat_royal.state import State
from companion.games.cat_royal.turns import Turn
from companion.kit.question import Question
from companion.kit.text import Text, text


def explain(state: State, question: Question) -> tuple[Text, ...]:
    """What is asked, and what the keys do; a card to discard is chosen like a card to play."""
    match state.phase:
        case Turn() if question.name is not None:
            return text("Who cheated just now?"), text("tap ●: next"), text("hold ●: accuse")
        case Turn() if state.box_deals:
            return text("hold ●: your cards"), text("let go, tap ●: choose"), text("hold ● again: play it")
        case Turn():
            return text("Lay a real card, then"), text("tap ● to its kind,"), text("hold ●: OK")
        case Handing() if state.box_deals:
            return text("A card for a partner"), text("hold ●: your cards"), text("let go: choose it")
        case Handing():
            return text("Hand your partner"), text("one card. When all"), text("have done so, hold ●")
        case SettingOut():
            return text("Which figure starts?"), text("tap ●: next"), text("hold ●: OK")
        case _:
            return ()


def rule(state: State, question: Question) -> Text | None:
    """What may be done now, in the sense of the booklet."""
    match state.phase:
        case Turn() if question.by_lot:
            return text("On another's turn, once a deal, you may move the wormholes; the lot says where")
        case Turn() if question.name is not None:
            return text("If their last turn was a cheat, a figure of theirs goes back; if not, one of yours")
        case Turn() if state.setup.options.no_move == "discard_one":
            return text("Play one card with one figure; only if no card can be used, discard one")
        case Turn():
            return text("Play one card with one figure; only if no card can be used, discard all of them")
        case Handing():
            return text("Before the first turn all choose a card for their partner; then they change hands")
        case SettingOut():
            return text("Before the first turn each puts one figure of their choice on their start field")
        case _:
            return None
