"""The journal of a box as a story: entry by entry, game after game, from any place at which the reader stopped.

Laws: it only reads; a game that cannot be read is logged in one line and skipped; if the journal ends before the place
to resume from, it is a new journal and is read from its beginning.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from companion.club.telling import told
from companion.club.topics import LogEntry
from companion.daemon.resuming import resume
from companion.journal.entries import decode
from companion.journal.following import Following
from companion.journal.permanent import name_of
from companion.journal.saved import Saved
from companion.kit.errors import Damaged, Impossible, UnknownGame
from companion.match.record import header
from companion.match.session import Session

_log = logging.getLogger(__name__)

ALL: Final = sys.maxsize
"""More entries than any game has."""
_UNREADABLE: Final = (UnknownGame, Damaged, ValueError, LookupError, Impossible, AssertionError)


class Place(Struct, frozen=True):
    """How far a journal has been read: up to this entry of this game."""

    game: int
    entry: int = 0


class Story:
    """Reads the journal in a folder."""

    def __init__(self, folder: Path, known: Place | None) -> None:
        """Start after what is `known`; `None`: skip what was played before today."""
        self._following = Following(folder)
        self._known = known
        self._telling = self._tell()
        self.place: Place | None = known
        """How far it has been read; `None`: the first place is not known yet."""
        self.session: Session[Any] | None = None
        """The game that is being read; `None`: none has begun."""
        self.is_left = False
        """Whether this game is no longer the one at the table."""
        self.language: str | None = None
        """The language last chosen at the table."""

    def settle(self) -> Place | None:
        """Where to begin, once there is a journal: at the game in progress, otherwise after the last entry."""
        if self._known is None and self._following.has_changed() and (found := self._following.find(0)) is not None:
            self._known = self.place = self._today(found.latest)
        return self._known

    def read_on(self) -> LogEntry | None:
        """The next entry; `None`: there is none yet."""
        return next(self._telling)

    def load(self, game: int) -> Saved | None:
        """A whole game by its number; `None`: it cannot be read now. Raises Damaged."""
        found = self._following.find(game)
        return found.saved if found is not None else None

    def _tell(self) -> Iterator[LogEntry | None]:
        while (known := self.settle()) is None:
            yield None
        game = known.game
        while True:
            self.place = known if game == known.game else Place(game)
            self.session, self.is_left = None, False
            try:
                latest = yield from self._entries(game, known)
            except _UNREADABLE as why:
                _log.warning("game %s cannot be told: %s", game, why)
                self.session = None
                latest = yield from self._latest_but(game)
            if latest < game:  # it is a new journal
                known = Place(0)
            game = game + 1 if latest > game else 1

    def _today(self, latest: int) -> Place | None:
        """Where to begin in a journal that has not been read before; `None`: it cannot be read now."""
        if not latest:
            return Place(1)
        try:
            saved = self.load(latest)
        except Damaged:
            return Place(latest, ALL)
        return Place(latest, ALL if saved.is_left else 0) if saved is not None else None

    def _entries(self, game: int, known: Place) -> Generator[LogEntry | None, None, int]:
        """All entries of a game after what is known, until another game is latest; returns it. Raises `_UNREADABLE`."""
        is_new, entry = True, 0
        while True:
            if self._following.has_changed() or is_new:
                found = self._following.find(game, entry)
                if found is not None and found.saved is not None:
                    yield from self._steps(found.saved, entry, known)
                    entry += len(found.saved.entries)
                if found is not None:
                    self.language, is_new = found.language, False
                    if found.latest not in (game - 1, game):
                        return found.latest
            yield None

    def _steps(self, saved: Saved, read: int, known: Place) -> Iterator[LogEntry]:
        """The entries after the first `read` ones that have not been told yet."""
        if self.session is None:
            self.session = resume(replace(saved, entries=()))
        head = header(self.session.rules, self.session.rules.read_header(saved.header))
        name = name_of(head, saved.began)
        for number, row in enumerate(saved.entries, read + 1):
            entry, before = decode(row, self.session.rules.events), self.session
            self.session = after = before.apply(entry)
            if _is_behind(place := Place(saved.id, number), known):
                self.place = place
                yield told(name, number, entry, before, after)
        self.is_left = saved.is_left

    def _latest_but(self, game: int) -> Generator[None, None, int]:
        """Wait for a game other than this one; returns its number."""
        while True:
            if self._following.has_changed():
                found = self._following.find(0)
                if found is not None and found.latest != game:
                    return found.latest
            yield None


def _is_behind(place: Place, known: Place) -> bool:
    return (place.game, place.entry) > (known.game, known.entry)
