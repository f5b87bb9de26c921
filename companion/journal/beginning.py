"""The rows with which a game in progress begins: those of a new game, or those of a copy of an earlier one.

Law: both name the package that the game comes with now; a game of the box has none.
"""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime

from companion import games
from companion.journal import schema
from companion.journal.saved import handovers
from companion.journal.schema import LEFT, SqlRow, as_json
from companion.match.history import NewGame


def new(game: NewGame) -> list[SqlRow]:
    """The rows of a new game before its first entry."""
    began = datetime.now(UTC).isoformat(timespec="seconds")
    rows: list[SqlRow] = [("game", game.name, as_json(game.header), game.seed, as_json(game.pairs), began)]
    rows += _package(game.name)
    if game.bots:
        rows.append(("bots", as_json(game.bots)))
    if game.is_taste:
        rows.append(("taste",))
    return rows


def copy(db: sqlite3.Connection, game: int, length: int | None = None) -> list[SqlRow]:
    """The rows of a game, or of its first `length` entries, as a new game. Raises Damaged, sqlite3.Error."""
    found = schema.read(db, game)
    if found is None:
        raise AssertionError(f"there is no game {game} that could be copied")
    (_, *row), bodies = found
    entries = [("entry", body) for body in bodies[:length] if body != LEFT]
    bots = [(min(each.behind, len(entries)), ("bots", as_json(each.bots))) for each in handovers(db, game)]
    in_order = sorted([*bots, *enumerate(entries)], key=lambda placed: placed[0])  # bots before what they play
    taste: list[SqlRow] = [("taste",)] if schema.kept(db, schema.taste_of(game)) is not None else []
    return [("game", *row), *_package(row[0]), *taste, *[row for _, row in in_order]]


def _package(game: str) -> list[SqlRow]:
    return [("package", package)] if (package := games.came_with(game)) else []
