"""A game from the journal after a power cut, as far as it can be read."""

from __future__ import annotations

import sqlite3
from contextlib import closing, nullcontext
from pathlib import Path

import pytest

from companion.daemon.resuming import DAMAGED_GAMES
from companion.journal.file import FILE
from companion.journal.journal import Journal
from companion.journal.saved import Saved
from companion.journal.schema import put
from tests import disk
from tests.companion.daemon.stepped_box import SteppedBox


def with_garbage_behind(folder: Path, good: int) -> None:
    """Entry `good + 1` of the game in progress is whole, and makes no sense."""
    with closing(sqlite3.connect(folder / FILE)) as db, db:
        db.execute("DELETE FROM entry WHERE n > ?", (good,))
        db.execute(*put("entry", 1, good + 1, b'{"kind": "dance"}'))


@pytest.mark.parametrize("is_full", [True, False])
def test_a_game_goes_on_from_its_last_entry_that_makes_sense(tmp_path: Path, is_full: bool) -> None:
    table = SteppedBox(tmp_path)
    table.start(3)
    table.tap("green1")
    table.hold("green1")
    state, good = table.session.state, len(table.session.history.done)
    table.tap("green2")
    table.hold("green2")
    table.pull_the_plug()
    with_garbage_behind(tmp_path, good)
    with disk.full() if is_full else nullcontext():
        again = SteppedBox(tmp_path)
        assert again.session.state == state
        assert again.journal.is_saved == (not is_full)
    view = again.box.box.table.view(again.box.now)
    assert (view.title, view.is_saved) == (DAMAGED_GAMES.title, not is_full)
    assert view.seats, "the lights show the game meanwhile"
    again.pull_the_plug()
    third = SteppedBox(tmp_path)
    assert third.session.state == state
    assert third.journal.numbers() == [1, 2]
    third.pull_the_plug()


def test_a_start_reads_the_rows_of_the_game_in_progress_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = SteppedBox(tmp_path)
    table.start(3)
    table.pull_the_plug()
    read: list[int] = []
    load = Journal.load

    def spy(journal: Journal, game: int) -> Saved | None:
        read.append(game)
        return load(journal, game)

    monkeypatch.setattr(Journal, "load", spy)
    SteppedBox(tmp_path).pull_the_plug()
    assert read == [1]
