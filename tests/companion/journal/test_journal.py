from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.games.galopp_royal.events import Bid
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.journal.file import FILE
from companion.journal.journal import Journal
from companion.journal.schema import VERSION, put
from companion.match.history import NewGame, Step
from companion.match.session import Session
from companion.match.stints import HandOver
from companion.testing.whole_games import SEED, finish
from tests import disk
from tests.companion.games.whole_games import sitting
from tests.companion.journal.saved_games import ENTRIES, HEADER, begin, read, reopen

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
    assert (saved.name, saved.header, saved.seed, saved.pairs) == ("galopp-royal", HEADER, SEED, (2, 4, 6))
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
    journal.begin(NewGame(GALOPP_ROYAL.name, GALOPP_ROYAL.header(start), SEED, (1, 2, 3, 4)))
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
    told: list[str] = []
    journal._db.set_trace_callback(told.append)
    begin(journal)
    assert [statement.split()[0] for statement in told] == ["BEGIN", "INSERT", "INSERT", "COMMIT"]
    assert journal._db.total_changes == before + 2


# --- an earlier game -------------------------------------------------------------------------------------------------


def test_an_earlier_game_goes_on_behind_the_others_and_the_one_in_progress_is_kept(journal: Journal) -> None:
    begin(journal, *ENTRIES[:2])
    journal.keep_bots({2: "strong"})
    begin(journal, ENTRIES[3])
    assert journal.go_on_with(1)
    journal.append(ENTRIES[2])
    again = reopen(journal)
    first, second, third = (again.load(number) for number in again.numbers())
    assert first is not None
    assert second is not None
    assert third is not None
    assert (first.is_left, second.is_left, third.is_left) == (True, True, False)
    assert read(again.running()) == read(third) == list(ENTRIES[:3])
    assert (third.header, third.seed, third.pairs, third.bots) == (first.header, first.seed, first.pairs, {2: "strong"})
    assert (read(first), read(second)) == (list(ENTRIES[:2]), [ENTRIES[3]])
    again.shut()


def test_an_earlier_game_goes_on_when_none_is_in_progress(journal: Journal) -> None:
    begin(journal, ENTRIES[0])
    journal.close()
    assert journal.go_on_with(1)
    journal.append(ENTRIES[3])
    assert read(journal.running()) == [ENTRIES[0], ENTRIES[3]]


def test_going_on_with_an_earlier_game_is_one_write(journal: Journal) -> None:
    begin(journal, ENTRIES[0])
    begin(journal)
    told: list[str] = []
    journal._db.set_trace_callback(told.append)
    journal.go_on_with(1)
    writes = [statement.split()[0] for statement in told if not statement.startswith("SELECT")]
    assert writes == ["BEGIN", "INSERT", "INSERT", "INSERT", "COMMIT"]


def test_on_a_full_disk_the_game_in_progress_stays(journal: Journal) -> None:
    begin(journal, ENTRIES[0])
    begin(journal, ENTRIES[3])
    with disk.full():
        assert not journal.go_on_with(1)
        assert not journal.is_saved
        assert not journal.go_on_with(1), "nor is it tried again"
    journal.append(ENTRIES[0])
    assert journal.is_saved
    assert journal.numbers() == [1, 2]
    assert read(journal.running()) == [ENTRIES[3], ENTRIES[0]]


def test_an_earlier_game_that_is_damaged_leaves_the_one_in_progress(journal: Journal) -> None:
    begin(journal, *ENTRIES)
    begin(journal, ENTRIES[3])
    with journal._db:
        journal._db.execute("UPDATE entry SET sum = 0 WHERE game = 1 AND n = 2")
    assert not journal.go_on_with(1)
    assert journal.is_saved
    assert read(journal.running()) == [ENTRIES[3]]


# --- what was chosen -------------------------------------------------------------------------------------------------


def test_the_language_is_kept_across_a_reopening(folder: Path) -> None:
    journal = Journal(folder)
    assert journal.language is None
    for language in ("de", "fr"):
        journal.keep_language(language)
    journal.shut()
    again = Journal(folder)
    assert again.language == "fr"
    again.shut()


def test_how_loud_is_kept_across_a_reopening(folder: Path) -> None:
    journal = Journal(folder)
    assert journal.sound is None
    for loudness in ("off", "full"):
        journal.keep_sound(loudness)
    journal.shut()
    again = Journal(folder)
    assert (again.sound, again.language) == ("full", None)
    again.shut()


def test_what_is_spoken_is_kept_across_a_reopening(folder: Path) -> None:
    journal = Journal(folder)
    assert journal.speech is None
    journal.keep_speech("turns")
    journal.shut()
    again = Journal(folder)
    assert (again.speech, again.sound) == ("turns", None)
    again.shut()


def test_the_sandglass_is_kept_across_a_reopening(folder: Path) -> None:
    journal = Journal(folder)
    assert journal.sandglass is None
    journal.keep_sandglass(120)
    journal.shut()
    again = Journal(folder)
    assert again.sandglass == "120"
    again.shut()


@pytest.mark.parametrize("shown", [True, False])
def test_whether_the_odds_are_shown_is_kept_across_a_reopening(folder: Path, *, shown: bool) -> None:
    journal = Journal(folder)
    assert journal.odds is None
    journal.keep_odds(shown=not shown)
    journal.keep_odds(shown=shown)
    journal.shut()
    again = Journal(folder)
    assert again.odds == shown
    again.shut()


def test_the_bots_of_an_older_companion_are_simple(journal: Journal) -> None:
    begin(journal, *ENTRIES[:2])
    journal._write(("bots", "[2,3]"))
    running = journal.running()
    assert running is not None
    assert running.bots == {2: "simple", 3: "simple"}


def test_the_seats_of_bots_are_kept_with_the_game(journal: Journal) -> None:
    begin(journal, *ENTRIES[:2])
    journal.keep_bots({1: "simple", 3: "simple"})
    begin(journal, *ENTRIES[:1])
    again = reopen(journal)
    running, before = again.running(), again.load(1)
    assert running is not None
    assert before is not None
    assert (running.bots, before.bots) == ({}, {1: "simple", 3: "simple"})
    again.keep_bots({2: "strong"})
    again.keep_bots({2: "random", 4: "simple"})
    again.cut(1, "a test")
    third = reopen(again)
    cut = third.running()
    assert cut is not None
    assert (cut.id, cut.bots) == (3, {2: "random", 4: "simple"})
    third.shut()


def test_from_which_entry_to_which_bots_played_is_kept_across_restarts_and_in_what_is_copied(journal: Journal) -> None:
    begin(journal)
    journal.keep_bots({1: "simple"})
    journal.append(ENTRIES[0])
    again = reopen(journal)
    again.keep_bots({1: "simple", 2: "strong"})
    again.append(ENTRIES[1])
    again.keep_bots({2: "strong"})
    again.keep_bots({})
    handed = (HandOver(0, {1: "simple"}), HandOver(1, {1: "simple", 2: "strong"}), HandOver(2, {}))
    first = again.running()
    assert first is not None
    assert first.handed == handed
    assert again.go_on_with(1)
    again.append(ENTRIES[2])
    again.keep_bots({3: "random"})
    whole = again.running()
    assert whole is not None
    assert whole.handed == (*handed, HandOver(3, {3: "random"}))
    again.cut(1, "a test")
    cut = again.running()
    assert cut is not None
    assert cut.handed == (handed[0], HandOver(1, {3: "random"})), "who sat there last sits there still"
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


def test_what_was_read_once_and_the_names_given_are_kept_across_a_reopening(folder: Path) -> None:
    journal = Journal(folder)
    assert (journal.known, journal.names) == (frozenset(), ({}, []))
    for what in ("keys", "keys", "board of nim"):
        journal.keep_known(what)
    journal.keep_language("de")
    for names in ({1: "Ada"}, {1: "Ada", 4: "Bo"}):
        journal.keep_names(names, ("Bo", "Ada"))
    journal.shut()
    again = Journal(folder)
    assert again.known == {"keys", "board of nim"}
    assert again.names == ({1: "Ada", 4: "Bo"}, ["Bo", "Ada"])
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


# --- a disk that takes nothing ---------------------------------------------------------------------------------------


@contextmanager
def full(journal: Journal) -> Iterator[None]:
    """The disk is full: not one more page fits."""
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
"""A step so long that it needs pages of its own."""


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


def damage(folder: Path, good: int) -> dict[str, bytes]:
    """Damage the journal's last game after so many entries; gives the files."""
    with closing(sqlite3.connect(folder / FILE)) as db, db:
        db.execute("UPDATE entry SET sum = 0 WHERE n = ? AND game = (SELECT MAX(id) FROM game)", (good + 1,))
    return disk.files(folder)


def test_a_first_start_on_a_full_disk_plays_and_saves_when_there_is_room(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with disk.full():
        journal = Journal(folder)
        assert not journal.is_saved
        begin(journal, *ENTRIES)
        journal.keep_language("fr")
        assert not journal.is_saved
    assert disk.files(folder) == {}, "nothing half-made is left"
    journal.append(ENTRIES[3])
    assert journal.is_saved
    assert [line.partition(":")[0] for line in caplog.messages] == ["not saved", "saved again, nothing is missing"]
    again = reopen(journal)
    assert (read(again.running()), again.language) == ([*ENTRIES, ENTRIES[3]], "fr")
    again.shut()


def test_where_nothing_can_be_opened_the_box_starts_with_nothing_and_goes_on_behind_what_is_there(
    journal: Journal, folder: Path
) -> None:
    begin(journal, *ENTRIES)
    journal.shut()
    with disk.gone():
        blind = Journal(folder)
        assert (blind.running(), blind.is_saved) == (None, False)
        blind.keep_language("nl")
        begin(blind, ENTRIES[3])
    blind.append(ENTRIES[3])
    assert blind.is_saved
    again = reopen(blind)
    assert [read(again.load(number)) for number in again.numbers()] == [list(ENTRIES), [ENTRIES[3]] * 2]
    first = again.load(1)
    assert first is not None
    assert (first.is_left, again.language, again.set_aside) == (True, "nl", None)
    again.shut()


def test_a_choice_made_blindly_ends_no_game(journal: Journal, folder: Path) -> None:
    begin(journal, *ENTRIES)
    journal.shut()
    with disk.gone():
        blind = Journal(folder)
    blind.keep_language("nl")
    again = reopen(blind)
    assert (read(again.running()), again.language) == (list(ENTRIES), "nl")
    again.shut()


def test_what_could_not_be_read_at_the_start_stays_and_the_game_goes_on_behind_it(
    journal: Journal, folder: Path
) -> None:
    begin(journal, *ENTRIES)
    journal.shut()
    whole = disk.files(folder)
    damage(folder, good=2)
    with disk.full():
        half = Journal(folder)
        assert read(half.running()) == list(ENTRIES[:2])
        half.append(ENTRIES[3])
    for name, content in whole.items():
        (folder / name).write_bytes(content)
    half.append(ENTRIES[0])
    again = reopen(half)
    assert [read(again.load(number)) for number in again.numbers()] == [
        list(ENTRIES),
        [*ENTRIES[:2], ENTRIES[3], ENTRIES[0]],
    ]
    assert again.set_aside is None
    again.shut()


def test_on_a_full_disk_a_damaged_journal_stays_and_continues_and_is_set_aside_later(
    journal: Journal, folder: Path
) -> None:
    begin(journal, *ENTRIES)
    journal.keep_language("de")
    journal.shut()
    held = damage(folder, good=2)
    with disk.full():
        journal = Journal(folder)
        assert (read(journal.running()), journal.language) == (list(ENTRIES[:2]), "de")
        journal.append(ENTRIES[3])
        assert (journal.is_saved, journal.set_aside) == (False, None)
        assert disk.files(folder) == held
    journal.append(ENTRIES[0])
    assert journal.is_saved
    assert journal.set_aside is not None
    assert journal.set_aside.read_bytes() == held[FILE]
    again = reopen(journal)
    assert (read(again.running()), again.numbers()) == ([*ENTRIES[:2], ENTRIES[3], ENTRIES[0]], [1])
    again.shut()


def test_a_disk_that_stays_full_costs_nothing_that_was_saved(journal: Journal, folder: Path) -> None:
    begin(journal, *ENTRIES)
    journal.shut()
    held = damage(folder, good=2)
    with disk.full():
        journal = Journal(folder)
        journal.append(ENTRIES[3])
        journal.shut()
        assert not journal.is_saved
    assert disk.files(folder) == held


def test_a_game_is_cut_on_a_full_disk_too(journal: Journal) -> None:
    begin(journal, *ENTRIES)
    with full(journal):
        journal.append(LONG)
        journal.cut(2, "a test")
        assert not journal.is_saved
    journal.append(ENTRIES[3])
    again = reopen(journal)
    assert read(again.running()) == [*ENTRIES[:2], ENTRIES[3]]
    assert read(again.load(1)) == [*ENTRIES, LONG]
    again.shut()


def test_who_could_not_hold_the_file_waits_until_the_other_has_gone(folder: Path) -> None:
    with disk.gone():
        journal = Journal(folder)
    other = Journal(folder)
    begin(other, *ENTRIES)
    begin(journal, ENTRIES[0])
    assert not journal.is_saved
    other.shut()
    journal.append(ENTRIES[3])
    assert journal.is_saved
    again = reopen(journal)
    assert [read(again.load(number)) for number in again.numbers()] == [list(ENTRIES), [ENTRIES[0], ENTRIES[3]]]
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


def test_a_game_goes_on_from_the_entries_that_can_be_read_and_is_kept_as_it_is(journal: Journal) -> None:
    begin(journal, ENTRIES[3])
    begin(journal, *ENTRIES)
    journal.cut(2, "a test")
    journal.append(ENTRIES[3])
    again = reopen(journal)
    assert [read(again.load(number)) for number in again.numbers()] == [
        [ENTRIES[3]],
        list(ENTRIES),
        [*ENTRIES[:2], ENTRIES[3]],
    ]
    cut, running = again.load(2), again.running()
    assert cut is not None
    assert running is not None
    assert (cut.is_left, running.id, again.set_aside) == (True, 3, None)
    assert (running.header, running.seed, running.pairs) == (cut.header, cut.seed, cut.pairs)
    again.shut()


def test_the_records_of_a_house_are_kept_for_each_game_across_a_reopening(folder: Path) -> None:
    journal = Journal(folder)
    assert journal.bests("nim") == {}
    for best in (3, 5):
        journal.keep_bests("nim", {"pile": best})
    journal.shut()
    again = Journal(folder)
    assert (again.bests("nim"), again.bests("whist")) == ({"pile": 5}, {})
    again.shut()


def test_what_was_chosen_for_eyes_and_a_single_switch_is_kept_across_a_reopening(folder: Path) -> None:
    journal = Journal(folder)
    assert (journal.lettering, journal.shorts) == (None, {})
    journal.keep_lettering("large")
    journal.keep_shorts({"Maximiliane": "Maxi"})
    journal.keep_scans({3: 2.0})
    journal.shut()
    again = Journal(folder)
    assert (again.lettering, again.shorts) == ("large", {"Maximiliane": "Maxi"})
    assert again.scans == {3: 2.0}
    again.shut()
