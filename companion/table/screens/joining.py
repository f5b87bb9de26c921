"""Before a game: who sits down, by which rules they will play, and who starts.

Law: the box's pairs of keys keep their pairs; those who joined become seats 1 … n clockwise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec.structs import replace

from companion.kit.question import commit
from companion.kit.rules import Rules
from companion.kit.seats import Player, Seat
from companion.kit.setup import ALL_PAIRS, Sitting
from companion.kit.text import Text, text
from companion.kit.view import Legend, SeatView, View
from companion.match.session import Session
from companion.table.controls import Press
from companion.table.notices import Notices
from companion.table.playing import Playing
from companion.table.ports import Ledger, Settings
from companion.table.screen import Screen
from companion.table.screens.agreement import pages
from companion.table.screens.answering import Answering
from companion.table.screens.names import Names

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
        self.silent = {*ALL_PAIRS} - {*settings.wired}
        """The pairs whose green key says nothing: not wired, or out of order."""
        self._latest: int | None = None
        """Who has just joined or left; `None`: nobody yet."""
        self.names = Names(settings, ledger)
        """What the players of the next game are called."""
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
                self._latest = press.pair
                self.pairs = tuple(sorted({*self.pairs} ^ {press.pair}))
                return self
            case "green", "hold" if press.pair in self.pairs and self._may_start:
                return self._begin(press.pair, t)
            case "green", "hold":
                least = self.rules.seats.start
                is_in = press.pair in self.pairs
                how = text("{n} or more play.", n=least) if is_in else text("Tap ● to join: {n} or more play.", n=least)
                self._notices.say(how, t)
                return self
            case _:
                return self

    def go_on(self, session: Session[S], pairs: tuple[int, ...], bots: frozenset[Seat], t: float) -> Answering[S]:
        """A game that had begun before a power cut."""
        playing = self._playing(session, pairs)
        playing.bots = bots
        return Answering(playing, t)

    def _begin(self, first: int, t: float) -> Answering[S]:
        """Who starts sits at the pair `first`."""
        seed, duties = self._new_seed(), self._settings.duties
        commitment = commit(seed) if self.rules.draws_lots(duties) else None
        start = self.rules.begin(Sitting(self._players, self.pairs.index(first) + 1, duties, commitment), self.choices)
        self._ledger.begin(self.rules.name, self.rules.header(start), seed, self.pairs)
        self._latest = None
        playing = self._playing(Session(self.rules, seed, start), self.pairs)
        playing.begin(t)
        return Answering(playing, t)

    def _playing(self, session: Session[S], pairs: tuple[int, ...]) -> Playing[S]:
        return Playing(session, pairs, self._ledger, self._notices, self.silent)

    @property
    def _may_start(self) -> bool:
        return len(self.pairs) in self.rules.seats

    @property
    def _players(self) -> tuple[Player, ...]:
        return self.names.players(self.pairs)

    def view(self, _t: float) -> View:
        """Who has joined, and what to do."""
        least, count = self.rules.seats.start, len(self.pairs)
        how = self.rules.phrases.start
        if count < least:
            so_many = text("{n} more:", n=least - count) if count else text("{n} or more:", n=least)
            how = (so_many, text("each taps ●"))
        legend = Legend(text("in/out") if count else text("join"), text("Start") if self._may_start else None)
        return self.placed(View(self._title, number=str(count), lines=how, legend=legend))

    @property
    def _title(self) -> Text:
        """What has just happened, else what is asked."""
        if self._latest is None:
            return text("Who plays?")
        name = self.names.players((self._latest,))[0].said
        return text("{name} joins", name=name) if self._latest in self.pairs else text("{name} leaves", name=name)

    def placed(self, view: View) -> View:
        """With the lights of all who have joined, and the empty track unless it shows one."""
        players = zip(self._players, self.pairs, strict=True)
        seats = tuple(SeatView(player.seat, player.said, player.colour, pair=pair) for player, pair in players)
        return replace(view, seats=seats, track=view.track if view.track.spaces else self.rules.track(self.choices))

    def pages(self) -> tuple[View, ...]:
        """What the table key leafs through: the rules people join to play by."""
        return pages(self.rules.options(self.choices))
