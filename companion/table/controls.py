"""The grammar of the keys: tap changes, hold commits, the same for every question of every game.

Law: what a key does follows from the question and the draft alone, so a box that comes back after a power cut reads its
keys as before.
"""

from __future__ import annotations

from typing import Final, Literal, assert_never

import msgspec
from msgspec.structs import replace

from companion.kit.event import Card, Dealing, Intent, Offering
from companion.kit.question import Amount, Cards, OneOf, Question, Seed
from companion.kit.text import text, verbatim
from companion.kit.view import Key, Legend


class Press(msgspec.Struct, frozen=True):
    """What a finger did."""

    pair: int
    """Which pair of keys, 1 … 6; 0 is the table key."""
    key: Key
    kind: Literal["down", "tap", "hold", "release"]
    """`down` comes first; then `tap`, or `hold` for each stage reached and `release`."""
    stage: int = 0
    """Of a hold: 1 for the first stage, 2 for the second. Of a release: the last one reached."""


class Said(msgspec.Struct, frozen=True):
    """An answer, said and no longer a draft."""

    intent: Intent


NEXT: Final = verbatim("▲")
PREVIOUS: Final = verbatim("▼")

PLUS: Final = +1
MINUS: Final = -1


def way(press: Press) -> int:
    """Green goes up, red goes down."""
    return PLUS if press.key == "green" else MINUS


def row_after(press: Press, row: int) -> int:
    """In a list gone through row by row: green held goes on, red held goes back, the table key leaves (row -1)."""
    match press.key, press.kind:
        case "table", "tap":
            return -1
        case "green" | "red", "hold":
            return row + way(press)
        case _:
            return row


def opening(question: Question) -> Intent | None:
    """The draft before the first tap: the first of a list; no amount."""
    match question.form:
        case OneOf((first, *_)) if not question.by_lot:
            return first
        case Cards(intent=intent) as form:
            return replace(intent, cards=(_choices(form, ())[0],))
        case _:
            return None


def tapped(question: Question, draft: Intent | None, way: int) -> Intent | None:
    """The draft after a tap: the next answer, the next card, one coin more; or the other `way`."""
    match question.form, draft:
        case OneOf(answers), Intent() if draft in answers:
            return answers[(answers.index(draft) + way) % len(answers)]
        case Cards() as form, Dealing(cards=(*typed, card)):
            before = tuple(item for item in typed if item is not None)
            choices = _choices(form, before)
            return replace(draft, cards=(*before, choices[(choices.index(card or "") + way) % len(choices)]))
        case Amount() as form, _:
            return _stepped(form, draft, way)
        case _:
            return opening(question)


def green_held(question: Question, draft: Intent | None) -> Said | Intent | None:
    """What a held green key commits: the draft, the least amount without one, or one card of several."""
    match question.form, draft:
        case Amount(offer=offer, least=least), _:
            return Said(draft or replace(offer, amount=least))
        case Cards(count=count) as form, Dealing(cards=cards) if len(cards) < count:
            typed = tuple(card for card in cards if card is not None)
            return replace(draft, cards=(*typed, _choices(form, typed)[0]))
        case _, Intent():
            return Said(draft)
        case _:
            return draft


def red_held(question: Question, draft: Intent | None) -> Said | Intent | None:
    """What a held red key does: the other answer to an amount, one card back."""
    match question.form, draft:
        case Amount(otherwise=otherwise), _:
            return Said(otherwise)
        case Cards(), Dealing(cards=cards) if len(cards) > 1:
            return replace(draft, cards=cards[:-1])
        case _:
            return draft


def labels(question: Question, draft: Intent | None, *, may_look: bool) -> Legend:
    """What the keys of the seat asked do now. `may_look`: without a draft, green held shows its own cards."""
    match question.form:
        case _ if question.by_lot:
            return Legend(green_hold=text("Roll"))
        case Amount():
            hold = text("Look") if may_look and draft is None else text("OK")
            minus = verbatim("-1") if draft is not None else None
            return Legend(verbatim("+1"), hold, minus, text("Pass"))
        case Cards():
            typed = len(draft.cards) if isinstance(draft, Dealing) else 0
            return Legend(NEXT, text("OK"), PREVIOUS, text("Back") if typed > 1 else None)
        case OneOf():
            return Legend(NEXT, text("OK"), PREVIOUS)
        case Seed():
            return Legend()
        case _ as never:
            assert_never(never)


def tumbling(question: Question, beat: int) -> Intent | None:
    """What is shown while the lot is under way: another answer each beat, without meaning."""
    match question.form:
        case OneOf(answers):
            return answers[beat * 7 % len(answers)]  # no die has a multiple of seven faces, so every face comes
        case _:
            return None


def _stepped(form: Amount, draft: Intent | None, way: int) -> Offering | None:
    if not isinstance(draft, Offering):
        return replace(form.offer, amount=form.least) if way == PLUS else None
    amount = min(draft.amount + way, form.most)
    return replace(draft, amount=amount) if amount >= form.least else None


def _choices(form: Cards, typed: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that may come after `typed`: people type real cards, which lie in one layer."""
    there = form.layers[0].cards
    return tuple(card for card in dict.fromkeys(there) if typed.count(card) < there.count(card))
