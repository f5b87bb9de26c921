"""Who was ahead when, of the game that has just ended at the table: for the lights.

Laws: it goes by the fitted chances of open facts, so no playout is needed; it computes one moment at a time, and none
while a game runs, so no key and no light is late.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from companion.kit.policy import EVERYBODY
from companion.kit.view import Ahead
from companion.match.session import Session

MOMENTS: Final = 48
"""How many moments of a game are enough for the lights."""
LOOK_S: Final = 0.05
"""Seconds from one moment to the next."""


class Remembering:
    """What is known of the latest game that is over."""

    def __init__(self) -> None:
        self._session: Session[Any] | None = None
        """The game at the table, as it stands."""
        self._looks: Iterator[Ahead | None] | None = None
        """What is still to be found; `None`: nothing."""
        self._found: list[Ahead] = []
        self._due_at = 0.0
        self.ahead: Sequence[Ahead] = ()
        """From its beginning to its end; empty: not found yet, or nobody has fitted the chances."""

    def look(self, session: Session[Any] | None, t: float) -> None:
        """Follow the game at the table; if it is over and a look is due at `t`, find one moment more."""
        if session is not self._session:
            is_over = session is not None and session.question is None
            self._session, self._found, self.ahead, self._due_at = session, [], (), t + LOOK_S
            self._looks = _looks(session) if session is not None and is_over else None
        elif self._looks is not None and t >= self._due_at:
            self._due_at = t + LOOK_S
            found = next(self._looks, None)
            if found is None:
                self._looks, self.ahead = None, tuple(self._found)
            else:
                self._found.append(found)

    def next_deadline(self) -> float | None:
        """When a look is due; `None`: none."""
        return None if self._looks is None else self._due_at


def _looks(session: Session[Any]) -> Iterator[Ahead | None]:
    """One moment after the other, in equal steps; `None` if the chances are unknown."""
    rules, done = session.rules, session.history.done
    told = [past for past in done if any(rules.stage(event) is not None for event in past.step.events)]
    states = [*(past.before for past in told), session.state]
    for at in range(MOMENTS):
        state = states[at * (len(states) - 1) // (MOMENTS - 1)]
        chances = rules.chances(rules.seen(state, EVERYBODY))
        yield _leader(chances) if chances is not None else None


def _leader(chances: Sequence[float]) -> Ahead:
    next_best, best = sorted(chances)[-2:]
    return Ahead(1 + chances.index(best), best - next_best)
