"""How long people think: a clock for each seat that must decide something.

Laws: it runs only while the table asks: not while news, a menu or a pause hides the question, and not while the box is
off; a throw of the die and the typing in of facts are no decisions; time is an argument.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Generic, TypeVar

from companion.kit.question import Question
from companion.kit.seats import Seat
from companion.match.session import Made, Session

S = TypeVar("S")


class ThinkingClock(Generic[S]):
    """Measures since when each question has stood."""

    def __init__(self) -> None:
        self.nth = 0
        """Counts the questions; those that several are asked at once count as one."""
        self._ran_s = 0.0
        """Seconds that it has run."""
        self._at: float | None = None
        """The time of the last tick."""
        self._session: Session[S] | None = None
        """The game at the last tick."""
        self._asked: dict[Seat, tuple[Question, float]] = {}
        """The question of each seat, and when it was first seen, as a count of `_ran_s`."""

    def tick(self, session: Session[S], t: float, *, runs: bool) -> None:
        """Let time pass to `t`; `runs`: whether people could see their questions since the last tick."""
        if session is not self._session:
            self._session = session
            self._meet([each for each in session.questions if not each.by_lot and not each.is_typed])
        if self._at is not None and runs:
            self._ran_s += max(t - self._at, 0.0)
        self._at = t

    def _meet(self, questions: list[Question]) -> None:
        kept = {seat: asked for seat, asked in self._asked.items() if asked[0] in questions}
        self.nth += not kept
        asked = {each.seat: (each, self._ran_s) for each in questions if each.seat is not None}
        self._asked = asked | kept

    def begin_again(self, seat: Seat) -> None:
        """Another player sits here now."""
        if seat in self._asked:
            self._asked[seat] = self._asked[seat][0], self._ran_s

    def is_for_people(self, bots: Container[Seat]) -> bool:
        """Whether somebody must decide who is no bot."""
        return any(seat not in bots for seat in self._asked)

    def taken_s(self, made: Made[S]) -> float | None:
        """How long the seat has thought about this step; `None`: it is not the answer to a question that stood."""
        asked = self._asked.get(made.seat) if made.seat is not None else None
        if asked is None or self._session is None or made.before is not self._session.state:
            return None
        question, since_s = asked
        stays = question in self._session.rules.questions(made.states[-1])
        return None if stays else round(self._ran_s - since_s, 1)
