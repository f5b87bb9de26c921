"""The club's records in a database: SQLite or PostgreSQL, with the same statements.

Laws: each game is stored once and whole, or not at all, and is identified by what was played; refused records are
stored too, so each is checked only once; if a box sends two records of its game, the later one counts, since its
players may have corrected the end; a game that one box has brought cannot be brought by another box.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime
from itertools import groupby
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    delete,
    event,
    exc,
    func,
    insert,
    inspect,
    make_url,
    or_,
    select,
    update,
)
from sqlalchemy.engine import URL

from companion.club.admission import Result, sum_of_play
from companion.kit.errors import BadConfig, NotLetIn, Unstored, WrongLine
from companion.match.outcome import PlayerResult
from companion.match.reader import read_lines

TABLES: Final = MetaData()
GAME: Final = Table(
    "game",
    TABLES,
    Column("game", String(64), primary_key=True),
    Column("box", String(31), nullable=False),
    Column("title", Text, nullable=False),
    Column("began", String(40), nullable=False),
    Column("sum", String(64), nullable=False, unique=True),
    Column("played", String(64)),
    Column("arrived", String(40)),
    Column("record", Text, nullable=False),
)
ONCE: Final = Index("once", GAME.c.played, unique=True)
CAME: Final = Table(
    "came",
    TABLES,
    Column("game", ForeignKey("game.game", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("colour", Text, nullable=False),
    Column("place", Integer, nullable=False),
    Column("has", Text, nullable=False),
    Column("is_guest", Boolean, nullable=False),
    Column("level", String(10)),
    Column("side", Integer),
)
REFUSED: Final = Table(
    "refused",
    TABLES,
    Column("sum", String(64), primary_key=True),
    Column("box", String(31), nullable=False),
    Column("why", Text, nullable=False),
)


DAWN: Final = "2026"
"""No box is older: an earlier date means that the box had no clock."""


class StoredGame(NamedTuple):
    """A game as the board shows it."""

    box: str
    title: str
    began: str
    came: tuple[PlayerResult, ...]
    sorted_by: str = ""
    """The time by which games are sorted: `began`, or if that is doubtful, when it arrived; empty: `began`."""

    @property
    def day(self) -> date:
        """The day on which it was played, by the calendar of this computer."""
        return datetime.fromisoformat(self.sorted_by or self.began).astimezone().date()


class Store:
    """One database."""

    def __init__(self, url: str) -> None:
        """Create the missing tables, and complete those of an older version. Raises BadConfig."""
        where = _url(url)
        shown = where.render_as_string(hide_password=True)
        try:
            self._engine = create_engine(where, pool_pre_ping=True)
            if where.get_backend_name() == "sqlite":
                event.listen(self._engine, "connect", _with_foreign_keys)
            TABLES.create_all(self._engine)
            with self._engine.begin() as db:
                _complete(db)
        except (exc.SQLAlchemyError, ImportError) as error:
            raise BadConfig(f"--database: {shown} cannot be used: {_why(error)}") from None

    def known(self, sum_: str) -> str | None:
        """Why the record with this sum was refused; empty: it was kept; `None`: the record is new. Raises Unstored."""
        with self._open() as db:
            if db.scalar(select(GAME.c.game).where(GAME.c.sum == sum_)) is not None:
                return ""
            return db.scalar(select(REFUSED.c.why).where(REFUSED.c.sum == sum_))

    def keep(self, box: str, result: Result) -> None:
        """Store one more game, or a later record of a game. Raises NotLetIn, Unstored."""
        with self._open() as db:
            is_it = or_(GAME.c.game == result.game, GAME.c.played == result.played)
            before = db.execute(select(GAME.c.box, GAME.c.arrived).where(is_it)).all()
            for owner, _ in before:
                if owner != box:
                    raise NotLetIn(f"line 1, header: expected a game of its own; came one that {owner} has brought.")
            db.execute(delete(GAME).where(is_it))
            told = msgspec.structs.asdict(result)
            told["arrived"] = min((arrived for _, arrived in before), default=result.arrived)
            db.execute(insert(GAME), {"box": box, **{key: told[key] for key in told if key != "came"}})
            db.execute(insert(CAME), [{"game": result.game, **msgspec.structs.asdict(each)} for each in result.came])

    def refuse(self, box: str, sum_: str, why: str) -> None:
        """Store, once, that this record does not count. Raises Unstored."""
        with self._open() as db:
            db.execute(delete(REFUSED).where(REFUSED.c.sum == sum_))
            db.execute(insert(REFUSED), {"sum": sum_, "box": box, "why": why})

    def games(self) -> list[StoredGame]:
        """All games, in the order in which they were begun. Raises Unstored."""
        columns = (GAME.c.arrived, GAME.c.game, GAME.c.box, GAME.c.title, GAME.c.began, *list(CAME.c)[1:])
        asked = select(*columns).join(CAME).order_by(GAME.c.game, CAME.c.seat)
        with self._open() as db:
            rows = [tuple(row) for row in db.execute(asked)]
        games = [list(group) for _, group in groupby(rows, key=lambda row: row[1])]
        games.sort(key=lambda game: _when(arrived=game[0][0], began=game[0][4]))
        return [_kept(game) for game in games]

    def refused(self) -> int:
        """How many records have been refused. Raises Unstored."""
        with self._open() as db:
            return db.scalar(select(func.count()).select_from(REFUSED)) or 0

    def close(self) -> None:
        """Close the database."""
        self._engine.dispose()

    @contextmanager
    def _open(self) -> Iterator[Connection]:
        """One transaction: all of it happens, or nothing."""
        try:
            with self._engine.begin() as db:
                yield db
        except exc.SQLAlchemyError as error:
            raise Unstored(_why(error)) from None


def _complete(db: Connection) -> None:
    """Add the columns that older clubs lack; of several games with the same play, keep the latest."""
    missing = [column for column in (GAME.c.played, GAME.c.arrived, CAME.c.level, CAME.c.side) if not _has(db, column)]
    for column in missing:
        kind = column.type.compile(db.dialect)
        db.exec_driver_sql(f"ALTER TABLE {column.table.name} ADD COLUMN {column.name} {kind}")
    if GAME.c.arrived in missing:
        db.execute(update(GAME).values(arrived=GAME.c.began))
        _keep_once(db)
    ONCE.create(db, checkfirst=True)


def _has(db: Connection, column: Column[Any]) -> bool:
    return column.name in {known["name"] for known in inspect(db).get_columns(column.table.name)}


def _keep_once(db: Connection) -> None:
    """Identify every game by today's sum of its play, and keep each only once."""
    known = set()
    for (game,) in db.execute(select(GAME.c.game).order_by(GAME.c.began.desc(), GAME.c.game)).all():
        is_it = GAME.c.game == game
        played = _played(game, db.scalar(select(GAME.c.record).where(is_it)) or "")
        if played in known:
            db.execute(delete(GAME).where(is_it))
        else:
            db.execute(update(GAME).where(is_it), {"played": played})
        known.add(played)


def _played(game: str, record: str) -> str:
    """The sum of a game's play; its name, if today's reader refuses a record that an older one accepted."""
    try:
        return sum_of_play(read_lines(record))
    except WrongLine:
        return game


def _when(began: str, arrived: str) -> str:
    """The time by which games are sorted: when it began, or when it first arrived if the box's date is doubtful."""
    return began if DAWN <= began <= arrived else arrived


def _kept(rows: list[tuple[Any, ...]]) -> StoredGame:
    """A game from its rows, one for each seat."""
    _, _, box, title, began, *_ = rows[0]
    when = _when(arrived=rows[0][0], began=began)
    return StoredGame(box, title, began, tuple(PlayerResult(*row[5:]) for row in rows), when)


def _url(words: str) -> URL:
    """The URL of what people write: a file for SQLite, or a URL. Raises BadConfig."""
    if "://" not in words:
        return URL.create("sqlite", database=words)
    try:
        url = make_url(words)
    except exc.ArgumentError:
        raise BadConfig("--database: expected a file, or postgresql://user@host/name; came something else") from None
    return url.set(drivername="postgresql+psycopg") if url.drivername in ("postgresql", "postgres") else url


def _with_foreign_keys(connection: object, _: object) -> None:
    connection.execute("PRAGMA foreign_keys = ON")  # type: ignore[attr-defined]  # it is sqlite3's


def _why(error: Exception) -> str:
    """The error in one line."""
    said = error.orig if isinstance(error, exc.DBAPIError) else error
    return " ".join(str(said).split())
