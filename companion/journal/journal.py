"""The journal: every entry of every game in one SQLite file, safe on disk before anybody sees it.

Laws: rows are only added; a damaged file is set aside, never overwritten; one connection, one writer. What the disk
does not take waits in memory, in order, and is tried again with whatever comes next; until then it is not `is_saved`.
"""

from __future__ import annotations

import fcntl
import logging
import sqlite3
from collections.abc import Mapping
from contextlib import closing, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Final, TextIO

import msgspec

from companion.journal import tables
from companion.journal.entries import encode
from companion.journal.tables import LEFT, VERSION, Damaged, Held, Write, put
from companion.table.history import Entry

_log = logging.getLogger(__name__)

FILE: Final = "games.sqlite"
LOCK: Final = "lock"
"""Held by the one writer as long as it lives."""
_OF_THE_DISK: Final = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}
HEADER: Final = 100
"""Bytes at the beginning of a SQLite file that tell its format; which versions write and read it stands at 18, 19."""
BESIDE: Final = ("-journal", "-wal", "-shm")
"""Endings of what SQLite keeps beside its file."""


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
        self.set_aside: Path | None = None
        """Where a damaged journal was put, if there was one."""
        self.is_saved = True
        """Whether all that was written so far is on disk."""
        self._waiting: list[Write] = []
        self._lock: TextIO | None = None
        try:
            self._db = self._open_to_read() if read_only else self._open_to_write(folder)
            self._latest, self._length, self._is_left = self._last_game()
        except Unusable:
            self._unlock()
            raise
        except (OSError, sqlite3.Error, Damaged) as error:
            self._unlock()
            if read_only:
                raise Unusable(
                    f"cannot read {self.path}: {error}; the box sets a damaged one aside at its next start"
                ) from None
            raise Unusable(
                f"cannot keep games in {folder}: {error}; choose a folder the companion may write to"
            ) from None

    # --- writing -----------------------------------------------------------------------------------------------------

    def begin(self, game: str, header: Mapping[str, object], seed: str, places: tuple[int, ...]) -> None:
        """A new game is the one in progress."""
        before = self._end()
        self._latest, self._length, self._is_left = self._latest + 1, 0, False
        began = datetime.now(UTC).isoformat(timespec="seconds")
        self._write(*before, put("game", self._latest, game, _json(header), seed, _json(places), began))

    def append(self, entry: Entry) -> None:
        """An entry of the game in progress; on disk when this returns, or not `is_saved`."""
        if self._is_left:
            raise AssertionError("no game is in progress that an entry could belong to")
        self._write(self._next(encode(entry)))

    def close(self) -> None:
        """No game is in progress any more."""
        self._write(*self._end())

    def keep_language(self, language: str) -> None:
        """The language chosen at the table."""
        self._write(put("chosen", "language", language))

    def keep_rules(self, game: str, agreed: Mapping[str, object]) -> None:
        """What has been agreed on for the next games of this name."""
        self._write(put("chosen", f"rules of {game}", _json(agreed)))

    def shut(self) -> None:
        """Let go of the file; what waits has its last chance."""
        if self._waiting:
            self._write()
        self._db.close()
        self._unlock()

    def _next(self, body: bytes) -> Write:
        self._length += 1
        return put("entry", self._latest, self._length, body)

    def _end(self) -> list[Write]:
        """What ends the game in progress, if there is one."""
        if self._is_left:
            return []
        self._is_left = True
        return [self._next(LEFT)]

    def _write(self, *writes: Write) -> None:
        """All that waits, in one transaction, in order; or it goes on waiting."""
        self._waiting += writes
        try:
            self._db.rollback()  # what an earlier try may have left open
            with self._db:
                for statement, values in self._waiting:
                    self._db.execute(statement, values)
        except sqlite3.Error as error:
            if self.is_saved:
                _log.warning("not saved: %s; the game goes on, and every next step tries again", error)
            self.is_saved = False
        else:
            if not self.is_saved:
                _log.warning("saved again, nothing is missing")
            self._waiting.clear()
            self.is_saved = True

    # --- reading -----------------------------------------------------------------------------------------------------

    @property
    def language(self) -> str | None:
        """The language last chosen at the table; `None`: the settings' one has always been right."""
        return self._kept("language")

    def rules(self, game: str) -> dict[str, object]:
        """What was agreed on last; empty: the settings count. Raises ValueError if it cannot be read."""
        return msgspec.json.decode(self._kept(f"rules of {game}") or "{}", type=dict[str, object])

    def running(self) -> Saved | None:
        """The game in progress, as far as it is on disk. Raises Damaged."""
        return None if self._is_left else self.load(self._latest)

    def load(self, game: int) -> Saved | None:
        """A game by its number. Raises Damaged."""
        found = tables.read(self._db, game)
        if found is None:
            return None
        (_, name, header, seed, places, began), bodies = found
        is_left = bodies[-1:] == [LEFT]
        try:
            return Saved(
                game,
                name,
                msgspec.json.decode(header, type=dict[str, object]),
                seed,
                msgspec.json.decode(places, type=tuple[int, ...]),
                began,
                is_left,
                tuple(bodies[:-1] if is_left else bodies),
            )
        except msgspec.MsgspecError as error:
            raise Damaged(f"game {game} cannot be read: {error}") from None

    def numbers(self) -> list[int]:
        """The numbers of all games, the latest last."""
        return [number for (number,) in self._db.execute("SELECT id FROM game ORDER BY id")]

    def _kept(self, what: str) -> str | None:
        row = self._db.execute("SELECT value FROM chosen WHERE what = ?", (what,)).fetchone()
        return row[0] if row else None

    def _last_game(self) -> tuple[int, int, bool]:
        """Its number, how many rows it has, and whether it is left; before there is one, number 0 is."""
        (latest,) = self._db.execute("SELECT COALESCE(MAX(id), 0) FROM game").fetchone()
        rows = "SELECT n, body FROM entry WHERE game = ? ORDER BY n DESC LIMIT 1"
        length, body = self._db.execute(rows, (latest,)).fetchone() or (0, b"")
        return latest, length, not latest or body == LEFT

    # --- opening and setting aside -----------------------------------------------------------------------------------

    def cut(self, length: int, why: object) -> None:
        """Go on from the first entries of the game in progress; the file as it was is set aside. Raises Unusable."""
        held = tables.salvage(self._db)
        del held.bodies[self._latest][length:]
        self._db.close()
        try:
            self._put_aside(why)
            self._db = self._connect(held)
        except (OSError, sqlite3.Error) as error:
            self._unlock()
            raise Unusable(f"cannot keep games in {self.path.parent}: {error}; make room there") from None
        self._length = length

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.close()

    def _open_to_read(self) -> sqlite3.Connection:
        if not self.path.exists():
            return _in_memory(Held())
        db = _read_only(self.path)
        try:
            version = self._known(db)
            held = tables.salvage(db) if version < VERSION else None
        except UnicodeDecodeError:  # Python cannot even put SQLite's complaint into words
            db.close()
            raise Damaged("the names of its tables are garbage") from None
        except (sqlite3.Error, Damaged, Unusable):
            db.close()
            raise
        if held is None:
            return db
        db.close()
        return _in_memory(held)

    def _open_to_write(self, folder: Path) -> sqlite3.Connection:
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = _open_lock(folder / LOCK)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._unlock()
            raise Unusable(f"another companion is at work in {folder}; stop it, or choose another folder") from None
        try:
            return self._connect()
        except (Damaged, sqlite3.Error) as error:
            if _is_of_the_disk(error):
                raise
            return self._connect(_salvaged(self._put_aside(error)))

    def _connect(self, held: Held | None = None) -> sqlite3.Connection:
        """With these contents, if it is new."""
        try:
            return self._checked(held or Held(), "NORMAL")
        except sqlite3.Error as error:
            if not _is_of_the_disk(error):
                raise
            return self._checked(held or Held(), "EXCLUSIVE")

    def _checked(self, held: Held, locking: str) -> sqlite3.Connection:
        """`EXCLUSIVE` needs no index beside the WAL, for which a full disk has no room; but nobody else can read."""
        _look(self.path)
        db = _set_up(sqlite3.connect(self.path))
        try:
            db.execute(f"PRAGMA locking_mode = {locking}")
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            version = self._known(db)
            if version < VERSION:
                tables.make(db, tables.salvage(db) if version else held, instead=True)
        except UnicodeDecodeError:  # Python cannot even put SQLite's complaint into words
            db.close()
            raise Damaged("the names of its tables are garbage") from None
        except (sqlite3.Error, Damaged, Unusable):
            db.close()
            raise
        return db

    def _known(self, db: sqlite3.Connection) -> int:
        """The version of the tables, which are sound. Raises Damaged, Unusable, sqlite3.Error."""
        try:
            return tables.verify(db)
        except tables.Newer:
            raise Unusable(f"{self.path} was written by a newer companion; update this one") from None

    def _put_aside(self, why: object) -> Path:
        """Keep a damaged journal under a name of its own, with what SQLite keeps beside it."""
        aside = self.set_aside = _free_name(self.path)
        _log.warning("%s is damaged (%s): kept as %s; what is whole is gone on with", self.path, why, aside)
        for ending in ("", *BESIDE):
            with suppress(FileNotFoundError):
                _beside(self.path, ending).rename(_beside(aside, ending))
        return aside


def _look(path: Path) -> None:
    """Find the damage that SQLite takes for an empty file, or for one it may only read. Raises Damaged."""
    if _size(path) == 0 < _size(_beside(path, "-wal")):
        raise Damaged("it is empty, and its entries lie beside it")
    if 0 < _size(path) < HEADER:
        raise Damaged("only its first bytes are left")
    if _size(path):
        with path.open("rb") as file:
            versions = file.read(HEADER)[18:20]
        if versions not in (b"\1\1", b"\2\2"):
            raise Damaged("it is of no format that SQLite writes")


def _salvaged(aside: Path) -> Held:
    """What is whole in a file that stays as it is."""
    if _size(aside) == 0:
        return Held()  # SQLite would throw away what lies beside it, even when it only reads
    with closing(_read_only(aside)) as damaged:
        return tables.salvage(damaged)


def _free_name(path: Path) -> Path:
    """A dated name nothing has yet, since clocks jump."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    for number in count(1):
        name = path.with_name(f"{path.stem}-damaged-{stamp}{f'-{number}' if number > 1 else ''}.sqlite")
        if not any(_beside(name, ending).exists() for ending in ("", *BESIDE)):
            break
    return name


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _open_lock(path: Path) -> TextIO:
    """The file to hold; on a disk that can only be read it is there already."""
    try:
        return path.open("w")
    except OSError:
        if not path.is_file():
            raise
        return path.open()


def _read_only(path: Path) -> sqlite3.Connection:
    return _set_up(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True))


def _set_up(db: sqlite3.Connection) -> sqlite3.Connection:
    """Damaged text is read as something else, and damaged pages are found before they are used."""
    db.text_factory = lambda raw: raw.decode(errors="replace")
    db.execute("PRAGMA cell_size_check = ON")
    return db


def _in_memory(held: Held) -> sqlite3.Connection:
    db = _set_up(sqlite3.connect(":memory:"))
    tables.make(db, held)
    return db


def _is_of_the_disk(error: Exception) -> bool:
    """Whether the disk does not do what it should, whatever the file holds."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _OF_THE_DISK


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
