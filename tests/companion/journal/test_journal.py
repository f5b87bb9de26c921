from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.games.galopp_royal.events import EVENTS, Bid, Passed
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.journal.entries import decode, encode
from companion.journal.journal import FILE, VERSION, Journal, Saved, Unusable
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
    with pytest.raises(sqlite3.IntegrityError):
        journal.append(ENTRIES[0])
    begin(journal)
    journal.close()
    with pytest.raises(sqlite3.IntegrityError):
        journal.append(ENTRIES[0])
    assert read(journal.load(1)) == []


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
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        reader.append(ENTRIES[3])
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
    journal.shut()
    held = (folder / FILE).read_bytes()
    with pytest.raises(Unusable, match=r"games\.sqlite was written by a newer companion; update this one"):
        Journal(folder)
    assert (folder / FILE).read_bytes() == held
    assert not list(folder.glob("games-damaged-*"))
    with closing(sqlite3.connect(folder / FILE)) as db:
        assert [encode(entry) for entry in ENTRIES] == [row for (row,) in db.execute("SELECT body FROM entry")]
        db.execute(f"PRAGMA user_version = {VERSION}")
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
        db.execute("UPDATE chosen SET value = ?", (by_hand,))
    again = Journal(folder)
    with pytest.raises(ValueError, match=r"\w"):
        again.rules("galopp-royal")
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
