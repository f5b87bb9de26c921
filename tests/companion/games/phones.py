"""The kind of a moment of any game, and what a phone offers at it."""

from __future__ import annotations

from typing import Any

from companion.daemon.pages import own
from companion.kit.question import OneOf, Question
from companion.match.session import Session
from companion.testing.traffic import moment


def sheets_of(session: Session[Any], seat: int) -> set[str]:
    """The sheets that this seat's phone offers, by meaning and kind of form."""
    return {f"{paper.means} {paper.kind}" for paper in own(moment(session), seat, None, str).papers}


def kind(session: Session[Any]) -> str:
    """The kind of a screen: the phase, the form of the question, and the asides."""
    question, asides = session.question, session.rules.asides(session.state)
    asked = _traits(question) if question is not None else ["nothing"]
    beside = sorted({f"+{name}" for aside in asides for name in _answers(aside)})
    return " ".join([type(session.state.phase).__name__, *asked, *beside])


def _traits(question: Question) -> list[str]:
    traits = {
        "by lot": question.by_lot,
        "secret": question.is_secret,
        "typed": bool(question.keys),
        "armed": bool(question.armed),
    }
    return [*_answers(question), *(name for name, has in traits.items() if has)]


def _answers(question: Question) -> list[str]:
    form = question.form
    return (
        sorted({type(answer).__name__ for answer in form.answers}) if isinstance(form, OneOf) else [type(form).__name__]
    )
