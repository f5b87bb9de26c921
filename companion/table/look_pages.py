"""The pages of a look: what a seat sees while it holds its green key, and what a release on each page means.

Law: a release on the first page means an honest answer and chooses nothing.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from companion.kit.event import Intent
from companion.kit.seats import Seat
from companion.kit.text import text
from companion.kit.view import Legend, View
from companion.match.session import Session

S = TypeVar("S")


class LookPage(NamedTuple):
    """One page of a look."""

    view: View
    arms: int
    """Which form of `Question.armed` a release arms, counted from 1; 0, or one that is not there: none."""
    draft: Intent | None = None
    """The draft that a release chooses; then it arms nothing."""


def pages(session: Session[S], seat: Seat, meant: int = 0) -> tuple[LookPage, ...]:
    """All pages that only this seat may look at; if there are several, each says which key turns the page.

    `meant`: which form of `Question.armed` the seat has armed; 0: none.
    """
    rules, state = session.rules, session.state
    found = [LookPage(view, at) for at, view in enumerate(rules.secret(state, seat, meant))]
    if found and session.asked(seat) is not None:
        found[1:1] = [LookPage(view, meant, draft) for draft, view in rules.picks(state, seat, meant)]
    leafs = Legend(red_tap=text("next")) if found[1:] else None
    return tuple(page._replace(view=replace(page.view, legend=page.view.legend or leafs)) for page in found)
