"""Every answer of a question, and the answer that keys give: by the grammar of the table, without a table."""

from __future__ import annotations

import random

from msgspec.structs import replace

from companion.kit.errors import BrokenLaw
from companion.kit.event import Intent, Refused
from companion.kit.question import Amount, OneOf, Question
from companion.players import bots
from companion.players.fingers import LET_GO, LOOK, TAP_BACK, KeyStroke
from companion.table import controls
from companion.table.controls import MINUS, PLUS, Committed
from companion.testing.verdict import compare, expect, shown


def pressed(
    question: Question, keys: list[KeyStroke], *, may_look: bool = False, draft: Intent | None = None
) -> Intent:
    """The answer that these keys give by the grammar of the table; only the last key may commit it."""
    draft = draft or controls.opening(question, may_look=may_look)
    if keys[0] == LOOK[0]:
        page = keys.index(LET_GO[0]) - 1
        compare("leafing to a page", TAP_BACK * page, keys[1 : page + 1])
        return pressed(replace(question, form=question.armed[page - 1]), keys[page + 2 :], may_look=may_look)
    for at, (key, gesture, pair, held_s) in enumerate(keys):
        if gesture in {"down", "let go"}:
            continue
        if gesture == "run":
            if not isinstance(question.form, Amount):
                raise BrokenLaw(f"a run of both keys: expected an amount to be asked; came {shown(question)}")
            now: Committed | Refused | Intent | None = controls.run(question.form, draft, held_s)
        elif gesture == "tap" and pair:
            now = controls.typed(question, draft, pair)
        elif gesture == "tap":
            now = controls.tapped(question, draft, PLUS if key == "green" else MINUS)
        else:
            now = (controls.green_held if key == "green" else controls.red_held)(question, draft)
        if isinstance(now, Committed):
            expect(at == len(keys) - 1, "{} was said too soon by the keys {}", now.intent, keys)
            return now.intent
        if isinstance(now, Refused):
            raise BrokenLaw(f"the key {keys[at]}: expected a draft; came {shown(now)}")
        draft = now
    raise BrokenLaw(f"the keys {shown(keys)}: expected an answer; came none")


def every_answer(question: Question) -> list[Intent]:
    """All answers of a list; ten amounts and the other answer; one hand of cards; and those of secret forms."""
    return [answer for form in (question.form, *question.armed) for answer in _answers(replace(question, form=form))]


def _answers(question: Question) -> list[Intent]:
    match question.form:
        case OneOf(answers):
            return list(answers)
        case Amount(offer=offer, otherwise=otherwise, least=least, most=most):
            amounts = {*range(least, min(least + 9, most) + 1), most} if least <= most else ()
            return [otherwise, *(type(offer)(seat=offer.seat, amount=amount) for amount in amounts)]
        case _:
            return [bots.answer(question, random.Random(at)) for at in range(3)]
