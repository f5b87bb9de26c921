"""The owner's choices for each game: its settings, who does what, and the layout of the real board.

Laws: each game has its own settings and board; an error in the settings is one sentence that names the file or key; an
error in a board's file does not stop the box from playing.

A game's keys stand under `[games.NAME]`; those of the game that `[game]` names (else of the box's first) may stand
under `[game]` as well.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
from msgspec.structs import replace

from companion import config, games
from companion.config import Config, GameSettings, OneGame, StripLayout
from companion.daemon.small_files import FileContent, FileParts, SmallFile, asides, keep, sums_of
from companion.kit.errors import BadChoice, BadConfig
from companion.kit.setup import SetUp, Who
from companion.kit.shape import shown, unknown
from companion.table.ports import Doubt
from companion.toml_file import is_there, parse

RULEBOOK: Final = "rulebook"
USUAL: Final = 4
"""Players."""
OPTIONS: Final = "options"
"""The key of single rules that differ from the rulebook."""


# --- settings --------------------------------------------------------------------------------------------------------


def load(path: Path | None) -> Config:
    """The settings of a file, checked by every game, or the defaults. Raises BadConfig."""
    return _looked_at(path, config.load(path))


def read(path: Path, raw: dict[str, object]) -> Config:
    """The same from the content of a file. Raises BadConfig."""
    return _looked_at(path, config.read(path, raw))


def _looked_at(path: Path | None, settings: Config) -> Config:
    try:
        _check(settings)
    except BadConfig as error:
        raise BadConfig(f"{path}: {error}") from None
    return settings


def _check(settings: Config) -> None:
    _check_names(settings.game.names)
    known = [*(game.name for game in games.LIST), *games.MISSING]
    if settings.game.name not in (None, *known):
        raise BadConfig(f"game.name: expected one of {_known()}; came {settings.game.name!r}.")
    if strange := [name for name in settings.games if name not in known]:
        raise BadConfig(f"games.{strange[0]}: expected one of {_known()}; came an unknown game.")
    own = (games.manifest(settings.game.name).name,) if settings.game.settings else ()
    set_up = dict.fromkeys((*own, *settings.games))  # only these have settings
    for rules in map(games.find_rules, (name for name in set_up if name not in games.MISSING)):
        try:
            rules.check(_choices(settings, rules))
        except BadChoice as error:
            raise BadConfig(f"{_section(settings, rules)}: {error}.") from None


def _check_names(names: tuple[str, ...]) -> None:
    """Check that the display has the letters of the names. Raises BadConfig."""
    if names and (letters := strange("".join(names))):
        raise BadConfig(f"game.names: expected letters that the display has; came {', '.join(letters)}.")


def strange(words: str) -> str:
    """The letters of the words that the display does not have, each once."""
    from companion.faces import letters  # it imports Pillow, which is slow

    return letters.strange(words)


def duties(settings: Config, rules: SetUp[Any], *, is_twin: bool) -> dict[str, Who]:
    """Who does what in a game. Raises BadConfig."""
    own = _own(settings, rules)
    usual = {duty.name: "box" if is_twin else duty.beside_a_board for duty in rules.duties}
    return {name: msgspec.convert(own.get(name, who), Who) for name, who in usual.items()}


def lights(settings: Config, rules: SetUp[Any]) -> StripLayout:
    """The layout of the strip beside a game's board."""
    own = settings.games.get(rules.name, OneGame()).lights
    if own is None and not _is_named(settings, rules):
        return StripLayout(settings.lights.leds_per_space)
    return own or settings.lights


def playing(settings: Config, game: str) -> Config:
    """The settings with `game` as the one to play; the settings of each game stay as they are."""
    before = games.find_rules(settings.game.name)
    own = settings.games.get(before.name, OneGame())
    kept = OneGame(lights(settings, before), settings.game.settings | own.settings)
    return replace(
        settings,
        game=GameSettings(game, settings.game.names),
        games=settings.games | {before.name: kept},
        lights=replace(settings.lights, spaces={}, seats=()),
    )


def by_rulebook(settings: Config, rules: SetUp[Any], rulebook: str, *, as_printed: bool = False) -> Config:
    """The settings with another rulebook, as printed: without single rules that differ. Raises BadConfig."""
    if rulebook not in rules.rulebooks:
        expected = f"one of {', '.join(rules.rulebooks)}" if rules.rulebooks else f"none, as {rules.name} has none"
        raise BadConfig(f"--rulebook: expected {expected}; came {rulebook!r}.")
    own = settings.games.get(rules.name, OneGame())
    chosen = own.settings | {RULEBOOK: rulebook} | ({OPTIONS: {}} if as_printed and OPTIONS in rules.settings else {})
    return replace(settings, games=settings.games | {rules.name: replace(own, settings=chosen)})


def players(rules: SetUp[Any], asked: int | None) -> int:
    """The number of players: as asked, else four, or as near to four as the game allows. Raises BadConfig."""
    least, most = rules.seats[0], rules.seats[-1]
    if asked is not None and asked not in rules.seats:
        raise BadConfig(f"--players: expected {least} to {most} players; came {asked}.")
    return asked or max(least, min(USUAL, most))


def _choices(settings: Config, rules: SetUp[Any]) -> dict[str, object]:
    usual = {RULEBOOK: rules.rulebooks[0]} if rules.rulebooks else {}
    names = (*usual, *rules.settings)
    return usual | {key: value for key, value in _own(settings, rules).items() if key in names}


def _own(settings: Config, rules: SetUp[Any]) -> dict[str, object]:
    """A game's keys, checked: each is known, and has a value of its list if it has one. Raises BadConfig."""
    allowed: dict[str, tuple[str, ...]] = {RULEBOOK: rules.rulebooks} if rules.rulebooks else {}
    allowed |= {duty.name: get_args(Who) for duty in rules.duties}
    own = {}
    for section, beside, key, value in _keys(settings, rules):
        if key not in (*allowed, *rules.settings):
            known = (*beside, *allowed, *rules.settings)
            raise BadConfig(f"{section}.{key}: expected one of {', '.join(known)}; came {unknown(key, known)}.")
        if value not in allowed.get(key, (value,)):
            raise BadConfig(f"{section}.{key}: expected one of {', '.join(allowed[key])}; came {shown(value)}.")
        if key == OPTIONS and not isinstance(value, dict):
            raise BadConfig(f"{section}.{key}: expected a section; came {shown(value)}.")
        own[key] = value
    return own


def _keys(settings: Config, rules: SetUp[Any]) -> Iterator[tuple[str, tuple[str, ...], str, object]]:
    """Section, its other keys, key and value; the keys under the game's own name come last and win."""
    if _is_named(settings, rules):
        yield from (("game", ("name", "names"), key, value) for key, value in settings.game.settings.items())
    own = settings.games.get(rules.name, OneGame())
    yield from ((f"games.{rules.name}", ("lights",), key, value) for key, value in own.settings.items())


def _section(settings: Config, rules: SetUp[Any]) -> str:
    return "game" if _is_named(settings, rules) and rules.name not in settings.games else f"games.{rules.name}"


def _is_named(settings: Config, rules: SetUp[Any]) -> bool:
    return rules.name == games.find_rules(settings.game.name).name


def _known() -> str:
    return ", ".join(game.name for game in games.LIST)


# --- boards ----------------------------------------------------------------------------------------------------------


def board(rules: SetUp[Any]) -> SmallFile[FileParts]:
    """The file of a game's real board, which the owner may change."""

    def fit(parts: FileParts) -> FileParts:
        if strange := [key for key in (RULEBOOK, *rules.settings) if key in parts]:
            raise ValueError(f"{strange[0]}: expected in the settings; this file is for the board")
        rules.track(parts)
        rules.check(parts)
        return parts

    return SmallFile(rules.board_name, fit, rules.board_with, may_be_changed=True)


def boards(folder: Path | None = None) -> tuple[SmallFile[FileParts], ...]:
    """The board files of all games that have one; `folder`: only those that are there, so no other game is loaded."""
    listed = (game for game in games.LIST if game.board_name)
    return tuple(
        map(board, games.loadable(game for game in listed if folder is None or (folder / game.board_name).exists()))
    )


def choices(settings: Config, rules: SetUp[Any], folder: Path) -> dict[str, object]:
    """The owner's choices for a game. Raises BadConfig.

    The first start writes the board's file, so that the owner can correct it; the box also works without it.
    """
    if rules.board_file and not is_there(folder / rules.board_name):
        keep(folder / rules.board_name, rules.board_file)
    return settled(settings, rules, folder)


def settled(settings: Config, rules: SetUp[Any], folder: Path) -> dict[str, object]:
    """Rulebook, options and the like from the settings; the board from its file, else the default. Raises BadConfig."""
    chosen = _board(rules, folder) | _choices(settings, rules)
    try:
        rules.check(chosen)
    except BadChoice as error:
        raise BadConfig(f"{_section(settings, rules)}: {error}.") from None
    return chosen


def doubt(rules: SetUp[Any], folder: Path, known: frozenset[str]) -> Doubt | None:
    """The question about the board's file, unless it is `known` already. Raises BadConfig."""
    found = _look(rules, folder)
    damaged = asides(folder, Path(rules.board_name).stem) if found is not None else []
    if fresh := tuple(name for name in damaged if name not in known):
        return Doubt("damaged", fresh)
    if found is None or not found.is_changed:
        return None
    changed = f"board of {rules.name}: {json.dumps(sums_of(found.parts))}"
    return Doubt("changed", (changed,)) if changed not in known else None


def _board(rules: SetUp[Any], folder: Path) -> FileParts:
    """The board in the file. If the file is damaged, the board is unconfirmed, and its lost parts are the defaults."""
    found = _look(rules, folder)
    if found is None:
        return {}
    return parse(rules.board_with(found.parts)) if found.damage else found.parts


def _look(rules: SetUp[Any], folder: Path) -> FileContent[FileParts] | None:
    """The board's file. Raises BadConfig if it cannot be read."""
    try:
        return board(rules).look(folder / rules.board_name) if rules.board_file else None
    except OSError as error:
        raise BadConfig(f"{folder / rules.board_name}: expected a file, or none; {error.strerror}.") from None
