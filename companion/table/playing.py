"""A game at the box: how it goes on, and what its screens say of it.

Laws: an entry is in the ledger before anything of it can be seen, or the ledger says that it is not saved; the box does
what it must before the next question is asked.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from msgspec.structs import replace

from companion.kit.event import Event, Refused
from companion.kit.seats import Seat
from companion.kit.text import Text, text, verbatim
from companion.kit.view import Legend, View
from companion.match.history import Entry, Redo, Undo
from companion.match.session import Made, Session
from companion.table.notices import Notices
from companion.table.ports import Ledger

S = TypeVar("S")

RECENT: Final = 4
"""Lines on the page of last events."""


class Playing(Generic[S]):
    """A game, and who sits where at the box."""

    def __init__(
        self,
        session: Session[S],
        pairs: tuple[int, ...],
        ledger: Ledger,
        notices: Notices,
        bots: frozenset[Seat] = frozenset(),
    ) -> None:
        self.session = session
        self.pairs = pairs
        """The pairs of keys of seats 1 … n."""
        self.bots = bots
        """The seats for which a bot plays, as nobody sits there."""
        self.notices = notices
        self._ledger = ledger
        self._summed: tuple[Session[S], tuple[View, ...]] | None = None
        """The game that has been summed up last, and how it went."""

    # --- how it goes on ----------------------------------------------------------------------------------------------

    def enter(self, entry: Entry | Refused, t: float) -> bool:
        """What somebody has done; whether anything comes of it: a refusal is told and changes nothing."""
        if isinstance(entry, Refused):
            self.notices.say(entry.why, t)
            return False
        self._record(entry, t)
        if isinstance(entry, Undo | Redo):
            self.notices.say(text("Undone.") if isinstance(entry, Undo) else text("Done again."), t)
        return True

    def go_on(self, t: float) -> None:
        """The box does what it must, and tells what it has answered for somebody."""
        while (step := self.session.automatic()) is not None:
            asked = self.session.question
            self._record(step, t)
            if asked is not None and asked.seat is not None and (line := self.line(step.events[0])) is not None:
                self.notices.say(line, t)
        if self._summary():
            screen = View(verbatim(self.session.rules.title), lines=(text("Table key: more"),))
            self.notices.tell(self.placed(screen), t)

    def hand_over(self, seat: Seat, t: float) -> None:
        """To a bot, or back to whoever has come back."""
        bots = self.bots ^ {seat}
        self._ledger.keep_bots(tuple(sorted(bots)))
        self.bots = bots
        name = self.session.rules.view(self.session.state, None).seats[seat - 1].name
        came = text("A bot plays for {name}.", name=name) if seat in bots else text("{name} plays again.", name=name)
        self.notices.say(came, t)

    def _record(self, entry: Entry, t: float) -> None:
        """Into the ledger, then into the session, then on the screen."""
        self._ledger.append(entry)
        self.session = self.session.apply(entry)
        if isinstance(entry, Made):
            for event, state in zip(entry.events, entry.states, strict=True):
                self._tell(event, state, t)

    def _tell(self, event: Event, state: S, t: float) -> None:
        """The screen of an event, and its cue, wait their turn."""
        rules = self.session.rules
        screen = rules.tell(state, event)
        self.notices.tell(self.placed(screen) if screen is not None else None, t, rules.cue(state, event))

    # --- what is shown of it -----------------------------------------------------------------------------------------

    def seat(self, pair: int) -> Seat | None:
        """Whose keys they are."""
        return self.pairs.index(pair) + 1 if pair in self.pairs else None

    def secret(self, seat: Seat, meant: int = 0) -> tuple[View, ...]:
        """What only this seat may look at, page by page; of several, each says that there is a next one."""
        pages = self.session.rules.secret(self.session.state, seat, meant)
        return tuple(replace(page, legend=Legend(red_tap=text("next"))) for page in pages) if pages[1:] else pages

    def undo_view(self) -> View:
        """What would be undone."""
        history = self.session.history
        if history.last_decision is None:
            return View(text("Undo"), lines=(text("There is nothing"), text("to undo.")))
        if history.stays(history.last_decision, self.session.rules.final):
            return View(text("Undo"), lines=(text("What all know"), text("now stays.")))
        decision = history.done[history.last_decision].step.events[0]
        return View(text("Let go: undo"), lines=(self.line(decision) or text("the last choice"), text("hold on: menu")))

    def pages(self) -> tuple[View, ...]:
        """What the table key leafs through."""
        recent = [event for past in self.session.history.done[-3 * RECENT :] for event in past.step.events]
        told = [line for line in map(self.line, recent) if line is not None]
        last = View(text("Last events"), lines=tuple(told[-RECENT:]))
        return (*self._summary(), *self.session.rules.pages(self.session.state), last)

    def _summary(self) -> tuple[View, ...]:
        """Of a game that is over, made once: it takes the whole game."""
        if self.session.question is not None:
            return ()
        if self._summed is None or self._summed[0] is not self.session:
            self._summed = self.session, self.session.rules.summary(self.session.told())
        return self._summed[1]

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
