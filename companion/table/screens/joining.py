"""Before a game: who joins, where a bot plays, by which rules they play, and who starts.

Law: players stay at their pairs of keys; the pairs that have joined become seats 1 … n clockwise.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from functools import reduce
from typing import Final, Generic, TypeVar

from msgspec.structs import replace

from companion.kit.event import Refused
from companion.kit.policy import Bots
from companion.kit.question import commit
from companion.kit.rules import Rules
from companion.kit.seats import Player
from companion.kit.setup import ALL_PAIRS, Seating
from companion.kit.text import Text, joined, text
from companion.kit.view import Key, Legend, SeatView, View
from companion.match.history import NewGame
from companion.match.session import Session
from companion.table.bests import HouseRecords
from companion.table.controls import Press
from companion.table.notices import Notices
from companion.table.playing import Playing
from companion.table.ports import Ledger, Settings
from companion.table.screen import Screen
from companion.table.screens.agreement import pages
from companion.table.screens.answering import Answering
from companion.table.screens.names import NameScreens
from companion.table.screens.sitters import Occupant, Sitters

S = TypeVar("S")

SITS: Final[Mapping[Occupant, Text]] = {
    "simple": text("A simple bot plays."),
    "strong": text("A strong bot plays."),
    "easy": text("An easy bot plays."),
    "random": text("This bot draws lots."),
    "nobody": text("Nobody sits here now."),
}
"""The notice after a hold of red has changed who sits there."""
TOO_LONG: Final = text("Too long: as before.")
LET_GO: Final = text("First let go of ○.")

NOBODY: Final = Refused("nobody", text("Nobody plays here in this game."))


class Joining(Screen, Generic[S]):
    """The next game: who has joined, and its rules."""

    session = None
    """No game is running."""

    def __init__(
        self, rules: Rules[S], settings: Settings, ledger: Ledger, notices: Notices, new_seed: Callable[[], str]
    ) -> None:
        self.rules = rules
        self.choices = settings.choices
        """The choices for the next game."""
        self.duties = settings.duties
        """Who does each duty in it."""
        self._sitters = Sitters()
        self.silent = {*ALL_PAIRS} - {*settings.wired} | {*settings.scans}
        """The pairs whose green key does not work: not wired, out of order, or a single switch that types nothing."""
        self._latest: int | None = None
        """Who has just joined or left; `None`: nobody yet."""
        self._first: int | None = None
        """The pair of keys of whoever started the last game; `None`: not known."""
        self.names = NameScreens(settings, ledger)
        """The names of the players of the next game."""
        self._house = HouseRecords(settings, ledger)
        self._settings = settings
        self._ledger = ledger
        self._notices = notices
        self._new_seed = new_seed
        self._moments = itertools.count(settings.first_moment)
        """The moments for all games that are played here, one after the other."""

    @property
    def pairs(self) -> tuple[int, ...]:
        """The pairs of keys that have joined, in clockwise order."""
        return self._sitters.pairs

    @property
    def people(self) -> tuple[int, ...]:
        """Those of them where a person sits, not a bot."""
        return self._sitters.people

    def stay(self, playing: Playing[S]) -> None:
        """Keep the players of the last game: they probably play again."""
        self._sitters.stay(playing.pairs, playing.bots)
        first = playing.session.rules.header(playing.session.state).get("first")
        self._first = playing.pairs[first - 1] if isinstance(first, int) else None

    def call(self, pair: int, name: str) -> Refused | None:
        """Change the name at a pair; a refusal, or `None`."""
        return self.names.call(pair, name) if pair in self.rules.pairs else NOBODY

    def sit(self, pair: int, *, down: bool = True) -> Refused | None:
        """Somebody with a phone plays in the next game, or no longer; a refusal, or `None`."""
        if pair not in self.rules.pairs:
            return NOBODY
        self._latest = pair
        self._sitters.sit(pair, down=down)
        return None

    # --- presses -----------------------------------------------------------------------------------------------------

    def press(self, press: Press, t: float) -> Joining[S] | Answering[S]:
        """A tap of green joins (also in place of a bot) or leaves; a hold of red seats a bot, or another one.

        A hold of green begins the game, if enough have joined; that player starts.
        """
        match press.key, press.kind:
            case "green", "tap" | "hold" if press.pair not in self.rules.pairs:
                self._notices.say(NOBODY.why, t)
            case "green", "tap":
                self._latest = press.pair
                self._sitters.tap(press.pair)
            case "green", "hold":
                return self._start(press.pair, t)
            case "red", _ if press.pair in self.rules.pairs:
                self._seat_a_bot(press, t)
            case "table", "hold":
                self._take_back(None, t)
            case _:
                pass
        return self

    def _start(self, pair: int, t: float) -> Joining[S] | Answering[S]:
        """Begin, or tell what is missing."""
        least, is_in = self.rules.seats.start, pair in self.pairs
        if not self._sitters.are_settled:
            self._notices.say(LET_GO, t)
        elif is_in and self._may_start:
            return self._begin(pair, t)
        else:
            how = text("{n} or more play.", n=least) if is_in else text("Tap ● to join: {n} or more play.", n=least)
            self._notices.say(how, t)
        return self

    def _seat_a_bot(self, press: Press, t: float) -> None:
        """Seat a bot by a hold of red that a person ends; any other press of red, which may open a screen, ends it."""
        match press.kind:
            case "hold" if press.stage == 1:
                self._latest = press.pair
                sitter = self._sitters.hold(press.pair)
                self._notices.say(self.rules.phrases.bots.get(sitter, SITS[sitter]), t)
            case "hold" | "withdrawn":
                self._take_back(press.pair, t)
            case "tap":
                self._take_back(None, t)
            case "release":
                self._sitters.let_go(press.pair)
            case _:
                pass

    def _take_back(self, pair: int | None, t: float) -> None:
        """Take back the change by a red key that is still down; `None`: by all of them."""
        if self._sitters.take_back(pair):
            self._latest = None
            self._notices.say(TOO_LONG, t)

    def go_on(
        self, session: Session[S], pairs: tuple[int, ...], bots: Bots, t: float, *, is_taste: bool
    ) -> Answering[S]:
        """Resume a game, or a first taste of it, that began before a power cut."""
        playing = self._playing(session, pairs)
        playing.is_taste = is_taste
        if is_taste and len(bots) == len(pairs):  # the box was still answering for all
            playing.begin_taste(t)
        else:
            playing.bots = bots
        return Answering(playing, t)

    def taste(self, t: float) -> Answering[S] | None:
        """Begin a first taste of the game with whoever has joined; `None`: more are needed, which is told."""
        if not self._may_start:
            self._notices.say(text("{n} or more play.", n=self.rules.seats.start), t)
            return None
        return self._begin(self.pairs[0], t, is_taste=True)

    def again(self, t: float) -> Answering[S]:
        """Begin another game of the same people; the next one clockwise starts."""
        at = self.pairs.index(self._first) if self._first in self.pairs else 0
        return self._begin(self.pairs[(at + 1) % len(self.pairs)], t)

    def _begin(self, first: int, t: float, *, is_taste: bool = False) -> Answering[S]:
        """Begin a game, or a first taste of it; the player at the pair `first` starts."""
        if self._settings.entrance is not None:
            self._settings.entrance.begin_game(t)
        seed, duties = self._new_seed(), self.duties
        commitment = commit(seed) if self.rules.draws_lots(duties) else None
        start = self.rules.begin(Seating(self._players, self.pairs.index(first) + 1, duties, commitment), self.choices)
        bots = self._bots
        header = self.rules.header(start)
        self._ledger.begin(NewGame(self.rules.name, header, seed, self.pairs, bots, is_taste))
        playing = self._playing(Session(self.rules, seed, start), self.pairs)
        playing.bots = bots
        if is_taste:
            playing.begin_taste(t)
        return Answering(playing, t)

    @property
    def _bots(self) -> Bots:
        """The bots, by seat."""
        bots = self._sitters.bots
        return {seat: bots[pair] for seat, pair in enumerate(self.pairs, 1) if pair in bots}

    def _playing(self, session: Session[S], pairs: tuple[int, ...]) -> Playing[S]:
        """The game with its seats; whoever sits down from now on plays in the next one."""
        self._sitters, self._latest = Sitters(), None
        playing = Playing(session, pairs, self._ledger, self._notices, self._moments, self.silent)
        playing.house = self._house
        playing.short = self.names.short
        return playing

    @property
    def _may_start(self) -> bool:
        return len(self.pairs) in self.rules.seats

    @property
    def _players(self) -> tuple[Player, ...]:
        return self.names.players(self.pairs)

    def is_only_tapped(self, _pair: int, _key: Key, _t: float) -> bool:
        """Never: if a hold cannot begin the game yet, a sentence tells why."""
        return False

    def view(self, t: float) -> View:
        """Who has joined, and what to do."""
        return self.seen(t)

    def legend(self, _t: float) -> Legend:
        """What the keys do; asked for at each press, so without the rest of the view."""
        join, start = text("in/out") if self.pairs else text("join"), text("Start") if self._may_start else None
        has_room = self._settings.entrance is not None and start is None
        return Legend(join, start, text("phone") if has_room else None, text("bot"))

    def seen(self, t: float) -> View:
        """The same view: nobody has a secret yet."""
        least, count = self.rules.seats.start, len(self.pairs)
        how = self.rules.left_out(self.choices, count) or self.rules.phrases.start
        if count < least:
            so_many = text("{n} more:", n=least - count) if count else text("{n} or more:", n=least)
            how = (so_many, text("each taps ●"))
        here, bots = text("joined"), (text("bots {n}", n=len(self._bots)),) if self._bots else ()
        told = joined(str(count), here, " "), *bots, reduce(lambda one, other: joined(one, other, " "), how)
        view = View(
            self._title, number=str(count), caption=here, lines=how, legend=self.legend(t), said=(self._title, *told)
        )
        return self.placed(view)

    @property
    def _title(self) -> Text:
        """What has just happened, otherwise the question."""
        if self._latest is None:
            return text("Who plays?")
        name = self.names.players((self._latest,))[0].said
        if self._latest in self._sitters.bots:
            return text("Bot: {name}", name=name)
        return text("{name} joins", name=name) if self._latest in self.pairs else text("{name} leaves", name=name)

    def placed(self, view: View) -> View:
        """The view with the lights of all who have joined, and the empty track unless it has its own."""
        bots, short = self._bots, self.names.short
        seats = tuple(
            SeatView(by.seat, by.said, by.colour, "", pair, is_bot=by.seat in bots, short=short(by.said))
            for by, pair in zip(self._players, self.pairs, strict=True)
        )
        return replace(view, seats=seats, track=view.track if view.track.spaces else self.rules.track(self.choices))

    def pages(self) -> tuple[View, ...]:
        """The pages of the table key: the rules of the next game."""
        return pages(self.rules.options(self.choices))
