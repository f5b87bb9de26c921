"""A question: who must answer now, and every legal answer.

Law: keys, phones, bots, tests and typed-in dice all answer the same question; the rules accept no other answer.

A long list is chosen level by level (a card, then a figure, then a space). A draft is an answer whose deeper levels are
not chosen yet: there it is `None`. So a game draws a half chosen answer as it draws a whole one.
"""

from __future__ import annotations

import hashlib
from typing import TypeAlias

import msgspec

from companion.kit.event import Dealing, Intent, Offering, Refused, Unsealing
from companion.kit.money import Coins, Seat
from companion.kit.piles import Draws, refused_draw
from companion.kit.text import Text, text
from companion.kit.value import Value


class OneOf(Value, frozen=True):
    """One of the intents listed."""

    answers: tuple[Intent, ...]
    levels: tuple[str, ...] = ()
    """The fields of these intents, in the order in which they are chosen; none: all are chosen at once.

    No answer leaves one of them out, and two answers differ in one at least.
    """

    def above(self, draft: Intent) -> Intent | None:
        """The draft one level up; `None`: there is none."""
        depth = self._depth(draft)
        return self._up_to(depth - 1, draft) if depth > 1 else None

    def beside(self, draft: Intent) -> tuple[Intent, ...]:
        """The drafts of the same level, this one among them."""
        return self.below(self.above(draft))

    def below(self, draft: Intent | None) -> tuple[Intent, ...]:
        """The drafts one level down; of `None`: those of the first level."""
        if not self.levels:
            return self.answers
        depth = self._depth(draft) if draft is not None else 0
        within = (answer for answer in self.answers if draft is None or self._up_to(depth, answer) == draft)
        return tuple(dict.fromkeys(self._up_to(depth + 1, answer) for answer in within))

    def _depth(self, draft: Intent) -> int:
        return sum(getattr(draft, level) is not None for level in self.levels)

    def _up_to(self, depth: int, intent: Intent) -> Intent:
        return msgspec.structs.replace(intent, **dict.fromkeys(self.levels[depth:]))


class Amount(Value, frozen=True):
    """`offer` with an amount from `least` to `most`, both included, or `otherwise`."""

    offer: Offering
    otherwise: Intent
    least: Coins
    most: Coins


class Cards(Value, frozen=True):
    """`intent` with `count` cards, taken from `layers` from the first to the last."""

    intent: Dealing
    count: int
    layers: tuple[Draws, ...]


class Seed(Value, frozen=True):
    """`intent` with the seed the box sealed at the start."""

    intent: Unsealing
    commitment: str
    """SHA-256 of the seed, hexadecimal."""


Form: TypeAlias = OneOf | Amount | Cards | Seed


class Question(Value, frozen=True):
    """What the game waits for."""

    seat: Seat | None
    """Who must answer; `None`: the box itself."""
    form: Form
    by_lot: bool = False
    """The box draws among the answers; a seat named above says when (it lets the die go)."""
    is_secret: bool = False
    """What is being chosen is for the eyes of its seat alone; all others see who chooses."""
    name: Text | None = None
    """Of an aside (`Rules.asides`): what the key that opens it says, in at most six letters."""


def only_answer(question: Question) -> Intent | None:
    """The answer, if there is just one, no lot decides it and nothing secret comes to light with it."""
    match question.form:
        case _ if question.is_secret:
            return None
        case OneOf((single,)):
            return single
        case Amount(least=least, most=most, otherwise=otherwise) if least > most:
            return otherwise
        case _:
            return None


def refusal(question: Question | None, intent: Intent) -> Refused | None:
    """Why `intent` is no answer to `question`; `None` if it is one."""
    if question is None:
        return Refused("over", text("The game is over."))
    if intent.seat != question.seat:
        return Refused("not_your_turn", text("It is not your turn."))
    form = question.form
    if isinstance(form, OneOf):
        return None if intent in form.answers else _not_asked()
    if isinstance(form, Amount):
        return _refused_amount(form, intent)
    if isinstance(form, Cards):
        return _refused_cards(form, intent)
    return _refused_seed(form, intent)


def _refused_amount(form: Amount, intent: Intent) -> Refused | None:
    if intent == form.otherwise:
        return None
    if not isinstance(intent, Offering) or type(intent) is not type(form.offer):
        return _not_asked()
    amount = intent.amount
    if amount > form.most:
        return Refused("too_high", text("{amount} is too much: at most {most}.", amount=amount, most=form.most))
    if amount < form.least:
        return Refused("too_low", text("{amount} is too low: at least {least}.", amount=amount, least=form.least))
    return None


def _refused_cards(form: Cards, intent: Intent) -> Refused | None:
    if not isinstance(intent, Dealing) or msgspec.structs.replace(intent, cards=form.intent.cards) != form.intent:
        return _not_asked()
    cards = intent.cards
    may_hide = intent.seat is None  # a deal in the record of a game that still runs; a person names every card
    came = len(cards) - (0 if may_hide else cards.count(None))
    if came != form.count or len(cards) != form.count:
        return Refused("wrong_count", text("{came} cards are not {count}.", came=came, count=form.count))
    if (card := refused_draw(form.layers, cards)) is not None:
        return Refused("no_such_card", text("There is no {card} left in the deck.", card=card))
    return None


def _refused_seed(form: Seed, intent: Intent) -> Refused | None:
    if not isinstance(intent, Unsealing) or type(intent) is not type(form.intent):
        return _not_asked()
    if commit(intent.seed or "") != form.commitment:
        return Refused("wrong_seed", text("This is not the promised seed."))
    return None


def commit(seed: str) -> str:
    """The promise made for a hexadecimal seed: SHA-256 of its bytes, hexadecimal; of no bytes if it is no such seed."""
    try:
        sealed = bytes.fromhex(seed)
    except ValueError:
        sealed = b""
    return hashlib.sha256(sealed if sealed.hex() == seed else b"").hexdigest()


def _not_asked() -> Refused:
    return Refused("not_asked", text("That is not what is asked now."))
