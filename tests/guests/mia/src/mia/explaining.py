"""How each question is answered, for a player who has never seen it, and what the rules say about it."""

from __future__ import annotations

from companion.kit import Question, Text, text
from mia.cup import Answering, Claiming
from mia.dice import MIA
from mia.state import State


def explain(state: State, question: Question) -> tuple[Text, ...]:  # noqa: ARG001  # the phase is enough
    """What the keys do."""
    match state.phase:
        case Claiming():
            return text("hold ●: your dice"), text("let go, tap ●: choose"), text("hold ●: say it")
        case Answering() if state.claim == MIA:
            return text("Is it Mia?"), text("tap ●: next"), text("hold ●: OK")
        case Answering():
            return text("Is it true?"), text("tap ●: next"), text("hold ●: OK")
        case _:
            return ()


def rule(state: State, question: Question) -> Text | None:  # noqa: ARG001  # the phase is enough
    """What the rules let the player do."""
    match state.phase:
        case Claiming() if state.claim:
            return text("Say a value above the last one, true or not; the next seat believes or doubts it")
        case Claiming():
            return text("Say any value, true or not; the next seat believes or doubts it")
        case Answering() if state.claim == MIA:
            return text("Give up a life, or doubt: then whoever is wrong loses two lives")
        case Answering():
            return text("Believe, then roll and say more; or doubt: then whoever is wrong loses a life")
        case _:
            return None
