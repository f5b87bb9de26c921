"""A bot that tries each answer and takes the best, in any game that says how well a seat stands (`Rules.worth`).

Laws: it decides by what its seat sees (`Rules.seen`), so hidden facts have no influence; it looks no further than the
next lot or answer, and draws among equal answers; of amounts it names the least, or none, and never raises a price on
purpose. If the game gives no values, it draws among all answers, as `bots` does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from math import inf
from random import Random
from typing import Final, Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from companion.kit import policy
from companion.kit.decision import settled
from companion.kit.event import Intent
from companion.kit.question import Amount, Form, OneOf, Question
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.players import bots

S = TypeVar("S")

ATTENTION: Final = policy.ATTENTION["simple"]
"""How likely it notices that it should say an aside."""
GUILE: Final = 0.1
"""How likely it tries secret forms, too: now and then, so that there is something to find out."""


def says(  # noqa: PLR0913  # all that it decides by
    rules: Rules[S],
    state: S,
    question: Question,
    rng: Random,
    seats: Collection[Seat] | None = None,
    *,
    attention: float = ATTENTION,
    overlooks: float = 0.0,
    is_careful: bool = False,
) -> tuple[Question, Intent]:
    """The next answer, and what it answers: the question, or now and then an aside.

    `seats`: the seats of bots; `None`: all. `attention`: how likely it notices that it should say an aside.
    `overlooks`: how likely it overlooks an answer; if it overlooks all of them, it draws one.
    `is_careful`: it says no aside of its own on a whim (only those that a lot decides), and tries no secret forms.
    """
    asides, seat = rules.asides(state), question.seat
    if seats is not None:
        asides = tuple(aside for aside in asides if aside.seat in seats)
    whims = [aside for aside in asides if aside.by_lot] if is_careful else asides
    addressed = bots.addressed(question, whims, rng)
    if addressed is not question or seat is None:
        return addressed, bots.answer(addressed, rng)
    eyes = Eyes(rules, rules.seen(state, seat), seat)
    now = eyes.worth()
    if now is None:
        return question, bots.answer(question, rng)
    own = next((aside for aside in asides if aside.seat == seat), None)
    if own is not None and rng.random() < attention and (said := eyes.best(tried(own), rng, least=now)):
        return own, said
    armed = question.armed if question.armed and not is_careful and rng.random() < GUILE else ()
    noticed = _noticed(tried(question, armed), overlooks, rng)
    return question, eyes.best(noticed, rng) or bots.answer(question, rng)


class Eyes(NamedTuple, Generic[S]):
    """A game as a seat sees it."""

    rules: Rules[S]
    state: S
    seat: Seat

    def best(self, answers: Iterable[Intent], rng: Random, *, least: float = -inf) -> Intent | None:
        """The answer after which the seat stands best, and better than `least`; `None` if there is none."""
        best: list[Intent] = []
        for answer in answers:
            worth = self.worth(answer)
            if worth is not None and worth > least:
                least, best = worth, [answer]
            elif worth == least and best:
                best.append(answer)
        return best[int(rng.random() * len(best))] if best else None

    def worth(self, answer: Intent | None = None) -> float | None:
        """How well the seat stands now, or after an answer and all events that follow by themselves."""
        rules, state = self.rules, self.state
        if answer is not None:
            state = settled(rules, state, rules.answered(state, answer))
        return rules.worth(state, self.seat)


def tried(question: Question, armed: Sequence[Form] = ()) -> Iterable[Intent]:
    """The answers that are tried, one by one; none if a lot decides."""
    forms = () if question.by_lot else (question.form, *armed)
    return dict.fromkeys(chain.from_iterable(map(_answers, forms)))


def _noticed(answers: Iterable[Intent], overlooks: float, rng: Random) -> Iterable[Intent]:
    """The answers that it does not overlook."""
    return [answer for answer in answers if rng.random() >= overlooks] if overlooks else answers


def _answers(form: Form) -> tuple[Intent, ...]:
    """All answers of a list; the least amount, and none; no typed cards."""
    match form:
        case OneOf(answers=answers):
            return answers
        case Amount(offer=offer, otherwise=otherwise, least=least, most=most):
            return (replace(offer, amount=least), otherwise) if least <= most else (otherwise,)
        case _:
            return ()
