"""What a journal tells its reader, and what stays secret."""

from __future__ import annotations

import json
import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.club.story import ALL, Place, Story
from companion.club.telling import state, told
from companion.club.topics import LogEntry
from companion.games.cat_royal.rules import CAT_ROYAL
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.installed import join
from companion.installed.shelf import add, look_further
from companion.journal.entries import decode
from companion.journal.journal import Journal
from companion.journal.permanent import name_of
from companion.kit.rules import Rules
from companion.match.history import NewGame
from companion.match.record import header
from tests.companion.club.evenings import Evening, MakeEvening, text_of
from tests.companion.installed.wheels import wheel


def heard(story: Story) -> list[LogEntry]:
    """Everything there is to tell now."""
    return list(iter(story.read_on, None))


def test_a_game_in_progress_is_told_entry_by_entry_as_the_record_of_a_running_game_has_it(evening: Evening) -> None:
    story = Story(evening.folder, Place(1))
    session = evening.some(40)
    entries = heard(story)
    assert [entry.entry for entry in entries] == list(range(1, 41))
    lines = [json.dumps(line, ensure_ascii=False) for entry in entries for line in entry.lines]
    assert lines == text_of(session).splitlines()[1:]
    assert len({entry.game for entry in entries}) == 1
    assert entries[-1].n == len(lines)
    assert heard(story) == []


@pytest.mark.parametrize("rules", ["galopp-royal", "cat-royal"])
def test_nothing_that_is_told_of_a_running_game_is_secret(tmp_path: Path, evening_in: MakeEvening, rules: str) -> None:
    evening = (
        evening_in(tmp_path, 3, CAT_ROYAL)
        if rules == "cat-royal"
        else evening_in(tmp_path, 3, options={"open_cash": False})
    )
    session = evening.some(60)
    lines = [line for entry in heard(Story(tmp_path, Place(1))) for line in entry.lines]
    assert session.seed not in json.dumps(lines)
    dealt = [line for line in lines if line["event"] == "dealt"]
    hands = [card for line in dealt for hand in line["hands"].values() for card in hand]  # type: ignore[attr-defined]  # seats with cards
    assert hands
    assert set(hands) == {None}
    assert text_of(session, secrets=True) != text_of(session), "there is something to hide"
    if rules == "galopp-royal":
        assert {line["after"]["coins"] for line in lines} == {None}  # type: ignore[index]  # as a record has it


@pytest.mark.usefixtures("shelf_folder")
def test_a_game_that_was_added_since_the_voice_began_is_told(evening_in: MakeEvening, tmp_path: Path) -> None:
    before, games.look_further = games.LIST, look_further
    add(wheel(tmp_path))
    join()
    session = evening_in(tmp_path, 1, games.find_rules("otters")).some(3, "Ada", "Bea")
    games.LIST = before
    lines = [json.dumps(line, ensure_ascii=False) for entry in heard(Story(tmp_path, Place(1))) for line in entry.lines]
    assert lines == text_of(session).splitlines()[1:]


def test_undo_and_redo_are_told_with_the_line_that_counts_then(evening: Evening) -> None:
    session = evening.some(30)
    evening.undo()
    story = Story(evening.folder, Place(1))
    *_, before, undone = heard(story)
    assert (before.kind, undone.kind, undone.lines) == ("step", "undo", ())
    assert undone.n < before.n == sum(len(past.step.events) for past in session.history.done)
    assert story.session is not None
    assert story.session.state == evening.session.state  # type: ignore[union-attr]  # there is one


def test_a_story_goes_on_where_somebody_left_off(evening: Evening) -> None:
    evening.some(10)
    evening.undo()
    assert [entry.entry for entry in heard(Story(evening.folder, Place(1, 8)))] == [9, 10, 11]
    assert heard(Story(evening.folder, Place(1, 11))) == []


def test_what_was_played_before_today_stays_with_the_box(evening: Evening) -> None:
    evening.some(10)
    evening.journal.close()
    story = Story(evening.folder, None)
    assert heard(story) == []
    evening.some(5)
    assert [entry.entry for entry in heard(story)] == [1, 2, 3, 4, 5]
    assert story.place == Place(2, 5)


def test_of_a_game_in_progress_that_nobody_has_heard_of_all_is_told(evening: Evening) -> None:
    evening.some(7)
    assert len(heard(Story(evening.folder, None))) == 7


def test_one_game_after_another_is_told(evening: Evening) -> None:
    story = Story(evening.folder, Place(1))
    evening.some(5)
    heard(story)
    assert not story.is_left
    evening.some(6)
    assert [entry.entry for entry in heard(story)] == [1, 2, 3, 4, 5, 6]
    evening.journal.close()
    heard(story)
    assert story.is_left


def test_a_box_that_has_no_journal_yet_has_nothing_to_tell(tmp_path: Path, evening_in: MakeEvening) -> None:
    story = Story(tmp_path / "box", None)
    assert heard(story) == []
    assert story.place is None
    evening_in(tmp_path / "box", 1).some(3)
    assert len(heard(story)) == 3


def test_where_a_box_begins_to_tell_is_settled_by_a_look_at_its_journal(tmp_path: Path, evening: Evening) -> None:
    def first() -> Place | None:
        return Story(evening.folder, None).settle()

    assert Story(tmp_path / "box", None).settle() is None
    assert first() == Place(1)
    evening.some(3)
    assert first() == Place(1)
    evening.some(3)
    assert first() == Place(2)
    evening.journal.close()
    assert first() == Place(2, ALL)
    evening.some(3)
    evening.journal.shut()
    with closing(sqlite3.connect(evening.folder / "games.sqlite")) as db, db:
        db.execute("UPDATE game SET seed = ''")
    assert first() == Place(3, ALL), "behind what is damaged"


def test_a_younger_journal_is_read_from_its_beginning(evening: Evening) -> None:
    evening.some(5)
    assert len(heard(Story(evening.folder, Place(17, 200)))) == 5
    assert len(heard(Story(evening.folder, Place(17, ALL)))) == 5


def test_a_game_that_cannot_be_read_is_passed_over(evening: Evening, caplog: pytest.LogCaptureFixture) -> None:
    evening.journal.begin(NewGame("whist", {}, "00", (1,)))
    story = Story(evening.folder, Place(1))
    with caplog.at_level(logging.WARNING):
        assert heard(story) == []
        evening.some(4)
        assert len(heard(story)) == 4
    (line,) = caplog.messages
    assert "game 1 cannot be told" in line
    assert "whist" in line


def test_an_entry_that_makes_no_sense_ends_the_telling_of_its_game_alone(evening: Evening) -> None:
    evening.some(4)
    evening.journal._write(("entry", b'{"kind":"trick"}'))
    story = Story(evening.folder, Place(1))
    assert len([entry for _ in range(8) if (entry := story.read_on())]) == 4
    evening.some(2)
    assert len(heard(story)) == 2


def test_following_writes_nothing_beside_the_games_and_holds_nothing_open(evening: Evening) -> None:
    evening.some(3)
    before = sorted(path.name for path in evening.folder.iterdir())
    story = Story(evening.folder, Place(1))
    heard(story)
    assert sorted(path.name for path in evening.folder.iterdir()) == before
    evening.journal.shut()
    assert sorted(path.name for path in evening.folder.iterdir()) == ["games.sqlite", "lock"], (
        "the box was the last one"
    )
    assert [entry.entry for entry in heard(Story(evening.folder, Place(1)))] == [1, 2, 3], "of a box that is off"


def test_a_copied_game_goes_by_its_old_name_so_that_its_entries_are_known(evening: Evening) -> None:
    evening.some(6)
    evening.journal.close()
    assert evening.journal.go_on_with(1)
    first, *rest = heard(Story(evening.folder, Place(1)))
    assert [entry.entry for entry in (first, *rest)] == [1, 2, 3, 4, 5, 6] * 2
    assert {entry.game for entry in rest} == {first.game}


def test_the_state_says_who_acts_and_how_all_stand_in_the_table_s_language(evening: Evening) -> None:
    assert state(None, "de").stage == "joining"
    session = evening.some(40, "Ada", "Bea", "Cem")
    now = state(session, "de")
    assert (now.stage, now.game, now.winner) == ("playing", "Galopp Royal", "")
    assert now.progress.startswith("Rennen ")
    assert session.question is not None
    assert now.turn_seat == session.question.seat
    assert now.turn == {"1": "Ada", "2": "Bea", "3": "Cem"}[str(now.turn_seat)]
    assert {seat: sitter.name for seat, sitter in now.seats.items()} == {"1": "Ada", "2": "Bea", "3": "Cem"}
    assert sum(int(sitter.has) for sitter in now.seats.values()) <= 150


def test_a_state_of_a_game_that_is_over_names_the_winner(evening: Evening) -> None:
    for last in evening.play("Ada", "Bea", "Cem"):
        session = last
    now = state(session, "en")
    best = max(int(sitter.has) for sitter in now.seats.values())
    assert now.stage == "over"
    assert now.turn_seat is None
    assert now.winner.split(", ") == [sitter.name for sitter in now.seats.values() if int(sitter.has) == best]


@pytest.mark.parametrize("rules", [GALOPP_ROYAL, CAT_ROYAL])
def test_the_end_keeps_the_seed_since_somebody_may_undo_it(
    tmp_path: Path, evening_in: MakeEvening, rules: Rules[Any]
) -> None:
    evening = evening_in(tmp_path, 3, rules)
    for last in evening.play():
        session = last
    evening.undo()
    told = heard(Story(tmp_path, Place(1)))
    assert told[-2].lines[-1]["event"] == "ended"
    assert told[-2].lines[-1]["seed"] is None
    assert session.seed not in json.dumps([entry.lines for entry in told]) + str(state(session, "en"))
    assert session.seed in text_of(session), "the record opens it"


def test_what_is_told_of_a_step_hangs_on_no_other(evening: Evening) -> None:
    session = evening.some(2)
    journal = Journal(evening.folder, read_only=True)
    saved = journal.load(1)
    assert saved is not None
    entry = decode(saved.entries[0], session.rules.events)
    before = type(session)(session.rules, session.seed, session.rules.read_header(saved.header))
    name = name_of(header(session.rules, before.state), saved.began)
    assert told(name, 1, entry, before, before.apply(entry)) == heard(Story(evening.folder, Place(1)))[0]
    journal.shut()
