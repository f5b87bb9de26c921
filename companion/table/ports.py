"""What the table needs of the world around it, and what it asks of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, Protocol, TypeAlias

import msgspec

from companion.kit.policy import Bots
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

    def keep_bots(self, bots: Bots) -> None:
        """For which seats of the game in progress a bot plays, and how well."""

    def keep_rules(self, game: str, agreed: Mapping[str, object]) -> None:
        """What has been agreed on for the next games of this name."""

    def keep_duty(self, game: str, duty: str, who: Who) -> None:
        """Who does something in the next games of this name."""

    def keep_language(self, language: str) -> None:
        """The language chosen at the table."""

    def keep_sound(self, loudness: Loudness) -> None:
        """How loud the table wants it."""

    def keep_odds(self, *, shown: bool) -> None:
        """Whether the table wants to know the odds of what is open."""

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


OWNER: Final = 0
"""Where a pair of keys could stand: it is the owner's."""


class Invitation(msgspec.Struct, frozen=True):
    """What lets a phone or a tablet in, for whoever reads it at the box."""

    link: str
    """Address and code in one."""
    address: str
    """For whoever types it."""
    code: str
    """Six digits."""
    until: float
    """The time at which it is good for nothing any more."""


class Network(msgspec.Struct, frozen=True):
    """One that the box is in."""

    name: str
    """As Linux calls it: `wlan0`."""
    address: str
    """Of the box there: `192.168.178.23`."""


class Entrance(Protocol):
    """How phones and tablets come in: by one network."""

    @property
    def address(self) -> str | None:
        """Where the page is that all may see, for whoever types it; `None`: the box is not in that network."""

    @property
    def networks(self) -> tuple[Network, ...]:
        """Those the box is in."""

    def invite(self, door: int, t: float) -> Invitation | None:
        """For whoever sits at a pair of keys, or the `OWNER`, from `t` on; `None`: the box is not in that network."""

    def begin_game(self, t: float) -> None:
        """A new one, at time `t`: a phone that has come in for a seat on another evening is out."""

    def shut(self) -> None:
        """Whoever has come in so far is out."""


class Doubt(msgspec.Struct, frozen=True):
    """Whether the numbers of the board are right."""

    why: Literal["damaged", "changed"]
    """Not all of its file could be read; or it could, and says something else than the box wrote into it."""
    known: tuple[str, ...]
    """What is known once it has been answered (`Settings.known`)."""


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
    shows_odds: bool = False
    """Whether the odds of what is open are a page of the table key, to begin with."""
    wired: tuple[int, ...] = ALL_PAIRS
    """The pairs of keys that the box has."""
    explains: bool = False
    """Whether the box explains itself to who has never seen it. In a demo nobody reads along."""
    known: frozenset[str] = frozenset()
    """What has been read or answered once and for all, and is not told again by itself."""
    doubt: Doubt | None = None
    """What is asked about the board before people join."""
    lasts: bool = True
    """Whether what the ledger has taken outlasts the power."""
    given: Mapping[int, str] = {}
    """The names given at the table, by pair of keys: they win."""
    lately: tuple[str, ...] = ()
    """Names to choose from, the latest first."""
    strange: Callable[[str], str] = lambda _: ""
    """The letters of words that the display does not have."""
    earlier: Callable[[], tuple[Earlier, ...]] = tuple
    """The games there are then to be gone on with, the latest first."""
    entrance: Entrance | None = None
    """`None`: there are no pages for phones and tablets."""
    may_have_pages: bool = False
    """Whether there could be some, once they are switched on at the box."""
    first_moment: int = 0
    """From there on what happens at the table is counted (`Playing.moment`)."""


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


class SwitchPages(msgspec.Struct, frozen=True):
    """People want pages for phones and tablets, or none: start anew with them, or without."""

    is_on: bool
    network: str | None = None
    """See `Network`; `None`: the one it was, or the only one."""


Request: TypeAlias = KeepBoard | PlayGame | GoOnWith | ShutDown | TryPart | LearnWiring | SwitchPages
"""What the table asks of whoever runs it."""
