"""A box without parts that plays a whole game by its keys: the same seed gives the same game after any number of kills.

The presses depend only on the seed and the number of entries, so a game that was killed and started again goes on like
one that never was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from companion.config import Config, GameSettings
from companion.daemon import assembly, owner
from companion.daemon.resuming import left_off
from companion.faces import oled
from companion.games import GAMES
from companion.journal.journal import Journal
from companion.kit.policy import Level
from companion.kit.question import Question
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.kit.view import Key
from companion.locale import translator
from companion.players import bots
from companion.players.fingers import FingerGesture, strokes
from companion.table.controls import Press, PressKind
from companion.table.table import Table

RULES = GAMES[0]
PLAYERS = 4
RESTED_S = 60.0
"""After this long no news or notice is on the screen any more."""
HELD: Final[list[tuple[PressKind, int]]] = [("down", 0), ("hold", 1), ("release", 1)]
KINDS: Final[dict[FingerGesture, list[tuple[PressKind, int]]]] = {
    "tap": [("down", 0), ("tap", 0)],
    "hold": HELD,
    "long hold": [*HELD[:2], ("hold", 2), ("release", 2)],
    "reach": HELD[:2],
    "run": HELD,
    "down": HELD[:1],
    "let go": HELD[2:],
}
"""What the table gets from a finger."""


class Moment(NamedTuple):
    """What must be equal before a kill and after the next start."""

    question: Question | None
    coins: tuple[str, ...]
    picture: bytes


class Bots:
    """Bots' fingers at a table with a journal."""

    def __init__(self, journal: Journal, seed: int, rules: Rules[Any] = RULES) -> None:
        config = Config(game=GameSettings(rules.name), explains=False)
        settled = owner.settled(config, rules, journal.path.parent)
        settings = assembly.settings_of(config, rules, settled, journal.language, is_twin=True)
        self._journal = journal
        self.t = 0.0
        self.seed = seed
        self.rules = rules
        left = left_off(journal, rules.name)
        self.table: Table[Any] = assembly.at_the_table(left, settings, journal, lambda: f"{seed:064x}", self.t)

    @property
    def length(self) -> int:
        """How many rows the game has on disk."""
        return self._journal._last.length

    def play(self) -> Iterator[int]:
        """Sit down if nobody sits, then answer to the end; gives the number of entries before each answer."""
        if self.table.session is None:
            self.sit()
        while (session := self.table.session) is not None and session.question is not None:
            yield self.length
            self.turn(session.question, Random(f"{self.seed} {self.length}"))
        yield self.length

    def sit(self) -> None:
        """All join, and the first one begins the game."""
        for pair in range(1, PLAYERS + 1):
            self.press(pair, "green", "tap")
        self.press(1, "green", "hold")

    def turn(self, question: Question, luck: Random) -> None:
        """Undo a decision, or answer the question."""
        before = self.length
        if luck.random() < 0.05:
            self.press(0, "table", "hold")
            if (asked := self.table.consenting) is not None:
                self.press(asked.seat, "green", "hold", rested_s=0.0)  # all agree, and at once
        if self.length == before:
            for key, gesture, pair, held_s in strokes(question, bots.answer(question, luck)):
                self.press(pair or question.seat or 0, key, gesture, held_s)

    def press(
        self, pair: int, key: Key, gesture: FingerGesture, held_s: float = 0.0, *, rested_s: float = RESTED_S
    ) -> None:
        """A finger's press, usually long after all news has left the screen."""
        self.t += rested_s
        for kind, stage in KINDS[gesture]:
            self.t += held_s / 2 or 1.0
            self.table.press(Press(pair, key, kind, stage), self.t)

    def moment(self) -> Moment:
        """The question and the screen once all news is over."""
        session = self.table.session
        assert session is not None
        self.t += RESTED_S
        self.table.tick(self.t)
        view = self.table.view(self.t)
        picture = oled.draw(view, translator(self.table.language)).tobytes()
        return Moment(session.question, tuple(seat.has for seat in view.seats), picture)


class Uninterrupted(NamedTuple):
    """A game without a power cut."""

    header: dict[str, object]
    bots: Mapping[Seat, Level]
    entries: tuple[bytes, ...]
    moments: dict[int, Moment]
    """The moments by number of entries; only those in which a person is asked, or the game is over."""


def uninterrupted(folder: Path, seed: int, people: type[Bots] = Bots) -> Uninterrupted:
    """Play a whole game in this process."""
    with opened(folder) as journal:
        bots = people(journal, seed)
        moments = {length: bots.moment() for length in bots.play()}
        saved = journal.running()
        assert saved is not None
        return Uninterrupted(saved.header, saved.bots, saved.entries, moments)


@contextmanager
def opened(folder: Path) -> Iterator[Journal]:
    """A journal that is shut at the end."""
    journal = Journal(folder)
    try:
        yield journal
    finally:
        journal.shut()
