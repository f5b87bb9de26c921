"""The games that the owner has installed, beside those of the box.

A game is a Python package with an entry point in the group `companion.games`. `companion game add` unpacks its wheel
into a folder of its own; pip may install one as well. To search for them takes longer than the first picture may, so
whatever was found last is kept in a small file, and a start reads only this.

Laws: a game that cannot be played takes no other game away, and says why in one sentence; none is loaded before
somebody asks for it.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, Struct

from companion import games, locale
from companion.config import FOUND_GAMES, game_folders
from companion.daemon.small_files import SmallFile, shaped
from companion.installed import own_words
from companion.kit.manifest import Manifest

_log = logging.getLogger(__name__)


class InstalledGame(Struct, frozen=True):
    """A game that was found, as the small file has it."""

    package: str
    """The name of its distribution."""
    version: str
    folder: str
    """Where Python finds its package."""
    why: str = ""
    """Why it cannot be played; empty: it can. If it cannot, whatever follows may be empty."""
    place: str = ""
    """This and all below: as in `Manifest`."""
    title: str = ""
    board_name: str = ""
    seats: tuple[int, ...] = ()
    rulebooks: tuple[str, ...] = ()
    kit: str = ""
    languages: tuple[str, ...] = ()
    licence: str = ""
    bgg_id: Annotated[int, Meta(ge=1)] | None = None

    def manifest(self, name: str) -> Manifest:
        """It in the list of games. Only of a game that can be played."""
        known = self.place, name, self.title, self.board_name, range(self.seats[0], self.seats[-1] + 1), self.rulebooks
        return Manifest(*known, self.kit, self.languages, self.licence, self.folder, self.came_with, self.bgg_id)

    @property
    def came_with(self) -> str:
        """The name and version of its package."""
        return f"{self.package} {self.version}"

    @property
    def missing(self) -> games.Missing:
        """What is known of it if it cannot be played."""
        return games.Missing(self.title, f"it came with the package {self.came_with}; {self.why}")


REMOVED: Final = "that package is not installed any more"
"""Why a game that is gone cannot be played."""
FOUND: Final = SmallFile(FOUND_GAMES, shaped(dict[str, InstalledGame]))
"""The small file: by name, the games that were found, and those that are gone."""
HERE: Final[dict[str, InstalledGame]] = {}
"""By name, the games that were found here and put into the list, or cannot be played; without those that are gone."""


def join() -> None:
    """Put the games that were found into `companion.games.LIST`, as far as they can be played.

    A package that another Python has found on its own path is none of this one.
    """
    folders = game_folders()
    HERE.clear()
    put_in((name, game) for folder in folders for name, game in kept(folder).items() if _is_here(game, folders))


def put_in(found: Iterable[tuple[str, InstalledGame]]) -> None:
    """Put these into the list, as far as they can be played; what was there before stays."""
    for name, game in (found := [*found]):
        if not game.why and name not in {each.name for each in games.LIST}:
            games.LIST = (*games.LIST, game.manifest(name))
    HERE.update((name, game) for name, game in reversed(found) if game.why != REMOVED)
    locale.elsewhere = own_words.say
    known = {each.name for each in games.LIST}
    missing = games.MISSING | {name: game.missing for name, game in found}
    games.MISSING = {name: why for name, why in missing.items() if name not in known}


def _is_here(game: InstalledGame, folders: tuple[Path, ...]) -> bool:
    if game.why:
        return True
    return bool(game.seats) and (game.folder in sys.path or Path(game.folder).parent in folders)


def kept(folder: Path) -> dict[str, InstalledGame]:
    """What was found last and is kept in this folder; a file that cannot be read is passed over."""
    try:
        content = FOUND.look(folder / FOUND_GAMES)
    except OSError as error:
        _log.warning("%s: the installed games are passed over; %s", folder / FOUND_GAMES, error.strerror)
        return {}
    return content.value or {} if content is not None else {}
