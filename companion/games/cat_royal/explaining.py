"""How each kind of question is answered, to who has never been asked it.

Law: what is said hangs on what all see: the phase, and who deals. So it is the same for honest people and for cheats.
"""

from __future__ import annotations

from companion.games.cat_royal.dealing import SettingOut
from companion.games.cat_royal.state import State
from companion.games.cat_royal.turns import Turn
from companion.kit.question import Question
from companion.kit.text import Text, text


def explain(state: State, question: Question) -> Text | None:
    """What is asked, and what the keys do about it; a card that is laid off is chosen like one that is played."""
    match state.phase:
        case Turn() if question.name is not None:
            return text("Who has cheated? Tap: next, hold ●: accuse")
        case Turn() if state.box_deals:
            return text("Hold ●: look, others away. Tap ●: choose")
        case Turn():
            return text("Play a card, then say it: tap, hold ●: OK")
        case SettingOut():
            return text("Which figure starts? Tap: next, hold ●: OK")
        case _:
            return None
