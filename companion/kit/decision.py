"""Deciding an intent, the same way in every game: it leads to an event, or it is refused.

Laws: only an intent that a question (or an aside) names can answer it. The reason of a refusal is looked for only
after the refusal; the first reason that names the obstacle is given.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeVar

from companion.kit.event import Correcting, Event, Intent, Refused
from companion.kit.question import BARRED, NOT_ASKED, NOT_YOUR_TURN, Question, only_answer, refusal
from companion.kit.rules import Answerable

S = TypeVar("S")

VAGUE: Final = (None, NOT_ASKED, NOT_YOUR_TURN, BARRED)
"""Refusals that explain little: a better reason is looked for."""


def decide(rules: Answerable[S], state: S, intent: Intent) -> Event | Refused:
    """The event that an intent leads to, or why it is refused. Changes nothing."""
    if isinstance(intent, Correcting):
        return rules.correct(state, intent)
    refused = refusal(addressed(rules, state, intent), intent)
    if refused is None:
        return rules.answered(state, intent)
    return _reason(rules, state, intent, refused)


def _reason(rules: Answerable[S], state: S, intent: Intent, refused: Refused) -> Refused:
    """The best reason for a refusal: from the question, from the asides, or from the rules."""
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


def addressed(rules: Answerable[S], state: S, intent: Intent) -> Question | None:
    """The question or aside that an intent answers; otherwise what its seat is asked, or the first question."""
    asked = rules.questions(state)
    for question in asked:
        if refusal(question, intent) is None:
            return question
    own = next((question for question in asked if question.seat == intent.seat), asked[0] if asked else None)
    return next((aside for aside in rules.asides(state) if refusal(aside, intent) is None), own)


def single(rules: Answerable[S], state: S) -> Intent | None:
    """The only possible answer, which the box gives by itself; `None` if each asked seat has a choice or an aside."""
    for question in rules.questions(state):
        only = only_answer(question)
        if only is not None and all(aside.seat != question.seat for aside in rules.asides(state)):
            return only
    return None


def settled(rules: Answerable[S], state: S, event: Event) -> S:
    """The state after an event in `state` and all events that follow by themselves."""
    following: Event | None = event
    while following is not None:
        state = rules.evolve(state, following)
        following = rules.follows(state)
    return state


def unfold(rules: Answerable[S], state: S, event: Event) -> Iterator[tuple[Event, S]]:
    """An event in `state`, then every event that follows by itself, each with the state after it."""
    following: Event | None = event
    while following is not None:
        state = rules.evolve(state, following)
        yield following, state
        following = rules.follows(state)
