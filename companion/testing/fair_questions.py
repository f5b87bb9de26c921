"""Laws of every question of a game, for every seat; the game itself audits the laws of every state."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from companion.kit.decision import decide
from companion.kit.event import Intent, Refused
from companion.kit.question import Amount, Cards, OneOf, Question, Seed, refusal
from companion.kit.rules import Rules
from companion.match import chance
from companion.testing.verdict import expect

S = TypeVar("S")


def holds(rules: Rules[S], state: S, seed: str) -> None:
    """Either something is asked or an event comes by itself, never both; every answer of a question is allowed."""
    question, questions, event = rules.question(state), rules.questions(state), rules.follows(state)
    expect(question is None or event is None, "{} is asked while {} follows", question, event)
    expect(question == (questions[0] if questions else None), "{} is not the first of {}", question, questions)
    expect(len({asked.seat for asked in questions}) == len(questions), "a seat is asked twice at once: {}", questions)
    asides = rules.asides(state)
    expect(not asides or (question is not None and question.seat is not None), "{} stand beside {}", asides, question)
    expect(len({aside.seat for aside in asides} - {None}) == len(asides), "one seat says several things: {}", asides)
    expect(all(aside.name is not None for aside in asides), "no key can say what it opens: {}", asides)
    for asked in (*questions, *asides):
        _may_be_answered(rules, state, asked, seed)


def _may_be_answered(rules: Rules[S], state: S, question: Question, seed: str) -> None:
    if isinstance(question.form, OneOf) and (levels := question.form.levels):
        paths = [tuple(getattr(answer, level) for level in levels) for answer in question.form.answers]
        expect(len(set(paths)) == len(paths), "two answers are chosen in the same way: {}", question)
        expect(not any(None in path for path in paths), "a level is left out: {}", question)
    named = answers(question, seed)
    for intent in named:
        expect(intent.seat == question.seat, "{} does not come from seat {}", intent, question.seat)
        refused = refusal(question, intent)
        expect(refused is None, "{} is named by {}, but refused: {}", intent, question, refused)
        rules.answered(state, intent)  # directly, since `decide` would ask the same question for each of them
    for intent in named[:1]:
        told = decide(rules, state, intent)
        expect(not isinstance(told, Refused), "{} is named by {}, but refused", intent, question)


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
