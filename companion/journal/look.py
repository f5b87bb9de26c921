"""Looking at the journal's file before anything is done to it.

Laws: looking changes no byte of what is there; it works on a disk that takes nothing; what is wrong with the file is
told apart from what is wrong with the disk.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from companion.files import oddity
from companion.journal import schema
from companion.journal.schema import VERSION, Held
from companion.kit.errors import Damaged, Newer, Unusable

HEADER: Final = 100
"""Bytes at the beginning of a SQLite file that tell its format; which versions write and read it stands at 18, 19."""
BESIDE: Final = ("-journal", "-wal", "-shm")
"""Endings of what SQLite keeps beside its file."""
NEW: Final = ".new"
"""Ending of a file that is to take the place of the journal's."""
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
    """Whether the disk does not do what it should, whatever stands on it and however the box is set up."""
    if isinstance(error, OSError):
        return not isinstance(error, _OF_THE_SET_UP)
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _OF_THE_DISK


# --- what a file holds -----------------------------------------------------------------------------------------------


def version(path: Path) -> int:
    """The version of the tables, which are sound; 0: there are none. Raises Damaged, Unusable, OSError, sqlite3.Error.

    Only those errors are of OSError and sqlite3.Error which say nothing of the file.
    """
    _look_outside(path)
    if not size(path):
        return 0
    try:
        with closing(_as_it_lies(path)) as db:
            return _verify(db, path)
    except sqlite3.Error as error:
        if is_of_the_disk(error):
            raise
        raise Damaged(str(error)) from None


def count(path: Path) -> int:
    """How many games a sound file holds. Raises sqlite3.Error."""
    if not size(path):
        return 0
    with closing(_as_it_lies(path)) as db:
        (games,) = db.execute("SELECT COUNT(*) FROM game").fetchone()
        return int(games)


def salvaged(path: Path) -> Held:
    """What is whole in a file."""
    if not size(path):
        return Held()  # SQLite would throw away what lies beside it, even when it only reads
    with closing(_as_it_lies(path)) as db:
        return schema.salvage(db)


def is_whole(new: Path) -> bool:
    """Whether a file was filled to its end."""
    try:
        return not beside(new, "-journal").exists() and version(new) == VERSION
    except Damaged:
        return False


def source(path: Path) -> Path:
    """Where the games are: in the new file, if the old one has been moved already."""
    return path if path.exists() else next(filter(is_whole, unfinished(path)), path)


def unfinished(path: Path) -> list[Path]:
    """The files that were to take the place of this one when a plug was pulled."""
    return sorted(path.parent.glob(f"{path.stem}-*{NEW}"))


def open_to_read(path: Path) -> sqlite3.Connection:
    """For somebody who only looks while another writes. Raises Unusable."""
    held = Held()
    try:
        for odd in with_beside(path):
            expect_file(odd)
        if (found := source(path)).exists():
            db = _read_only(found)
            try:
                if _verify(db, path) == VERSION:
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
    """For somebody who follows what another writes; only the version is looked at. Raises OSError, sqlite3.Error."""
    if not path.exists():
        raise FileNotFoundError(path)
    db = _as_it_lies(path)
    if schema.version_of(db) != VERSION:
        db.close()
        raise FileNotFoundError(path)
    return db


def expect_file(path: Path) -> None:
    """Raises Unusable for what SQLite would wait for ever to open; OSError."""
    if (came := oddity(path)) is not None:
        raise Unusable(f"{path}: expected a file; came {came}; move it away")


def _look_outside(path: Path) -> None:
    """Find the damage that SQLite takes for an empty file, or for one it may only read. Raises Damaged, OSError."""
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
            raise Damaged("it is of no format that SQLite writes")


def _verify(db: sqlite3.Connection, path: Path) -> int:
    try:
        return schema.verify(db)
    except Newer:
        raise Unusable(f"{path} was written by a newer companion; update this one") from None
    except UnicodeDecodeError:  # Python cannot even put SQLite's complaint into words
        raise Damaged("the names of its tables are garbage") from None


# --- connections -----------------------------------------------------------------------------------------------------


def in_memory(held: Held) -> sqlite3.Connection:
    """A journal with these contents and no file."""
    db = set_up(sqlite3.connect(":memory:"))
    schema.make(db, held)
    return db


def set_up(db: sqlite3.Connection) -> sqlite3.Connection:
    """Damaged text is read as something else, and damaged pages are found before they are used."""
    db.text_factory = lambda raw: raw.decode(errors="replace")
    db.execute("PRAGMA cell_size_check = ON")
    return db


def _as_it_lies(path: Path) -> sqlite3.Connection:
    """To read a file at which nobody is at work."""
    if not size(beside(path, "-wal")):
        return _read_only(path, "immutable=1")
    db = _read_only(path)
    try:
        db.execute("PRAGMA schema_version")
    except sqlite3.Error as error:
        if is_of_the_disk(error):  # it has no room for the index of the log; without locks there need not be one
            db.close()
            db = _read_only(path, "vfs=unix-none")
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
    return db


def _read_only(path: Path, how: str = "") -> sqlite3.Connection:
    return set_up(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&{how}", uri=True))


# --- names -----------------------------------------------------------------------------------------------------------


def beside(path: Path, ending: str) -> Path:
    """The file with this ending more."""
    return path.with_name(path.name + ending)


def with_beside(path: Path) -> tuple[Path, ...]:
    """A file and all that SQLite may keep beside it."""
    return (path, *[beside(path, ending) for ending in BESIDE])


def size(path: Path) -> int:
    """In bytes; 0: or it is not there."""
    return path.stat().st_size if path.exists() else 0
