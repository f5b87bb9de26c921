"""The games of one evening: people join, play, and join again.

Laws: an entry is in the ledger before anything of it can be seen, or the ledger says that it is not saved; the box does
what it must before the next question is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar, assert_never

from msgspec.structs import replace

from companion.kit.event import Refused
from companion.kit.question import commit
from companion.kit.rules import Rules
from companion.kit.text import Text, text, verbatim
from companion.kit.view import View
from companion.match.history import Entry, Redo, Step, Undo
from companion.match.session import Session
from companion.table.bulletin import Bulletin
from companion.table.controls import Said
from companion.table.lobby import Lobby
from companion.table.outside import House, Ledger
from companion.table.seated import Seated
from companion.table.turn import Drawn, Outcome, Turn

S = TypeVar("S")


class Evening(Generic[S]):
    """What is played at the table, and who may join if nothing is."""

    def __init__(
        self,
        rules: Rules[S],
        house: House,
        ledger: Ledger,
        new_seed: Callable[[], str],
        running: Seated[S] | None,
    ) -> None:
        """`running` is the game to go on with; nothing is asked before `go_on`."""
        self.game = running
        """`None` while people join."""
        self.lobby = Lobby(house.names, rules.seats)
        self.turn: Turn[S] | None = None
        """The question of that game."""
        self.asked_at = 0.0
        self.bulletin = Bulletin()
        """What there is to tell."""
        self._rules = rules
        self._duties = house.duties
        self._ledger = ledger
        self._new_seed = new_seed

    def toggle(self, pair: int) -> None:
        """Somebody joins, or leaves again."""
        self.lobby = self.lobby.toggled(pair)

    def start(self, pair: int, choices: Mapping[str, object], t: float) -> None:
        """The smallest player, who sits here, begins a game by these rules, if enough have joined."""
        if pair not in self.lobby.joined or not self.lobby.may_start:
            self.bulletin.say(text("Tap green to join: {n} or more play.", n=self._rules.seats.start), t)
            return
        seed = self._new_seed()
        commitment = commit(seed) if "box" in (self._duties.cards, self._duties.die) else None
        start = self._rules.begin(self.lobby.sitting(pair, self._duties, commitment), choices)
        self._ledger.begin(self._rules.name, self._rules.header(start), seed, self.lobby.joined)
        self.game = Seated(Session(self._rules, seed, start), self.lobby.joined)
        if commitment is not None:
            rows = tuple(verbatim(commitment[at : at + 16]) for at in range(0, 64, 16))
            self.bulletin.tell(self.game.placed(View(text("Sealed dice"), lines=rows)), t)
        self.go_on(t)

    def leave(self) -> None:
        """Back to joining, if a game is on; the same people are likely to play again."""
        if self.game is None:
            return
        self._ledger.close()
        self.lobby = replace(self.lobby, joined=self.game.pairs)
        self.game = None
        self.turn = None
        self.bulletin.close_page()
        self.bulletin.skip_news()

    def take(self, outcome: Outcome, t: float) -> None:
        """What has come of the keys: an answer, a draw, or a notice for whoever pressed."""
        match outcome:
            case Said(intent=intent):
                self._enter(lambda session: session.answer(intent), t)
            case Drawn(question=question):
                self._enter(lambda session: session.draw(question), t)
            case Text():
                self.bulletin.say(outcome, t)
            case None:
                pass
            case _ as never:
                assert_never(never)

    def undo(self, t: float) -> None:
        """Take the last decision back."""
        self._enter(Session.undo, t)

    def redo(self, t: float) -> None:
        """Take the last undo back."""
        self._enter(Session.redo, t)

    def go_on(self, t: float) -> None:
        """The box does what it must, then asks the next question."""
        while self.game is not None and (step := self.game.session.automatic()) is not None:
            asked = self.game.session.question
            self._record(self.game, step, t)
            if asked is not None and asked.seat is not None and (line := self.game.line(step.events[0])) is not None:
                self.bulletin.say(line, t)
        self.turn = Turn(self.game) if self.game is not None else None
        self.asked_at = t

    def _enter(self, entry_of: Callable[[Session[S]], Entry | Refused], t: float) -> None:
        """Commit, then show."""
        if self.game is None:
            return
        entry = entry_of(self.game.session)
        match entry:
            case Refused(why=why):
                self.bulletin.say(why, t)
                return
            case Step():
                self._record(self.game, entry, t)
            case Redo():
                self._record(self.game, entry, t)
                self.bulletin.say(text("Done again."), t)
            case Undo():
                self._record(self.game, entry, t)
                self.bulletin.say(text("Undone."), t)
            case _ as never:
                assert_never(never)
        self.go_on(t)

    def _record(self, game: Seated[S], entry: Entry, t: float) -> None:
        """Into the ledger, then into the session, then on the screen."""
        state = game.session.state
        self._ledger.append(entry)
        self.game = replace(game, session=game.session.apply(entry))
        for event in entry.events if isinstance(entry, Step) else ():
            state = self._rules.evolve(state, event)
            if (screen := self._rules.tell(state, event)) is not None:
                self.bulletin.tell(self.game.placed(screen), t)
