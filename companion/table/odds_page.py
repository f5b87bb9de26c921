"""The odds of the current contest and of the game, as pages of the table key; a browser shows those of the game, too.

Laws: those of a contest are computed in small slices while somebody reads the pages; one slice is so short that no
light is late. Those of the game are known at once, from fitted chances, and are not told when it is over. Both use only
open facts and random numbers of their own, not the dice of the game; they stay the same however often somebody looks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from companion.kit.policy import EVERYBODY, Chance, Contest
from companion.kit.seats import Seat
from companion.kit.text import joined, text, verbatim
from companion.kit.view import SeatView, View, leaves
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
        self.chances: tuple[int, ...] = ()
        """How likely each of seats 1 … n is to win the game, in percent; empty: nobody can say, or nobody may."""
        self._won: Counter[Seat | None] = Counter()

    def look(self, session: Session[Any] | None) -> None:
        """Follow this game; `None`: no game."""
        if session is not self._session:
            self._session, self._won = session, Counter()
            self._contest = session.rules.contest(session.state) if session is not None else None
            self.chances = _chances(session) if session is not None else ()

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
        """The odds in percent, the likeliest first, those of a contest when all playouts are done."""
        if self._session is None:
            return ()
        seats = self._session.rules.view(self._session.state, None).seats
        return (*self._next(seats), *self._game(seats))

    def _game(self, seats: Sequence[SeatView]) -> Iterator[View]:
        if self.chances:
            ranked = sorted(seats, key=lambda seat: -self.chances[seat.seat - 1])
            lines = [joined(seat.name, verbatim(f"{self.chances[seat.seat - 1]} %")) for seat in ranked]
            yield from leaves(text("Odds: victory"), lines)

    def _next(self, all_seats: Sequence[SeatView]) -> Iterator[View]:
        if self._contest is None:
            return
        seats = [seat for seat in all_seats if seat.is_in]
        if self.is_counting:
            lines = [joined(seat.name, verbatim("...")) for seat in seats]
        else:
            seats.sort(key=lambda seat: -self._won[seat.seat])
            lines = [joined(seat.name, verbatim(f"{100 * self._won[seat.seat] / RUNS:.0f} %")) for seat in seats]
        yield from leaves(self._contest.title, lines)


def _chances(session: Session[Any]) -> tuple[int, ...]:
    """The chances by what all may know."""
    if session.question is None:
        return ()
    found = session.rules.chances(session.rules.seen(session.state, EVERYBODY))
    return tuple([round(100 * chance) for chance in found or ()])
