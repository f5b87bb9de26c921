"""Looking at the journal's file before anything is done to it.

Laws: looking changes no byte of any file; it works on a disk that cannot be written; faults of the file are told apart
from faults of the disk. The files of a running box are read through SQLite; otherwise they are read as bytes, since
SQLite changes the files beside a database even when it only reads.
"""

from __future__ import annotations

import os
import re
import sqlite3
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Final

from companion.files import is_there, oddity
from companion.journal import schema
from companion.journal.log import with_log
from companion.journal.schema import VERSION, IntactRows
from companion.kit.errors import Damaged, Newer, Unusable

HEADER: Final = 100
"""Length of the header of a SQLite file; bytes 18 and 19 are the versions that can write and read it."""
BESIDE: Final = ("-journal", "-wal", "-shm")
"""Suffixes of the files that SQLite keeps beside its database."""
NEW: Final = ".new"
"""Suffix of a new file that will replace the journal's file."""
LOCK: Final = "lock"
"""The lock file; the one writer holds it as long as it runs."""
LOCKS: Final = Path("/proc/locks")
"""The file in which the kernel lists all held locks."""
_OF_THE_DISK: Final = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}
_OF_THE_SET_UP: Final = (FileExistsError, FileNotFoundError, IsADirectoryError, NotADirectoryError, PermissionError)


def is_of_the_disk(error: OSError | sqlite3.Error) -> bool:
    """Whether the disk itself fails, and not the file or the set-up of the box."""
    if isinstance(error, OSError):
        return not isinstance(error, _OF_THE_SET_UP)
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _OF_THE_DISK


# --- what a file holds -----------------------------------------------------------------------------------------------


def version(path: Path, whole: int = schema.WHOLE) -> int:
    """The version of sound tables; 0: there are none; `whole`: as for `schema.verify`.

    Raises Damaged, Unusable, OSError, sqlite3.Error.

    OSError and sqlite3.Error are raised only for faults that do not lie in the file. For the one writer.
    """
    _look_outside(path)
    if not size(path):
        return 0
    with closing(_as_it_lies(path)) as db:
        return _sound(db, path, whole)


def examine(path: Path) -> tuple[int, int]:
    """The version of a sound file that nobody is using, and how many games it holds. Raises as `version` does."""
    _look_outside(path)
    if not size(path):
        return 0, 0
    with closing(_as_bytes(path)) as db:
        return _sound(db, path, schema.ANY), _count(db)


def examine_beside(path: Path) -> tuple[int, int]:
    """The same for a file that a box may be writing. Raises Unusable."""
    with closing(open_to_read(path, schema.ANY)) as db:
        return VERSION, _count(db)


def copy(path: Path, target: Path) -> int:
    """Copy the games, also those that a box is writing, by SQLite's own backup; gives their number. Raises Unusable.

    The box waits for nothing; a damaged page is copied as it is, since whoever takes the copy checks it.
    """
    with closing(open_to_read(path)) as db, closing(sqlite3.connect(target)) as new:
        db.backup(new)
        return _count(new)


def _count(db: sqlite3.Connection) -> int:
    (games,) = db.execute("SELECT COUNT(*) FROM game").fetchone()
    return int(games)


def salvaged(path: Path) -> IntactRows:
    """All intact rows of a file, or of its log alone."""
    with closing(_as_bytes(path)) as db:
        return schema.salvage(db)


def is_whole(new: Path) -> bool:
    """Whether a new file is complete."""
    try:
        return not is_there(beside(new, "-journal")) and version(new) == VERSION
    except Damaged:
        return False


def source(path: Path) -> Path:
    """The file with the games: the new one, if the old one has been moved already."""
    return path if is_there(path) else next(filter(is_whole, unfinished(path)), path)


def unfinished(path: Path) -> list[Path]:
    """New files that should have replaced this one when the power was cut."""
    return sorted(path.parent.glob(f"{path.stem}-*{NEW}"))


def open_to_read(path: Path, whole: int = schema.WHOLE) -> sqlite3.Connection:
    """A connection for reading only, while another process may be writing; `whole`: as for `schema.verify`.

    Raises Unusable.
    """
    try:
        for odd in with_beside(path):
            expect_file(odd)
        if size(found := source(path)):
            _look_outside(found)
        db = _from_outside(found)
        try:
            if _verify(db, path, whole) == VERSION:
                return db
            held = schema.salvage(db)
        except (sqlite3.Error, Damaged, Unusable):
            db.close()
            raise
        db.close()
    except (OSError, sqlite3.Error, Damaged) as error:
        raise Unusable(f"cannot read {path}: {error}; the box sets a damaged one aside at its next start") from None
    return in_memory(held)


def open_beside(path: Path) -> sqlite3.Connection:
    """A connection for following another process; checks only the version. Raises OSError, sqlite3.Error."""
    if not size(path):
        raise FileNotFoundError(path)
    with ExitStack() as failing:
        db = failing.enter_context(closing(_from_outside(path)))
        if schema.version_of(db) != VERSION:
            raise FileNotFoundError(path)
        failing.pop_all()
    return db


def is_at_work(folder: Path, locks: Path = LOCKS) -> bool:
    """Whether a process holds the lock beside the games, or this cannot be found out. Takes no lock itself."""
    try:
        lock = (folder / LOCK).stat()
    except OSError:
        return False
    where = f"{os.major(lock.st_dev):02x}:{os.minor(lock.st_dev):02x}:{lock.st_ino}"
    try:
        return re.search(rf"FLOCK .* {where} ", locks.read_text(encoding="utf-8")) is not None
    except OSError:
        return True


def expect_file(path: Path) -> None:
    """Raises Unusable for anything that is not a file, since SQLite would wait for ever to open it; OSError."""
    if (came := oddity(path)) is not None:
        raise Unusable(f"{path}: expected a file; came {came}; move it away")


def _look_outside(path: Path) -> None:
    """Find damage that SQLite mistakes for an empty or a read-only file. Raises Damaged, OSError."""
    expect_file(path)
    for ending in BESIDE:
        expect_file(beside(path, ending))
        with suppress(FileNotFoundError), beside(path, ending).open("rb"):
            pass  # SQLite would not say why it cannot open it
    if size(path) == 0 < size(beside(path, "-wal")):
        raise Damaged("it is empty, and its entries lie beside it")
    if 0 < size(path) < HEADER:
        raise Damaged("only its first bytes are left")
    if size(path):
        with path.open("rb") as file:
            versions = file.read(HEADER)[18:20]
        if versions not in (b"\1\1", b"\2\2"):
            raise Damaged("SQLite writes no such format")


def _sound(db: sqlite3.Connection, path: Path, whole: int = schema.WHOLE) -> int:
    """The version of a sound journal. Raises Damaged, Unusable; sqlite3.Error if the disk fails."""
    try:
        return _verify(db, path, whole)
    except sqlite3.Error as error:
        if is_of_the_disk(error):
            raise
        raise Damaged(str(error)) from None


def _verify(db: sqlite3.Connection, path: Path, whole: int) -> int:
    try:
        return schema.verify(db, whole)
    except Newer:
        raise Unusable(f"{path} was written by a newer companion; update this one") from None
    except UnicodeDecodeError:  # Python cannot even put SQLite's complaint into words
        raise Damaged("the names of its tables are garbage") from None


# --- connections -----------------------------------------------------------------------------------------------------


def in_memory(held: IntactRows) -> sqlite3.Connection:
    """A journal with these contents and no file."""
    db = set_up(sqlite3.connect(":memory:"))
    schema.make(db, held)
    return db


def set_up(db: sqlite3.Connection) -> sqlite3.Connection:
    """The same connection, made to read damaged text without an error and to find damaged pages before their use."""
    db.text_factory = lambda raw: raw.decode(errors="replace")
    db.execute("PRAGMA cell_size_check = ON")
    return db


def _from_outside(path: Path) -> sqlite3.Connection:
    """A connection to read a file in use: its writer has checked it and has its log open."""
    if is_at_work(path.parent) and size(path):
        return _read_only(path)
    return _as_bytes(path)


def _as_bytes(path: Path) -> sqlite3.Connection:
    """A connection to a copy in memory of a file that nobody uses: no file beside it is created, changed or deleted."""
    if not size(log := beside(path, "-wal")) and size(path):
        return _read_only(path, "immutable=1")
    content = path.read_bytes() if size(path) else _new()
    with ExitStack() as failing:
        db = set_up(failing.enter_context(closing(sqlite3.connect(":memory:"))))
        db.deserialize(with_log(content, log.read_bytes() if size(log) else b""))
        failing.pop_all()
    return db


def _new() -> bytes:
    """The file as it was created: the log of a young journal holds all that has changed since."""
    with closing(in_memory(IntactRows())) as db:
        return db.serialize()


def _as_it_lies(path: Path) -> sqlite3.Connection:
    """A connection for the one writer, who owns all files beside it; it works even without room for an index."""
    if size(beside(path, "-wal")):
        db = _read_only(path)
        try:
            db.execute("PRAGMA schema_version")
        except sqlite3.Error as error:
            db.close()
            if not is_of_the_disk(error):
                raise
        else:
            return db
    return _as_bytes(path)


def _read_only(path: Path, how: str = "") -> sqlite3.Connection:
    """Raises sqlite3.Error."""
    return set_up(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&{how}", uri=True))


# --- names -----------------------------------------------------------------------------------------------------------


def beside(path: Path, ending: str) -> Path:
    """The file with this suffix added."""
    return path.with_name(path.name + ending)


def with_beside(path: Path) -> tuple[Path, ...]:
    """A file and all files that SQLite may keep beside it."""
    return (path, *[beside(path, ending) for ending in BESIDE])


def size(path: Path) -> int:
    """Its size in bytes; 0 if it does not exist."""
    return path.stat().st_size if is_there(path) else 0
