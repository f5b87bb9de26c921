"""How the question is answered, for a player who has never seen it, and what the rules say about it."""

from __future__ import annotations

from companion.kit import Question, Text, text
from crows.flight import Choosing
from crows.state import State


def explain(state: State, question: Question) -> tuple[Text, ...]:  # noqa: ARG001  # the same for all seats
    """What the keys do."""
    if type(state.phase) is not Choosing:
        return ()
    return text("hold ●, leaf with ○"), text("let go on a crow"), text("hold ●: it flies")


def rule(state: State, question: Question) -> Text | None:  # noqa: ARG001  # the same for all seats
    """What the rules let the players do."""
    if type(state.phase) is not Choosing:
        return None
    return text("Each chooses a crow; the highest that no one else has chosen eats the corn")
