"""A bot answers any question of any game by drawing among the legal answers; it knows no rules.

Law: a bot sees what a question tells and nothing else.
"""

from __future__ import annotations

from random import Random
from typing import Final

from msgspec.structs import replace

from companion.kit.event import Card, Dealing, Intent
from companion.kit.question import Amount, Cards, OneOf, Question, Seed

CAUTION: Final = 0.25
"""How likely a bot is to leave it at each amount."""
JUMPS: Final = (0, 0, 0, 1, 2)
"""By how much an offer is above the least, one as likely as the other."""


def answer(question: Question, rng: Random) -> Intent:
    """One of the legal answers."""
    match question.form:
        case OneOf(answers):
            return rng.choice(answers)
        case Amount(offer=offer, otherwise=otherwise, least=least, most=most):
            if least > most or rng.random() < CAUTION:
                return otherwise
            return replace(offer, amount=min(least + rng.choice(JUMPS), most))
        case Cards(intent=intent) as form:
            return _with_cards(intent, form, rng)
        case Seed():
            raise AssertionError("only the box knows its seed")


def _with_cards(intent: Dealing, form: Cards, rng: Random) -> Dealing:
    cards: list[Card] = []
    for layer in form.layers:
        there = [card for card, count in layer.kinds for _ in range(count)]
        cards += rng.sample(there, min(layer.size, form.count - len(cards)))
    return replace(intent, cards=tuple(cards))
