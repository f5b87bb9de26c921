"""Adds a game, removes one, and keeps what was found, in a folder of installed games.

Laws: a game is replaced whole or not at all; whatever is refused has changed nothing.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from typing import Final

import msgspec
from msgspec.structs import replace

from companion import config, files, games
from companion.config import FOUND_GAMES, game_folders
from companion.daemon.small_files import sealed
from companion.installed import REMOVED, InstalledGame, kept, own_words, put_in, search, wheel
from companion.kit.errors import BadConfig, Unplayable, Unwritten, WrongUse

_NEW: Final = ".new"
"""The hidden folder of a game that is not there yet, or no longer."""
_OF_DEBIAN: Final = Path("/usr/lib/python3/dist-packages")
"""Where Debian's packages put theirs."""
_OLD: Final = ".old-"
"""What the hidden folder of a game begins with that is being replaced."""


def own_folder() -> Path:
    """Where this user adds games: root for everybody, others for themselves. Raises BadConfig."""
    if os.geteuid() == 0:
        return config.GAMES
    *_, own = game_folders()
    if own == config.GAMES:
        raise BadConfig("HOME is not set, so there is no place for games; set it, or XDG_DATA_HOME")
    return own


def find() -> dict[str, InstalledGame]:
    """Every installed game by its name."""
    return search.find(game_folders())


def look_further() -> None:
    """Put every installed game into the list, also those that were never kept."""
    put_in(find().items())


@wheel.for_everybody()
def add(file: Path) -> dict[str, InstalledGame]:
    """Install the games of a wheel, in place of those it brought before. Raises Unplayable, BadConfig, Unwritten."""
    folder = own_folder()
    new = folder / _NEW
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _tidy(folder)
        try:
            name = wheel.unpack(file, new)
            place = folder / name
            found = search.look(new, {of: game for of, game in find().items() if game.folder != str(place)})
            _check(found)
            _swap(new, place)
        finally:
            rmtree(new, ignore_errors=True)
    except Unplayable as error:
        raise Unplayable(f"{file}: {error}") from None
    except OSError as error:
        raise Unwritten(f"{error.filename or folder}: the game cannot be installed; {error.strerror}") from None
    keep(now := find())
    return {name: now[name] for name in found}


def _check(found: dict[str, InstalledGame]) -> None:
    """Raises Unplayable unless all games of a wheel can be played, with words in each language they name."""
    if not found:
        raise Unplayable(f"expected an entry point in the group {search.GROUP}; came a wheel without one")
    for name, game in found.items():
        if game.why:
            raise Unplayable(f"{name}: {game.why}")
        if lacks := own_words.lacking(game.manifest(name)):
            raise Unplayable(f"{name}: it says it speaks {', '.join(lacks)}, but brings no words (.mo) for that")


def remove(name: str) -> list[str]:
    """Remove the package that brought a game, named by game or package; gives the names of its games.

    Raises WrongUse, BadConfig, Unwritten.
    """
    found, folder = find(), own_folder()
    game = found.get(name) or next((game for game in found.values() if game.package == name), None)
    if game is None:
        if name in {each.name for each in games.LIST if not each.folder}:
            raise WrongUse(f"{name} is a game of the box and cannot be removed")
        raise WrongUse(f"no game {name} is installed; `companion game list` names them")
    place = Path(game.folder)
    if place.parent == config.GAMES != folder:
        raise WrongUse(f"{name} is installed for everybody: `sudo companion game remove {name}`")
    if place == _OF_DEBIAN:
        named = f"`dpkg --search {game.package.replace('-', '_')}-` names it"
        raise WrongUse(f"{name} came with a Debian package: {named}, and `sudo apt remove` removes it")
    if place.parent != folder:
        raise WrongUse(f"{name} came with the Python package {game.package}: `pip uninstall {game.package}`")
    try:
        _tidy(folder)
        place.rename(gone := folder / _NEW)
        keep(find())
        rmtree(gone)
    except OSError as error:
        raise Unwritten(f"{error.filename}: the game cannot be removed; {error.strerror}") from None
    return [of for of, each in found.items() if each.folder == game.folder]


@wheel.for_everybody()
def keep(found: dict[str, InstalledGame]) -> None:
    """Keep what was found on Python's own path and in this user's folder, for the next start. Raises Unwritten."""
    folder = own_folder()
    others = [str(each) for each in game_folders() if each != folder]
    mine = {name: game for name, game in found.items() if str(Path(game.folder).parent) not in others}
    before = kept(folder)
    gone = {name: replace(game, why=REMOVED) for name, game in before.items() if name not in mine and " " not in name}
    if (now := gone | mine) == before:
        return
    text = msgspec.json.format(msgspec.json.encode(now)).decode()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        files.put(folder / FOUND_GAMES, sealed(text, ".json"))
    except OSError as error:
        raise Unwritten(f"{folder / FOUND_GAMES}: what was found cannot be kept; {error.strerror}") from None


def _swap(new: Path, place: Path) -> None:
    """Put a folder in the place of the old one. Raises OSError."""
    old = place.with_name(f"{_OLD}{place.name}")
    with suppress(FileNotFoundError):
        place.rename(old)
    try:
        new.rename(place)
    except OSError:
        with suppress(OSError):
            old.rename(place)
        raise
    rmtree(old, ignore_errors=True)


def _tidy(folder: Path) -> None:
    """Finish, or take back, what a power cut has interrupted. Raises OSError."""
    rmtree(folder / _NEW, ignore_errors=True)
    for old in folder.glob(f"{_OLD}*"):
        if (place := folder / old.name.removeprefix(_OLD)).exists():
            rmtree(old)
        else:
            old.rename(place)
