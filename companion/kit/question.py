"""A question: who must answer now, and every legal answer.

Law: keys, phones, bots, tests and typed-in dice all answer the same question; the rules accept no other answer.

A long list is chosen level by level (a card, then a figure, then a space). A draft is an answer whose deeper levels are
not chosen yet: there it is `None`. So a game draws a half chosen answer as it draws a whole one.
"""

from __future__ import annotations

import hashlib
from operator import attrgetter
from typing import Final, TypeAlias

from msgspec.structs import replace

from companion.kit.event import Card, Dealing, Intent, MaybeCard, Offering, Refused, Unsealing
from companion.kit.money import Coins
from companion.kit.piles import Draws, refused_draw
from companion.kit.seats import Seat
from companion.kit.text import Text, text
from companion.kit.value import Value

NOT_ASKED: Final = Refused("not_asked", text("That is not what is asked now."))
"""No answer of the kind that is asked for; a game may know more of why (`Play.objection`, `Play.awaited`)."""
NOT_YOUR_TURN: Final = Refused("not_your_turn", text("It is not your turn."))
"""Somebody else is asked."""
OVER: Final = Refused("over", text("The game is over."))
"""Nobody is asked any more."""
BARRED: Final = Refused("barred", text("No move with it."))
"""A draft that leads nowhere; here, too, a game may know more of why."""


class OneOf(Value, frozen=True):
    """One of the intents listed."""

    answers: tuple[Intent, ...]
    """All that are offered."""
    also: tuple[Intent, ...] = ()
    """What nobody needs to be offered and yet is right: the same as one of `answers`, told in another order."""
    levels: tuple[str, ...] = ()
    """The fields of these intents, in the order in which they are chosen; none: all are chosen at once.

    No answer leaves one of them out, and two answers differ in one at least.
    """
    barred: tuple[Intent, ...] = ()
    """Drafts that are offered in their level like the others and lead nowhere, so that the list does not tell which.

    A level that may hold such ones (a slot, a number) goes by the values of its field, and the answers are listed so.
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
        level = dict.fromkeys(self._up_to(depth + 1, answer) for answer in within)
        barred = [nowhere for nowhere in self.barred if self.above(nowhere) == draft]
        return tuple(sorted((*level, *barred), key=attrgetter(self.levels[depth])) if barred else level)

    def ends(self, draft: Intent) -> bool:
        """Whether nothing is chosen below it: it is an answer, or leads nowhere."""
        return draft in self.answers or draft in self.barred

    def is_last(self, draft: Intent) -> bool:
        """Whether it stands in the last level, so that a hold commits it."""
        return self._depth(draft) == len(self.levels)

    def _depth(self, draft: Intent) -> int:
        return sum(getattr(draft, level) is not None for level in self.levels)

    def _up_to(self, depth: int, intent: Intent) -> Intent:
        return replace(intent, **dict.fromkeys(self.levels[depth:]))

    def refused(self, intent: Intent) -> Refused | None:
        """Why `intent` is none of them; `None` if it is."""
        if intent in self.answers or intent in self.also:
            return None
        return BARRED if intent in self.barred else NOT_ASKED


class Amount(Value, frozen=True):
    """`offer` with an amount from `least` to `most`, both included, or `otherwise`."""

    offer: Offering
    otherwise: Intent
    least: Coins
    most: Coins

    def refused(self, intent: Intent) -> Refused | None:
        """Why `intent` is neither; `None` if it is one of them."""
        if not isinstance(intent, Offering) or type(intent) is not type(self.offer):
            return None if intent == self.otherwise else NOT_ASKED
        amount = intent.amount
        if amount > self.most:
            return Refused("too_high", text("{amount} is too much: at most {most}.", amount=amount, most=self.most))
        if amount < self.least:
            return Refused("too_low", text("{amount} is too low: at least {least}.", amount=amount, least=self.least))
        return None


class Cards(Value, frozen=True):
    """`intent` with `count` cards, taken from `layers` from the first to the last."""

    intent: Dealing
    count: int
    layers: tuple[Draws, ...]
    kinds: tuple[Card, ...] = ()
    """All that the game has, left or not, in the order of the keys that type them; none: they are leafed through."""
    is_open: bool = False
    """Everybody sees them as they are drawn, so no record hides one."""

    def refused(self, intent: Intent) -> Refused | None:
        """Why `intent` is no such draw; `None` if it is one."""
        if not isinstance(intent, Dealing) or replace(intent, cards=self.intent.cards) != self.intent:
            return NOT_ASKED
        cards = intent.cards
        # a deal in the record of a game that still runs; a person names every card
        may_hide = intent.seat is None and not self.is_open
        came = len(cards) - (0 if may_hide else cards.count(None))
        if came != self.count or len(cards) != self.count:
            return Refused("wrong_count", text("{came} cards are not {count}.", came=came, count=self.count))
        return self.lacks(cards)

    def lacks(self, cards: tuple[MaybeCard, ...]) -> Refused | None:
        """Why `cards` cannot be the first of them: one is not there; `None` if they can."""
        if (card := refused_draw(self.layers, cards)) is not None:
            return Refused("no_such_card", text("There is no {card} left in the deck.", card=card))
        return None


class Seed(Value, frozen=True):
    """`intent` with the seed the box sealed at the start."""

    intent: Unsealing
    commitment: str
    """SHA-256 of the seed, hexadecimal."""

    def refused(self, intent: Intent) -> Refused | None:
        """Why `intent` does not open it; `None` if it does."""
        if not isinstance(intent, Unsealing) or type(intent) is not type(self.intent):
            return NOT_ASKED
        if commit(intent.seed or "") != self.commitment:
            return Refused("wrong_seed", text("This is not the promised seed."))
        return None


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
    from_hand: bool = False
    """An answer brings to light what is hidden: the box gives none by itself, not even the only one."""
    keys: tuple[Text, ...] = ()
    """What the green keys type, from pair 1 on, in at most three letters each; none: its seat leafs with its own keys.

    The first types the first of `OneOf.answers`, which have no levels then, or of `Cards.kinds`; there are six at most.
    Everybody may type, so no lot, no secret and no aside has any.
    """
    is_typed: bool = False
    """The answer is read off a real die or real cards, so only people can give it."""
    armed: tuple[Form, ...] = ()
    """What its seat may mean in secret instead, all of it legal: a form for each further page of its look.

    Letting go of green on that page arms the form, on the first page disarms it. No aside has one.
    """


def unsealing(close: Unsealing, commitment: str | None) -> Question:
    """The box opens the seed that it has promised; without a promise it only says that the game is over."""
    return Question(None, OneOf((close,)) if commitment is None else Seed(close, commitment))


def asked(what: Text) -> Refused:
    """What is asked now, as a refusal of what would answer another question."""
    return Refused("something_else", what)


def no_such_seat(seat: Seat, seats: int) -> Refused:
    """Nobody sits there."""
    return Refused("no_such_seat", text("There is no seat {seat}, only 1 to {n}.", seat=seat, n=seats))


def unseen(intent: Dealing, count: int) -> Refused:
    """Why it is not so many real cards, which people deal face down."""
    if (came := len(intent.cards)) != count:
        return Refused("wrong_count", text("{came} cards are not {count}.", came=came, count=count))
    return Refused("dealt_unseen", text("Real cards are dealt face down."))


def unpromised(intent: Intent) -> Refused | None:
    """Why it cannot open a seed, where the box has promised none; `None`: it does not want to."""
    is_opening = isinstance(intent, Unsealing) and intent.seed is not None
    return Refused("no_seed", text("No seed was promised.")) if is_opening else None


def only_answer(question: Question) -> Intent | None:
    """The answer, if there is just one, no lot decides it and nothing secret comes to light with it."""
    match question.form:
        case _ if question.is_secret or question.from_hand or question.armed:
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
        return OVER
    if intent.seat != question.seat:
        return NOT_YOUR_TURN
    refused = question.form.refused(intent)
    if refused is not None and any(form.refused(intent) is None for form in question.armed):
        return None
    return refused


def commit(seed: str) -> str:
    """The promise made for a hexadecimal seed: SHA-256 of its bytes, hexadecimal; of no bytes if it is no such seed."""
    try:
        sealed = bytes.fromhex(seed)
    except ValueError:
        sealed = b""
    return hashlib.sha256(sealed if sealed.hex() == seed else b"").hexdigest()
