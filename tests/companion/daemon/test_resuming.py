"""A game from the journal after a power cut, as far as it can be read."""

from __future__ import annotations

import sqlite3
from contextlib import closing, nullcontext
from pathlib import Path

import pytest

from companion.daemon.demo import read
from companion.daemon.resuming import DAMAGED_GAMES, record_of
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.journal.file import FILE
from companion.journal.journal import Journal
from companion.journal.saved import Saved
from companion.journal.schema import put, taste_of
from companion.kit.text import text
from companion.match import referee
from companion.match.thought import thought
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


def test_how_long_people_thought_is_on_disk_and_a_box_that_is_off_does_not_count(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    table.start(3)
    table.box.wait(100.0)
    table.tap("green1")
    table.hold("green1")
    table.box.wait(50.0)
    table.pull_the_plug()
    again = SteppedBox(tmp_path)
    again.box.wait(20.0)
    again.tap("green2")
    again.hold("green2")
    (red, green) = thought([past.step for past in again.session.history.done])
    assert (red.decisions, green.decisions) == (1, 1)
    assert 95 < red.total_s < 105
    assert 15 < green.total_s < 25, "the 50 seconds are lost with the power"
    record = record_of(again.journal.running() or pytest.fail("no game is on"))
    assert "thought" not in record
    again.pull_the_plug()


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


@pytest.mark.parametrize("cut_after", [None, 3], ids=["in the race", "while the box deals"])
def test_a_first_taste_stays_one_after_a_power_cut(tmp_path: Path, cut_after: int | None) -> None:
    """It ends after race 1, people roll in it, and its record is right: only bots bid."""
    table = SteppedBox(tmp_path)
    table.tap("green1", "green2", "green3")
    table.choose(text("First taste:"))
    table.pull_the_plug()
    if cut_after is not None:
        with closing(sqlite3.connect(tmp_path / FILE)) as db, db:
            db.execute("DELETE FROM entry WHERE n > ?", (cut_after,))
            db.execute("DELETE FROM chosen WHERE what GLOB 'bots of 1 behind *'")
    again = SteppedBox(tmp_path)
    assert again.session.state.race == 1
    while again.box.box.table.session is not None:
        question = again.session.question
        if question is not None and question.seat is not None:
            again.hold(f"green{again.joined()[question.seat - 1]}")
        read(again.box)
    saved = again.journal.load(1)
    assert saved is not None
    assert (saved.is_taste, saved.is_left, saved.bots) == (True, True, {})
    assert referee.check(GALOPP_ROYAL, record_of(saved)).is_over is False
    again.pull_the_plug()


def test_a_taste_of_which_a_copy_goes_on_is_one_there_too(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    table.tap("green1", "green2", "green3")
    table.choose(text("First taste:"))
    assert table.journal.go_on_with(1)
    saved = table.journal.running()
    assert saved is not None
    assert (saved.id, saved.is_taste) == (2, True)
    table.pull_the_plug()
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        assert db.execute("SELECT value FROM chosen WHERE what = ?", (taste_of(2),)).fetchall() == [("",)]
