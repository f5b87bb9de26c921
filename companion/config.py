"""The owner's settings: one TOML file, every key with a default, nothing unknown accepted.

Laws: a wrong setting stops the box before it starts, with one sentence: which file and key, what was expected, what
came; no game is known here: what a game lets its owner settle is kept as it came (`daemon.owner` looks at it).
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec.structs import replace

from companion.kit import names
from companion.kit.errors import BadConfig
from companion.kit.shape import shown, work_out
from companion.kit.view import Loudness
from companion.locale import LANGUAGES
from companion.toml_file import convert, is_there, read_toml

Seconds = Annotated[float, msgspec.Meta(gt=0, le=30)]
Patience = Annotated[float, msgspec.Meta(ge=0, le=86_400)]
"""Seconds; 0: for ever."""
Led = Annotated[int, msgspec.Meta(ge=0, le=2000)]
"""An LED, counted from 0 at the plug."""
Interface = Annotated[str, msgspec.Meta(min_length=1, max_length=15)]
"""A network of this computer, as Linux calls it: `wlan0`."""
Chip = Literal["ssd1306", "ssd1309", "sh1106"]


def of_eight_bits(address: object) -> str:
    """How an address is told that has the bit for reading or writing behind it, as it is printed on many displays."""
    if not isinstance(address, int) or not 0x78 <= address <= 0xEF:
        return ""
    return f"0x{address:02X}, the 8-bit form of 0x{address >> 1:02X}; write 0x{address >> 1:02X}"


Address = Annotated[int, msgspec.Meta(ge=0x08, le=0x77, extra={"came": of_eight_bits})]
Offset = Annotated[int, msgspec.Meta(ge=0, le=4)]
Count = Annotated[int, msgspec.Meta(ge=1, le=2000)]
PortNumber = Annotated[int, msgspec.Meta(ge=1, le=65_535)]
Order = Literal["rgb", "rbg", "grb", "gbr", "brg", "bgr"]

TWIN_PORT: Final = 8737
PAGES_PORT: Final = 8080
SCOREBOARD_PORT: Final = 8747
"""The shipped ports: where nobody has named another one, each page is at its own or at the next that is free."""

BOX_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,30}")
"""What a box may be called at its club."""

ALONE: Final = "a name or an address alone"
"""Of a broker."""


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Part of the settings."""


class Game(Section, frozen=True):
    """What is played, and by whom."""

    name: str | None = None
    """Not set: the first of `companion.games.GAMES`; where there are more, it is the first question to the table."""
    names: tuple[str, ...] = ()
    """Of the players at keys 1 … 6; those not given are called by the colour of their keys."""
    settings: dict[str, object] = {}
    """All other keys of the section: what that game lets its owner settle."""


class Holds(Section, frozen=True):
    """How long a key is held."""

    hold_s: Seconds = 0.6
    undo_s: Seconds = 2.0
    menu_s: Seconds = 5.0


class Display(Section, frozen=True):
    """The OLED on the I2C bus that `wiring/pins.toml` names."""

    chip: Chip = "ssd1306"
    address: Address = 0x3C
    column_offset: Offset | None = None
    """The first column of the panel in the chip's memory; not set: as usual for the chip."""
    is_upside_down: bool = False
    dim_after_s: Patience = 120.0
    """Without a press for so long, display and lights get dimmer."""
    off_after_s: Patience = 600.0
    """Without a press for so long, they go dark. Any key wakes them, and does nothing else."""


class Layout(Section, frozen=True):
    """Which LEDs show what."""

    leds_per_space: Annotated[int, msgspec.Meta(ge=1, le=10)] = 1
    spaces: dict[str, tuple[Led, ...]] = msgspec.field(default_factory=dict, name="places")
    """Which LEDs belong to which space of the track, if they do not simply follow one another: by the names the game
    gives its spaces (`companion.kit.view.Space.id`)."""
    seats: tuple[tuple[Led, ...], ...] = ()
    """Which LEDs stand at keys 1 … 6; needed with `places`."""


class Lights(Layout, frozen=True):
    """The LED strip on a serial port, and how it lies beside the board of the game named under `[game]`."""

    port: str | None = None
    """A device file; not set: the only one in /dev/serial/by-id."""
    baud: Annotated[int, msgspec.Meta(ge=9600, le=3_000_000)] = 115_200
    count: Count | None = None
    """How many LEDs the strip has; those behind the last one that shows anything stay dark. Not set: no more."""
    order: Order = "rgb"
    """The order in which the box sends the three colours of an LED. A controller that is set up well wants `rgb`."""
    milliamps: Annotated[int, msgspec.Meta(ge=100, le=20_000)] = 1500
    """What the strip may draw at the most."""
    calm: bool = False
    """Nothing blinks, sweeps or splashes: for eyes or nerves that want it so. Seats are then told by colour alone."""


class Sound(Section, frozen=True):
    """The buzzer on the pin that `wiring/pins.toml` names, and the twin's page."""

    level: Loudness = "soft"
    """Until another one is chosen at the table."""


class OneGame(Section, frozen=True):
    """A game under its own name, `[games.NAME]`."""

    lights: Layout | None = None
    """Where its strip lies; not set: each space of its track has as many LEDs as `[lights]` says, one after another."""
    settings: dict[str, object] = {}
    """All other keys of the section."""


class Page(Section, frozen=True):
    """The twin's page in the browser."""

    port: PortNumber | None = None
    """Not set: `TWIN_PORT`, or the next that is free."""


class Pages(Section, frozen=True):
    """The pages for tablets and phones, for whoever is in the same network."""

    interface: Interface | None = None
    """The network they are given to; not set: there are no such pages, unless they are switched on at the box."""
    port: PortNumber | None = None
    """Not set: `PAGES_PORT`, or the next that is free."""


class Club(Section, frozen=True):
    """The club's broker, and who this computer is to it: a box of which it is told, or the club itself."""

    broker: Annotated[str, msgspec.Meta(min_length=1)] | None = None
    """An address or a name; not set: nobody is told anything."""
    port: PortNumber | None = None
    """Not set: 8883, or 1883 without TLS."""
    tls: bool = True
    ca: str | None = None
    """The file of the authority that has signed the broker's certificate; not set: those this system trusts."""
    user: str | None = None
    password_file: str | None = None
    """Its first line is the password."""
    name: str | None = None
    """Of this box at the club: small letters, digits, hyphens; not set: the user, else what the computer is called."""


class Config(Section, frozen=True):
    """All settings."""

    language: str = "en"
    state_folder: str | None = None
    explains: bool = True
    """Whether the box explains itself: on its first start its keys, each evening each kind of question."""
    odds: bool = False
    """Whether the odds of what is open are a page of the table key, until it is said at the table."""
    game: Game = Game()
    games: dict[str, OneGame] = {}
    """By name."""
    keys: Holds = Holds()
    display: Display = Display()
    lights: Lights = Lights()
    sound: Sound = Sound()
    page: Page = Page()
    pages: Pages = Pages()
    club: Club = Club()


work_out(Config)


def find(named: str | None) -> Path | None:
    """The settings file: as named on the command line, else the first of the usual places that has one.

    Raises BadConfig where that cannot be seen.
    """
    if named or (named := os.environ.get("COMPANION_CONFIG")):
        return Path(named)
    home = _folder_of_home("XDG_CONFIG_HOME", ".config")
    usual = (Path("/etc/companion"), *([home / "companion"] if home else []))
    return next((path for folder in usual if is_there(path := folder / "companion.toml")), None)


def _folder_of_home(variable: str, usual: str) -> Path | None:
    """A folder for the user's files; `None`: nobody knows a home."""
    if chosen := os.environ.get(variable):
        return Path(chosen)
    try:
        return Path.home() / usual
    except RuntimeError:
        return None


def load(path: Path | None) -> Config:
    """The settings of a file, or the built-in ones. Raises BadConfig."""
    return read(path, read_toml(path)) if path is not None else Config()


def read(path: Path, raw: dict[str, object]) -> Config:
    """What a file holds as settings. Raises BadConfig."""
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
    own = {f"games.{name}.lights": game.lights for name, game in config.games.items() if game.lights is not None}
    for key, layout in {"lights": config.lights, **own}.items():
        if layout.spaces and len(layout.seats) != 6:
            raise BadConfig(f"{path}: {key}.seats: expected 6 lists of LEDs; came {len(layout.seats)}.")
    return config


def _check_broker(path: Path, club: object) -> None:
    """Before anything else could repeat it: a password may stand in it. Raises BadConfig."""
    if isinstance(club, dict) and "@" in str(club.get("broker")):
        expected = f"{ALONE}, with user and password_file beside it in [club]"
        raise BadConfig(f"{path}: club.broker: expected {expected}; came something with an @.")


def _shaped(path: Path, raw: dict[str, object]) -> Config:
    """With what belongs to a game in `settings` of its section: only the game knows which keys it has."""
    if "game" in raw:
        raw = raw | {"game": _parted(raw["game"], Game)}
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
    """Where games are kept: as configured, else systemd's folder, else the user's. Raises BadConfig."""
    chosen = config.state_folder or os.environ.get("STATE_DIRECTORY")
    if chosen:
        with suppress(RuntimeError):  # `~` of nobody
            return Path(chosen).expanduser()
        raise BadConfig(f"state_folder: expected a folder; {chosen} begins with a home nobody knows.")
    if (home := _folder_of_home("XDG_STATE_HOME", ".local/state")) is None:
        raise BadConfig("HOME is not set, so there is no place for the games; set it, or state_folder in the settings.")
    return home / "companion"
