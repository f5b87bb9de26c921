"""What one seat may see of a moment and say, with what it has chosen so far on its page.

Law: what only one seat may know is never in another page's bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final, TypeAlias

import msgspec

from companion.daemon.pages.moment import Moment, placed
from companion.daemon.pages.shape import Own, PageChoice, QuestionForm
from companion.faces.page import Page, page
from companion.kit.event import Intent, Refused
from companion.kit.question import Amount, Cards, OneOf, Question
from companion.kit.seats import COLOUR_NAMES
from companion.kit.text import Text, speak, text
from companion.match.session import Session
from companion.table.afar import Reply, SeatQuestion, drafted, options, sheets
from companion.table.screens.consenting import SAYS

OK: Final = text("OK")

DrawDraft: TypeAlias = Callable[[Intent | None, int | None], Page]
"""Makes the page of a draft for a seat; `None`: no draft, or the page for everybody."""


def own(now: Moment, pair: int, draft: Reply | None, translate: Callable[[str], str]) -> Own:
    """What the seat at `pair` may see and say, after the choices of `draft`, in the words of its phone."""
    session = now.session
    player = now.players[pair - 1]
    colour = speak(COLOUR_NAMES[player.colour], translate)
    nobody = Own(pair, speak(player.said, translate), player.colour, colour, pair in now.sits, None)
    if session is None or pair not in now.pairs:
        return nobody
    seat, count = now.pairs.index(pair) + 1, now.count_of(pair)
    reply = draft if draft is not None and draft.moment == count else Reply(count)
    if now.consent is not None and now.consent.pair == pair:
        return msgspec.structs.replace(nobody, seat=seat, moment=count, papers=_consent(now, translate))
    papers = () if _is_a_bots(now, pair) else sheets(session, seat)

    is_asked = len(session.questions) > 1 and session.asked(seat) is not None

    @cache  # several sheets share most of their drafts
    def seen(draft: Intent | None, viewer: int | None) -> Page:
        view = session.rules.view(session.state, viewer, draft)
        if is_asked and viewer is not None:  # of several, each is told that it is the one
            view = msgspec.structs.replace(view, who=viewer)
        return page(placed(view, now.pairs), translate)

    meant = papers[reply.sheet].armed if reply.sheet in range(len(papers)) else 0
    return msgspec.structs.replace(
        nobody,
        seat=seat,
        moment=count,
        sheet=reply.sheet,
        path=reply.path,
        secret=tuple(page(each, translate) for each in session.rules.secret(session.state, seat, meant)),
        papers=tuple(
            _paper(session, sheet, reply.path if at == reply.sheet else (), seen, translate)
            for at, sheet in enumerate(papers)
        ),
    )


def _consent(now: Moment, translate: Callable[[str], str]) -> tuple[QuestionForm, ...]:
    """The papers for a consent: one to agree that a decision is undone, and one to refuse."""
    asked = page(now.view, translate)
    yes, no = (speak(word, translate) for word in SAYS)
    return QuestionForm("answer", "", "lot", yes, asked, is_whole=True), QuestionForm(
        "aside", no, "lot", no, asked, is_whole=True
    )


def _paper(
    session: Session[Any], sheet: SeatQuestion, path: tuple[int, ...], seen: DrawDraft, translate: Callable[[str], str]
) -> QuestionForm:
    """A sheet as filled in so far, as its seat sees it."""
    question, phrases = sheet.question, session.rules.phrases
    seat = question.seat
    draft = drafted(question, path)

    def say(words: Text | None) -> str:
        return speak(words, translate) if words is not None else ""

    def is_secret(draft: Intent | None) -> bool:
        return question.is_secret or _words(seen(draft, seat)) != _words(seen(draft, None))

    def choice(at: int, draft: Intent) -> PageChoice:
        would = seen(draft, seat)
        pieces = tuple(piece for piece in would.pieces if piece.mark == "drafted")
        return PageChoice(at, would.number, would.caption, would.lines, pieces, is_secret(draft))

    choices = tuple(choice(at, each) for at, each in options(question, path).items())
    shown = None if isinstance(draft, Refused) else draft
    says = question.name if sheet.means == "aside" else phrases.lot if question.by_lot else OK
    is_whole = _is_whole(question, draft)
    kind, so_far = _kind(question), is_secret(shown)
    rule = say(session.rules.rule(session.state, question))
    paper = QuestionForm(
        sheet.means, say(question.name), kind, say(says), seen(shown, seat), rule, choices, is_whole, so_far
    )
    match question.form:
        case Amount(least=least, most=most):
            offer, otherwise = translate(phrases.offer.id), say(phrases.otherwise)
            return msgspec.structs.replace(paper, says=offer, least=least, most=most, otherwise=otherwise)
        case Cards(count=count):
            return msgspec.structs.replace(paper, count=count, types=tuple(map(say, question.keys)))
        case _:
            return paper


def _is_a_bots(now: Moment, pair: int) -> bool:
    return any(seat.is_bot for seat in now.view.seats if seat.pair == pair)


def _words(seen: Page) -> tuple[object, ...]:
    return seen.title, seen.number, seen.caption, seen.lines


def _kind(question: Question) -> str:
    if question.by_lot:
        return "lot"
    return {OneOf: "list", Amount: "amount", Cards: "cards"}.get(type(question.form), "")


def _is_whole(question: Question, draft: Intent | Refused | None) -> bool:
    if question.by_lot:
        return True
    return isinstance(draft, Intent) and question.form.refused(draft) is None
