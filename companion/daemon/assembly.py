"""Makes a table with its parts from the owner's settings; the live box, the demo and tests share this.

Laws: every error is found before the first light goes on; an error of the disk alone does not stop the box from
playing; a game in progress is resumed.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion import games
from companion.config import Config
from companion.daemon import owner
from companion.daemon.earlier import earlier
from companion.daemon.presses import pair_of
from companion.daemon.resuming import DAMAGED_GAMES, LeftOff, left_off
from companion.daemon.small_files import asides
from companion.daemon.to_speaker import can_speak
from companion.daemon.wired import as_wired
from companion.faces.letters import legible
from companion.journal.journal import Journal
from companion.kit.errors import BadChoice
from companion.kit.rules import Rules
from companion.kit.seats import COLOUR_NAMES, COLOURS
from companion.kit.setup import SetUp, Who
from companion.kit.text import text, verbatim
from companion.kit.view import Lettering, Loudness, Speech, View
from companion.locale import LANGUAGES, translator
from companion.table.ports import Entrance, NamedGame, Settings, Updates
from companion.table.saving import DOES_NOT_LAST
from companion.table.screens.kept_choice import GLASSES
from companion.table.table import Table

if TYPE_CHECKING:
    from companion.daemon.parts import Parts
    from hardware.pins import PinMap

MakeParts: TypeAlias = "Callable[[Config, SetUp[Any], Mapping[str, object], PinMap], Parts]"
"""Makes the parts for these settings, a game with its choices, and these pins."""

_log = logging.getLogger(__name__)

SEED_BYTES: Final = 32

DAMAGED_FILES: Final = View(
    text("Settings"),
    lines=(text("Some are damaged."), text("They are kept;"), verbatim("companion doctor"), text("says why.")),
)
LOST_RULES: Final = View(text("Rules of play"), lines=(text("Those chosen last"), text("are not known here.")))


def new_seed() -> str:
    """A new secret for the dice and shuffles of one game."""
    return os.urandom(SEED_BYTES).hex()


def new_moment() -> int:
    """The first moment number of a life of the box, so that a page cannot answer a question of an earlier life.

    It leaves room below `afar.Small`.
    """
    return int.from_bytes(os.urandom(4)) >> 2


def settings_of(
    config: Config, rules: SetUp[Any], settled: Mapping[str, object], chosen: str | None, *, is_twin: bool
) -> Settings:
    """The table's settings from the owner's; `chosen` is the language last chosen at the table."""
    first = LANGUAGES.index(chosen if chosen in LANGUAGES else config.language)
    languages = (*LANGUAGES[first:], *LANGUAGES[:first])
    names = (*config.game.names, *(COLOUR_NAMES[colour].id for colour in COLOURS[len(config.game.names) :]))
    duties, keys = owner.duties(config, rules, is_twin=is_twin), config.keys
    others = tuple(NamedGame(game.name, game.title) for game in games.LIST if game.name != rules.name)
    is_settled = config.game.name is not None
    held = (keys.hold_s, keys.undo_s, keys.menu_s)
    loudness, odds, explains = config.sound.level, config.odds, config.explains
    return Settings(
        languages,
        names,
        duties,
        settled,
        *held,
        others,
        is_settled,
        loudness,
        config.speech.level,
        partial(can_speak, config.speech.command),
        odds,
        explains=explains,
        lettering=config.display.lettering,
        strange=owner.strange,
        holds={int(pair): seat.hold_s for pair, seat in config.seats.items() if seat.hold_s is not None},
        shortest={int(pair): seat.shortest_s for pair, seat in config.seats.items() if seat.shortest_s},
        scans={int(pair): seat.scan_s for pair, seat in config.seats.items() if seat.switches == 1},
        speech=translator,
    )


class World(Struct, frozen=True):
    """What a table needs from the outside world."""

    seeds: Callable[[], str] = new_seed
    """Gives a new secret for each game."""
    first_moment: int = 0
    """See `new_moment`."""
    entrance: Entrance | None = None
    """How phones are let in; `None`: there are no pages for tablets and phones."""
    may_have_pages: bool = False
    """Whether pages can be switched on at the box."""
    may_have_wifi: bool = False
    """Whether the box can open a Wi-Fi of its own."""
    lasts: bool = True
    """Whether the disk keeps games through a power cut."""
    version: Callable[[], str] = str
    """Gives the version of the box for its owner; empty: it is not shown."""
    updates: Updates | None = None
    """Newer versions of the box; `None`: it cannot look for them."""


ALONE: Final = World()
"""A world without pages."""


class Assembled(Struct, frozen=True):
    """A table and its parts."""

    config: Config
    pins: PinMap
    table: Table[Any]
    parts: Parts


def assemble(
    config: Config, journal: Journal, make_parts: MakeParts, world: World = ALONE, t: float = 0.0
) -> Assembled:
    """The table and its parts at time `t`, for these settings and this wiring. Raises BadConfig, UnknownGame."""
    folder = journal.path.parent
    config, pins = as_wired(config, folder)
    left = left_off(journal, config.game.name)
    settled = owner.choices(config, left.rules, folder)
    parts = make_parts(config, left.rules, settled, pins)
    settings = settings_of(config, left.rules, settled, journal.language, is_twin=parts.twin is not None)
    settings = replace(_as_chosen(settings, journal), earlier=partial(earlier, journal))
    wired_pairs = tuple(pair for pair, key in map(pair_of, pins.keys) if key == "green")
    settings = replace(settings, wired=wired_pairs, entrance=world.entrance, may_have_pages=world.may_have_pages)
    settings = replace(settings, may_have_wifi=world.may_have_wifi, version=world.version, updates=world.updates)
    doubt = owner.doubt(left.rules, folder, journal.known)
    settings = replace(settings, first_moment=world.first_moment, doubt=doubt, lasts=world.lasts)
    table = at_the_table(left, settings, journal, world.seeds, t)
    if parts.twin is not None:
        parts.twin.language = lambda: table.language
    return Assembled(config, pins, table, parts)


def at_the_table(left: LeftOff, settings: Settings, journal: Journal, seeds: Callable[[], str], t: float) -> Table[Any]:
    """The table at time `t`, with the agreed rules and the game in progress, if there is one."""
    settings = _as_assigned(left.rules, _as_given(settings, journal), journal)
    settings, warning = _as_agreed(left.rules, settings, journal)
    settings = replace(settings, bests=_bests(journal, left.rules.name))
    table = Table(left.rules, settings, journal, seeds)
    if left.session is not None:
        table.go_on(left.session, left.pairs, t, left.bots, is_taste=left.is_taste)
    else:
        table.open(t)
    damage = DAMAGED_GAMES if journal.set_aside is not None else None
    loss = None if settings.lasts else DOES_NOT_LAST
    for screen in dict.fromkeys(filter(None, (loss, warning, damage, left.fault, _damaged_files(journal)))):
        table.tell(screen, t)
    return table


def _damaged_files(journal: Journal) -> View | None:
    """The news of each file that was set aside, once; for a board a question is asked instead (`Settings.doubt`)."""
    boards = tuple(f"{Path(game.board_name).stem}-" for game in games.LIST if game.board_name)
    fresh = {name for name in asides(journal.path.parent) if not name.startswith(boards)} - journal.known
    for name in sorted(fresh):
        journal.keep_known(name)
    return DAMAGED_FILES if fresh else None


def _bests(journal: Journal, game: str) -> dict[str, int]:
    """The records of this house."""
    try:
        return journal.bests(game)
    except ValueError as error:
        _log.warning("the records of the house are passed over: %s", error)
        return {}


def _as_chosen(settings: Settings, journal: Journal) -> Settings:
    """The settings with what was last chosen at the table: how it is written, what is heard, odds, sandglass, holds."""
    loudness = next((level for level in get_args(Loudness) if level == journal.sound), settings.loudness)
    aloud = next((speech for speech in get_args(Speech) if speech == journal.speech), settings.aloud)
    lettering = next((each for each in get_args(Lettering) if each == journal.lettering), settings.lettering)
    odds = settings.shows_odds if journal.odds is None else journal.odds
    sandglass_s = next((each for each in GLASSES if str(each) == journal.sandglass), settings.sandglass_s)
    settings = replace(settings, lettering=lettering, is_wide=_is_wide)
    settings = replace(settings, loudness=loudness, aloud=aloud, shows_odds=odds, sandglass_s=sandglass_s)
    try:
        scans = {pair: journal.scans.get(pair, scan_s) for pair, scan_s in settings.scans.items()}
        return replace(settings, holds={**settings.holds, **journal.holds}, scans=scans)
    except ValueError as error:
        _log.warning("the times chosen for keys are passed over, those of the settings count: %s", error)
        return settings


def _is_wide(name: str) -> bool:
    """Whether a name does not fit in large print."""
    from companion.faces.large_print import fits

    return not fits(legible(name))


def _as_given(settings: Settings, journal: Journal) -> Settings:
    """The settings with the names given at the table, and with what the table has already explained."""
    try:
        given, lately = journal.names
    except ValueError as error:
        _log.warning("the names given at the table are passed over, those of the settings count: %s", error)
        given, lately = {}, []
    try:
        shorts = journal.shorts
    except ValueError as error:
        _log.warning("the short forms of names are passed over: %s", error)
        shorts = {}
    return replace(settings, shorts=shorts, known=journal.known, given=given, lately=tuple(lately))


def _as_assigned(rules: Rules[Any], settings: Settings, journal: Journal) -> Settings:
    """The settings with the duties that were chosen on the owner's page."""
    said = {duty: journal.duty(rules.name, duty) for duty in settings.duties}
    known = {duty: who for duty, to in said.items() for who in get_args(Who) if who == to}
    return replace(settings, duties={**settings.duties, **known})


def _as_agreed(rules: Rules[Any], settings: Settings, journal: Journal) -> tuple[Settings, View | None]:
    """The settings with the rules agreed at the table; if they no longer fit, the owner's, and why."""
    try:
        choices = {**settings.choices, **journal.rules(rules.name)}
        rules.check(choices)
    except (msgspec.DecodeError, BadChoice) as error:
        _log.warning("the rules chosen at the table are passed over, those of the settings count: %s", error)
        return settings, LOST_RULES
    return replace(settings, choices=choices), None
