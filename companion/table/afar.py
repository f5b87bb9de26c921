"""How the page of a seat answers a question (by pointing, without keys), joins, and changes the name of its seat.

A page sends a path: an index for each level of a list, one for each typed card; for an amount, 0 and the amount, or 1
for the other answer; for a lot, nothing.

Laws: keys and pages answer the same question, and the first answer counts; an answer from a page counts only if the
page has seen what is asked now; only the page knows its unfinished path.
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
"""The numbers in a page's message; a page never counts further."""


class Reply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page has chosen so far, or answers."""

    moment: Small
    """The moment at which the page saw the question (`Playing.asked_at`)."""
    path: tuple[Small, ...] = ()
    """An index for each level of a list, or for each card; 0 and the amount, or 1 for the other answer; empty: none."""
    sheet: Small = 0
    """Which of `papers` is answered, counted from 0."""
    is_said: bool = False
    """It is an answer, no longer a draft."""


class Naming(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name that a page wants for its seat."""

    name: str
    """Empty: the name in the settings."""


class Sitting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A page says whether its seat plays in the next game."""

    sits: bool
    """Whether it plays; a game that runs is not changed."""


PageWords: TypeAlias = Reply | Naming | Sitting
"""Everything that the page of a seat may send."""


class SeatQuestion(msgspec.Struct, frozen=True):
    """One question that a seat may answer."""

    question: Question
    means: Literal["answer", "secret", "aside"] = "answer"
    """`answer`: the question itself; `secret`: what the seat may choose in secret instead; `aside`: an aside."""
    armed: int = 0
    """For a secret choice, the page of the look (`meant` of `Rules.secret`); 0: none."""


def sheets(session: Session[S], seat: Seat) -> tuple[SeatQuestion, ...]:
    """All questions that this seat may answer now."""
    question, aside = session.asked(seat), session.aside(seat)
    said_aside = (SeatQuestion(aside, "aside"),) if aside is not None else ()
    if question is None:
        return said_aside
    armed = enumerate(question.armed, 1)
    meant = (SeatQuestion(replace(question, form=form, armed=()), "secret", page) for page, form in armed)
    return (SeatQuestion(question), *meant, *said_aside)


def options(question: Question, path: tuple[int, ...]) -> dict[int, Intent]:
    """The drafts one level further down, by index; empty if the path is at its end, or the question is no list."""
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
    """The draft that the path leads to; `None`: nothing is chosen yet."""
    if not path:
        return None
    if question.by_lot:
        return NO_PATH
    try:
        return _drafted(question, path)
    except IndexError:
        return NO_PATH


def said(session: Session[S], question: Question, path: tuple[int, ...]) -> Entry | Refused:
    """The entry that an answer makes; an unfinished answer is refused."""
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
    """The next level with more than one choice, or the last one."""
    level = form.below(draft) if draft is None or not form.ends(draft) else ()
    while len(level) == 1 and not form.ends(level[0]):
        level = form.below(level[0])
    return level


def _kinds(form: Cards) -> tuple[Card, ...]:
    """All cards on the page, left or not, so that a card keeps its place."""
    return form.kinds or tuple(dict.fromkeys(form.layers[0].cards))
