"""A table whose keys a program presses as people would; nothing is kept.

Law: its clock moves only with its fingers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Generic, TypeVar

from companion import games
from companion.kit.policy import Bots
from companion.kit.rules import Rules
from companion.kit.seats import COLOUR_NAMES
from companion.kit.setup import Who
from companion.kit.view import Key, Lettering, Loudness, Speech, View
from companion.locale import LANGUAGES
from companion.match.history import Entry, NewGame
from companion.players.fingers import KeyStroke
from companion.table.controls import Press, PressKind
from companion.table.ports import NamedGame, Settings
from companion.table.table import Table

S = TypeVar("S")

NAMES: Final = tuple(name.id for name in COLOUR_NAMES.values())
HOLDS: Final = {"tap": 0, "hold": 1, "reach": 1, "long hold": 2}
"""The stage up to which each gesture of a bot holds its key."""


class ScratchLedger:
    """A ledger of a game that is never resumed."""

    is_saved = True

    def begin(self, game: NewGame) -> None:
        """Nothing is kept."""

    def append(self, entry: Entry) -> None:
        """Nothing is kept."""

    def close(self) -> None:
        """Nothing is kept."""

    def keep_rules(self, game: str, agreed: Mapping[str, object]) -> None:
        """Nothing is kept."""

    def keep_duty(self, game: str, duty: str, who: Who) -> None:
        """Nothing is kept."""

    def keep_language(self, language: str) -> None:
        """Nothing is kept."""

    def keep_speech(self, speech: Speech) -> None:
        """Nothing is kept."""

    def keep_sound(self, loudness: Loudness) -> None:
        """Nothing is kept."""

    def keep_lettering(self, lettering: Lettering) -> None:
        """Nothing is kept."""

    def keep_shorts(self, shorts: Mapping[str, str]) -> None:
        """Nothing is kept."""

    def keep_holds(self, holds: Mapping[int, float]) -> None:
        """Nothing is kept."""

    def keep_scans(self, scans: Mapping[int, float]) -> None:
        """Nothing is kept."""

    def keep_odds(self, *, shown: bool) -> None:
        """Nothing is kept."""

    def keep_sandglass(self, seconds: int) -> None:
        """Nothing is kept."""

    def keep_bots(self, bots: Bots) -> None:
        """Nothing is kept."""

    def keep_bests(self, game: str, bests: Mapping[str, int]) -> None:
        """Nothing is kept."""

    def keep_known(self, what: str) -> None:
        """Nothing is kept."""

    def keep_names(self, names: Mapping[int, str], lately: Sequence[str]) -> None:
        """Nothing is kept."""


class TableHands(Generic[S]):
    """The fingers at a table, and a clock that only they move."""

    def __init__(self, rules: Rules[S], duties: Mapping[str, Who], choices: Mapping[str, object], seed: str) -> None:
        others = tuple(NamedGame(other.name, other.title) for other in games.LIST if other.name != rules.name)
        settings = Settings(LANGUAGES, NAMES, duties, choices, 0.6, 2.0, 5.0, others, may_have_pages=True)
        self.table: Table[S] = Table(rules, settings, ScratchLedger(), lambda: seed)
        self.t = 0.0

    def press(self, pair: int, key: Key, kind: PressKind, stage: int = 0) -> None:
        """Make one gesture, a moment later."""
        self.t += 0.1
        self.table.press(Press(pair, key, kind, stage), self.t)
        self.table.menu.request = None  # nobody is here to carry it out

    def tap(self, pair: int, key: Key = "green") -> View:
        """Press a key and let it go."""
        self.press(pair, key, "down")
        self.press(pair, key, "tap")
        return self.view

    def reach(self, pair: int, key: Key = "green", stage: int = 1) -> View:
        """Hold a key up to a stage, and keep it down."""
        self.press(pair, key, "down")
        for reached in range(1, stage + 1):
            self.press(pair, key, "hold", reached)
        return self.view

    def hold(self, pair: int, key: Key = "green", stage: int = 1) -> View:
        """Hold a key up to a stage, and let it go."""
        self.reach(pair, key, stage)
        self.press(pair, key, "release", stage)
        return self.view

    def do(self, pair: int, stroke: KeyStroke) -> View:
        """Press what a bot presses."""
        pair, key, gesture = stroke.pair or pair, stroke.key, stroke.gesture
        if gesture == "let go":
            self.press(pair, key, "release", 1)
            return self.view
        if gesture == "down":
            self.press(pair, key, "down")
            return self.view
        if gesture == "run":
            self.press(pair, key, "down")
            self.t += stroke.held_s
            ran = self.view
            self.press(pair, key, "release", 1)
            return ran
        if gesture == "tap":
            return self.tap(pair, key)
        return (self.reach if gesture == "reach" else self.hold)(pair, key, HOLDS[gesture])

    def wait(self, seconds: float) -> None:
        """Let time pass without a finger."""
        self.t += seconds
        self.table.tick(self.t)

    @property
    def view(self) -> View:
        """What the display shows."""
        return self.table.view(self.t)

    def news(self) -> Iterator[View]:
        """All news shown before the question, until the question comes."""
        while (due := self.table.next_deadline(self.t)) is not None:
            yield self.view
            self.t = max(due, self.t)
            self.table.tick(self.t)
