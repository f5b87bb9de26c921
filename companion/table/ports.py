"""What the table needs of the world around it, and what it asks of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, Protocol, TypeAlias

import msgspec

from companion.kit.seats import Seat
from companion.kit.setup import ALL_PAIRS, Who
from companion.kit.text import Wording
from companion.kit.view import Loudness
from companion.match.history import Entry


class Ledger(Protocol):
    """Where a game is kept. A call returns when its contents are safe, or when it is no longer `is_saved`."""

    @property
    def is_saved(self) -> bool:
        """Whether all that was written is safe, and more would be. What is not is tried again with the next call."""

    def begin(self, game: str, header: Mapping[str, object], seed: str, pairs: tuple[int, ...]) -> None:
        """A new game is the one in progress."""

    def append(self, entry: Entry) -> None:
        """An entry of the game in progress."""

    def close(self) -> None:
        """No game is in progress any more."""

    def keep_bots(self, seats: tuple[Seat, ...]) -> None:
        """For which seats of the game in progress a bot plays."""

    def keep_rules(self, game: str, agreed: Mapping[str, object]) -> None:
        """What has been agreed on for the next games of this name."""

    def keep_language(self, language: str) -> None:
        """The language chosen at the table."""

    def keep_sound(self, loudness: Loudness) -> None:
        """How loud the table wants it."""

    def keep_known(self, what: str) -> None:
        """What people have read or answered once and for all (`Settings.known`)."""

    def keep_names(self, names: Mapping[int, str], lately: Sequence[str]) -> None:
        """The names given at the table: by pair of keys, and those to choose from, the latest first."""


class Named(msgspec.Struct, frozen=True):
    """A game this box can play."""

    name: str
    """In files and on the command line."""
    title: str


class Earlier(msgspec.Struct, frozen=True):
    """A game that was left before its end."""

    number: int
    """By which whoever runs the table finds it again."""
    title: str
    names: tuple[Wording, ...]
    """Of its players."""
    began: str
    """The day and the time, for people: sixteen letters."""


class Settings(msgspec.Struct, frozen=True):
    """How the owner has set up the box."""

    languages: tuple[str, ...]
    """Those the box speaks, the one to begin with first."""
    names: tuple[str, ...]
    """Of the players at pairs 1 … 6."""
    duties: Mapping[str, Who]
    """Who does what in the game."""
    choices: Mapping[str, object]
    """What the game lets its owner settle."""
    hold_s: float
    """How long a key is held to commit."""
    undo_s: float
    """How long the table key is held to undo."""
    menu_s: float
    """How long the table key is held for the menu."""
    others: tuple[Named, ...] = ()
    """What this box can play besides the game at this table."""
    is_settled: bool = True
    """Which game it is has been said; else it is the first question while people join."""
    loudness: Loudness = "soft"
    """To begin with."""
    wired: tuple[int, ...] = ALL_PAIRS
    """The pairs of keys that the box has."""
    explains: bool = False
    """Whether the box explains itself to who has never seen it. In a demo nobody reads along."""
    known: frozenset[str] = frozenset()
    """What has been read or answered once and for all, and is not told again by itself."""
    given: Mapping[int, str] = {}
    """The names given at the table, by pair of keys: they win."""
    lately: tuple[str, ...] = ()
    """Names to choose from, the latest first."""
    earlier: Callable[[], tuple[Earlier, ...]] = tuple
    """The games there are then to be gone on with, the latest first."""


Part: TypeAlias = Literal["keys", "display", "lights", "sound"]
"""What can be tried by itself."""


class KeepBoard(msgspec.Struct, frozen=True):
    """The owner has checked the board: keep this file and start anew with it."""

    file: str
    name: str
    """Of the file."""


class PlayGame(msgspec.Struct, frozen=True):
    """People want to play another game: start anew with it."""

    name: str


class GoOnWith(msgspec.Struct, frozen=True):
    """People want to go on with an earlier game: start anew with it; the one in progress is kept."""

    number: int
    """See `Earlier`."""


class ShutDown(msgspec.Struct, frozen=True):
    """Somebody wants to go to bed."""


class TryPart(msgspec.Struct, frozen=True):
    """The owner wants to see whether a part works."""

    part: Part
    language: str
    """Spoken at the table."""


class LearnWiring(msgspec.Struct, frozen=True):
    """The owner wants the box to find out which wire goes where."""

    language: str
    """Spoken at the table."""


Request: TypeAlias = KeepBoard | PlayGame | GoOnWith | ShutDown | TryPart | LearnWiring
"""What the table asks of whoever runs it."""
