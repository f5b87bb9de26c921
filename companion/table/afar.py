"""A question as the page of a seat answers it: by pointing, without keys; and what its seat is called.

A page goes down a path: an index for each level of a list, one for each card typed; for an amount, 0 and the amount, or
1 for the other answer; for a lot, nothing.

Laws: keys and pages answer the same question, and whoever is first has answered it; what a page says counts only if it
has seen what is asked now; a path is nobody's business but the page's.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from companion.kit.event import Card, Intent, Refused
from companion.kit.question import Amount, Cards, OneOf, Question, Seed
from companion.kit.seats import Seat
from companion.kit.text import text
from companion.match.history import Entry
from companion.match.session import Session

S = TypeVar("S")

MEANWHILE: Final = Refused("meanwhile", text("Something else came first: look again."))
NO_PATH: Final = Refused("no_path", text("This cannot be chosen here."))


Small: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=1 << 31)]
"""No page counts further; it is told its own path again."""


class Reply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page has chosen so far, or says."""

    moment: Small
    """When it saw what is asked (`Playing.asked_at`)."""
    path: tuple[Small, ...] = ()
    sheet: Small = 0
    """Which of `sheets` it fills in."""
    is_said: bool = False
    """No longer a draft."""


class Naming(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page's seat wants to be called."""

    name: str
    """Empty: as the settings say."""


class Sheet(msgspec.Struct, frozen=True):
    """Something a seat may answer."""

    question: Question
    means: Literal["answer", "secret", "aside"] = "answer"
    """What it is asked; what it may mean in secret instead; what it may say beside the question."""
    armed: int = 0
    """Of what it may mean in secret: the page of its look, as `Rules.secret` counts what is meant; 0: none."""


def sheets(session: Session[S], seat: Seat) -> tuple[Sheet, ...]:
    """All that this seat may answer now."""
    question, aside = session.question, session.aside(seat)
    said_aside = (Sheet(aside, "aside"),) if aside is not None else ()
    if question is None or question.seat != seat:
        return said_aside
    armed = enumerate(question.armed, 1)
    meant = (Sheet(replace(question, form=form, armed=()), "secret", page) for page, form in armed)
    return (Sheet(question), *meant, *said_aside)


def options(question: Question, path: tuple[int, ...]) -> dict[int, Intent]:
    """The drafts one step further down, by their index; none: the path is at its end, or what is asked is no list."""
    match question.form, drafted(question, path):
        case (_, Refused()) | (Seed(), _):
            return {}
        case _ if question.by_lot:
            return {}
        case OneOf() as form, draft:
            return dict(enumerate(_level(form, draft)))
        case Cards(count=count) as form, _ if len(path) < count:
            typed = tuple(_kinds(form)[at] for at in path)
            drafts = (replace(form.intent, cards=(*typed, card)) for card in _kinds(form))
            return {at: draft for at, draft in enumerate(drafts) if form.lacks(draft.cards) is None}
        case _:
            return {}


def drafted(question: Question, path: tuple[int, ...]) -> Intent | Refused | None:
    """What the path has come to; `None`: nothing is chosen yet."""
    if not path:
        return None
    if question.by_lot:
        return NO_PATH
    try:
        return _drafted(question, path)
    except IndexError:
        return NO_PATH


def said(session: Session[S], question: Question, path: tuple[int, ...]) -> Entry | Refused:
    """What comes of an answer; of half an answer, nothing."""
    if question.by_lot and not path:
        return session.draw(question)
    match drafted(question, path):
        case Refused() as refused:
            return refused
        case None:
            return NO_PATH
        case draft:
            return session.answer(draft)


def _drafted(question: Question, path: tuple[int, ...]) -> Intent | Refused:
    if min(path) < 0:
        return NO_PATH
    match question.form, path:
        case OneOf() as form, _:
            return _down(form, path)
        case Amount() as form, (0, amount):
            offer = replace(form.offer, amount=amount)
            return form.refused(offer) or offer
        case Amount(otherwise=otherwise), (1,):
            return otherwise
        case Cards(count=count) as form, _ if len(path) <= count:
            cards = tuple(_kinds(form)[at] for at in path)
            return form.lacks(cards) or replace(form.intent, cards=cards)
        case _:
            return NO_PATH


def _down(form: OneOf, path: tuple[int, ...]) -> Intent:
    """Raises IndexError if there is no such path."""
    at, *further = path
    draft = _level(form, None)[at]
    for at in further:
        draft = _level(form, draft)[at]
    return draft


def _level(form: OneOf, draft: Intent | None) -> tuple[Intent, ...]:
    """The next level in which there is something to choose, or to say."""
    level = form.below(draft) if draft is None or not form.ends(draft) else ()
    while len(level) == 1 and not form.ends(level[0]):
        level = form.below(level[0])
    return level


def _kinds(form: Cards) -> tuple[Card, ...]:
    """All that can be pointed at, left or not: a card keeps its place on the page."""
    return form.kinds or tuple(dict.fromkeys(form.layers[0].cards))
