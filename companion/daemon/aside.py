"""Games that are set aside: their package is gone, another version of it is here, or they stopped answering.

Laws: a game that is set aside is kept, and the display names it. While the rules of an installed game run in the box's
loop, a file names the game: if they never return, systemd ends the box, and the next start knows which game it was. A
pulled plug sets nothing aside.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from msgspec import Struct

from companion import games
from companion.daemon.systemd import keep_playing, playing, stopped_answering
from companion.journal.journal import Journal
from companion.journal.saved import Saved
from companion.kit.errors import Damaged
from companion.kit.text import text, verbatim
from companion.kit.view import View


def missing(game: str) -> View:
    """The screen of a game whose package is gone, or does not load any more."""
    lines = text("cannot be played now."), text("Your game is kept"), text("until it is back.")
    return View(verbatim(games.title(game)), lines=lines)


def changed(game: str) -> View:
    """The screen of a game that another version of its package cannot play on."""
    lines = text("has changed."), text("Your game is kept"), text("until it fits again.")
    return View(verbatim(games.title(game)), lines=lines)


def silent(game: str) -> View:
    """The screen of a game that stopped answering while it was played."""
    lines = text("did not answer."), text("Your game is kept"), text("for a newer version.")
    return View(verbatim(games.title(game)), lines=lines)


def silent_alone(game: str) -> View:
    """The screen of a game that stopped answering before it was played."""
    return View(verbatim(games.title(game)), lines=(text("did not answer."),))


SCREENS: Final = (missing, changed, silent, silent_alone)
"""All of them."""


class SilentGame(Struct, frozen=True):
    """The game that stopped answering in the last life of the box."""

    name: str
    number: int | None
    """Its number in the journal; `None`: nobody was playing it."""

    @property
    def view(self) -> View:
        """Its screen."""
        return silent(self.name) if self.number is not None else silent_alone(self.name)


def set_aside_silent(journal: Journal) -> SilentGame | None:
    """Set aside the game that stopped answering in the last life of the box; `None`: there was none."""
    name, _, number = (stopped_answering() or "").partition(" ")
    if not (package := games.came_with(name)):
        return None
    game = SilentGame(name, int(number) if number else _in_progress(journal, name))
    if game.number is not None:
        journal.keep_silent(game.number, package)
    return game


def _in_progress(journal: Journal, name: str) -> int | None:
    """The number of the game in progress, if it has this name."""
    try:
        saved = journal.running()
    except Damaged:
        return None
    return saved.id if saved is not None and saved.name == name else None


def keep_game(name: str) -> None:
    """Keep for the next start which installed game the box plays from now on, if it is one."""
    keep_playing(name if games.came_with(name) else "")


@contextmanager
def looking_at(saved: Saved) -> Iterator[None]:
    """Within it, the rules of this earlier game run."""
    before = playing()
    if games.came_with(saved.name):
        keep_playing(f"{saved.name} {saved.id}")
    try:
        yield
    finally:
        keep_playing(before)
