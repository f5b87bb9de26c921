"""The owner's settings: one TOML file; every key has a default, and unknown keys are refused.

Laws: a wrong setting stops the box before it starts, with one sentence: file and key, what was expected, what came; no
game is known here: the settings of a game are kept as they came (`daemon.owner` checks them).
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec.structs import replace

from companion.files import folder_of_home
from companion.kit import names
from companion.kit.errors import BadConfig
from companion.kit.shape import shown, work_out
from companion.kit.view import Lettering, Loudness, Palette, Speech
from companion.locale import LANGUAGES
from companion.toml_file import convert, is_there, read_toml

Seconds = Annotated[float, msgspec.Meta(gt=0, le=30)]
WaitSeconds = Annotated[float, msgspec.Meta(ge=0, le=86_400)]
"""Seconds; 0: for ever."""
Led = Annotated[int, msgspec.Meta(ge=0, le=2000)]
"""The number of an LED, counted from 0 at the plug."""
Interface = Annotated[str, msgspec.Meta(min_length=1, max_length=15)]
"""A network interface, by its Linux name: `wlan0`."""
WantedChip = Literal["ssd1306", "ssd1309", "sh1106"]


def of_eight_bits(address: object) -> str:
    """A hint for an address with its read/write bit, as many displays print it; empty: the address has no such bit."""
    if not isinstance(address, int) or not 0x78 <= address <= 0xEF:
        return ""
    return f"0x{address:02X}, the 8-bit form of 0x{address >> 1:02X}; write 0x{address >> 1:02X}"


Address = Annotated[int, msgspec.Meta(ge=0x08, le=0x77, extra={"came": of_eight_bits})]
Offset = Annotated[int, msgspec.Meta(ge=0, le=4)]
LedCount = Annotated[int, msgspec.Meta(ge=1, le=2000)]
PortNumber = Annotated[int, msgspec.Meta(ge=1, le=65_535)]
ColourOrder = Literal["rgb", "rbg", "grb", "gbr", "brg", "bgr"]

TWIN_PORT: Final = 8737
PAGES_PORT: Final = 8080
SCOREBOARD_PORT: Final = 8747
"""The default ports: unless the settings name another one, each page takes its own or the next free one."""

BOX_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,30}")
"""The names that a box may have at its club."""

GAMES: Final = Path("/var/lib/companion-games")
FOUND_GAMES: Final = "found.json"
"""In each folder of installed games, the file with what was found last."""

REPOSITORY: Final = re.compile(r"https?://[^\s\[\]@]+")
"""The addresses where newer versions may be; a password in one would be shown."""

ALONE: Final = "a name or an address alone"
"""The expected form of the broker's setting."""


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A section of the settings."""


class GameSettings(Section, frozen=True):
    """The game and its players."""

    name: str | None = None
    """Not set: the first of `companion.games.GAMES`; if there are more, the table is asked first of all."""
    names: tuple[str, ...] = ()
    """The players at keys 1 … 6; a player without a name is called by the colour of the keys."""
    settings: dict[str, object] = {}
    """All other keys of the section: the settings of that game."""


class Holds(Section, frozen=True):
    """How long a key is held for each action."""

    hold_s: Seconds = 0.6
    undo_s: Seconds = 2.0
    menu_s: Seconds = 5.0


class OneSeat(Section, frozen=True):
    """The section of one pair of keys, `[seats.N]`."""

    hold_s: Annotated[float, msgspec.Meta(ge=0.4, le=2)] | None = None
    """How long its keys are held to commit; not set: as long as `[keys]` says."""
    switches: Literal[1, 2] = 2
    """1: only ● is there, any switch on its pin; the box steps through the answers, and a press takes one."""
    scan_s: Annotated[float, msgspec.Meta(ge=0.5, le=4)] = 1.5
    """How long each answer is then shown."""
    shortest_s: Annotated[float, msgspec.Meta(ge=0, le=0.5)] = 0.0
    """For a hand that shakes: a press that is let go sooner does nothing. A hold then takes three times as long at
    least, so that there is room for a tap."""
    again_s: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.0
    """A press of the same key that begins so soon after the last one is one with it: a tap that is repeated is one tap,
    and a hold that flickers goes on."""


class DisplaySettings(Section, frozen=True):
    """The OLED on the I2C bus that `wiring/pins.toml` names."""

    chip: WantedChip = "ssd1306"
    address: Address = 0x3C
    column_offset: Offset | None = None
    """The first column of the panel in the chip's memory; not set: the usual one of the chip."""
    is_upside_down: bool = False
    lettering: Lettering = "letters"
    """How it is written until something else is chosen at the table."""
    dim_after_s: WaitSeconds = 120.0
    """Display and lights get dimmer after this time without a press."""
    off_after_s: WaitSeconds = 600.0
    """They go dark after this time without a press. The press that wakes them does nothing else."""
    attract_after_s: WaitSeconds = 0.0
    """If no game is running, they show games of bots after this time instead of going dark, until a press; 0: never."""


class StripLayout(Section, frozen=True):
    """Which LEDs show what."""

    leds_per_space: Annotated[int, msgspec.Meta(ge=1, le=10)] = 1
    spaces: dict[str, tuple[Led, ...]] = msgspec.field(default_factory=dict, name="places")
    """The LEDs of each space of the track, if they do not simply follow one another; by the names that the game gives
    its spaces (`companion.kit.view.Space.id`)."""
    seats: tuple[tuple[Led, ...], ...] = ()
    """The LEDs at keys 1 … 6; needed with `places`, and enough for a game without spaces."""


class LightsSettings(StripLayout, frozen=True):
    """The LED strip on a serial port, and how it lies beside the board of the game named under `[game]`."""

    port: str | None = None
    """The serial port's device file; not set: the only one in /dev/serial/by-id."""
    baud: Annotated[int, msgspec.Meta(ge=9600, le=3_000_000)] = 115_200
    count: LedCount | None = None
    """How many LEDs the strip has; those after the last used one stay dark. Not set: only the used ones."""
    order: ColourOrder = "rgb"
    """The order in which the box sends the three colours of an LED. A well-configured controller expects `rgb`."""
    milliamps: Annotated[int, msgspec.Meta(ge=100, le=20_000)] = 1500
    """The most current that the strip may draw."""
    calm: bool = False
    """Nothing blinks, sweeps or splashes, for people who need calm lights. Only colours then distinguish the seats."""
    colours: Palette = "bright"
    """The colours of the seats, on the strip and on pages; `distinct`: for people who mix up colours."""
    keys: bool = False
    """The last LEDs of the strip, as `count` counts them, sit in the keys of pairs 1 to 6."""
    leds_per_pair: Literal[1, 2] = 2
    """How many sit in a pair of keys: one in ● and one in ○, or one for both."""
    key_level: Annotated[float, msgspec.Meta(ge=0.1, le=1)] = 1.0
    """How bright a key gets at most, as the eye sees it: less for a dark room."""


class SoundSettings(Section, frozen=True):
    """The buzzer on the pin that `wiring/pins.toml` names, and the twin's page."""

    level: Loudness = "soft"
    """The loudness until another one is chosen at the table."""


class SpeechSettings(Section, frozen=True):
    """The box's own voice, if a program that speaks and a sound card are there."""

    level: Speech = "off"
    """What it says until something else is chosen at the table."""
    command: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)] = ("espeak-ng", "--stdin", "-v", "{language}")
    """The program that speaks what it reads, by its path or its name in /usr/bin, and its arguments; `{language}`
    stands for the code of the language."""


class OneGame(Section, frozen=True):
    """The section of one game, `[games.NAME]`."""

    lights: StripLayout | None = None
    """Its own layout of the strip; not set: spaces follow one another, each with as many LEDs as `[lights]` says."""
    settings: dict[str, object] = {}
    """All other keys of the section."""


class TwinSettings(Section, frozen=True):
    """The twin's page in the browser."""

    port: PortNumber | None = None
    """Not set: `TWIN_PORT`, or the next free one."""


class PagesSettings(Section, frozen=True):
    """The pages for tablets and phones in the same network."""

    interface: Interface | None = None
    """The network they are served to; not set: there are no pages, unless they are switched on at the box."""
    port: PortNumber | None = None
    """Not set: `PAGES_PORT`, or the next free one."""


class ClubSeason(Section, frozen=True):
    """A season of a club; games count in it by the day on which they began."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    begins: date
    """Its first day."""
    ends: date
    """Its last day."""


class Club(Section, frozen=True):
    """The club's broker, and how this computer connects to it, as a box or as the club itself."""

    broker: Annotated[str, msgspec.Meta(min_length=1)] | None = None
    """An address or a host name; not set: nothing is published."""
    port: PortNumber | None = None
    """Not set: 8883, or 1883 without TLS."""
    tls: bool = True
    ca: str | None = None
    """The file of the authority that signed the broker's certificate; not set: the authorities this system trusts."""
    user: str | None = None
    password_file: str | None = None
    """A file whose first line is the password."""
    name: str | None = None
    """The name of this box at the club: small letters, digits, hyphens; not set: the user, else the computer's name."""
    seasons: tuple[ClubSeason, ...] = ()
    """The club's seasons, the earliest first; empty: all games are one season. Only the club itself needs them."""


class UpdatesSettings(Section, frozen=True):
    """Newer versions of the box."""

    address: str | None = msgspec.field(default=None, name="from")
    """Where people at the box may look for them, a flat apt repository; not set: nowhere but on USB sticks."""


class Config(Section, frozen=True):
    """All settings."""

    language: str = "en"
    state_folder: str | None = None
    explains: bool = True
    """Whether the box explains its keys on its first start, and each kind of question once an evening."""
    odds: bool = False
    """Whether the odds are a page of the table key, until the table chooses otherwise."""
    game: GameSettings = GameSettings()
    games: dict[str, OneGame] = {}
    """By name."""
    keys: Holds = Holds()
    seats: dict[Literal["1", "2", "3", "4", "5", "6"], OneSeat] = {}
    """By pair of keys."""
    display: DisplaySettings = DisplaySettings()
    lights: LightsSettings = LightsSettings()
    sound: SoundSettings = SoundSettings()
    speech: SpeechSettings = SpeechSettings()
    page: TwinSettings = TwinSettings()
    pages: PagesSettings = PagesSettings()
    club: Club = Club()
    updates: UpdatesSettings = UpdatesSettings()


work_out(Config)


def find(named: str | None) -> Path | None:
    """The settings file: the one named on the command line, else the first that exists in the usual places.

    Raises BadConfig if a usual place cannot be read.
    """
    if named or (named := os.environ.get("COMPANION_CONFIG")):
        return Path(named)
    home = folder_of_home("XDG_CONFIG_HOME", ".config")
    usual = (Path("/etc/companion"), *([home / "companion"] if home else []))
    return next((path for folder in usual if is_there(path := folder / "companion.toml")), None)


def load(path: Path | None) -> Config:
    """The settings of a file, or the defaults. Raises BadConfig."""
    return read(path, read_toml(path)) if path is not None else Config()


def read(path: Path, raw: dict[str, object]) -> Config:
    """The settings in the content of a file. Raises BadConfig."""
    _check_broker(path, raw.get("club"))
    config = _shaped(path, raw)
    if config.language not in LANGUAGES:
        raise BadConfig(f"{path}: language: expected one of {', '.join(LANGUAGES)}; came {shown(config.language)}.")
    if (longer := config.keys.menu_s) <= (shorter := config.keys.undo_s):
        raise BadConfig(f"{path}: keys.menu_s: expected more than undo_s, {shorter:g}; came {longer:g}.")
    called = tuple(map(names.tidied, config.game.names))
    if len(called) > 6 or any(map(names.objection, called)):
        expected = f"up to 6 names of 1 to {names.LETTERS} letters in one line"
        raise BadConfig(f"{path}: game.names: expected {expected}; came {shown(config.game.names)}.")
    config = replace(config, game=replace(config.game, names=called))
    if config.display.column_offset is not None and config.display.chip != "sh1106":
        raise BadConfig(
            f"{path}: display.column_offset: expected none with an {config.display.chip}; only an sh1106 has one."
        )
    if config.club.name is not None and BOX_NAME.fullmatch(config.club.name) is None:
        expected = "up to 31 small letters, digits and hyphens"
        raise BadConfig(f"{path}: club.name: expected {expected}; came {shown(config.club.name)}.")
    _check_seasons(path, config.club.seasons)
    if config.updates.address is not None and REPOSITORY.fullmatch(config.updates.address) is None:
        expected = 'an address such as "https://example.org/companion"'
        raise BadConfig(f"{path}: updates.from: expected {expected}; came {shown(config.updates.address)}.")
    if config.lights.keys and config.lights.count is None:
        raise BadConfig(f"{path}: lights.count: expected a number, since the last LEDs sit in the keys; came none.")
    own = {f"games.{name}.lights": game.lights for name, game in config.games.items() if game.lights is not None}
    for key, layout in {"lights": config.lights, **own}.items():
        if (layout.spaces or layout.seats) and len(layout.seats) != 6:
            raise BadConfig(f"{path}: {key}.seats: expected 6 lists of LEDs; came {len(layout.seats)}.")
    return config


def _check_seasons(path: Path, seasons: tuple[ClubSeason, ...]) -> None:
    """Raises BadConfig."""
    for at, season in enumerate(seasons):
        if season.ends < season.begins:
            expected = f"a day not before {season.begins}"
            raise BadConfig(f"{path}: club.seasons.{at}.ends: expected {expected}; came {season.ends}.")
        if at and season.begins <= (before := seasons[at - 1]).ends:
            expected = f"a day after {before.ends}, on which {shown(before.name)} ends"
            raise BadConfig(f"{path}: club.seasons.{at}.begins: expected {expected}; came {season.begins}.")


def _check_broker(path: Path, club: object) -> None:
    """Refuse an @ first, before any other message could repeat a password that is in it. Raises BadConfig."""
    if isinstance(club, dict) and "@" in str(club.get("broker")):
        expected = f"{ALONE}, with user and password_file beside it in [club]"
        raise BadConfig(f"{path}: club.broker: expected {expected}; came something with an @.")


def _shaped(path: Path, raw: dict[str, object]) -> Config:
    """The settings; keys of a game go into `settings` of its section, since only the game knows its keys."""
    if "game" in raw:
        raw = raw | {"game": _parted(raw["game"], GameSettings)}
    games = raw.get("games", {})
    if not isinstance(games, dict):
        return convert(path, raw, Config)
    config = convert(path, {key: value for key, value in raw.items() if key != "games"}, Config)
    own = {name: convert(path, _parted(game, OneGame), OneGame, ("games", name)) for name, game in games.items()}
    return replace(config, games=own)


def _parted(section: object, shape: type[msgspec.Struct]) -> object:
    if not isinstance(section, dict):
        return section
    known = [key for key in shape.__struct_fields__ if key in section and key != "settings"]
    settings = {key: value for key, value in section.items() if key not in known}
    return {"settings": settings} | {key: section[key] for key in known}


def state_folder(config: Config) -> Path:
    """The folder of the games: the configured one, else systemd's, else the user's. Raises BadConfig."""
    chosen = config.state_folder or os.environ.get("STATE_DIRECTORY")
    if chosen:
        with suppress(RuntimeError):  # `~` without a known home
            return Path(chosen).expanduser()
        raise BadConfig(f"state_folder: expected a folder; {chosen} begins with an unknown home folder.")
    if (home := folder_of_home("XDG_STATE_HOME", ".local/state")) is None:
        raise BadConfig("HOME is not set, so there is no place for the games; set it, or state_folder in the settings.")
    return home / "companion"


def game_folders() -> tuple[Path, ...]:
    """The folders of installed games: that of all users of this computer, which is root's, then the user's own."""
    home = folder_of_home("XDG_DATA_HOME", ".local/share")
    return (GAMES, *([home / GAMES.name] if home else []))
