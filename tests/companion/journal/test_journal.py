from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime, tzinfo
from pathlib import Path

import pytest

from companion.games.galopp_royal.events import EVENTS, Bid, Passed
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.journal.entries import decode, encode
from companion.journal.journal import FILE, Journal, Saved, Unusable
from companion.journal.tables import VERSION, Damaged, put, seal
from companion.table.history import Entry, Redo, Step, Undo
from companion.table.session import Session
from tests.companion.games.play import SEED, finish, sitting

HEADER = {"rulebook": "de", "seats": [{"seat": 1, "name": "Zoë"}], "deck": None}
ENTRIES: tuple[Entry, ...] = (Step(1, False, (Bid(1, 3),)), Undo(), Redo(), Step(2, False, (Passed(2, leaves=False),)))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "state" / "companion"


@pytest.fixture
def journal(folder: Path) -> Iterator[Journal]:
    opened = Journal(folder)
    yield opened
    opened.shut()


def begin(journal: Journal, *entries: Entry) -> None:
    journal.begin("galopp-royal", HEADER, SEED, (2, 4, 6))
    for entry in entries:
        journal.append(entry)


def read(saved: Saved | None) -> list[Entry]:
    assert saved is not None
    return [decode(row, EVENTS) for row in saved.entries]


def reopen(journal: Journal) -> Journal:
    journal.shut()
    return Journal(journal.path.parent)


# --- append and read -------------------------------------------------------------------------------------------------


def test_a_new_journal_holds_no_game(journal: Journal) -> None:
    assert journal.running() is None
    assert journal.numbers() == []
    assert journal.load(1) is None
    assert journal.set_aside is None


def test_what_was_appended_is_there_after_the_plug_was_pulled(journal: Journal) -> None:
    begin(journal, *ENTRIES)
    again = reopen(journal)
    saved = again.running()
    assert saved is not None
    assert (saved.name, saved.header, saved.seed, saved.places) == ("galopp-royal", HEADER, SEED, (2, 4, 6))
    assert not saved.is_left
    assert read(saved) == list(ENTRIES)
    again.shut()


def test_an_entry_is_in_the_file_as_soon_as_append_returns(journal: Journal) -> None:
    begin(journal)
    for count, entry in enumerate(ENTRIES, 1):
        journal.append(entry)
        with closing(Journal(journal.path.parent, read_only=True)._db) as db:
            assert db.execute("SELECT COUNT(*) FROM entry").fetchone() == (count,)


def test_every_write_waits_for_the_disk(journal: Journal) -> None:
    assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)
    assert journal._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert journal._db.execute("PRAGMA user_version").fetchone() == (VERSION,)


def test_a_game_goes_on_after_it_was_opened_again(journal: Journal) -> None:
    begin(journal, *ENTRIES[:2])
    again = reopen(journal)
    for entry in ENTRIES[2:]:
        again.append(entry)
    assert read(again.running()) == list(ENTRIES)
    again.shut()


def test_a_whole_game_comes_back_to_the_same_table(journal: Journal) -> None:
    start = GALOPP_ROYAL.begin(sitting(4), {})
    game = finish(GALOPP_ROYAL, start, 4)
    journal.begin(GALOPP_ROYAL.name, GALOPP_ROYAL.header(start), SEED, (1, 2, 3, 4))
    for entry in game.entries[:60]:
        journal.append(entry)
    again = reopen(journal)
    saved = again.running()
    assert saved is not None
    fresh = Session(GALOPP_ROYAL, saved.seed, GALOPP_ROYAL.read_header(saved.header))
    assert fresh.resume(read(saved)) == Session(GALOPP_ROYAL, SEED, start).resume(game.entries[:60])
    again.shut()


def test_a_new_game_leaves_the_one_before(journal: Journal) -> None:
    begin(journal, ENTRIES[0])
    begin(journal, ENTRIES[3])
    assert journal.numbers() == [1, 2]
    first, second = journal.load(1), journal.load(2)
    assert first is not None
    assert second is not None
    assert (first.is_left, second.is_left) == (True, False)
    assert read(first) == [ENTRIES[0]]
    assert read(journal.running()) == [ENTRIES[3]]


def test_a_game_that_is_left_is_kept_and_no_longer_running(journal: Journal) -> None:
    begin(journal, *ENTRIES)
    journal.close()
    assert journal.running() is None
    again = reopen(journal)
    assert again.running() is None
    assert read(again.load(1)) == list(ENTRIES)
    again.shut()


def test_nothing_is_appended_when_no_game_is_in_progress(journal: Journal) -> None:
    with pytest.raises(AssertionError, match="no game"):
        journal.append(ENTRIES[0])
    begin(journal)
    journal.close()
    with pytest.raises(AssertionError, match="no game"):
        journal.append(ENTRIES[0])
    assert read(journal.load(1)) == []


def test_closing_twice_ends_a_game_once(journal: Journal) -> None:
    begin(journal, ENTRIES[0])
    journal.close()
    journal.close()
    assert journal._db.execute("SELECT COUNT(*) FROM entry").fetchone() == (2,)


def test_a_game_and_what_ends_the_one_before_are_one_write(journal: Journal) -> None:
    begin(journal, ENTRIES[0])
    before = journal._db.total_changes
    journal._db.set_trace_callback((told := []).append)
    begin(journal)
    assert [statement.split()[0] for statement in told] == ["BEGIN", "INSERT", "INSERT", "COMMIT"]
    assert journal._db.total_changes == before + 2


# --- one writer ------------------------------------------------------------------------------------------------------


def test_a_second_writer_is_refused_and_told_what_to_do(journal: Journal, folder: Path) -> None:
    begin(journal, ENTRIES[0])
    with pytest.raises(Unusable, match=r"^another companion is at work in .*; stop it, or choose another folder$"):
        Journal(folder)
    journal.append(ENTRIES[3])
    assert read(journal.running()) == [ENTRIES[0], ENTRIES[3]]


def test_when_the_first_writer_has_gone_the_next_may_come(journal: Journal, folder: Path) -> None:
    journal.shut()
    Journal(folder).shut()


def test_a_reader_reads_while_a_writer_writes(journal: Journal, folder: Path) -> None:
    begin(journal, ENTRIES[0])
    reader = Journal(folder, read_only=True)
    assert read(reader.running()) == [ENTRIES[0]]
    journal.append(ENTRIES[3])
    assert read(reader.running()) == [ENTRIES[0], ENTRIES[3]]
    reader.shut()


def test_a_reader_changes_nothing(journal: Journal, folder: Path) -> None:
    begin(journal, ENTRIES[0])
    reader = Journal(folder, read_only=True)
    reader.append(ENTRIES[3])
    assert not reader.is_saved
    reader.shut()
    assert read(journal.running()) == [ENTRIES[0]]


def test_a_reader_makes_neither_folder_nor_file(folder: Path) -> None:
    reader = Journal(folder, read_only=True)
    assert reader.numbers() == []
    reader.shut()
    assert not folder.exists()


def test_a_reader_needs_no_file_but_the_journal(journal: Journal, folder: Path) -> None:
    begin(journal, *ENTRIES)
    journal.shut()
    (folder / "lock").unlink()
    reader = Journal(folder, read_only=True)
    assert read(reader.running()) == list(ENTRIES)
    reader.shut()


# --- damage ----------------------------------------------------------------------------------------------------------


def broken_at(folder: Path, at: int, what: bytes) -> bytes:
    """Overwrite part of the journal; gives what it holds now."""
    path = folder / FILE
    held = path.read_bytes()
    path.write_bytes(held[:at] + what + held[at + len(what) :])
    return path.read_bytes()


@pytest.mark.parametrize(("at", "what"), [(0, b"no database"), (4096, b"\xff" * 4096)])
def test_a_damaged_journal_is_set_aside_and_a_new_one_begun(
    journal: Journal, folder: Path, at: int, what: bytes
) -> None:
    begin(journal, *ENTRIES)
    journal.shut()
    held = broken_at(folder, at, what)
    again = Journal(folder)
    assert again.set_aside is not None
    assert re.fullmatch(r"games-damaged-\d{8}-\d{6}-\d{6}\.sqlite", again.set_aside.name)
    assert again.set_aside.parent == folder
    assert again.set_aside.read_bytes() == held
    assert again.numbers() == []
    begin(again, ENTRIES[0])
    third = reopen(again)
    assert third.set_aside is None
    assert read(third.running()) == [ENTRIES[0]]
    third.shut()


def test_two_damaged_journals_are_both_kept(folder: Path) -> None:
    for _ in range(2):
        Journal(folder).shut()
        (folder / FILE).write_bytes(b"x" * 5000)
        Journal(folder).shut()
    assert len(list(folder.glob("games-damaged-*.sqlite"))) == 2


def test_an_empty_file_is_a_new_journal(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / FILE).touch()
    journal = Journal(folder)
    assert journal.set_aside is None
    assert journal.numbers() == []
    journal.shut()


def test_a_reader_of_a_damaged_journal_says_so_and_sets_nothing_aside(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / FILE).write_bytes(b"x" * 5000)
    with pytest.raises(Unusable, match="not a database"):
        Journal(folder, read_only=True)
    assert [path.name for path in folder.iterdir()] == [FILE]


def test_a_journal_of_a_newer_companion_is_refused_and_left_as_it_is(journal: Journal, folder: Path) -> None:
    begin(journal, *ENTRIES)
    journal._db.execute(f"PRAGMA user_version = {VERSION + 1}")
    journal._db.execute(f"PRAGMA application_id = {seal(VERSION + 1)}")
    journal.shut()
    held = (folder / FILE).read_bytes()
    with pytest.raises(Unusable, match=r"games\.sqlite was written by a newer companion; update this one"):
        Journal(folder)
    assert (folder / FILE).read_bytes() == held
    assert not list(folder.glob("games-damaged-*"))
    with closing(sqlite3.connect(folder / FILE)) as db:
        assert [encode(entry) for entry in ENTRIES] == [row for (row,) in db.execute("SELECT body FROM entry")]
        db.execute(f"PRAGMA user_version = {VERSION}")
        db.execute(f"PRAGMA application_id = {seal(VERSION)}")
    again = Journal(folder)  # the refusal holds on to nothing
    assert read(again.running()) == list(ENTRIES)
    again.shut()


def test_the_language_is_kept_across_a_reopening(folder: Path) -> None:
    journal = Journal(folder)
    assert journal.language is None
    for language in ("de", "fr"):
        journal.keep_language(language)
    journal.shut()
    again = Journal(folder)
    assert again.language == "fr"
    again.shut()


def test_the_rules_agreed_on_are_kept_for_each_game_across_a_reopening(folder: Path) -> None:
    journal = Journal(folder)
    assert journal.rules("galopp-royal") == {}
    for rulebook in ("nl", "fr"):
        journal.keep_rules("galopp-royal", {"rulebook": rulebook, "options": {"open_cash": False}})
    journal.keep_language("de")
    journal.shut()
    again = Journal(folder)
    assert again.rules("galopp-royal") == {"rulebook": "fr", "options": {"open_cash": False}}
    assert again.rules("another-game") == {}
    again.shut()


@pytest.mark.parametrize("by_hand", ["fr", "[]", '"fr"', "{"])
def test_rules_that_cannot_be_read_are_an_error_with_a_sentence(folder: Path, by_hand: str) -> None:
    journal = Journal(folder)
    journal.keep_rules("galopp-royal", {})
    journal.shut()
    with closing(sqlite3.connect(folder / FILE)) as db, db:
        db.execute(*put("chosen", "rules of galopp-royal", by_hand))
    again = Journal(folder)
    with pytest.raises(ValueError, match=r"\w"):
        again.rules("galopp-royal")
    again.shut()


# --- damage within a row ---------------------------------------------------------------------------------------------


def damaged(folder: Path, statement: str) -> bytes:
    """What a statement behind the journal's back leaves in the file."""
    with closing(sqlite3.connect(folder / FILE)) as db, db:
        db.execute(statement)
    return (folder / FILE).read_bytes()


def two_games(folder: Path) -> None:
    journal = Journal(folder)
    journal.keep_language("nl")
    begin(journal, ENTRIES[0])
    begin(journal, *ENTRIES)
    journal.shut()


@pytest.mark.parametrize(
    ("statement", "good"),
    [
        ("UPDATE entry SET body = CAST(REPLACE(body, '2', '3') AS BLOB) WHERE (game, n) = (2, 4)", 3),
        ("UPDATE entry SET sum = sum + 1 WHERE (game, n) = (2, 1)", 0),
        ("UPDATE entry SET n = 7 WHERE (game, n) = (2, 2)", 1),
        ("DELETE FROM entry WHERE (game, n) = (2, 3)", 2),
        ("UPDATE entry SET game = 1, n = 3 WHERE (game, n) = (2, 3)", 2),
        ("UPDATE chosen SET value = 'fr' WHERE what = 'nothing'; -- nothing", 4),
    ],
)
def test_a_game_goes_on_with_what_stands_before_a_damaged_row(folder: Path, statement: str, good: int) -> None:
    two_games(folder)
    held = damaged(folder, statement)
    journal = Journal(folder)
    assert read(journal.running()) == list(ENTRIES[:good])
    assert (journal.set_aside is None) == (good == len(ENTRIES))
    if journal.set_aside is not None:
        assert journal.set_aside.read_bytes() == held
    assert (read(journal.load(1)), journal.language) == ([ENTRIES[0]], "nl")
    journal.append(ENTRIES[0])
    again = reopen(journal)
    assert (again.set_aside, read(again.running())) == (None, [*ENTRIES[:good], ENTRIES[0]])
    again.shut()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE game SET header = REPLACE(header, 'de', 'fe') WHERE id = 2",
        "UPDATE game SET seed = '' WHERE id = 2",
        "UPDATE game SET id = 9000000000000000000 WHERE id = 2",
        "DELETE FROM game WHERE id = 2",
    ],
)
def test_a_game_with_a_damaged_header_is_set_aside_and_the_one_before_does_not_rise(
    folder: Path, statement: str
) -> None:
    two_games(folder)
    held = damaged(folder, statement)
    journal = Journal(folder)
    assert journal.set_aside is not None
    assert journal.set_aside.read_bytes() == held
    assert (journal.running(), journal.numbers(), read(journal.load(1))) == (None, [1], [ENTRIES[0]])
    begin(journal, ENTRIES[3])
    assert read(journal.running()) == [ENTRIES[3]]
    journal.shut()


def test_a_damaged_choice_is_dropped_and_the_games_stay(folder: Path) -> None:
    two_games(folder)
    damaged(folder, "UPDATE chosen SET value = 'fr'")
    journal = Journal(folder)
    assert journal.set_aside is not None
    assert (journal.language, read(journal.running())) == (None, list(ENTRIES))
    journal.shut()


def test_an_older_game_that_is_damaged_is_left_alone_and_told_when_it_is_read(folder: Path) -> None:
    two_games(folder)
    damaged(folder, "UPDATE entry SET sum = 0 WHERE game = 1")
    journal = Journal(folder)
    assert (journal.set_aside, read(journal.running())) == (None, list(ENTRIES))
    with pytest.raises(Damaged, match=r"^game 1 cannot be read: entry 1 is not what was written$"):
        journal.load(1)
    journal.shut()


@pytest.mark.parametrize("pragma", ["user_version = 0", "user_version = 3", "application_id = 0"])
def test_a_flipped_version_is_damage_and_costs_nothing(folder: Path, pragma: str) -> None:
    two_games(folder)
    damaged(folder, f"PRAGMA {pragma}")
    journal = Journal(folder)
    assert journal.set_aside is not None
    assert (journal.numbers(), read(journal.running()), journal.language) == ([1, 2], list(ENTRIES), "nl")
    journal.shut()


@pytest.mark.parametrize(("at", "what"), [(18, b"\x03"), (19, b"\x03")])
def test_a_file_that_sqlite_would_only_read_is_set_aside(folder: Path, at: int, what: bytes) -> None:
    two_games(folder)
    broken_at(folder, at, what)
    journal = Journal(folder)
    assert journal.set_aside is not None
    journal.append(ENTRIES[0]) if journal.running() else begin(journal, ENTRIES[0])
    assert journal.is_saved
    journal.shut()


def test_the_first_bytes_of_a_file_are_no_new_one(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / FILE).write_bytes(b"SQL")
    journal = Journal(folder)
    assert journal.set_aside is not None
    assert journal.set_aside.read_bytes() == b"SQL"
    journal.shut()


def test_a_table_whose_name_is_no_text_is_damage(folder: Path) -> None:
    two_games(folder)
    content = (folder / FILE).read_bytes()
    at = content.index(b"tableentryentry") + 5
    broken_at(folder, at, b"\x85")
    journal = Journal(folder)
    assert journal.set_aside is not None
    journal.shut()


@pytest.mark.parametrize("is_gone", [True, False])
def test_entries_whose_file_is_gone_or_empty_are_set_aside(journal: Journal, folder: Path, is_gone: bool) -> None:
    begin(journal, *ENTRIES)
    held = {ending: (folder / (FILE + ending)).read_bytes() for ending in ("", "-wal")}
    journal.shut()
    if not is_gone:
        (folder / FILE).write_bytes(b"")
    else:
        (folder / FILE).unlink()
    (folder / f"{FILE}-wal").write_bytes(held["-wal"])
    again = Journal(folder)
    assert again.set_aside is not None
    assert again.set_aside.with_name(f"{again.set_aside.name}-wal").read_bytes() == held["-wal"]
    again.shut()


@pytest.mark.parametrize("year", [1970, 2026, 2999])
def test_whatever_the_clock_says_no_damaged_journal_overwrites_another(
    folder: Path, monkeypatch: pytest.MonkeyPatch, year: int
) -> None:
    class Stopped(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Stopped:
            return cls(year, 1, 1, tzinfo=tz)

    monkeypatch.setattr("companion.journal.journal.datetime", Stopped)
    folder.mkdir(parents=True)
    for count in range(3):
        (folder / FILE).write_bytes(b"x" * (5000 + count))
        Journal(folder).shut()
    sizes = {path.name: path.stat().st_size for path in folder.glob("games-damaged-*.sqlite")}
    name = f"games-damaged-{year}0101-000000-000000"
    assert sizes == {f"{name}.sqlite": 5000, f"{name}-2.sqlite": 5001, f"{name}-3.sqlite": 5002}


def test_a_game_goes_on_from_the_entries_that_can_be_read(journal: Journal) -> None:
    begin(journal, ENTRIES[3])
    begin(journal, *ENTRIES)
    journal.cut(2, "a test")
    assert journal.set_aside is not None
    assert read(journal.running()) == list(ENTRIES[:2])
    journal.append(ENTRIES[3])
    again = reopen(journal)
    assert (read(again.load(1)), read(again.running())) == ([ENTRIES[3]], [*ENTRIES[:2], ENTRIES[3]])
    with closing(sqlite3.connect(journal.set_aside)) as db:
        assert db.execute("SELECT COUNT(*) FROM entry WHERE game = 2").fetchone() == (4,)
    again.shut()


# --- journals of before ----------------------------------------------------------------------------------------------

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
    """As the first version of the companion wrote them, without and with choices."""
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


@pytest.mark.parametrize("with_choice", [True, False])
@pytest.mark.parametrize("read_only", [True, False])
def test_a_journal_of_version_1_is_read_and_gone_on_with(folder: Path, with_choice: bool, read_only: bool) -> None:
    old_journal(folder, with_choice=with_choice)
    journal = Journal(folder, read_only=read_only)
    first, saved = journal.load(1), journal.running()
    assert first is not None
    assert saved is not None
    assert (first.is_left, first.entries, saved.is_left) == (True, (), False)
    assert (saved.header, saved.places, saved.began, read(saved)) == (HEADER, (2, 4, 6), "1995-01-01", list(ENTRIES))
    assert journal.language == ("fr" if with_choice else None)
    assert journal.set_aside is None
    journal.append(ENTRIES[0])
    again = reopen(journal)
    assert read(again.running()) == [*ENTRIES, *ENTRIES[: not read_only]]
    assert again._db.execute("PRAGMA user_version").fetchone() == (VERSION,)
    again.shut()


def test_a_game_left_in_version_1_stays_left(folder: Path) -> None:
    old_journal(folder, with_choice=True, is_left=True)
    journal = Journal(folder)
    assert journal.running() is None
    assert read(journal.load(2)) == list(ENTRIES)
    journal.shut()


def test_a_damaged_journal_of_version_1_is_set_aside_and_its_rows_are_taken_over(folder: Path) -> None:
    old_journal(folder, with_choice=True)
    damaged(folder, "PRAGMA user_version = 5")
    journal = Journal(folder)
    assert journal.set_aside is not None
    assert (read(journal.running()), journal.language) == (list(ENTRIES), "fr")
    journal.shut()


# --- a disk that takes nothing ---------------------------------------------------------------------------------------


@contextmanager
def full(journal: Journal) -> Iterator[None]:
    """Not a page more fits on the disk."""
    db = journal._db
    (before,) = db.execute("PRAGMA max_page_count").fetchone()
    with db:
        db.execute("INSERT INTO chosen VALUES ('filler', ?, 0)", ("x" * 60,))
    db.execute("PRAGMA max_page_count = 1")  # SQLite makes it as many as there are
    yield
    db.execute(f"PRAGMA max_page_count = {before}")
    with db:
        db.execute("DELETE FROM chosen WHERE what = 'filler'")


LONG = Step(1, False, (Bid(1, 3),) * 300)
"""Needs pages of its own."""


def test_what_a_full_disk_does_not_take_waits_and_is_written_in_order(
    journal: Journal, caplog: pytest.LogCaptureFixture
) -> None:
    begin(journal, ENTRIES[0])
    with full(journal):
        for entry in (LONG, ENTRIES[3], ENTRIES[1]):
            journal.append(entry)
            assert not journal.is_saved
            assert read(journal.running()) == [ENTRIES[0]], "all of it or nothing"
    assert not journal.is_saved
    journal.append(ENTRIES[2])
    assert journal.is_saved
    assert [record.getMessage() for record in caplog.records] == [
        "not saved: database or disk is full; the game goes on, and every next step tries again",
        "saved again, nothing is missing",
    ]
    again = reopen(journal)
    assert read(again.running()) == [ENTRIES[0], LONG, ENTRIES[3], ENTRIES[1], ENTRIES[2]]
    again.shut()


def test_games_and_choices_wait_too(journal: Journal) -> None:
    begin(journal, ENTRIES[0])
    with full(journal):
        journal.append(LONG)
        journal.close()
        begin(journal, ENTRIES[3])
        journal.keep_language("fr")
        begin(journal)
        journal.keep_rules("galopp-royal", {"rulebook": "nl"})
        assert (journal.numbers(), journal.language, journal.is_saved) == ([1], None, False)
    again = reopen(journal)  # its last chance
    assert [read(again.load(number)) for number in again.numbers()] == [[ENTRIES[0], LONG], [ENTRIES[3]], []]
    running = again.running()
    assert running is not None
    assert (running.id, again.language, again.rules("galopp-royal")) == (3, "fr", {"rulebook": "nl"})
    again.shut()


def test_what_waits_for_ever_costs_nothing_that_is_written(journal: Journal) -> None:
    begin(journal, ENTRIES[0])
    journal._db.execute("PRAGMA query_only = ON")
    journal.append(ENTRIES[3])
    journal.close()
    assert not journal.is_saved
    again = reopen(journal)
    assert read(again.running()) == [ENTRIES[0]]
    again.shut()


def test_without_room_for_the_index_beside_it_the_journal_is_opened_all_the_same(
    journal: Journal, folder: Path
) -> None:
    begin(journal, *ENTRIES)
    held = {ending: (folder / (FILE + ending)).read_bytes() for ending in ("", "-wal")}
    journal.shut()
    for ending, content in held.items():
        (folder / (FILE + ending)).write_bytes(content)
    (folder / f"{FILE}-shm").symlink_to("/nowhere/at/all")
    again = Journal(folder)
    assert (read(again.running()), again.set_aside) == (list(ENTRIES), None)
    again.append(ENTRIES[0])
    assert again.is_saved
    again.shut()


# --- no place to write -----------------------------------------------------------------------------------------------


def test_a_folder_that_cannot_be_written_to_is_refused_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(Unusable, match=r"^cannot keep games in .*; choose a folder the companion may write to$"):
        Journal(tmp_path / "file" / "state")
    with pytest.raises(Unusable):
        Journal(tmp_path / "file")
    assert (tmp_path / "file").read_text() == "in the way"


def test_a_folder_in_place_of_the_journal_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(Unusable, match="cannot keep games"):
        Journal(tmp_path)


def test_after_a_refusal_the_folder_is_free_again(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(Unusable):
        Journal(tmp_path)
    (tmp_path / FILE).rmdir()
    Journal(tmp_path).shut()


def test_a_folder_in_place_of_the_lock_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "lock").mkdir()
    with pytest.raises(Unusable, match="cannot keep games in"):
        Journal(tmp_path)


def test_a_folder_in_place_of_the_log_is_a_sentence(journal: Journal, folder: Path) -> None:
    begin(journal, *ENTRIES)
    journal.shut()
    (folder / f"{FILE}-wal").mkdir()
    with pytest.raises(Unusable, match="cannot keep games in"):
        Journal(folder)


@pytest.mark.parametrize("content", [b"", b"garbage" * 99])
@pytest.mark.parametrize("name", ["lock", f"{FILE}-wal", f"{FILE}-shm", f"{FILE}-journal"])
def test_garbage_in_place_of_any_file_costs_nothing(journal: Journal, folder: Path, name: str, content: bytes) -> None:
    begin(journal, *ENTRIES)
    journal.shut()
    (folder / name).write_bytes(content)
    again = Journal(folder)
    assert (read(again.running()), again.set_aside) == (list(ENTRIES), None)
    again.shut()
