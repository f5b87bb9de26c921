"""The power is cut while a file is made, migrated, set aside or resumed: at every system call, and then once more.

Undamaged data in the folder is there after the next start, and no byte of a file that was set aside is lost.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from companion.journal.file import FILE
from companion.journal.journal import Journal
from companion.journal.schema import put
from companion.match.history import Entry
from tests import disk
from tests.companion.journal.saved_games import ENTRIES, begin, old_journal, read
from tests.disk import Files
from tests.power.killed_box import Bots, opened
from tests.power.left_by_kills import after_every_call

pytestmark = [pytest.mark.slow, pytest.mark.in_box_time]


class Left:
    """What a folder holds before a start, and the part of it that must always remain."""

    def __init__(self, files: Files, running: list[Entry] | None, language: str | None) -> None:
        self.files = files
        self.running = running
        self.language = language
        self.kept = [content for name, content in files.items() if name.removeprefix(FILE) in ("", "-wal")]


def nothing(_folder: Path) -> Left:
    return Left({}, None, None)


def old(folder: Path) -> Left:
    old_journal(folder / "state", with_choice=True)
    return Left(disk.files(folder / "state"), list(ENTRIES), "fr")


def damaged(folder: Path) -> Left:
    """Its last entry cannot be read."""
    with opened(folder) as journal:
        begin(journal, *ENTRIES)
        journal.keep_language("nl")
    with closing(sqlite3.connect(folder / FILE)) as db, db:
        db.execute("UPDATE entry SET sum = 0 WHERE n = 4")
    return Left(disk.files(folder), list(ENTRIES[:3]), "nl")


def damaged_with_a_log(folder: Path) -> Left:
    """The same, and one more entry in the log."""
    damaged(folder)
    with closing(sqlite3.connect(folder / FILE)) as db:
        with db:
            db.execute(*put("entry", 1, 5, b"behind what is damaged"))
        files = disk.files(folder)
    del files[f"{FILE}-shm"]
    return Left(files, list(ENTRIES[:3]), "nl")


def log_alone(folder: Path) -> Left:
    """A young journal, of which a file system's repair has left only the log."""
    with opened(folder) as journal:
        begin(journal, *ENTRIES)
        journal.keep_language("nl")
        files = disk.files(folder)
    return Left({f"{FILE}-wal": files[f"{FILE}-wal"]}, list(ENTRIES), "nl")


LEFT: tuple[Callable[[Path], Left], ...] = (nothing, old, damaged, damaged_with_a_log, log_alone)


def start(folder: Path) -> None:
    """Start the box and kill it as soon as it is up."""
    Journal(folder)


def comes_back(folder: Path, state: Files, left: Left) -> None:
    disk.lay(folder, state)
    with opened(folder) as journal:
        assert journal.is_saved
        running = journal.running()
        assert (read(running) if running is not None else None, journal.language) == (left.running, left.language)
        kept = list(disk.files(folder).values())
        assert all(content in kept for content in left.kept), "not all is kept as it was"
        journal.keep_language("en")
        assert journal.is_saved
    assert not list(folder.glob("*.new*"))


@pytest.mark.parametrize("left_by", LEFT)
def test_a_start_killed_at_any_system_call_is_made_good_by_the_next(left_by: Callable[[Path], Left]) -> None:
    with TemporaryDirectory() as name, disk.none() as folder:
        left = left_by(Path(name))
        disk.lay(folder, left.files)
        states = after_every_call(folder, lambda: start(folder))
        assert len(states) > 10
        twice = 0
        for state in states:
            comes_back(folder, state, left)
            disk.lay(folder, state)
            for again in after_every_call(folder, lambda: start(folder))[1:]:
                comes_back(folder, again, left)
                twice += 1
        print(f"{len(states)} states after one kill, {twice} after two")


def test_a_plug_pulled_when_a_full_disk_has_room_again_costs_nothing_that_was_saved() -> None:
    """The box has started in memory, and plays; then the file is set aside, filled anew and written to."""
    with TemporaryDirectory() as name, disk.none() as folder:
        left = damaged(Path(name))
        disk.lay(folder, left.files)

        def play() -> None:
            with disk.full():
                journal = Journal(folder)
                journal.append(ENTRIES[0])
            journal.append(ENTRIES[3])
            assert journal.is_saved

        states = after_every_call(folder, play)
        lengths = []
        for state in states:
            disk.lay(folder, state)
            with opened(folder) as journal:
                lengths.append(len(read(journal.running())))
                assert read(journal.running()) == [*ENTRIES[:3], ENTRIES[0], ENTRIES[3]][: lengths[-1]]
        assert (lengths, set(lengths)) == (sorted(lengths), {3, 5}), "what waited comes at once"


def test_a_plug_pulled_when_a_game_is_resumed_up_to_an_entry_that_makes_no_sense() -> None:
    with TemporaryDirectory() as name, disk.none() as folder:
        origin = Path(name)
        with opened(origin) as journal:
            good = next(length for length in Bots(journal, 3).play() if length >= 12)
            before = Bots(journal, 3).moment()
        with closing(sqlite3.connect(origin / FILE)) as db, db:
            db.execute(*put("entry", 1, good + 1, b'{"kind": "dance"}'))
        disk.lay(folder, disk.files(origin))
        states = after_every_call(folder, lambda: start_at_the_table(folder))
        for state in states:
            disk.lay(folder, state)
            with opened(folder) as journal:
                assert Bots(journal, 3).moment() == before
                assert journal.numbers() == [1, 2]
                first = journal.load(1)
                assert first is not None
                assert (first.is_left, len(first.entries)) == (True, good + 1)


def test_a_plug_pulled_when_an_earlier_game_is_resumed() -> None:
    with TemporaryDirectory() as name, disk.none() as folder:
        origin = Path(name)
        with opened(origin) as journal:
            begin(journal, *ENTRIES)
            begin(journal, ENTRIES[3])
        disk.lay(folder, disk.files(origin))

        def choose() -> None:
            assert Journal(folder).go_on_with(1)

        came = []
        for state in after_every_call(folder, choose):
            disk.lay(folder, state)
            with opened(folder) as journal:
                assert journal.set_aside is None
                came.append(read(journal.running()))
        assert [game for game, _ in groupby(came)] == [[ENTRIES[3]], list(ENTRIES)], "one or the other, and no third"


def start_at_the_table(folder: Path) -> None:
    """Start the box up to its first picture."""
    Bots(Journal(folder), 3).moment()
