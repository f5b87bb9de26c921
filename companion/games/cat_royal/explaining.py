"""How to answer each kind of question, for a player who has never seen it.

Law: an explanation depends only on what all see: the phase, and who deals. So honest players and cheats see the same.
"""

from __future__ import annotations

from companion.games.cat_royal.dealing import SettingOut
from companion.games.cat_royal.state import State
from companion.games.cat_royal.turns import Turn
from companion.kit.question import Question
from companion.kit.text import Text, text


def explain(state: State, question: Question) -> tuple[Text, ...]:
    """What is asked, and what the keys do; a card to discard is chosen like a card to play."""
    match state.phase:
        case Turn() if question.name is not None:
            return text("Who has cheated?"), text("tap ●: next,"), text("hold ●: accuse")
        case Turn() if state.box_deals:
            return text("Hold ●: your cards"), text("tap ●: choose one,"), text("then hold ●: play it")
        case Turn():
            return text("Lay a real card, then"), text("tap ● to its kind,"), text("hold ●: OK")
        case SettingOut():
            return text("Which figure starts?"), text("tap ●: next,"), text("hold ●: OK")
        case _:
            return ()
