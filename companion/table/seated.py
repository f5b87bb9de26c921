"""A game and who sits where at the box: what its screens say of it."""

from __future__ import annotations

from typing import Final, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from companion.kit.event import Event
from companion.kit.seats import Seat
from companion.kit.text import Text, text, verbatim
from companion.kit.view import View
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

    def secret(self, seat: Seat) -> tuple[str, ...]:
        """The cards only this seat may look at."""
        return self.session.rules.secret(self.session.state, seat)

    def secret_view(self, seat: Seat) -> View:
        """Those cards, for the eyes of their owner."""
        cards = self.secret(seat)
        if len(cards) == 1:
            return View(text("only you"), who=seat, number=cards[0])
        return View(text("only you"), who=seat, lines=(verbatim("   ".join(cards)),))

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
