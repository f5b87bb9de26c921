"""The number of a new row: the next one after the last row of the last game.

Law: a row gets its number only when it is written, so rows that had to wait always come after the rows in the file.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

from companion.journal.schema import LEFT, SqlRow, Write, bots_of, package_of, put, taste_of


class Last(NamedTuple):
    """The last row of the last game; the next row follows it."""

    game: int = 0
    """The number of the game; 0: there is none yet."""
    length: int = 0
    """How many rows the game has."""
    is_left: bool = True


def last_of(db: sqlite3.Connection) -> Last:
    """The last row of a journal."""
    (latest,) = db.execute("SELECT COALESCE(MAX(id), 0) FROM game").fetchone()
    rows = "SELECT n, body FROM entry WHERE game = ? ORDER BY n DESC LIMIT 1"
    length, body = db.execute(rows, (latest,)).fetchone() or (0, b"")
    return Last(latest, length, not latest or body == LEFT)


def numbered(rows: Sequence[SqlRow], last: Last) -> tuple[list[Write], Last]:
    """The rows with their numbers, and the last row after them; a new game ends the game before."""
    writes: list[Write] = []
    for table, *values in rows:
        match table:
            case "game":
                if not last.is_left:
                    writes.append(put("entry", last.game, last.length + 1, LEFT))
                last = Last(last.game + 1, is_left=False)
                writes.append(put("game", last.game, *values))
            case "entry":
                last = Last(last.game, last.length + 1, values == [LEFT])
                writes.append(put("entry", last.game, last.length, *values))
            case "bots":
                writes.append(put("chosen", bots_of(last.game, last.length), *values))
            case "package":
                writes.append(put("chosen", package_of(last.game), *values))
            case "taste":
                writes.append(put("chosen", taste_of(last.game), ""))
            case _:
                writes.append(put("chosen", *values))
    return writes, last
