"""The tables of the journal: how they are made, read and checked, and how a damaged file is salvaged.

Laws: every row carries a checksum of its values; every row that is read is intact, other rows are left out and
reported. SQLite finds impossible pages, but it does not find a flipped bit inside a row.
"""

from __future__ import annotations

import logging
import sqlite3
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from typing import Any, Final, TypeAlias, get_args
from zlib import crc32

import msgspec

from companion.kit.errors import Damaged, Newer

_log = logging.getLogger(__name__)

WHOLE: Final = 8 * 1024**2
"""Bytes: of a larger file a start looks only at what it needs, so it is as soon there after years. The rest is looked
at when it is read (each row has a checksum), copied for a backup, or asked for by the doctor."""
ANY: Final = sys.maxsize
"""As many bytes as there are."""
VERSION: Final = 2
"""The version of the tables, in `user_version`; its checksum is in `application_id`."""
BOTS: Final = "bots of"
SINCE: Final = "behind"
"""Keys for bots: `bots of 3` since game 3 began, `bots of 3 behind 57` since its entry 57."""
TASTE: Final = "first taste"
"""A game with the key `first taste 3` in `chosen` is a first taste of its rules (`companion.kit.rules.Tasted`)."""
PACKAGE: Final = "package of"
"""Key for the package that a game came with: `package of 3`. Games of the box have none."""
SILENT: Final = "silent"
"""Key for the package with which a game stopped answering: `silent 3`."""
LEFT: Final = b"left"
"""The body of the row that ends a game: the game is no longer in progress."""

TABLES: Final = """
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    header TEXT NOT NULL,   -- the first line of its record
    seed TEXT NOT NULL,     -- of the box's dice and shuffles: secret until the end
    places TEXT NOT NULL,   -- the pairs of keys of seats 1 ... n
    began TEXT NOT NULL,    -- the box's idea of the date, for people
    sum INTEGER NOT NULL    -- of all that stands before it
) STRICT;
CREATE TABLE entry (
    game INTEGER NOT NULL REFERENCES game (id),
    n INTEGER NOT NULL,
    body BLOB NOT NULL,
    sum INTEGER NOT NULL,
    PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE chosen (
    what TEXT PRIMARY KEY,  -- language; sound; rules of <game>
    value TEXT NOT NULL,
    sum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
"""

_CHOSEN: Final = "SELECT * FROM chosen WHERE what"
_AFTER_DIGITS: Final = ":"
"""The sign after 9."""
_OF_GAMES: Final = sorted(f"{prefix} " for prefix in (BOTS, PACKAGE, SILENT, TASTE))
"""How the keys begin that belong to one game: there are more of them with every game."""
_OF_NO_GAME: Final = tuple(
    zip(("", *(f"{each}{_AFTER_DIGITS}" for each in _OF_GAMES)), (*_OF_GAMES, "\U0010ffff"), strict=True)
)
"""The gaps between them: all other keys."""

SqlRow: TypeAlias = tuple[object, ...]
"""The values of a row."""
GameRow: TypeAlias = tuple[int, str, str, str, str, str]
"""The columns of a game without its checksum."""
Write: TypeAlias = tuple[str, SqlRow]
"""A statement and its values."""


class IntactRows(msgspec.Struct):
    """The intact rows of a journal."""

    games: dict[int, GameRow] = {}
    """The games by their numbers."""
    bodies: dict[int, list[bytes]] = {}
    """The bodies of each game, up to the first damaged one."""
    chosen: list[SqlRow] = []


# --- writing ---------------------------------------------------------------------------------------------------------


def make(db: sqlite3.Connection, held: IntactRows) -> None:
    """Make the tables and write these rows into them, all or nothing."""
    with db:
        db.execute("BEGIN IMMEDIATE")
        for statement in TABLES.split(";\n")[:-1]:
            db.execute(statement)
        db.execute(f"PRAGMA user_version = {VERSION}")
        db.execute(f"PRAGMA application_id = {seal(VERSION)}")
        for game, row in held.games.items():
            db.execute(*put("game", *row))
            for n, body in enumerate(held.bodies[game], 1):
                db.execute(*put("entry", game, n, body))
        for choice in held.chosen:
            db.execute(*put("chosen", *choice))


def put(table: str, *row: object) -> Write:
    """The statement that adds a row; in `chosen` it replaces the earlier value."""
    marks = ", ".join("?" * (len(row) + 1))
    verb = "REPLACE" if table == "chosen" else "INSERT"
    return f"{verb} INTO {table} VALUES ({marks})", (*row, _checksum(row))


def as_json(value: object) -> str:
    """A value as a column holds it."""
    return msgspec.json.encode(value).decode()


def bots_of(game: int, behind: int | str = 0) -> str:
    """The key in `chosen` for the bots of a game after `behind` entries."""
    return f"{BOTS} {game} {SINCE} {behind}" if behind else f"{BOTS} {game}"


def taste_of(game: int) -> str:
    """The key in `chosen` that marks a game as a first taste."""
    return f"{TASTE} {game}"


def package_of(game: int) -> str:
    """The key in `chosen` for the package that a game came with."""
    return f"{PACKAGE} {game}"


def silent(game: int) -> str:
    """The key in `chosen` for the package with which a game stopped answering."""
    return f"{SILENT} {game}"


def handed_over(db: sqlite3.Connection, game: int) -> list[tuple[int, str]]:
    """The handovers of a game: after how many entries, and the bots that play from then on. Raises Damaged."""
    rows = list(db.execute(f"{_CHOSEN} BETWEEN ? AND ?", (bots_of(game), bots_of(game, _AFTER_DIGITS))))
    _expect_whole(rows)
    return sorted((int(what.partition(f" {SINCE} ")[2] or 0), value) for what, value, _ in rows)


def _checksum(row: SqlRow) -> int:
    """The checksum of a row's values; the same in every Python."""
    return crc32(ascii(row).encode())


def seal(version: int) -> int:
    """The checksum of a version, so that a flipped bit is not taken for a newer version."""
    return crc32(b"companion %d" % version) >> 1  # SQLite keeps 31 bits


# --- reading ---------------------------------------------------------------------------------------------------------


def version_of(db: sqlite3.Connection) -> int:
    """The version of the tables; 0 before there are any. Raises Damaged, Newer, sqlite3.Error."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (sealed,) = db.execute("PRAGMA application_id").fetchone()
    schema = _schema(db)
    if (version, sealed, schema) == (0, 0, set()):
        return 0
    if (version, sealed) == (1, 0):
        return 1
    if version > VERSION and sealed == seal(version):
        raise Newer
    with closing(sqlite3.connect(":memory:")) as fresh:
        make(fresh, IntactRows())
        if (version, sealed, schema) != (VERSION, seal(VERSION), _schema(fresh)):
            raise Damaged(f"its tables say version {version}, which does not match its checksum")
    return VERSION


def _schema(db: sqlite3.Connection) -> set[str]:
    return {sql for (sql,) in db.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")}


def verify(db: sqlite3.Connection, whole: int = WHOLE) -> int:
    """Check all pages of a file of up to `whole` bytes; of any file what was chosen, and the latest game.

    Gives the version. Raises as `version_of` does.
    """
    with db:
        db.execute("BEGIN")  # one snapshot, whatever is being written
        (pages,), (page,) = (db.execute(f"PRAGMA {told}").fetchone() for told in ("page_count", "page_size"))
        if pages * page <= whole:
            (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
            if verdict != "ok":
                raise Damaged(verdict)
        version = version_of(db)
        if version == VERSION:
            _verify_rows(db)
    return version


def _verify_rows(db: sqlite3.Connection) -> None:
    for after, before in _OF_NO_GAME:
        _expect_whole(db.execute(f"{_CHOSEN} > ? AND what < ?", (after, before)))
    (latest,) = db.execute("SELECT COALESCE(MAX(id), 0) FROM game").fetchone()
    if db.execute("SELECT 1 FROM entry WHERE game > ?", (latest,)).fetchone():
        raise Damaged("its latest game is gone")
    read(db, latest)
    for key in (taste_of(latest), package_of(latest), silent(latest)):
        _expect_whole(db.execute(f"{_CHOSEN} = ?", (key,)))
    handed_over(db, latest)


def _expect_whole(chosen: Iterable[SqlRow]) -> None:
    for row in chosen:
        if not _is_whole(row):
            raise Damaged(f"what was chosen as {row[0]!r} is not what was written")


def kept(db: sqlite3.Connection, what: str) -> str | None:
    """The value last chosen for a key; `None` if there is none."""
    row = db.execute("SELECT value FROM chosen WHERE what = ?", (what,)).fetchone()
    return row[0] if row else None


def read(db: sqlite3.Connection, game: int, after: int = 0) -> tuple[GameRow, list[bytes]] | None:
    """A game and its bodies after the first `after`. Raises Damaged, sqlite3.Error."""
    row = db.execute("SELECT * FROM game WHERE id = ?", (game,)).fetchone()
    if row is None:
        return None
    if not _is_whole(row):
        raise Damaged(f"game {game} cannot be read: its header is not what was written")
    bodies = []
    entries = db.execute("SELECT * FROM entry WHERE game = ? AND n > ? ORDER BY n", (game, after))
    for n, entry in enumerate(entries, after + 1):
        if not _is_whole(entry) or entry[1] != n:
            raise Damaged(f"game {game} cannot be read: entry {n} is not what was written")
        bodies.append(entry[2])
    return row[:-1], bodies


def _is_whole(row: SqlRow) -> bool:
    return _checksum(row[:-1]) == row[-1]


# --- what is left of a damaged or older journal ----------------------------------------------------------------------


_OLD: Final = {
    "game": tuple[int, str, str, str, str, str, bool],
    "entry": tuple[int, int, bytes],
    "chosen": tuple[str, str],
}
"""The columns of version 1, which had no checksums; the last column of a game said whether it was left."""


def salvage(db: sqlite3.Connection) -> IntactRows:
    """All intact rows, whatever else is wrong with the file; for version 1, all rows of the right shape."""
    held = IntactRows()
    is_old = _is_old(db)
    for order in ("ASC", "DESC"):  # an unreadable page hides the rows after it
        for game in _sound(db, "game", f"ORDER BY id {order}", is_old=is_old):
            held.games[game[0]] = game[:6]
            held.bodies[game[0]] = _bodies(db, game[0], is_old=is_old) + ([LEFT] if is_old and game[6] else [])
    for chosen in _sound(db, "chosen", is_old=is_old):
        held.chosen.append(chosen[:2])
    return held


def _bodies(db: sqlite3.Connection, game: int, *, is_old: bool) -> list[bytes]:
    bodies: list[bytes] = []
    for row in _sound(db, "entry", "WHERE game = ? ORDER BY n", game, is_old=is_old):
        if row[1] != len(bodies) + 1:
            break
        bodies.append(row[2])
    return bodies


def _sound(db: sqlite3.Connection, table: str, which: str = "", *values: object, is_old: bool) -> Iterator[Any]:
    """The intact rows, up to the first page that cannot be read."""
    try:
        for row in db.execute(f"SELECT * FROM {table} {which}", values):  # noqa: S608  # a table of ours
            if is_old:
                with suppress(msgspec.ValidationError):
                    yield msgspec.convert(row, _OLD[table], strict=False)
            elif _is_whole(row):
                yield row
    except (
        sqlite3.Error,
        UnicodeDecodeError,
        MemoryError,
    ) as error:  # a damaged length may ask for any memory
        _log.warning("%s: the rest cannot be read: %s", table, error)


def _is_old(db: sqlite3.Connection) -> bool:
    """Whether the tables have the shape of version 1; nothing else in a damaged file is certain."""
    try:
        return len(db.execute("SELECT * FROM entry LIMIT 0").description) == len(get_args(_OLD["entry"]))
    except (sqlite3.Error, UnicodeDecodeError):
        return False
