from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from datetime import datetime, tzinfo
from pathlib import Path

import pytest

from companion.journal.entries import encode
from companion.journal.file import FILE, File
from companion.journal.journal import Journal
from companion.journal.look import open_to_read
from companion.journal.schema import VERSION, IntactRows, seal
from companion.kit.errors import Damaged, DiskFails, Unusable
from tests import disk
from tests.companion.journal.saved_games import ENTRIES, HEADER, begin, old_journal, read, reopen

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
    """Overwrite part of the journal; gives its new contents."""
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
    with pytest.raises(Unusable, match="SQLite writes no such format"):
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


# --- damage within a row ---------------------------------------------------------------------------------------------


def damaged(folder: Path, statement: str) -> bytes:
    """The file after an SQL statement that the journal did not make."""
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
def test_a_log_without_its_file_is_set_aside_and_its_games_are_whole(
    journal: Journal, folder: Path, is_gone: bool
) -> None:
    begin(journal, *ENTRIES)
    held = {ending: (folder / (FILE + ending)).read_bytes() for ending in ("", "-wal")}
    journal.shut()
    if not is_gone:
        (folder / FILE).write_bytes(b"")
    else:
        (folder / FILE).unlink()
    (folder / f"{FILE}-wal").write_bytes(held["-wal"])
    reader = Journal(folder, read_only=True)
    assert read(reader.running()) == list(ENTRIES)
    reader.shut()
    again = Journal(folder)
    assert again.set_aside is not None
    assert read(again.running()) == list(ENTRIES)
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

    monkeypatch.setattr("companion.journal.file.datetime", Stopped)
    folder.mkdir(parents=True)
    for count in range(3):
        (folder / FILE).write_bytes(b"x" * (5000 + count))
        Journal(folder).shut()
    sizes = {path.name: path.stat().st_size for path in folder.glob("games-damaged-*.sqlite")}
    name = f"games-damaged-{year}0101-000000-000000"
    assert sizes == {f"{name}.sqlite": 5000, f"{name}-2.sqlite": 5001, f"{name}-3.sqlite": 5002}


# --- journals of older versions --------------------------------------------------------------------------------------


@pytest.mark.parametrize("with_choice", [True, False])
@pytest.mark.parametrize("read_only", [True, False])
def test_a_journal_of_version_1_is_read_and_continued(folder: Path, with_choice: bool, read_only: bool) -> None:
    old_journal(folder, with_choice=with_choice)
    journal = Journal(folder, read_only=read_only)
    first, saved = journal.load(1), journal.running()
    assert first is not None
    assert saved is not None
    assert (first.is_left, first.entries, saved.is_left) == (True, (), False)
    assert (saved.header, saved.pairs, saved.began, read(saved)) == (HEADER, (2, 4, 6), "1995-01-01", list(ENTRIES))
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


# --- no place to write -----------------------------------------------------------------------------------------------


def test_a_folder_that_cannot_be_written_to_is_refused_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(Unusable, match=r"state: expected a folder to keep games in; Not a directory\.$"):
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


# --- a disk that fails -----------------------------------------------------------------------------------------------


def test_on_a_full_disk_a_journal_of_version_1_continues_and_is_replaced_later(folder: Path) -> None:
    old_journal(folder, with_choice=True)
    held = disk.files(folder)
    with disk.full():
        journal = Journal(folder)
        assert (read(journal.running()), journal.language, journal.is_saved) == (list(ENTRIES), "fr", False)
        journal.append(ENTRIES[0])
        assert disk.files(folder) == held
    journal.append(ENTRIES[3])
    assert (journal.is_saved, journal.set_aside) == (True, None)
    (old,) = folder.glob("games-old-*.sqlite")
    assert old.read_bytes() == held[FILE]
    again = reopen(journal)
    assert (read(again.running()), again.numbers()) == ([*ENTRIES, ENTRIES[0], ENTRIES[3]], [1, 2])
    again.shut()


@pytest.mark.parametrize("has_index", [True, False])
def test_a_damaged_file_and_its_log_are_kept_byte_for_byte(journal: Journal, folder: Path, has_index: bool) -> None:
    begin(journal, *ENTRIES)
    held = disk.files(folder)
    journal.shut()
    held[FILE] = held[FILE][:-4096] + b"\xff" * 4096
    del held[f"{FILE}-shm"]
    disk.lay(folder, held)
    if not has_index:
        (folder / f"{FILE}-shm").symlink_to("/nowhere/at/all")
    again = Journal(folder)
    assert again.set_aside is not None
    aside = {name: folder / name.replace(FILE, again.set_aside.name) for name in held}
    assert {name: path.read_bytes() for name, path in aside.items()} == held
    again.shut()


def hot(folder: Path) -> dict[str, bytes]:
    """The files after a power cut while SQLite writes with a rollback journal."""
    old_journal(folder, with_choice=True)
    with closing(sqlite3.connect(folder / FILE)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("PRAGMA cache_size = 1")
        db.execute("UPDATE entry SET body = ?", (b"x" * 9000,))
        db.execute("UPDATE game SET seed = ?", ("x" * 9000,))
        return disk.files(folder)


def test_what_sqlite_had_begun_when_the_plug_was_pulled_is_taken_back(folder: Path) -> None:
    held = hot(folder)
    assert len(held[f"{FILE}-journal"]) > 4096
    disk.lay(folder, held)
    with disk.full():
        waiting = Journal(folder)
        assert not waiting.is_saved
        waiting.shut()
    journal = Journal(folder)
    assert (read(journal.running()), journal.language, journal.set_aside) == (list(ENTRIES), "fr", None)
    journal.shut()


def test_a_disk_of_which_nothing_can_be_opened_is_no_traceback(folder: Path) -> None:
    two_games(folder)
    file = File(folder)
    with disk.gone(), pytest.raises(DiskFails):
        file.open()
    with disk.gone():
        assert file.read() == IntactRows()
    with closing(file.open()), disk.gone(), pytest.raises(Unusable, match="cannot read"):
        open_to_read(folder / FILE)
    file.release()


# --- a power cut while a file is replaced ----------------------------------------------------------------------------


def taken_over(folder: Path) -> tuple[dict[str, bytes], dict[str, bytes], str]:
    """A damaged journal with its log, before and after a start, and the name of the kept file."""
    journal = Journal(folder)
    begin(journal, *ENTRIES)
    journal.shut()
    with closing(sqlite3.connect(folder / FILE)) as db, db:
        db.execute("UPDATE entry SET sum = 0 WHERE n = 4")
    before = disk.files(folder) | {f"{FILE}-wal": b"not a log" * 9}
    disk.lay(folder, before)
    journal = Journal(folder)
    assert journal.set_aside is not None
    name = journal.set_aside.name
    journal.shut()
    return before, disk.files(folder), name


def test_a_takeover_is_finished_wherever_the_plug_was_pulled(folder: Path) -> None:
    before, after, aside = taken_over(folder)
    new = f"{aside}.new"
    half = {new: after[FILE][:5000], f"{new}-journal": b"begun"}
    moved = {aside: before[FILE], new: after[FILE]}
    log = before[f"{FILE}-wal"]
    for left in (
        before,
        before | half,
        before | {new: after[FILE]},
        moved | {f"{FILE}-wal": log},
        moved | {f"{aside}-wal": log},
    ):
        disk.lay(folder, left)
        reader = Journal(folder, read_only=True) if FILE not in left else None
        if reader is not None:
            assert read(reader.running()) == list(ENTRIES[:3])
            reader.shut()
        journal = Journal(folder)
        assert journal.set_aside is not None
        assert read(journal.running()) == list(ENTRIES[:3])
        assert journal.set_aside.read_bytes() == before[FILE]
        assert journal.set_aside.with_name(f"{journal.set_aside.name}-wal").read_bytes() == log
        journal.append(ENTRIES[0])
        assert journal.is_saved
        journal.shut()
        assert not list(folder.glob("*.new*"))


def test_a_first_start_that_was_cut_short_is_begun_again(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "games-old-20260101-000000-000000.sqlite.new").write_bytes(b"SQLite format 3\0")
    journal = Journal(folder)
    begin(journal, ENTRIES[0])
    journal.shut()
    assert list(disk.files(folder)) == [FILE]


def test_the_new_file_of_a_start_long_past_replaces_nothing(folder: Path) -> None:
    two_games(folder)
    held = disk.files(folder)
    disk.lay(folder, {"games-damaged-20260101-000000-000000.sqlite.new": held[FILE]})
    Journal(folder).shut()
    journal = Journal(folder)
    begin(journal, *ENTRIES[:1])
    journal.shut()
    after = disk.files(folder)
    disk.lay(folder, after | {"games-damaged-20260101-000000-000000.sqlite.new": held[FILE]})
    Journal(folder).shut()
    assert disk.files(folder) == after
