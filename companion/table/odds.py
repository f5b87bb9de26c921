"""The odds of what is open, as a page of the table key: counted while somebody leafs, a little at a time.

Laws: they go by what lies open to all, and by chance of their own, not by the dice that will fall; they stay the same
however often somebody looks; one slice is short, so that no light is late.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from companion.kit.policy import Chance, Contest
from companion.kit.seats import Seat
from companion.kit.text import joined, verbatim
from companion.kit.view import View, leaves
from companion.match.session import Session

RUNS: Final = 400
"""Of a contest: an even chance is told within five in a hundred, nineteen times in twenty."""
SLICE: Final = 20
"""Of them at once: a few milliseconds, on the smallest Pi a few more."""
SLICE_S: Final = 0.03
"""From one slice to the next."""


class Odds:
    """Those of one contest at a time."""

    def __init__(self) -> None:
        self._session: Session[Any] | None = None
        """Whose contest is counted."""
        self._contest: Contest | None = None
        self._won: Counter[Seat | None] = Counter()

    def look(self, session: Session[Any] | None) -> None:
        """At this game; `None`: at none."""
        if session is not self._session:
            self._session, self._won = session, Counter()
            self._contest = session.rules.contest(session.state) if session is not None else None

    @property
    def is_counting(self) -> bool:
        """Whether there is more to count."""
        return self._contest is not None and self._won.total() < RUNS

    def count(self, chance: Chance) -> None:
        """A slice, if there is more."""
        if self._contest is not None and self.is_counting:
            self._won.update([self._contest.run(chance) for _ in range(SLICE)])

    @property
    def pages(self) -> tuple[View, ...]:
        """In hundredths, the likeliest first, once all is counted; none if nothing is open."""
        if self._session is None or self._contest is None:
            return ()
        seats = [seat for seat in self._session.rules.view(self._session.state, None).seats if seat.is_in]
        if self.is_counting:
            lines = [joined(seat.name, verbatim("...")) for seat in seats]
        else:
            seats.sort(key=lambda seat: -self._won[seat.seat])
            lines = [joined(seat.name, verbatim(f"{100 * self._won[seat.seat] / RUNS:.0f} %")) for seat in seats]
        return tuple(leaves(self._contest.title, lines))
