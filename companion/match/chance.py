"""The box's rolls and deals: drawn from a secret seed and a counter, so that every draw can be checked afterwards.

Laws: the same seed and counter give the same draw, so a roll after an undo shows the same face; the seed's SHA-256 is
published before the game (`companion.kit.question.commit`), the seed itself after it.

Draw `k` of lot `c`: take HMAC-SHA256(seed, "c.k.0"), "c.k.1", … (first eight bytes, big-endian); the first number below
the greatest multiple of `n` counts, modulo `n`. A card is drawn by its rank among all cards that lie there, sorted by
kind in the deck's order.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from companion.kit.event import Card, Intent
from companion.kit.piles import Draws
from companion.kit.question import Amount, Cards, OneOf, Question, Seed, only_answer

_RANGE = 1 << 64


def number(seed: str, lot: int, draw: int, below: int) -> int:
    """A number from 0 to `below` - 1, all equally likely, from a hexadecimal seed."""
    fair = _RANGE - _RANGE % below
    attempt = 0
    while True:
        message = f"{lot}.{draw}.{attempt}".encode()
        value = int.from_bytes(hmac.digest(bytes.fromhex(seed), message, hashlib.sha256)[:8])
        if value < fair:
            return value % below
        attempt += 1


def is_lot(question: Question) -> bool:
    """Whether the box's seed decides: not a person, and there is more than one answer."""
    return (question.seat is None or question.by_lot) and only_answer(question) is None


def draw(seed: str, lot: int, question: Question) -> Intent:
    """The box's answer to a question that a lot or a deal decides."""
    match question.form:
        case OneOf(answers):
            return answers[number(seed, lot, 0, len(answers))]
        case Cards(intent=intent, count=count, layers=layers):
            return replace(intent, cards=_deal(seed, lot, count, layers))
        case Seed(intent=intent):
            return replace(intent, seed=seed)
        case Amount():
            raise AssertionError("the box makes no offers")
        case _ as never:
            assert_never(never)


def _deal(seed: str, lot: int, count: int, layers: Sequence[Draws]) -> tuple[Card, ...]:
    cards: list[Card] = []
    for layer in layers:
        left = list(layer.cards)
        for _ in range(min(layer.size, count - len(cards))):
            cards.append(left.pop(number(seed, lot, len(cards), len(left))))
    return tuple(cards)
