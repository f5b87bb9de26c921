"""How long people think: a clock for each seat that must decide something.

Laws: it runs only while the table asks: not while news, a menu or a pause hides the question, and not while the box is
off; a throw of the die and the typing in of facts are no decisions; time is an argument.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from companion.kit.question import Question
from companion.kit.seats import Seat
from companion.match.session import Made, Session

S = TypeVar("S")


class ThinkingClock(Generic[S]):
    """Measures since when each question has stood."""

    def __init__(self) -> None:
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
            self._session, before = session, self._asked
            self._asked = {
                question.seat: known if known is not None and known[0] == question else (question, self._ran_s)
                for question in session.questions
                if question.seat is not None and not question.by_lot and not question.is_typed
                for known in (before.get(question.seat),)
            }
        if self._at is not None and runs:
            self._ran_s += max(t - self._at, 0.0)
        self._at = t

    def begin_again(self, seat: Seat) -> None:
        """Another player sits here now."""
        if seat in self._asked:
            self._asked[seat] = self._asked[seat][0], self._ran_s

    def taken_s(self, made: Made[S]) -> float | None:
        """How long the seat has thought about this step; `None`: it is not the answer to a question that stood."""
        asked = self._asked.get(made.seat) if made.seat is not None else None
        if asked is None or self._session is None or made.before is not self._session.state:
            return None
        question, since_s = asked
        stays = any(question == still for still in self._session.rules.questions(made.states[-1]))
        return None if stays else round(self._ran_s - since_s, 1)
