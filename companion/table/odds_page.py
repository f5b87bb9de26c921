"""The odds of the current contest, as a page of the table key: computed in small slices while somebody reads the pages.

Laws: they use only open facts and random numbers of their own, not the dice of the game; they stay the same however
often somebody looks; one slice is so short that no light is late.
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
"""Playouts of a contest: an even chance is then exact within 5 %, in 19 of 20 cases."""
SLICE: Final = 20
"""Playouts in one slice: a few milliseconds, a little more on the smallest Pi."""
SLICE_S: Final = 0.03
"""Seconds between two slices."""


class Odds:
    """The odds of one contest at a time."""

    def __init__(self) -> None:
        self._session: Session[Any] | None = None
        """The game whose contest is computed."""
        self._contest: Contest | None = None
        self._won: Counter[Seat | None] = Counter()

    def look(self, session: Session[Any] | None) -> None:
        """Follow this game; `None`: no game."""
        if session is not self._session:
            self._session, self._won = session, Counter()
            self._contest = session.rules.contest(session.state) if session is not None else None

    @property
    def is_counting(self) -> bool:
        """Whether playouts are missing."""
        return self._contest is not None and self._won.total() < RUNS

    def count(self, chance: Chance) -> None:
        """Run one slice, if playouts are missing."""
        if self._contest is not None and self.is_counting:
            self._won.update([self._contest.run(chance) for _ in range(SLICE)])

    @property
    def pages(self) -> tuple[View, ...]:
        """The odds in percent, the likeliest first, when all playouts are done; empty if there is no contest."""
        if self._session is None or self._contest is None:
            return ()
        seats = [seat for seat in self._session.rules.view(self._session.state, None).seats if seat.is_in]
        if self.is_counting:
            lines = [joined(seat.name, verbatim("...")) for seat in seats]
        else:
            seats.sort(key=lambda seat: -self._won[seat.seat])
            lines = [joined(seat.name, verbatim(f"{100 * self._won[seat.seat] / RUNS:.0f} %")) for seat in seats]
        return tuple(leaves(self._contest.title, lines))
