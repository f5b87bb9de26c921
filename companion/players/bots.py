"""A bot that answers any question or aside of any game by drawing among the legal answers; it knows no rules.

Laws: this bot sees only what a question tells; it gives every legal answer sooner or later.

It draws with `random()`: `choice` takes four times as long and is fairer only by less than 2^-50.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from msgspec.structs import replace

from companion.kit.event import Card, CardIntent, Intent
from companion.kit.question import Amount, Cards, OneOf, Question

CAUTION: Final = 0.25
"""How likely a bot passes at each amount."""
BOLDNESS: Final = 0.01
"""How likely it offers an amount drawn from all legal ones."""
JUMPS: Final = (0, 0, 0, 1, 2)
"""Otherwise it offers the least amount plus one of these, all equally likely."""
CHATTER: Final = 0.02
"""How likely a bot says an aside before an answer: rarely, since an aside may cost others a lot (if everybody is
accused at every turn, nobody gets home), but several times in a game of some hundred turns.
"""
GUILE: Final = 0.02
"""How likely a bot draws an answer from a secret form: rarely, for the same reason."""


def addressed(question: Question, asides: Sequence[Question], rng: Random) -> Question:
    """What the bot answers: the question, or now and then one of the asides."""
    if asides and rng.random() < CHATTER:
        return asides[int(rng.random() * len(asides))]
    return question


def answer(question: Question, rng: Random) -> Intent:
    """One of the legal answers."""
    form = question.form
    if (armed := question.armed) and rng.random() < GUILE:
        form = armed[int(rng.random() * len(armed))]
    if type(form) is OneOf:
        return form.answers[int(rng.random() * len(form.answers))]
    if type(form) is Amount:
        return _offer(form, rng)
    if type(form) is Cards:
        return _with_cards(form, rng)
    raise AssertionError("only the box knows its seed")


def _offer(form: Amount, rng: Random) -> Intent:
    luck = rng.random()
    if form.least > form.most or luck < CAUTION:
        return form.otherwise
    if luck >= 1 - BOLDNESS:
        return replace(form.offer, amount=form.least + int(rng.random() * (form.most - form.least + 1)))
    return replace(form.offer, amount=min(form.least + JUMPS[int(rng.random() * len(JUMPS))], form.most))


def _with_cards(form: Cards, rng: Random) -> CardIntent:
    cards: list[Card] = []
    for layer in form.layers:
        there = list(layer.cards)
        for _ in range(min(layer.size, form.count - len(cards))):
            cards.append(there.pop(int(rng.random() * len(there))))
    return replace(form.intent, cards=tuple(cards))
