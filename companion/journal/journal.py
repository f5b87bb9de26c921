"""The journal: every entry of every game in one SQLite file, safe on disk before anybody sees it.

Laws: rows are only added; a damaged file is set aside, never overwritten; one connection, one writer.
"""

from __future__ import annotations

import fcntl
import sqlite3
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TextIO

import msgspec

from companion.journal.entries import encode
from companion.table.history import Entry

FILE: Final = "games.sqlite"
LOCK: Final = "lock"
"""Held by the one writer as long as it lives."""
VERSION: Final = 1
"""Of the tables, in `user_version`."""

_TABLES: Final = """
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    header TEXT NOT NULL,   -- the first line of its record
    seed TEXT NOT NULL,     -- of the box's dice and shuffles: secret until the end
    places TEXT NOT NULL,   -- the pairs of keys of seats 1 ... n
    began TEXT NOT NULL,    -- the box's idea of the date, for people
    is_left INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE entry (
    game INTEGER NOT NULL REFERENCES game (id),
    n INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE chosen (
    what TEXT PRIMARY KEY,  -- language; rules of <game>
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
"""


class Unusable(Exception):
    """The journal cannot be opened; the sentence says why and what to do."""


class Saved(msgspec.Struct, frozen=True):
    """A game as it lies on disk."""

    id: int
    name: str
    header: dict[str, object]
    seed: str
    places: tuple[int, ...]
    began: str
    is_left: bool
    """No longer the one at the table."""
    entries: tuple[bytes, ...]
    """See `companion.journal.entries`."""


class Journal:
    """The games on disk."""

    def __init__(self, folder: Path, *, read_only: bool = False) -> None:
        """Open the journal in `folder`, or begin one. Raises Unusable."""
        self.path = folder / FILE
        self._lock: TextIO | None = None
        self.set_aside: Path | None = None
        """Where a damaged journal was put, if there was one."""
        try:
            self._db = self._open_to_read() if read_only else self._open_to_write(folder)
        except Unusable:
            self._unlock()
            raise
        except (OSError, sqlite3.DatabaseError) as error:
            self._unlock()
            if read_only:
                raise Unusable(
                    f"cannot read {self.path}: {error}; the box sets a damaged one aside at its next start"
                ) from None
            raise Unusable(
                f"cannot keep games in {folder}: {error}; choose a folder the companion may write to"
            ) from None
        row = self._db.execute("SELECT id FROM game WHERE NOT is_left ORDER BY id DESC LIMIT 1").fetchone()
        self._game: int | None = row[0] if row else None

    def begin(self, game: str, header: Mapping[str, object], seed: str, places: tuple[int, ...]) -> None:
        """A new game is the one in progress."""
        began = datetime.now(UTC).isoformat(timespec="seconds")
        values = (game, _json(header), seed, _json(places), began)
        with self._db:
            self._db.execute("UPDATE game SET is_left = 1 WHERE NOT is_left")
            row = self._db.execute(
                "INSERT INTO game (name, header, seed, places, began) VALUES (?, ?, ?, ?, ?)", values
            )
        self._game = row.lastrowid

    def append(self, entry: Entry) -> None:
        """An entry of the game in progress; on disk when this returns."""
        with self._db:
            self._db.execute(
                "INSERT INTO entry SELECT ?1, COALESCE(MAX(n), 0) + 1, ?2 FROM entry WHERE game = ?1",
                (self._game, encode(entry)),
            )

    def close(self) -> None:
        """No game is in progress any more."""
        with self._db:
            self._db.execute("UPDATE game SET is_left = 1 WHERE id = ?", (self._game,))
        self._game = None

    def keep_language(self, language: str) -> None:
        """The language chosen at the table."""
        self._keep("language", language)

    @property
    def language(self) -> str | None:
        """The language last chosen at the table; `None`: the settings' one has always been right."""
        return self._kept("language")

    def keep_rules(self, game: str, agreed: Mapping[str, object]) -> None:
        """What has been agreed on for the next games of this name."""
        self._keep(f"rules of {game}", _json(agreed))

    def rules(self, game: str) -> dict[str, object]:
        """What was agreed on last; empty: the settings count. Raises ValueError if it cannot be read."""
        return msgspec.json.decode(self._kept(f"rules of {game}") or "{}", type=dict[str, object])

    def running(self) -> Saved | None:
        """The game in progress."""
        return self.load(self._game) if self._game is not None else None

    def load(self, game: int) -> Saved | None:
        """A game by its number."""
        row = self._db.execute("SELECT * FROM game WHERE id = ?", (game,)).fetchone()
        if row is None:
            return None
        number, name, header, seed, places, began, is_left = row
        entries = self._db.execute("SELECT body FROM entry WHERE game = ? ORDER BY n", (game,)).fetchall()
        return Saved(
            number,
            name,
            msgspec.json.decode(header, type=dict[str, object]),
            seed,
            msgspec.json.decode(places, type=tuple[int, ...]),
            began,
            bool(is_left),
            tuple(body for (body,) in entries),
        )

    def numbers(self) -> list[int]:
        """The numbers of all games, the latest last."""
        return [number for (number,) in self._db.execute("SELECT id FROM game ORDER BY id")]

    def shut(self) -> None:
        """Let go of the file."""
        self._db.close()
        self._unlock()

    def _keep(self, what: str, value: str) -> None:
        with self._db:
            self._db.execute("INSERT OR REPLACE INTO chosen VALUES (?, ?)", (what, value))

    def _kept(self, what: str) -> str | None:
        row = self._db.execute("SELECT value FROM chosen WHERE what = ?", (what,)).fetchone()
        return row[0] if row else None

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.close()

    def _open_to_read(self) -> sqlite3.Connection:
        if not self.path.exists():
            return _with_tables(sqlite3.connect(":memory:"))
        db = sqlite3.connect(f"{self.path.absolute().as_uri()}?mode=ro", uri=True)
        try:
            db.execute("SELECT id FROM game LIMIT 1")  # SQLite looks into a file only when it must
        except sqlite3.Error:
            db.close()
            raise
        return db

    def _open_to_write(self, folder: Path) -> sqlite3.Connection:
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = (folder / LOCK).open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._unlock()
            raise Unusable(f"another companion is at work in {folder}; stop it, or choose another folder") from None
        try:
            return self._connect()
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            self._put_aside()
            return self._connect()

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path)
        try:
            version = _check(db)
        except sqlite3.Error:
            db.close()
            raise
        if version > VERSION:
            db.close()
            raise Unusable(f"{self.path} was written by a newer companion; update this one")
        return db if version else _with_tables(db)

    def _put_aside(self) -> None:
        """Keep what is left of a damaged journal under a name of its own, with what SQLite keeps beside it."""
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
        self.set_aside = self.path.with_name(f"{self.path.stem}-damaged-{stamp}.sqlite")
        for ending in ("", "-wal", "-shm"):
            part = self.path.with_name(self.path.name + ending)
            if part.exists():
                part.rename(self.set_aside.with_name(self.set_aside.name + ending))


def _check(db: sqlite3.Connection) -> int:
    """Make commits safe, look for damage; gives the version of the tables, 0 before there are any."""
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise sqlite3.DatabaseError(verdict)
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)


def _with_tables(db: sqlite3.Connection) -> sqlite3.Connection:
    with db:
        db.executescript(f"BEGIN; {_TABLES} PRAGMA user_version = {VERSION}; COMMIT;")
    return db


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
