from __future__ import annotations

import sqlite3
from contextlib import closing

from companion.journal.numbering import Last, last_of, numbered
from companion.journal.schema import LEFT, IntactRows, SqlRow, make, put

GAME = ("nim", "{}", "seed", "[1, 2]", "2026")
BID, PASS = b"bid", b"pass"


def empty() -> sqlite3.Connection:
    db = sqlite3.connect(":memory:")
    make(db, IntactRows())
    return db


def test_entries_stand_behind_the_last_row_of_the_last_game() -> None:
    assert numbered([("entry", BID), ("entry", PASS)], Last(3, 7, is_left=False)) == (
        [put("entry", 3, 8, BID), put("entry", 3, 9, PASS)],
        Last(3, 9, is_left=False),
    )


def test_a_new_game_ends_the_one_before_once() -> None:
    assert numbered([("game", *GAME)], Last(3, 7, is_left=False)) == (
        [put("entry", 3, 8, LEFT), put("game", 4, *GAME)],
        Last(4, 0, is_left=False),
    )
    assert numbered([("entry", LEFT), ("game", *GAME)], Last(3, 7, is_left=False)) == (
        [put("entry", 3, 8, LEFT), put("game", 4, *GAME)],
        Last(4, 0, is_left=False),
    )
    assert numbered([("game", *GAME)], Last()) == ([put("game", 1, *GAME)], Last(1, 0, is_left=False))


def test_bots_belong_to_the_game_and_other_choices_to_none() -> None:
    rows: list[SqlRow] = [
        ("game", *GAME),
        ("bots", "[2]"),
        ("chosen", "language", "de"),
        ("entry", BID),
        ("bots", "[]"),
    ]
    writes, last = numbered(rows, Last())
    assert writes[1:] == [
        put("chosen", "bots of 1", "[2]"),
        put("chosen", "language", "de"),
        put("entry", 1, 1, BID),
        put("chosen", "bots of 1 behind 1", "[]"),
    ]
    assert last == Last(1, 1, is_left=False)


def test_what_was_numbered_is_found_again_as_the_last() -> None:
    waiting: list[SqlRow] = [("game", *GAME), ("entry", BID), ("entry", LEFT), ("game", *GAME), ("entry", PASS)]
    with closing(empty()) as db:
        last = last_of(db)
        assert last == Last()
        for count in range(1, len(waiting) + 1):
            writes, last = numbered(waiting[count - 1 : count], last)
            for statement, values in writes:
                db.execute(statement, values)
            assert last_of(db) == last
        assert last == Last(2, 1, is_left=False)
