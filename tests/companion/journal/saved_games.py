"""Games to write into a journal, how to read them again, and a journal of an older version."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from companion.games.galopp_royal.events import EVENTS, Bid, Passed
from companion.journal.entries import decode, encode
from companion.journal.file import FILE
from companion.journal.journal import Journal
from companion.journal.saved import Saved
from companion.match.history import Entry, NewGame, Redo, Step, Undo
from companion.testing.whole_games import SEED

HEADER = {"rulebook": "de", "seats": [{"seat": 1, "name": "Zoë"}], "deck": None}
ENTRIES: tuple[Entry, ...] = (Step(1, False, (Bid(1, 3),)), Undo(), Redo(), Step(2, False, (Passed(2, leaves=False),)))


def begin(journal: Journal, *entries: Entry) -> None:
    journal.begin(NewGame("galopp-royal", HEADER, SEED, (2, 4, 6)))
    for entry in entries:
        journal.append(entry)


def read(saved: Saved | None) -> list[Entry]:
    assert saved is not None
    return [decode(row, EVENTS) for row in saved.entries]


def reopen(journal: Journal) -> Journal:
    journal.shut()
    return Journal(journal.path.parent)


OLD_TABLES = """
CREATE TABLE game (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, header TEXT NOT NULL, seed TEXT NOT NULL, places TEXT NOT NULL,
    began TEXT NOT NULL, is_left INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE entry (
    game INTEGER NOT NULL REFERENCES game (id), n INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;
"""
OLD_CHOSEN = "CREATE TABLE chosen (what TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;"


def old_journal(folder: Path, *, with_choice: bool, is_left: bool = False) -> None:
    """Journals as the first version of the companion wrote them, without and with choices."""
    folder.mkdir(parents=True)
    with closing(sqlite3.connect(folder / FILE)) as db:
        db.executescript(f"PRAGMA journal_mode = WAL; {OLD_TABLES} PRAGMA user_version = 1;")
        rows = [("{}", "[1]", True), (json.dumps(HEADER), "[2, 4, 6]", is_left)]
        for header, places, was_left in rows:
            db.execute(
                "INSERT INTO game (name, header, seed, places, began, is_left) VALUES (?, ?, ?, ?, ?, ?)",
                ("galopp-royal", header, SEED, places, "1995-01-01", was_left),
            )
        db.executemany("INSERT INTO entry VALUES (2, ?, ?)", enumerate(map(encode, ENTRIES), 1))
        if with_choice:
            db.executescript(OLD_CHOSEN)
            db.execute("INSERT INTO chosen VALUES ('language', 'fr')")
        db.commit()
