"""What the owner has settled for each game: its settings, who does what, how its real board looks.

Laws: one game's settings and board are no other's; what is wrong with the settings is one sentence that names file or
key; what is wrong with a board's file keeps no box from playing.

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
from companion.config import Config, Game, Layout, OneGame
from companion.daemon.small_files import Found, Parts, SmallFile, asides, keep, sums_of
from companion.kit.errors import BadConfig
from companion.kit.setup import SetUp, Who
from companion.kit.shape import shown, unknown
from companion.table.ports import Doubt
from companion.toml_file import is_there, parse

RULEBOOK: Final = "rulebook"
USUAL: Final = 4
"""Players."""
OPTIONS: Final = "options"
"""Single rules that differ from the rulebook's."""


# --- settings --------------------------------------------------------------------------------------------------------


def load(path: Path | None) -> Config:
    """The settings of a file, at which every game has looked, or the built-in ones. Raises BadConfig."""
    return _looked_at(path, config.load(path))


def read(path: Path, raw: dict[str, object]) -> Config:
    """The same of what a file holds. Raises BadConfig."""
    return _looked_at(path, config.read(path, raw))


def _looked_at(path: Path | None, settings: Config) -> Config:
    try:
        _check(settings)
    except BadConfig as error:
        raise BadConfig(f"{path}: {error}") from None
    return settings


def _check(settings: Config) -> None:
    _check_names(settings.game.names)
    known = [game.name for game in games.GAMES]
    if settings.game.name not in (None, *known):
        raise BadConfig(f"game.name: expected one of {_known()}; came {settings.game.name!r}.")
    if strange := [name for name in settings.games if name not in known]:
        raise BadConfig(f"games.{strange[0]}: expected one of {_known()}; came an unknown game.")
    for rules in games.GAMES:
        try:
            rules.check(_choices(settings, rules))
        except ValueError as error:
            raise BadConfig(f"{_section(settings, rules)}: {error}.") from None


def _check_names(names: tuple[str, ...]) -> None:
    """A display of letters shows them. Raises BadConfig."""
    if names and (letters := strange("".join(names))):
        raise BadConfig(f"game.names: expected letters that the display has; came {', '.join(letters)}.")


def strange(words: str) -> str:
    """The letters of the words that a display of letters does not have, each once."""
    from companion.faces import letters  # with Pillow, which takes its time

    return letters.strange(words)


def duties(settings: Config, rules: SetUp[Any], *, is_twin: bool) -> dict[str, Who]:
    """Who does what in a game. Raises BadConfig."""
    own = _own(settings, rules)
    usual = {duty.name: "box" if is_twin else duty.beside_a_board for duty in rules.duties}
    return {name: msgspec.convert(own.get(name, who), Who) for name, who in usual.items()}


def lights(settings: Config, rules: SetUp[Any]) -> Layout:
    """How the strip lies beside a game's board."""
    own = settings.games.get(rules.name, OneGame()).lights
    if own is None and not _is_named(settings, rules):
        return Layout(settings.lights.leds_per_space)
    return own or settings.lights


def playing(settings: Config, game: str) -> Config:
    """The settings where `game` is the one that is played; what is settled of each stays as it is."""
    before = games.find_rules(settings.game.name)
    own = settings.games.get(before.name, OneGame())
    kept = OneGame(lights(settings, before), settings.game.settings | own.settings)
    return replace(
        settings,
        game=Game(game, settings.game.names),
        games=settings.games | {before.name: kept},
        lights=replace(settings.lights, spaces={}, seats=()),
    )


def by_rulebook(settings: Config, rules: SetUp[Any], rulebook: str, *, as_printed: bool = False) -> Config:
    """The settings with another rulebook; as printed: without single rules that differ. Raises BadConfig."""
    if rulebook not in rules.rulebooks:
        expected = f"one of {', '.join(rules.rulebooks)}" if rules.rulebooks else f"none, as {rules.name} has none"
        raise BadConfig(f"--rulebook: expected {expected}; came {rulebook!r}.")
    own = settings.games.get(rules.name, OneGame())
    chosen = own.settings | {RULEBOOK: rulebook} | ({OPTIONS: {}} if as_printed and OPTIONS in rules.settings else {})
    return replace(settings, games=settings.games | {rules.name: replace(own, settings=chosen)})


def players(rules: SetUp[Any], asked: int | None) -> int:
    """How many play, if they can: as many as asked for, else four, or as near to four as may be. Raises BadConfig."""
    least, most = rules.seats[0], rules.seats[-1]
    if asked is not None and asked not in rules.seats:
        raise BadConfig(f"--players: expected {least} to {most} players; came {asked}.")
    return asked or max(least, min(USUAL, most))


def _choices(settings: Config, rules: SetUp[Any]) -> dict[str, object]:
    usual = {RULEBOOK: rules.rulebooks[0]} if rules.rulebooks else {}
    names = (*usual, *rules.settings)
    return usual | {key: value for key, value in _own(settings, rules).items() if key in names}


def _own(settings: Config, rules: SetUp[Any]) -> dict[str, object]:
    """A game's keys, all known, and those of a closed list with a value of that list. Raises BadConfig."""
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
    """Section, what else stands there, key and value; what stands under the game's own name comes last and wins."""
    if _is_named(settings, rules):
        yield from (("game", ("name", "names"), key, value) for key, value in settings.game.settings.items())
    own = settings.games.get(rules.name, OneGame())
    yield from ((f"games.{rules.name}", ("lights",), key, value) for key, value in own.settings.items())


def _section(settings: Config, rules: SetUp[Any]) -> str:
    return "game" if _is_named(settings, rules) and rules.name not in settings.games else f"games.{rules.name}"


def _is_named(settings: Config, rules: SetUp[Any]) -> bool:
    return rules.name == games.find_rules(settings.game.name).name


def _known() -> str:
    return ", ".join(game.name for game in games.GAMES)


# --- boards ----------------------------------------------------------------------------------------------------------


def board(rules: SetUp[Any]) -> SmallFile[Parts]:
    """The file of a game's real board, which its owner may change."""

    def fit(parts: Parts) -> Parts:
        if strange := [key for key in (RULEBOOK, *rules.settings) if key in parts]:
            raise ValueError(f"{strange[0]}: expected in the settings; this file is for the board")
        rules.track(parts)
        rules.check(parts)
        return parts

    return SmallFile(rules.board_name, fit, rules.board_with, may_be_changed=True)


def boards() -> tuple[SmallFile[Parts], ...]:
    """Of all games that have one."""
    return tuple(board(rules) for rules in games.GAMES if rules.board_file)


def choices(settings: Config, rules: SetUp[Any], folder: Path) -> dict[str, object]:
    """What the owner has settled of a game. Raises BadConfig.

    The board's file is written on the first start, for the owner to correct; the box can do without.
    """
    if rules.board_file and not is_there(folder / rules.board_name):
        keep(folder / rules.board_name, rules.board_file)
    return settled(settings, rules, folder)


def settled(settings: Config, rules: SetUp[Any], folder: Path) -> dict[str, object]:
    """Rulebook, options and the like from the settings, the board from its file, else as shipped. Raises BadConfig."""
    chosen = _board(rules, folder) | _choices(settings, rules)
    try:
        rules.check(chosen)
    except ValueError as error:
        raise BadConfig(f"{_section(settings, rules)}: {error}.") from None
    return chosen


def doubt(rules: SetUp[Any], folder: Path, known: frozenset[str]) -> Doubt | None:
    """What should be asked about the board's file, but for what is `known`. Raises BadConfig."""
    found = _look(rules, folder)
    damaged = asides(folder, Path(rules.board_name).stem) if found is not None else []
    if fresh := tuple(name for name in damaged if name not in known):
        return Doubt("damaged", fresh)
    if found is None or not found.is_changed:
        return None
    changed = f"board of {rules.name}: {json.dumps(sums_of(found.parts))}"
    return Doubt("changed", (changed,)) if changed not in known else None


def _board(rules: SetUp[Any], folder: Path) -> Parts:
    """What is left of a damaged one is not confirmed, and as shipped for the rest."""
    found = _look(rules, folder)
    if found is None:
        return {}
    return parse(rules.board_with(found.parts)) if found.damage else found.parts


def _look(rules: SetUp[Any], folder: Path) -> Found[Parts] | None:
    """Raises BadConfig where it cannot be seen."""
    try:
        return board(rules).look(folder / rules.board_name) if rules.board_file else None
    except OSError as error:
        raise BadConfig(f"{folder / rules.board_name}: expected a file, or none; {error.strerror}.") from None
