"""What every question of every game keeps, whoever is asked; what every state keeps, the games audit themselves."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from companion.kit.event import Intent, Refused
from companion.kit.question import Amount, Cards, OneOf, Question, Seed
from companion.kit.rules import Rules, decide
from companion.match import chance

S = TypeVar("S")


def holds(rules: Rules[S], state: S, seed: str) -> None:
    """Somebody is asked, or something comes by itself, never both; what is asked may be answered."""
    question, event = rules.question(state), rules.follows(state)
    assert question is None or event is None, f"{question} is asked while {event} follows"
    if question is None:
        return
    for intent in answers(question, seed):
        assert intent.seat == question.seat, f"{intent} does not come from seat {question.seat}"
        told = decide(rules, state, intent)
        assert not isinstance(told, Refused), f"{intent} is named by {question}, but refused: {told}"


def answers(question: Question, seed: str) -> list[Intent]:
    """Legal answers by the words of the question: all of a list, both ends of a range, two deals."""
    match question.form:
        case OneOf(listed):
            return list(listed)
        case Amount(offer=offer, otherwise=otherwise, least=least, most=most):
            return [otherwise, *(replace(offer, amount=amount) for amount in {least, most} if least <= most)]
        case Cards():
            return [chance.draw(seed, lot, question) for lot in (0, 1)]
        case Seed(intent=intent):
            return [replace(intent, seed=seed)]
