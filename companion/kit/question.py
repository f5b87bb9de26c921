"""A question: who must answer now, and every legal answer.

Law: keys, phones, bots, tests and typed-in dice all answer the same question; the rules accept no other answer.

A long list is chosen level by level (a card, then a figure, then a space). A draft is an answer whose deeper levels are
not chosen yet: these fields are `None`. So a game draws an unfinished answer in the same way as a finished one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from operator import attrgetter
from typing import Final, TypeAlias

from msgspec.structs import replace

from companion.kit.event import Card, CardIntent, Intent, MaybeCard, Offering, Refused, Unsealing
from companion.kit.money import Coins
from companion.kit.piles import Draws, refused_draw
from companion.kit.seats import Seat
from companion.kit.text import Text, text
from companion.kit.value import Value

NOT_ASKED: Final = Refused("not_asked", text("That is not what is asked now."))
"""Not the kind of answer that is asked for; a game may explain more (`Answerable.objection`, `Answerable.awaited`)."""
NOT_YOUR_TURN: Final = Refused("not_your_turn", text("It is not your turn."))
"""Somebody else is asked."""
OVER: Final = Refused("over", text("The game is over."))
"""Nobody is asked any more."""
BARRED: Final = Refused("barred", text("No move with it."))
"""A draft that leads nowhere; here, too, a game may explain more."""


class OneOf(Value, frozen=True):
    """One of a list of intents."""

    answers: tuple[Intent, ...]
    """All that are offered."""
    also: tuple[Intent, ...] = ()
    """Legal answers that are not offered: one of `answers`, with its parts in another order."""
    levels: tuple[str, ...] = ()
    """The fields of these intents, in the order in which they are chosen; empty: the whole answer is chosen at once.

    Every answer has a value in each of them, and no two answers agree in all.
    """
    barred: tuple[Intent, ...] = ()
    """Drafts that lead nowhere but are offered like the others, so that the list does not betray which are legal.

    A level that may hold such drafts (a slot, a number) is sorted by the values of its field, and so are the answers.
    """

    def above(self, draft: Intent) -> Intent | None:
        """The draft one level up; `None` in the first level."""
        depth = self._depth(draft)
        return self._up_to(depth - 1, draft) if depth > 1 else None

    def beside(self, draft: Intent) -> tuple[Intent, ...]:
        """The drafts of the same level, this one among them."""
        return self.below(self.above(draft))

    def below(self, draft: Intent | None) -> tuple[Intent, ...]:
        """The drafts one level down; for `None`, those of the first level."""
        if not self.levels:
            return self.answers
        depth = self._depth(draft) if draft is not None else 0
        within = (answer for answer in self.answers if draft is None or self._up_to(depth, answer) == draft)
        level = dict.fromkeys(self._up_to(depth + 1, answer) for answer in within)
        barred = [nowhere for nowhere in self.barred if self.above(nowhere) == draft]
        return tuple(sorted((*level, *barred), key=attrgetter(self.levels[depth])) if barred else level)

    def ends(self, draft: Intent) -> bool:
        """Whether no level is left to choose: the draft is an answer, or leads nowhere."""
        return draft in self.answers or draft in self.barred

    def only(self, draft: Intent) -> Intent | None:
        """The one answer that a draft leads to, so that a hold commits it; `None` if there are several, or none."""
        if not self.levels:
            return draft
        depth = self._depth(draft)
        within = [answer for answer in self.answers if self._up_to(depth, answer) == draft]
        return within[0] if len(within) == 1 else None

    def _depth(self, draft: Intent) -> int:
        return sum(getattr(draft, level) is not None for level in self.levels)

    def _up_to(self, depth: int, intent: Intent) -> Intent:
        return replace(intent, **dict.fromkeys(self.levels[depth:]))

    def refused(self, intent: Intent) -> Refused | None:
        """Why `intent` is not one of the answers; `None` if it is."""
        if intent in self.answers or intent in self.also:
            return None
        return BARRED if intent in self.barred else NOT_ASKED


class Amount(Value, frozen=True):
    """`offer` with an amount from `least` to `most`, both included, or `otherwise`."""

    offer: Offering
    """The answer, but for its amount."""
    otherwise: Intent
    """The answer that names no amount, such as to pass."""
    least: Coins
    """The least amount that is legal."""
    most: Coins
    """The largest amount that is legal; below `least` if only `otherwise` is left."""

    def refused(self, intent: Intent) -> Refused | None:
        """Why `intent` is no answer; `None` if it is one."""
        if not isinstance(intent, Offering) or type(intent) is not type(self.offer):
            return None if intent == self.otherwise else NOT_ASKED
        amount = intent.amount
        if amount > self.most:
            return Refused("too_high", text("{amount} is too much: at most {most}.", amount=amount, most=self.most))
        if amount < self.least:
            return Refused("too_low", text("{amount} is too low: at least {least}.", amount=amount, least=self.least))
        return None


class Cards(Value, frozen=True):
    """`intent` with `count` cards, drawn from `layers` in their order."""

    intent: CardIntent
    """The answer, but for its cards."""
    count: int
    """How many cards are drawn."""
    layers: Sequence[Draws]
    """What they can be drawn from, the top layer first: a lower one only when those above are empty."""
    kinds: tuple[Card, ...] = ()
    """Every kind of card, left or not, in the order of the keys that type them; empty: people leaf through them."""
    is_open: bool = False
    """Everybody sees the drawn cards, so no record hides one."""

    def refused(self, intent: Intent) -> Refused | None:
        """Why `intent` is no such draw; `None` if it is one."""
        if not isinstance(intent, CardIntent) or replace(intent, cards=self.intent.cards) != self.intent:
            return NOT_ASKED
        cards = intent.cards
        # the record of a running game may hide cards of a deal; a person names every card
        may_hide = intent.seat is None and not self.is_open
        came = len(cards) - (0 if may_hide else cards.count(None))
        if came != self.count or len(cards) != self.count:
            return Refused("wrong_count", text("{came} cards are not {count}.", came=came, count=self.count))
        return self.lacks(cards)

    def lacks(self, cards: tuple[MaybeCard, ...]) -> Refused | None:
        """Why `cards` cannot be the first ones drawn: one is not there; `None` if they can."""
        if (card := refused_draw(self.layers, cards)) is not None:
            return Refused("no_such_card", text("There is no {card} left in the deck.", card=card))
        return None


class Seed(Value, frozen=True):
    """`intent` with the seed that the box sealed at the start."""

    intent: Unsealing
    """The answer, but for its seed."""
    commitment: str
    """SHA-256 of the seed, hexadecimal."""

    def refused(self, intent: Intent) -> Refused | None:
        """Why `intent` does not open the promise; `None` if it does."""
        if not isinstance(intent, Unsealing) or type(intent) is not type(self.intent):
            return NOT_ASKED
        if commit(intent.seed or "") != self.commitment:
            return Refused("wrong_seed", text("This is not the promised seed."))
        return None


Form: TypeAlias = OneOf | Amount | Cards | Seed
"""The legal answers to a question."""


class Question(Value, frozen=True):
    """What the game waits for."""

    seat: Seat | None
    """Who must answer; `None`: the box itself."""
    form: Form
    """The legal answers."""
    by_lot: bool = False
    """The box draws one of the answers; if `seat` is set, that seat says when (it throws the die)."""
    is_secret: bool = False
    """Only its seat may see what is being chosen; all others see who chooses.

    If the answer itself stays secret, `Recorded.without_secrets` makes the same event of every answer. It must stay
    secret while others are asked in secret at the same time, until an event that follows shows it.
    """
    name: Text | None = None
    """For an aside (`Rules.asides`): the words on the key that opens it, at most six letters."""
    from_hand: bool = False
    """An answer reveals something hidden: the box never answers by itself, even if only one answer is possible."""
    keys: tuple[Text, ...] = ()
    """What the green keys type, from pair 1 on, in at most three letters each; empty: the seat leafs with its own keys.

    The first key types the first of `OneOf.answers` (which then have no levels) or of `Cards.kinds`; at most six keys.
    Everybody may type, so only facts have keys (`is_typed`): no key decides for another seat.
    """
    is_typed: bool = False
    """People read the answer off a real die or real cards, so only they can give it."""
    armed: Sequence[Form] = ()
    """The forms that the seat may answer in secret instead, one for each further page of its look; all are legal.

    Releasing green on such a page arms its form; on the first page it disarms. An aside has none.
    """


def unsealing(close: Unsealing, commitment: str | None) -> Question:
    """The box opens the seed that it promised; without a promise it only says that the game is over."""
    return Question(None, OneOf((close,)) if commitment is None else Seed(close, commitment))


def asked(what: Text) -> Refused:
    """The refusal of an answer to another question: it says what is asked now."""
    return Refused("something_else", what)


def no_such_seat(seat: Seat, seats: int) -> Refused:
    """The refusal of a seat that does not exist."""
    return Refused("no_such_seat", text("There is no seat {seat}, only 1 to {n}.", seat=seat, n=seats))


def unseen(intent: CardIntent, count: int) -> Refused:
    """Why `intent` is not a deal of `count` real cards, which people deal face down."""
    if (came := len(intent.cards)) != count:
        return Refused("wrong_count", text("{came} cards are not {count}.", came=came, count=count))
    return Refused("dealt_unseen", text("Real cards are dealt face down."))


def unpromised(intent: Intent) -> Refused | None:
    """Why `intent` cannot open a seed if the box promised none; `None` if it does not try to."""
    is_opening = isinstance(intent, Unsealing) and intent.seed is not None
    return Refused("no_seed", text("No seed was promised.")) if is_opening else None


def only_answer(question: Question) -> Intent | None:
    """The only answer, if there is just one, it is no lot, and it reveals nothing secret."""
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
    """The promise for a hexadecimal seed: SHA-256 of its bytes, in hexadecimal; of no bytes if the seed is invalid."""
    try:
        sealed = bytes.fromhex(seed)
    except ValueError:
        sealed = b""
    return hashlib.sha256(sealed if sealed.hex() == seed else b"").hexdigest()
