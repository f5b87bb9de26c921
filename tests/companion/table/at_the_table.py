"""A table for tests: a ledger in memory, a clock moved by hand, fingers and eyes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Generic, Literal, NamedTuple, TypeAlias, TypeVar

from msgspec.structs import replace

from companion.games.galopp_royal import events
from companion.games.galopp_royal.state import State
from companion.kit.event import Event
from companion.kit.policy import Bots, Level
from companion.kit.question import Amount, Question
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.kit.setup import Who
from companion.kit.text import speak, text, verbatim
from companion.kit.view import Bar, Key, Lettering, Loudness, Speech, View
from companion.match.history import Entry, NewGame, Redo, Step, Undo
from companion.match.session import Session
from companion.table.afar import options
from companion.table.controls import LONGER_S, Press, PressKind
from companion.table.ports import Settings
from companion.table.screens.main_menu import GROUPS
from companion.table.table import Table
from companion.testing.whole_games import NAMES, SEED
from tests.companion.games.galopp_royal.positions import RULES, race

S = TypeVar("S")

HOLD_S = 0.6
MOST_ROWS = 7
"""The most rows of a level of the menu."""


class Spoken(NamedTuple):
    """A language was chosen."""

    language: str


class Shown(NamedTuple):
    """Somebody switched the odds on or off."""

    odds: bool


class Turned(NamedTuple):
    """The sound was turned up or down."""

    loudness: Loudness


class SpokenTo(NamedTuple):
    """What is said aloud was chosen."""

    speech: Speech


class Measured(NamedTuple):
    """A sandglass was chosen."""

    seconds: int


class Written(NamedTuple):
    """How the display is written was chosen."""

    lettering: Lettering


class Shortened(NamedTuple):
    """Short forms of names were given."""

    shorts: Mapping[str, str]


class HandedOver(NamedTuple):
    """Bots play for these seats."""

    bots: dict[Seat, Level]


class Surpassed(NamedTuple):
    """Records of the house were broken."""

    game: str
    bests: Mapping[str, int]


class Agreed(NamedTuple):
    """Rules of play were agreed on."""

    game: str
    rules: Mapping[str, object]


class Assigned(NamedTuple):
    """Somebody chose who does a duty."""

    game: str
    duty: str
    who: Who


class Known(NamedTuple):
    """Something has been read or answered once and for all."""

    what: str


class Timed(NamedTuple):
    """How long the keys of some pairs are held was chosen."""

    holds: Mapping[int, float]


class Paced(NamedTuple):
    """How long single switches see each answer was chosen."""

    scans: Mapping[int, float]


class Named(NamedTuple):
    """Names were given."""

    names: Mapping[int, str]
    lately: Sequence[str]


Chosen: TypeAlias = (
    Spoken
    | Turned
    | Written
    | Shortened
    | SpokenTo
    | Shown
    | Measured
    | HandedOver
    | Agreed
    | Assigned
    | Known
    | Named
    | Timed
    | Paced
    | Surpassed
)
Call: TypeAlias = NewGame | Entry | Literal["close"] | Chosen


class Paper:
    """A ledger that only remembers, in order; when it is full, entries wait."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.waiting: list[Call] = []
        self.watch: Callable[[], None] = lambda: None
        """Called while an entry is being written."""
        self.is_full = False

    @property
    def begun(self) -> NewGame:
        """How the only game began."""
        (begun,) = (call for call in self.calls if isinstance(call, NewGame))
        return begun

    @property
    def entries(self) -> list[Entry]:
        return [call for call in self.calls if isinstance(call, Step | Undo | Redo)]

    @property
    def is_saved(self) -> bool:
        return not self.waiting

    def begin(self, game: NewGame) -> None:
        self._write(game)
        if game.bots:
            self.keep_bots(game.bots)

    def append(self, entry: Entry) -> None:
        self._write(entry)

    def close(self) -> None:
        self._write("close")

    def keep_language(self, language: str) -> None:
        self._write(Spoken(language))

    def keep_sound(self, loudness: Loudness) -> None:
        self._write(Turned(loudness))

    def keep_speech(self, speech: Speech) -> None:
        self._write(SpokenTo(speech))

    def keep_lettering(self, lettering: Lettering) -> None:
        self._write(Written(lettering))

    def keep_shorts(self, shorts: Mapping[str, str]) -> None:
        self._write(Shortened(dict(shorts)))

    def keep_holds(self, holds: Mapping[int, float]) -> None:
        self._write(Timed(dict(holds)))

    def keep_scans(self, scans: Mapping[int, float]) -> None:
        self._write(Paced(dict(scans)))

    def keep_odds(self, *, shown: bool) -> None:
        self._write(Shown(shown))

    def keep_sandglass(self, seconds: int) -> None:
        self._write(Measured(seconds))

    def keep_bests(self, game: str, bests: Mapping[str, int]) -> None:
        self._write(Surpassed(game, dict(bests)))

    def keep_bots(self, bots: Bots) -> None:
        self._write(HandedOver(dict(bots)))

    def keep_rules(self, game: str, agreed: Mapping[str, object]) -> None:
        self._write(Agreed(game, dict(agreed)))

    def keep_duty(self, game: str, duty: str, who: Who) -> None:
        self._write(Assigned(game, duty, who))

    def keep_known(self, what: str) -> None:
        self._write(Known(what))

    def keep_names(self, names: Mapping[int, str], lately: Sequence[str]) -> None:
        self._write(Named(dict(names), tuple(lately)))

    def _write(self, what: Call) -> None:
        self.watch()
        self.waiting.append(what)
        if not self.is_full:
            self.calls += self.waiting
            self.waiting.clear()


class Hands(Generic[S]):
    """The people at a table with any game: a clock, fingers and eyes."""

    def __init__(self, rules: Rules[S], settings: Settings) -> None:
        self.paper = Paper()
        self.settings = settings
        self.table: Table[S] = Table(rules, settings, self.paper, lambda: SEED)
        self.t = 100.0

    # --- fingers

    def read(self) -> None:
        """Wait until all news have been shown."""
        while self.table.showing.is_telling:
            self.wait(0.1)

    def down(self, pair: int, key: Key = "green") -> None:
        """Press a key down, after the news have been read."""
        self.read()
        self.press(pair, key, "down")

    def tap(self, pair: int, key: Key = "green", times: int = 1) -> None:
        for _ in range(times):
            self.down(pair, key)
            self.wait(0.1)
            self.press(pair, key, "tap")
            self.wait(0.1)

    def reach(self, pair: int, key: Key = "green") -> None:
        """Hold a key until it counts, and do not release it."""
        self.down(pair, key)
        self.wait(HOLD_S)
        self.press(pair, key, "hold", 1)

    def let_go(self, pair: int, key: Key = "green", stage: int = 1) -> None:
        self.wait(0.1)
        self.press(pair, key, "release", stage)
        self.wait(0.1)

    def hold(self, pair: int, key: Key = "green") -> None:
        self.reach(pair, key)
        self.let_go(pair, key)

    def hold_long(self, pair: int, key: Key = "red") -> None:
        """Hold a key until its second stage counts."""
        self.reach(pair, key)
        self.wait(LONGER_S)
        self.press(pair, key, "hold", 2)
        self.let_go(pair, key, 2)

    def hold_table(self, seconds: float) -> None:
        """Hold the table key so long and release it."""
        self.down(0, "table")
        stage = 0
        for reached, at in ((1, 2.0), (2, 5.0)):
            if seconds >= at:
                self.wait(at - (2.0 if reached == 2 else 0.0))
                self.press(0, "table", "hold", reached)
                stage = reached
        self.wait(seconds - (0.0, 2.0, 5.0)[stage])
        self.press(0, "table", "release", stage)

    def undo(self) -> None:
        self.hold_table(2.5)

    def take_back(self) -> None:
        """Undo; the asked player agrees."""
        self.undo()
        asking, playing = self.table.consenting, self.table.playing
        if asking is not None and playing is not None:
            self.hold(playing.pairs[asking.seat - 1])

    def wait(self, seconds: float) -> None:
        self.t += seconds
        self.table.tick(self.t)

    def press(self, pair: int, key: Key, kind: PressKind, stage: int = 0) -> None:
        """One gesture, now."""
        self.table.press(Press(pair, key, kind, stage), self.t)

    # --- eyes

    @property
    def view(self) -> View:
        return self.table.view(self.t)

    @property
    def state(self) -> S:
        assert self.table.session is not None
        return self.table.session.state

    @property
    def turn(self) -> int | None:
        """The seat that is asked."""
        assert self.table.session is not None
        question = self.table.session.question
        return question.seat if question is not None else None

    def happened(self) -> list[Event]:
        return [event for entry in self.paper.entries if isinstance(entry, Step) for event in entry.events]


class People(Hands[State]):
    """The people at a table with the box's first game: at its beginning, or in the middle of it."""

    def __init__(
        self,
        state: State | None = None,
        pairs: tuple[int, ...] = (),
        *,
        cards: Who = "box",
        die: Who = "box",
        known: frozenset[str] | None = None,
        **choices: object,
    ) -> None:
        """`known`: what the box does not explain, unlike everything else; `None`: it explains nothing."""
        languages, choices = ("en", "de", "fr", "nl"), {"confirmed": True} | choices
        duties: dict[str, Who] = {"cards": cards, "die": die}
        settings = Settings(languages, NAMES, duties, choices, HOLD_S, 2.0, 5.0)
        super().__init__(RULES, replace(settings, explains=known is not None, known=known or frozenset()))
        if state is not None:
            self.table.go_on(Session(RULES, SEED, state), pairs or tuple(range(1, state.seats + 1)), self.t)
        else:
            self.table.open(self.t)

    def sit(self, *pairs: int, first: int | None = None) -> None:
        """Join, and let `first` (the smallest player) hold."""
        for pair in pairs:
            self.tap(pair)
        self.hold(first or pairs[0])

    def bid(self, pair: int, amount: int) -> None:
        """Tap up to an amount and hold."""
        for _ in range(60):
            self.tap(pair)
            if self.view.is_draft and self.view.number == str(amount):
                return self.hold(pair)
        raise AssertionError(f"{amount} never shows: {self.view}")

    def passes(self, *pairs: int) -> None:
        for pair in pairs:
            self.hold(pair, "red")

    def lay(self, pair: int, *team: str) -> None:
        """Type a team, and commit it with a hold."""
        self.type_in(*team)
        self.hold(pair)

    def type_in(self, *values: str) -> None:
        """Tap the green key of each of these values."""
        for value in values:
            self.tap(self.view.keys.index(verbatim(value)) + 1)

    def start(self) -> None:
        """Four sit down; Hans opens."""
        self.sit(1, 2, 3, 4)


def filled_in(question: Question, luck: Random) -> tuple[int, ...]:
    """The path to this answer on a page."""
    match question.form:
        case _ if question.by_lot:
            return ()
        case Amount(least=least, most=most):
            is_offer = least <= most and luck.random() < 0.5
            return (0, luck.randint(least, min(most, least + 3))) if is_offer else (1,)
        case _:
            path: tuple[int, ...] = ()
            while further := options(question, path):
                path = (*path, luck.choice(sorted(further)))
            return path


def say(view: View) -> str:
    """A screen in English, on one line."""
    told = (view.title, *view.lines, *([view.notice] if view.notice else []))
    number = " ".join(speak(said, str) for said in (view.caption, view.number) if said)
    return " | ".join([speak(told[0], str), number, *(speak(line, str) for line in told[1:])])


def bar(table: People) -> Bar:
    """The length of the bar as it is drawn, to a hundredth."""
    shown = table.view.bar
    assert shown is not None
    return replace(shown, share=round(shown.share, 2))


def bidding(cards: Who = "table") -> People:
    """Four at an auction, Hans on turn, nothing else on the screen."""
    table = People(cards=cards)
    table.start()
    table.wait(60.0)
    return table


def opened(cards: Who = "box") -> State:
    """Four at their first auction, Hans on turn, the deal done."""
    table = People(cards=cards)
    table.start()
    return table.state


def plain_race() -> State:
    """A race without schemers, so that rolling is all there is to do."""
    return replace(race(4), displays=(("1", "2", "1", "2"),) * 4)


def faces(table: People) -> list[int]:
    return [event.face for event in table.happened() if isinstance(event, events.Rolled)]


def open_menu(table: Hands[S]) -> None:
    table.hold_table(5.1)
    assert table.view.title == text("Menu")


def choose(table: Hands[S], words: str, pair: int = 1) -> None:
    """Tap to a choice, without the hold; on the first level of the menu, look into each group, too."""
    for _ in range(20):
        if is_group(table.view):
            table.hold(pair)
            for _ in range(MOST_ROWS):
                if any(words in speak(line, str) for line in table.view.lines):
                    return
                table.tap(pair)
            table.hold(pair, "red")
        elif words in say(table.view):
            return
        table.tap(pair)
    raise AssertionError(f"no {words} in the menu")


def is_group(view: View) -> bool:
    """Whether a row of the menu stands for a group of rows."""
    return view.title == text("Menu") and view.lines[:2] in GROUPS.values()


def agree_up_to_the_last(table: People) -> None:
    """Open the rules of play and go on to the last one."""
    open_menu(table)
    choose(table, "Rules")
    for _ in RULES.options(table.table.joining.choices):
        table.hold(3)
