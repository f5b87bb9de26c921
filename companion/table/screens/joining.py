"""Before a game: who sits down, by which rules they will play, and who starts.

Law: the box's pairs of keys keep their pairs; those who joined become seats 1 … n clockwise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec.structs import replace

from companion.kit.question import commit
from companion.kit.rules import Rules
from companion.kit.seats import COLOURS, Player, Seat
from companion.kit.setup import Sitting
from companion.kit.text import text, verbatim
from companion.kit.view import Legend, SeatView, View
from companion.match.session import Session
from companion.table.controls import Press
from companion.table.notices import Notices
from companion.table.playing import Playing
from companion.table.ports import Ledger, Settings
from companion.table.screen import Screen
from companion.table.screens.agreement import pages
from companion.table.screens.answering import Answering

S = TypeVar("S")


class Joining(Screen, Generic[S]):
    """The next game: who has joined, and its rules."""

    session = None
    """No game is on."""

    def __init__(
        self, rules: Rules[S], settings: Settings, ledger: Ledger, notices: Notices, new_seed: Callable[[], str]
    ) -> None:
        self.rules = rules
        self.choices = settings.choices
        """The rules of the next game."""
        self.pairs: tuple[int, ...] = ()
        """Where somebody has joined, in clockwise order."""
        self._newest: int | None = None
        """Who has just joined; `None`: somebody has just left."""
        self._settings = settings
        self._ledger = ledger
        self._notices = notices
        self._new_seed = new_seed

    def press(self, press: Press, t: float) -> Joining[S] | Answering[S]:
        """A tap joins or leaves again; the hold of who starts begins the game, if enough have joined."""
        match press.key, press.kind:
            case "green", "tap" | "hold" if press.pair not in self.rules.pairs:
                self._notices.say(text("Nobody plays here in this game."), t)
                return self
            case "green", "tap":
                self._newest = press.pair if press.pair not in self.pairs else None
                self.pairs = tuple(sorted({*self.pairs} ^ {press.pair}))
                return self
            case "green", "hold" if press.pair in self.pairs and self._may_start:
                return self._begin(press.pair, t)
            case "green", "hold":
                self._notices.say(text("Tap green to join: {n} or more play.", n=self.rules.seats.start), t)
                return self
            case _:
                return self

    def go_on(self, session: Session[S], pairs: tuple[int, ...], bots: frozenset[Seat], t: float) -> Answering[S]:
        """A game that had begun before a power cut."""
        return Answering(Playing(session, pairs, self._ledger, self._notices, bots), t)

    def _begin(self, first: int, t: float) -> Answering[S]:
        """Who starts sits at the pair `first`."""
        seed, duties = self._new_seed(), self._settings.duties
        commitment = commit(seed) if self.rules.draws_lots(duties) else None
        start = self.rules.begin(Sitting(self._players, self.pairs.index(first) + 1, duties, commitment), self.choices)
        self._ledger.begin(self.rules.name, self.rules.header(start), seed, self.pairs)
        playing = Playing(Session(self.rules, seed, start), self.pairs, self._ledger, self._notices)
        if commitment is not None:
            rows = tuple(verbatim(commitment[at : at + 16]) for at in range(0, 64, 16))
            self._notices.tell(playing.placed(View(self.rules.phrases.sealed, lines=rows)), t)
        return Answering(playing, t)

    @property
    def _may_start(self) -> bool:
        return len(self.pairs) in self.rules.seats

    @property
    def _players(self) -> tuple[Player, ...]:
        names = self._settings.names
        return tuple(Player(seat, names[pair - 1], COLOURS[pair - 1]) for seat, pair in enumerate(self.pairs, 1))

    def view(self, _t: float) -> View:
        """Who has joined, and what to do."""
        how = self.rules.phrases.start if self._may_start else text("{n} or more", n=self.rules.seats.start)
        newest = verbatim(self._settings.names[self._newest - 1]) if self._newest is not None else text("Press green")
        legend = Legend(text("join"), text("Start") if self._may_start else None)
        lines = (newest, how)
        return self.placed(View(text("Who plays?"), number=str(len(self.pairs)), lines=lines, legend=legend))

    def placed(self, view: View) -> View:
        """With the lights of all who have joined, and the empty track."""
        players = zip(self._players, self.pairs, strict=True)
        seats = tuple(SeatView(player.seat, player.name, player.colour, pair=pair) for player, pair in players)
        return replace(view, seats=seats, track=self.rules.track(self.choices))

    def pages(self) -> tuple[View, ...]:
        """What the table key leafs through: the rules people join to play by."""
        return pages(self.rules.options(self.choices))
