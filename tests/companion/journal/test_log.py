"""A log read as bytes: it adds the same to its file as with SQLite, even if it is cut, torn or has flipped bits."""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.journal import log as own
from companion.journal.log import FRAME, HEADER, with_log
from tests import disk
from tests.disk import Files

NAME = "some.sqlite"
PAGE = 512


@pytest.fixture(scope="module")
def pulled() -> Files:
    """Commits of one and of several pages, one that was rolled back, and one that makes the file shorter."""
    with disk.none() as folder, closing(sqlite3.connect(folder / NAME)) as db:
        db.execute(f"PRAGMA page_size = {PAGE}")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE a (n INTEGER PRIMARY KEY, what BLOB)")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for n in range(12):
            with db:
                db.execute("INSERT INTO a VALUES (?, ?)", (n, Random(n).randbytes(100 * n)))
        db.execute("DELETE FROM a WHERE n > 6")
        db.commit()
        db.execute("VACUUM")
        return disk.files(folder)


def rows(db: sqlite3.Connection) -> object:
    try:
        return db.execute("SELECT * FROM a ORDER BY n").fetchall(), db.execute("PRAGMA quick_check").fetchall()
    except sqlite3.Error as error:
        return str(error)


def by_sqlite(folder: Path, left: Files) -> object:
    disk.lay(folder, left)
    with closing(sqlite3.connect(folder / NAME)) as db:
        return rows(db)


def by_us(left: Files) -> object:
    with closing(sqlite3.connect(":memory:")) as db:
        db.deserialize(with_log(left[NAME], left[f"{NAME}-wal"]))
        return rows(db)


def torn(log: bytes) -> Iterator[bytes]:
    """Logs cut before, at, after and inside every frame; with a flipped bit in every part; with an older series."""
    luck = Random(1)
    for at in (0, 1, HEADER - 1, *range(HEADER, len(log) + 1, FRAME + PAGE)):
        yield from (log[:cut] for cut in (at, at + 1, at + FRAME, at + FRAME + PAGE // 2, at + FRAME + PAGE - 1))
    for at in (*range(HEADER + FRAME), *(luck.randrange(len(log)) for _ in range(100))):
        yield log[:at] + bytes([log[at] ^ 1 << luck.randrange(8)]) + log[at + 1 :]


def test_it_adds_what_sqlite_says(pulled: Files) -> None:
    count = 0
    with disk.none() as folder:
        for log in torn(pulled[f"{NAME}-wal"]):
            left = {NAME: pulled[NAME], f"{NAME}-wal": log}
            assert by_us(left) == by_sqlite(folder, left)
            count += 1
    assert count > 200


def test_sums_of_a_machine_that_begins_with_the_other_byte_are_read(pulled: Files) -> None:
    """SQLite writes checksums in the byte order of its machine; a card may come from another machine."""
    log = pulled[f"{NAME}-wal"]
    assert by_us(pulled) == by_us({NAME: pulled[NAME], f"{NAME}-wal": turned(log)})


def turned(log: bytes) -> bytes:
    """The same log with the checksums of a machine of the other byte order."""
    order = "little" if struct.unpack(">I", log[:4])[0] & 1 else "big"
    head = struct.pack(">I", struct.unpack(">I", log[:4])[0] ^ 1) + log[4:24]
    sums = own._sums(head, (0, 0), order)
    out = head + struct.pack(">2I", *sums)
    for at in range(HEADER, len(log), FRAME + PAGE):
        frame = log[at : at + FRAME + PAGE]
        sums = own._sums(frame[:8] + frame[FRAME:], sums, order)
        out += frame[:16] + struct.pack(">2I", *sums) + frame[FRAME:]
    return out
