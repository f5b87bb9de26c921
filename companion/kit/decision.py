"""What comes of an intent, in any game alike.

Laws: a question, and an aside, is answered by one of the intents it names and by no other; why another one is refused
is looked for only then, and the first reason that says what bars it is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeVar

from companion.kit.event import Correcting, Event, Intent, Refused
from companion.kit.question import BARRED, NOT_ASKED, NOT_YOUR_TURN, Question, only_answer, refusal
from companion.kit.rules import Play

S = TypeVar("S")

VAGUE: Final = (None, NOT_ASKED, NOT_YOUR_TURN, BARRED)
"""What says least of why not."""


def decide(rules: Play[S], state: S, intent: Intent) -> Event | Refused:
    """The event an intent leads to, or why it may not be. Changes nothing."""
    if isinstance(intent, Correcting):
        return rules.correct(state, intent)
    refused = refusal(addressed(rules, state, intent), intent)
    if refused is None:
        return rules.answered(state, intent)
    return _reason(rules, state, intent, refused)


def _reason(rules: Play[S], state: S, intent: Intent, refused: Refused) -> Refused:
    """What bars an intent that the question refuses so: what it lacks as an answer, as an aside, or by the rules."""
    if refused not in VAGUE:
        return refused
    if intent.seat is not None and (why := rules.silenced(state, intent.seat, intent)) is not None:
        return why
    beside = (refusal(aside, intent) for aside in rules.asides(state))
    if (why := next((why for why in beside if why not in VAGUE), None)) is not None:
        return why
    if refused == NOT_YOUR_TURN:
        return (rules.awaited(state) if intent.seat is None else None) or refused
    why = rules.objection(state, intent)
    return why or (rules.awaited(state) if refused == NOT_ASKED else None) or refused


def addressed(rules: Play[S], state: S, intent: Intent) -> Question | None:
    """What an intent is an answer to: the question, or an aside; if it is none, the question."""
    question = rules.question(state)
    if refusal(question, intent) is None:
        return question
    return next((aside for aside in rules.asides(state) if refusal(aside, intent) is None), question)


def single(rules: Play[S], state: S) -> Intent | None:
    """The answer that the box gives for whoever is asked, as there is no other, and nothing to be said beside it."""
    question = rules.question(state)
    if question is None or any(aside.seat == question.seat for aside in rules.asides(state)):
        return None
    return only_answer(question)


def unfold(rules: Play[S], state: S, event: Event) -> Iterator[tuple[Event, S]]:
    """An event that happens in `state` and all that come of it by themselves, each with the state after it."""
    following: Event | None = event
    while following is not None:
        state = rules.evolve(state, following)
        yield following, state
        following = rules.follows(state)
