"""Following the journal of a running box from another process: what has been added since the last look.

Laws: nothing is locked, written or kept open between two looks, so a box never waits for its follower; only intact
rows are given, and what cannot be read now is tried again at the next look.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TypeAlias

import msgspec

from companion.journal import look, schema
from companion.journal.file import FILE
from companion.journal.saved import Saved, load

Stamp: TypeAlias = tuple[int, int, int]


class NewRows(msgspec.Struct, frozen=True):
    """What a journal holds from a given row on."""

    latest: int
    """The number of the last game; 0: there is none."""
    language: str | None
    """The language last chosen at the table."""
    saved: Saved | None
    """The requested game with its entries after the known ones; `None`: there is no such game."""


class Following:
    """The journal in one folder, which may not exist yet."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._seen: list[Stamp] = []

    def has_changed(self) -> bool:
        """Whether the journal may have changed since the last call; reads no byte of it."""
        stamps = [_stamp(path) for path in look.with_beside(self._path)]
        has_changed, self._seen = stamps != self._seen, stamps
        return has_changed

    def find(self, game: int, known: int = 0) -> NewRows | None:
        """A game after its first `known` entries; `None` if it cannot be read now. Raises Damaged."""
        try:
            with closing(look.open_beside(self._path)) as db, db:
                db.execute("BEGIN")  # one snapshot, whatever is being written
                (latest,) = db.execute("SELECT COALESCE(MAX(id), 0) FROM game").fetchone()
                return NewRows(latest, schema.kept(db, "language"), load(db, game, known))
        except (sqlite3.Error, OSError):
            self._seen.clear()
            return None


def _stamp(path: Path) -> Stamp:
    """Numbers that change when the file changes."""
    try:
        now = path.stat()
    except OSError:
        return 0, 0, 0
    return now.st_ino, now.st_size, now.st_mtime_ns
