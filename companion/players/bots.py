"""A bot answers any question of any game by drawing among the legal answers; it knows no rules.

Laws: a bot sees what a question tells and nothing else; every legal answer comes up sooner or later.

One of many is taken by `random()`: `choice` and `sample` take twice as long to be fairer by less than 2^-50.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, TypeVar

from msgspec.structs import replace

from companion.kit.event import Card, Dealing, Intent
from companion.kit.question import Amount, Cards, OneOf, Question, Seed

T = TypeVar("T")

CAUTION: Final = 0.25
"""How likely a bot is to leave it at each amount."""
BOLDNESS: Final = 0.01
"""How likely it is to name any legal amount, one as likely as the other."""
JUMPS: Final = (0, 0, 0, 1, 2)
"""Else: by how much its offer is above the least, one as likely as the other."""


def answer(question: Question, rng: Random) -> Intent:
    """One of the legal answers."""
    match question.form:
        case OneOf(answers):
            return _one_of(answers, rng)
        case Amount() as form:
            return _offer(form, rng)
        case Cards(intent=intent) as form:
            return _with_cards(intent, form, rng)
        case Seed():
            raise AssertionError("only the box knows its seed")


def _offer(form: Amount, rng: Random) -> Intent:
    luck = rng.random()
    if form.least > form.most or luck < CAUTION:
        return form.otherwise
    if luck > 1 - BOLDNESS:
        return replace(form.offer, amount=_one_of(range(form.least, form.most + 1), rng))
    return replace(form.offer, amount=min(form.least + _one_of(JUMPS, rng), form.most))


def _with_cards(intent: Dealing, form: Cards, rng: Random) -> Dealing:
    cards: list[Card] = []
    for layer in form.layers:
        there = [card for card, count in layer.kinds for _ in range(count)]
        for _ in range(min(layer.size, form.count - len(cards))):
            cards.append(there.pop(int(rng.random() * len(there))))
    return replace(intent, cards=tuple(cards))


def _one_of(items: Sequence[T], rng: Random) -> T:
    return items[int(rng.random() * len(items))]
