"""What the table needs from the program around it, and what it asks of that program."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Final, Literal, Protocol, TypeAlias

import msgspec

from companion.kit.policy import Bots
from companion.kit.setup import ALL_PAIRS, Who
from companion.kit.text import Text, Wording
from companion.kit.view import Lettering, Loudness, Speech
from companion.match.history import Entry, NewGame


class Ledger(Protocol):
    """Where games are kept. A call returns when its contents are safe, or `is_saved` is false."""

    @property
    def is_saved(self) -> bool:
        """Whether everything written so far is safe and the disk works; unsaved rows are tried again with each call."""

    def begin(self, game: NewGame) -> None:
        """Keep a new game; it is the one in progress. All of it is safe together or not at all."""

    def append(self, entry: Entry) -> None:
        """Add an entry to the game in progress."""

    def close(self) -> None:
        """End the game in progress."""

    def keep_bots(self, bots: Bots) -> None:
        """Keep for which seats of the game in progress a bot plays, and how well."""

    def keep_rules(self, game: str, agreed: Mapping[str, object]) -> None:
        """Keep the rules agreed on for the next games of this name."""

    def keep_duty(self, game: str, duty: str, who: Who) -> None:
        """Keep who does a duty in the next games of this name."""

    def keep_language(self, language: str) -> None:
        """Keep the language chosen at the table."""

    def keep_sound(self, loudness: Loudness) -> None:
        """Keep how loud the table wants the sound."""

    def keep_speech(self, speech: Speech) -> None:
        """Keep what the table wants to hear spoken."""

    def keep_lettering(self, lettering: Lettering) -> None:
        """Keep how the table wants the display written."""

    def keep_shorts(self, shorts: Mapping[str, str]) -> None:
        """Keep the short forms of names, by name."""

    def keep_holds(self, holds: Mapping[int, float]) -> None:
        """Keep how many seconds the keys of some pairs are held to commit."""

    def keep_scans(self, scans: Mapping[int, float]) -> None:
        """Keep how many seconds each single switch sees an answer."""

    def keep_odds(self, *, shown: bool) -> None:
        """Keep whether the table wants to see the odds."""

    def keep_sandglass(self, seconds: int) -> None:
        """Keep how long the sandglass of a question runs."""

    def keep_bests(self, game: str, bests: Mapping[str, int]) -> None:
        """Keep the records of this house in the games of this name."""

    def keep_known(self, what: str) -> None:
        """Keep that people have read or answered this once and for all (`Settings.known`)."""

    def keep_names(self, names: Mapping[int, str], lately: Sequence[str]) -> None:
        """Keep the names given at the table: by pair of keys, and the recent ones to choose from, the latest first."""


class NamedGame(msgspec.Struct, frozen=True):
    """A game that this box can play."""

    name: str
    """Its name in files and on the command line."""
    title: str


class Earlier(msgspec.Struct, frozen=True):
    """A game that was left before its end."""

    number: int
    """The number by which the journal finds it."""
    title: str
    names: tuple[Wording, ...]
    """The names of its players."""
    began: str
    """The day and the time, for people: sixteen letters."""


OWNER: Final = 0
"""Instead of a pair of keys: the owner."""


class Invitation(msgspec.Struct, frozen=True):
    """What lets in the phone or tablet of a person who reads it at the box."""

    link: str
    """Address and code in one."""
    address: str
    """The address to type."""
    code: str
    """Six digits."""
    until: float
    """The time at which it expires."""


class Network(msgspec.Struct, frozen=True):
    """A network that the box is in."""

    name: str
    """Its name in Linux: `wlan0`."""
    address: str
    """The address of the box in it: `192.168.178.23`."""


class WifiNetwork(msgspec.Struct, frozen=True):
    """A Wi-Fi that somebody can join."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=32)]
    password: Annotated[str, msgspec.Meta(max_length=64)]
    """Empty: everybody may join."""

    @property
    def link(self) -> str:
        """What a phone scans to join."""
        name, password = (re.sub(r'([\\;,:"])', r"\\\1", word) for word in (self.name, self.password))
        return f"WIFI:T:WPA;S:{name};P:{password};;" if self.password else f"WIFI:T:nopass;S:{name};;"


class Entrance(Protocol):
    """How phones and tablets come in, by one network."""

    @property
    def address(self) -> str | None:
        """The address of the page that all may see, to type; `None`: the box is not in that network."""

    @property
    def networks(self) -> tuple[Network, ...]:
        """The networks that the box is in."""

    @property
    def own_wifi(self) -> WifiNetwork | None:
        """The box's own Wi-Fi, if phones come in by it."""

    def invite(self, door: int, t: float) -> Invitation | None:
        """An invitation for a pair of keys, or the `OWNER`, from `t` on; `None`: the box is not in that network."""

    def begin_game(self, t: float) -> None:
        """A new game begins at time `t`: a phone that came in for a seat on another evening is logged out."""

    def shut(self) -> None:
        """Log out all phones."""


UpdateStep: TypeAlias = Literal["look", "install", "backup", "bring"]
"""Look for a newer version, install it, write a backup onto a USB stick, or bring the newest one from a stick."""


class UpdateNews(msgspec.Struct, frozen=True):
    """What is known of a newer version of the box, or of a backup on a USB stick."""

    lines: tuple[Text, ...]
    """In lines of the display."""
    may_install: bool = False
    """A newer version is there and can be installed; or a backup, and can be put back."""
    is_busy: bool = False
    """It is being looked for, brought, installed or written: `lines` will change."""
    step: UpdateStep = "look"
    """The step it is of."""


class Updates(Protocol):
    """Newer versions of the box, and backups on a USB stick; nothing is done unless somebody asks."""

    def ask(self, step: UpdateStep, t: float) -> None:
        """Ask for a step at time `t`; not while an earlier one is under way."""

    def news(self, t: float) -> UpdateNews | None:
        """What is known of the last step at time `t`; `None`: nobody has asked."""


class Doubt(msgspec.Struct, frozen=True):
    """A doubt whether the numbers of the board are right."""

    why: Literal["damaged", "changed"]
    """`damaged`: a part of its file could not be read; `changed`: the file differs from what the box wrote."""
    known: tuple[str, ...]
    """What the ledger keeps when people have answered it (`Settings.known`)."""


class Settings(msgspec.Struct, frozen=True):
    """The owner's settings of the box."""

    languages: tuple[str, ...]
    """The languages of the box, the initial one first."""
    names: tuple[str, ...]
    """The names of the players at pairs 1 … 6."""
    duties: Mapping[str, Who]
    """Who does each duty in the game."""
    choices: Mapping[str, object]
    """The owner's choices for the game."""
    hold_s: float
    """Seconds that a key is held to commit."""
    undo_s: float
    """Seconds that the table key is held to undo."""
    menu_s: float
    """Seconds that the table key is held for the menu."""
    others: tuple[NamedGame, ...] = ()
    """The other games that this box can play."""
    is_settled: bool = True
    """The game has been chosen; otherwise it is the first question before people join."""
    loudness: Loudness = "soft"
    """The initial loudness."""
    aloud: Speech = "off"
    """What the box says aloud at first."""
    may_speak: Callable[[], bool] = lambda: False
    """Whether the box has a voice now."""
    shows_odds: bool = False
    """Whether the odds are a page of the table key at first."""
    sandglass_s: int = 0
    """How many seconds the sandglass of a question runs at first; 0: there is none."""
    wired: tuple[int, ...] = ALL_PAIRS
    """The pairs of keys that the box has."""
    explains: bool = False
    """Whether the box explains itself to new players. In a demo nobody reads along."""
    known: frozenset[str] = frozenset()
    """What people have read or answered once and for all, so the box does not show it again by itself."""
    doubt: Doubt | None = None
    """The doubt that is asked about before people join."""
    lasts: bool = True
    """Whether what is in the ledger survives a power cut."""
    given: Mapping[int, str] = {}
    """The names given at the table, by pair of keys: they replace the settings."""
    lately: tuple[str, ...] = ()
    """Names to choose from, the latest first."""
    strange: Callable[[str], str] = lambda _: ""
    """Gives the letters of some words that the display cannot show."""
    earlier: Callable[[], tuple[Earlier, ...]] = tuple
    """Gives the games that can be resumed, the latest first."""
    entrance: Entrance | None = None
    """`None`: there are no pages for phones and tablets."""
    may_have_pages: bool = False
    """Whether pages can be switched on at the box."""
    may_have_wifi: bool = False
    """Whether the box can open a Wi-Fi of its own."""
    version: Callable[[], str] = str
    """Gives the version of the program; empty: it is not shown."""
    updates: Updates | None = None
    """`None`: the box can neither look for a newer version nor for a stick."""
    first_moment: int = 0
    """The first number of the table's moments (`Playing.moment`)."""
    bests: Mapping[str, int] = {}
    """The records of this house in this game, by `Best.name`."""
    holds: Mapping[int, float] = {}
    """By pair of keys, where it differs from `hold_s`."""
    shortest: Mapping[int, float] = {}
    """By pair of keys, for a hand that shakes: a press that lasts fewer seconds is nothing."""
    lettering: Lettering = "letters"
    """How the display is written at first."""
    shorts: Mapping[str, str] = {}
    """The short forms of names for large print, by name."""
    is_wide: Callable[[str], bool] = lambda _: False
    """Whether a name does not fit in large print."""
    scans: Mapping[int, float] = {}
    """By each pair of keys that is a single switch: the seconds that the box shows it each answer."""
    speech: Callable[[str], Callable[[str], str]] = lambda _: str
    """Gives for a language what puts messages into it: how long a screen stays depends on its letters."""


BoxPart: TypeAlias = Literal["keys", "display", "lights", "sound"]
"""A part that can be tried by itself."""


class KeepBoard(msgspec.Struct, frozen=True):
    """The owner has checked the board: keep this file and restart with it."""

    file: str
    name: str
    """The name of the file."""


class PlayGame(msgspec.Struct, frozen=True):
    """People want to play another game: restart with it."""

    name: str


class GoOnWith(msgspec.Struct, frozen=True):
    """People want to resume an earlier game: restart with it; the one in progress is kept."""

    number: int
    """The number of `Earlier`."""


class ShutDown(msgspec.Struct, frozen=True):
    """Somebody wants to switch off the box."""


class TryPart(msgspec.Struct, frozen=True):
    """The owner wants to see whether a part works."""

    part: BoxPart
    language: str
    """Spoken at the table."""


class LearnWiring(msgspec.Struct, frozen=True):
    """The owner wants the box to find out which wire goes where."""

    language: str
    """Spoken at the table."""


class SwitchPages(msgspec.Struct, frozen=True):
    """People switch the pages for phones and tablets on or off: restart with them or without."""

    is_on: bool
    network: str | None = None
    """The name of a `Network`; `None`: the one used before, or the only one."""
    is_own: bool = False
    """By the box's own Wi-Fi."""


class JoinWifi(msgspec.Struct, frozen=True):
    """The owner names the home network: restart and join it; if that fails, come back with the box's own Wi-Fi."""

    network: WifiNetwork


class PutBack(msgspec.Struct, frozen=True):
    """The owner has agreed to the backup that has come: restart with its games in place of these."""


Request: TypeAlias = (
    KeepBoard | PlayGame | GoOnWith | ShutDown | TryPart | LearnWiring | SwitchPages | JoinWifi | PutBack
)
"""What the table asks of the program that runs it."""
