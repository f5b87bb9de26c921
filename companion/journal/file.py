"""The journal's file: held by one writer, and replaced by a new file if it is damaged or old.

Laws: a damaged or old file is moved, never changed; nothing is moved before the new file is complete; what a power cut
has interrupted is finished at the next start, or thrown away and begun again.
"""

from __future__ import annotations

import fcntl
import logging
import os
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Final, TextIO

from companion.files import as_its_folder, is_there, make_folder, private, tighten
from companion.journal import look, schema
from companion.journal.look import (
    BESIDE,
    LOCK,
    NEW,
    beside,
    is_of_the_disk,
    is_whole,
    salvaged,
    set_up,
    size,
    source,
    unfinished,
    version,
)
from companion.journal.numbering import last_of, numbered
from companion.journal.schema import ANY, VERSION, IntactRows, SqlRow
from companion.kit.errors import Damaged, DiskFails, Unusable

_log = logging.getLogger(__name__)

FILE: Final = "games.sqlite"
DAMAGED: Final = "damaged"
OLD: Final = "old"
BEFORE: Final = "before"
"""Why a file was replaced by a new one; the word becomes part of its name."""


class File:
    """The journal's file, for its one writer."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self.set_aside: Path | None = None
        """Where a damaged file was put, if there was one."""
        self._lock: TextIO | None = None

    def open(self) -> sqlite3.Connection:
        """A connection to a sound file of this version, ready to write; can be called again. Raises Unusable,
        DiskFails.
        """
        try:
            self._hold()
            self._finish()
            self._renew()
            try:
                return _connect(self.path)
            except Damaged as why:
                self._set_aside(why)
                return _connect(self.path)
        except Unusable:
            self.release()
            raise
        except (OSError, sqlite3.Error) as error:
            if is_of_the_disk(error):
                raise DiskFails(str(error)) from None
            self.release()
            raise Unusable(
                f"cannot keep games in {self.path.parent}: {error}; choose a folder the companion may write to"
            ) from None

    def read(self) -> IntactRows:
        """All intact rows that can be read from a failing disk."""
        try:
            return salvaged(source(self.path))
        except (OSError, sqlite3.Error) as error:
            _log.warning("%s: nothing can be read: %s", self.path, error)
            return IntactRows()

    def restore(self, origin: Path) -> Path | None:
        """Put the games of another file, of this version or an older one, in the place of these.

        Gives where these are kept; `None`: there were none. Raises Unusable.
        """
        try:
            self._hold()
            self._finish()
            return self._replace(BEFORE, origin)
        except (OSError, sqlite3.Error) as error:
            raise Unusable(f"cannot keep games in {self.path.parent}: {error}; nothing was changed") from None
        finally:
            self.release()

    def release(self) -> None:
        """Release the lock for another writer."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _hold(self) -> None:
        if self._lock is not None:
            return
        folder = self.path.parent
        try:
            make_folder(folder)
        except (FileExistsError, NotADirectoryError) as error:
            raise Unusable(f"{folder}: expected a folder to keep games in; {error.strerror}.") from None
        for path in (folder / LOCK, *look.with_beside(self.path)):
            look.expect_file(path)
            tighten(path)
        lock = _open_lock(folder / LOCK)
        as_its_folder(folder / LOCK)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            raise Unusable(f"another companion is at work in {folder}; stop it, or choose another folder") from None
        self._lock = lock

    def _finish(self) -> None:
        """Finish what a power cut has interrupted, here or in SQLite."""
        for new in unfinished(self.path):
            if not is_there(self.path) and is_whole(new):
                self._put_in_place(new)
            _throw_away(new)
        if size(self.path) and beside(self.path, "-journal").is_file():
            _roll_back(self.path)

    def _renew(self) -> None:
        """Replace a damaged or old file by a new one with all intact rows."""
        try:
            found = version(self.path)
        except Damaged as why:
            self._set_aside(why)
        else:
            if found < VERSION:
                self._replace(OLD)

    def _set_aside(self, why: Damaged) -> None:
        _log.warning("%s is damaged: %s", self.path, why)
        self._replace(DAMAGED)

    def _replace(self, why: str, origin: Path | None = None) -> Path | None:
        """Replace the file by the intact rows of it, or of another file; gives where it is kept."""
        new = beside(_free_name(self.path, why), NEW)
        try:
            os.close(private(str(new), os.O_CREAT | os.O_WRONLY))  # SQLite gives files beside it the same mode
            with closing(sqlite3.connect(new)) as db:
                db.execute("PRAGMA synchronous = FULL")
                if origin is None or not _copied(origin, db):
                    schema.make(db, salvaged(origin or self.path))
            as_its_folder(new)
        except (OSError, sqlite3.Error):
            _throw_away(new)
            raise
        return self._put_in_place(new)

    def _put_in_place(self, new: Path) -> Path | None:
        """The old file is moved first: while it is in its place, nothing has been moved. Gives where it is kept."""
        aside = new.with_name(new.name.removesuffix(NEW))
        for ending in ("", *BESIDE):
            with suppress(FileNotFoundError):
                move(beside(self.path, ending), beside(aside, ending))
        move(new, self.path)
        if aside.name.startswith(f"{self.path.stem}-{DAMAGED}-"):
            self.set_aside = aside
            _log.warning("the damaged file is kept as %s; its intact games continue in a new file", aside)
        return aside if aside.exists() else None


def _copied(origin: Path, db: sqlite3.Connection) -> bool:
    """Copy a sound file of this version page by page; `False`: it is older or damaged. Raises Unusable, OSError."""
    with suppress(Damaged):
        if version(origin, ANY) == VERSION:
            with closing(look.open_to_read(origin)) as held:
                held.backup(db)
            return True
    return False


def move(origin: Path, target: Path) -> None:
    """Rename within a folder so that the new name survives a power cut at any moment."""
    origin.rename(target)
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _connect(path: Path) -> sqlite3.Connection:
    """Prefers NORMAL locking. `EXCLUSIVE` keeps others from reading, but works without an index file on a full disk."""
    try:
        return _to_write(path, "NORMAL")
    except sqlite3.Error:
        return _to_write(path, "EXCLUSIVE")


def _to_write(path: Path, locking: str) -> sqlite3.Connection:
    db = set_up(sqlite3.connect(path))
    try:
        db.execute(f"PRAGMA locking_mode = {locking}")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("BEGIN IMMEDIATE")  # fails if nothing may be written
        _try_to_write(db)
        db.rollback()
    except (sqlite3.Error, Damaged):
        db.close()
        raise
    return db


def _try_to_write(db: sqlite3.Connection) -> None:
    """Write a game as the next one would be, to be rolled back: of a large file nothing else has looked at the pages
    that take it. Raises Damaged, sqlite3.Error.
    """
    rows: list[SqlRow] = [("game", "", "", "", "", ""), ("entry", b""), ("bots", ""), ("package", ""), ("taste",)]
    try:
        for statement, values in numbered(rows, last_of(db))[0]:
            db.execute(statement, values)
    except sqlite3.DatabaseError as error:
        if is_of_the_disk(error):
            raise
        raise Damaged(str(error)) from None


def _roll_back(path: Path) -> None:
    """Let SQLite roll back an interrupted transaction; other faults of the file are found later."""
    with closing(sqlite3.connect(path)) as db:
        try:
            db.execute("PRAGMA schema_version")
        except sqlite3.Error as error:
            if is_of_the_disk(error):
                raise


def _free_name(path: Path, why: str) -> Path:
    """A name with the date that no file has yet (clocks may jump back)."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    for number in count(1):
        name = path.with_name(f"{path.stem}-{why}-{stamp}{f'-{number}' if number > 1 else ''}.sqlite")
        if not any(is_there(beside(name, ending)) for ending in ("", *BESIDE)):
            break
    return name


def _throw_away(new: Path) -> None:
    """The new file itself goes last, because the next start finds it by its name."""
    for ending in (*BESIDE, ""):
        beside(new, ending).unlink(missing_ok=True)


def _open_lock(path: Path) -> TextIO:
    """The lock file; on a read-only disk it may exist already."""
    try:
        return open(path, "w", opener=private)
    except OSError as error:
        if not is_of_the_disk(error) or not path.is_file():
            raise
        return path.open()
