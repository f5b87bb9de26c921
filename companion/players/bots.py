"""A bot answers any question of any game by drawing among the legal answers; it knows no rules.

Law: a bot sees what a question tells and nothing else.
"""

from __future__ import annotations

from random import Random
from typing import Final

from msgspec.structs import replace

from companion.kit.event import Card, Dealing, Intent
from companion.kit.question import Amount, Cards, OneOf, Question

CAUTION: Final = 0.25
"""How likely a bot is to leave it at each amount."""
JUMPS: Final = (0, 0, 0, 1, 2)
"""By how much an offer is above the least, one as likely as the other."""


def answer(question: Question, rng: Random) -> Intent:
    """One of the legal answers."""
    form = question.form
    if isinstance(form, OneOf):
        return form.answers[int(rng.random() * len(form.answers))]
    if isinstance(form, Amount):
        if form.least > form.most or rng.random() < CAUTION:
            return form.otherwise
        return replace(form.offer, amount=min(form.least + JUMPS[int(rng.random() * len(JUMPS))], form.most))
    if isinstance(form, Cards):
        return _with_cards(form.intent, form, rng)
    raise AssertionError("only the box knows its seed")


def _with_cards(intent: Dealing, form: Cards, rng: Random) -> Dealing:
    cards: list[Card] = []
    for layer in form.layers:
        there: list[Card] = []
        for card, count in layer.kinds:
            there += [card] * count
        for _ in range(min(layer.size, form.count - len(cards))):
            cards.append(there.pop(int(rng.random() * len(there))))
    return replace(intent, cards=tuple(cards))
