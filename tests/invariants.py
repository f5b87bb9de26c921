"""Laws of every question of every game, for every seat; the games themselves audit the laws of every state."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from companion.kit.decision import decide
from companion.kit.event import Intent, Refused
from companion.kit.question import Amount, Cards, OneOf, Question, Seed, refusal
from companion.kit.rules import Rules
from companion.match import chance

S = TypeVar("S")


def holds(rules: Rules[S], state: S, seed: str) -> None:
    """Either something is asked or an event comes by itself, never both; every answer of a question is allowed."""
    question, questions, event = rules.question(state), rules.questions(state), rules.follows(state)
    assert question is None or event is None, f"{question} is asked while {event} follows"
    assert question == (questions[0] if questions else None), f"{question} is not the first of {questions}"
    assert len({asked.seat for asked in questions}) == len(questions), f"a seat is asked twice at once: {questions}"
    asides = rules.asides(state)
    assert not asides or (question is not None and question.seat is not None), f"{asides} stand beside {question}"
    assert len({aside.seat for aside in asides} - {None}) == len(asides), f"one seat says several things: {asides}"
    assert all(aside.name is not None for aside in asides), f"no key can say what it opens: {asides}"
    for asked in (*questions, *asides):
        _may_be_answered(rules, state, asked, seed)


def _may_be_answered(rules: Rules[S], state: S, question: Question, seed: str) -> None:
    if isinstance(question.form, OneOf) and (levels := question.form.levels):
        paths = [tuple(getattr(answer, level) for level in levels) for answer in question.form.answers]
        assert len(set(paths)) == len(paths), f"two answers are chosen in the same way: {question}"
        assert not any(None in path for path in paths), f"a level is left out: {question}"
    named = answers(question, seed)
    for intent in named:
        assert intent.seat == question.seat, f"{intent} does not come from seat {question.seat}"
        assert (refused := refusal(question, intent)) is None, (
            f"{intent} is named by {question}, but refused: {refused}"
        )
        rules.answered(state, intent)  # directly, since `decide` would ask the same question for each of them
    for intent in named[:1]:
        assert not isinstance(decide(rules, state, intent), Refused), f"{intent} is named by {question}, but refused"


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
