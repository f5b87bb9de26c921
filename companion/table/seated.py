"""A game and who sits where at the box: what its screens say of it."""

from __future__ import annotations

from typing import Final, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from companion.kit.event import Event
from companion.kit.money import Seat
from companion.kit.text import Text, text
from companion.kit.view import Legend, View
from companion.match.session import Session

S = TypeVar("S")

RECENT: Final = 4
"""Lines on the page of last events."""


class Seated(msgspec.Struct, Generic[S], frozen=True):
    """A game at the box."""

    session: Session[S]
    pairs: tuple[int, ...]
    """The pairs of keys of seats 1 … n."""

    def seat(self, pair: int) -> Seat | None:
        """Whose keys they are."""
        return self.pairs.index(pair) + 1 if pair in self.pairs else None

    def secret(self, seat: Seat) -> tuple[View, ...]:
        """What only this seat may look at, page by page; of several, each says that there is a next one."""
        pages = self.session.rules.secret(self.session.state, seat)
        return tuple(replace(page, legend=Legend(red_tap=text("next"))) for page in pages) if pages[1:] else pages

    def undo_view(self) -> View:
        """What would be undone."""
        history = self.session.history
        if history.last_decision is None:
            return View(text("Undo"), lines=(text("There is nothing"), text("to undo.")))
        decision = history.done[history.last_decision].step.events[0]
        return View(text("Let go: undo"), lines=(self.line(decision) or text("the last choice"), text("hold on: menu")))

    def pages(self) -> tuple[View, ...]:
        """What the table key leafs through."""
        recent = [event for past in self.session.history.done[-3 * RECENT :] for event in past.step.events]
        told = [line for line in map(self.line, recent) if line is not None]
        last = View(text("Last events"), lines=tuple(told[-RECENT:]))
        return (*self.session.rules.pages(self.session.state), last)

    def line(self, event: Event) -> Text | None:
        """An event in one short line."""
        return self.session.rules.line(self.session.state, event)

    def placed(self, view: View) -> View:
        """With everybody's seat, keys and the track, as far as the screen does not say so itself."""
        if not view.seats:
            table = self.session.rules.view(self.session.state, None)
            view = replace(view, seats=table.seats, track=table.track)
        seats = tuple(replace(seat, pair=self.pairs[seat.seat - 1]) for seat in view.seats)
        return replace(view, seats=seats)
