"""The rules of play agreed on at the box: from fingers on keys over a power cut into the next game's header."""

from __future__ import annotations

import json
import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from companion.daemon.aside import missing
from companion.daemon.assembly import LOST_RULES, World, assemble, new_moment
from companion.daemon.demo import press
from companion.daemon.parts import twin_parts
from companion.daemon.small_files import keep
from companion.faces.oled import draw
from companion.games.galopp_royal.booklet import PRESETS
from companion.games.galopp_royal.duties import Duties
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.games.galopp_royal.setup import Setup
from companion.journal.file import FILE
from companion.journal.journal import Journal
from companion.journal.schema import put
from companion.kit.errors import BadConfig
from companion.kit.text import speak, text
from companion.locale import translator
from companion.table.afar import Reply
from companion.table.controls import Press
from companion.table.owning import AssignDuty
from companion.table.saving import DOES_NOT_LAST
from tests import disk
from tests.companion.daemon.stepped_box import RESTED_S, SteppedBox, config
from tests.companion.games.nim import NIM
from tests.companion.games.offered import offer

NAME = GALOPP_ROYAL.name
BOARD = GALOPP_ROYAL.board_name


def setup(table: SteppedBox) -> Setup:
    state: Setup = table.session.state.setup
    return state


def agree_on_french_rules(table: SteppedBox) -> None:
    """The menu, its rules of play, one rulebook back; all confirmed."""
    table.choose(text("Rules of play"))
    table.tap("red3")
    table.hold(*["green4"] * len(GALOPP_ROYAL.options({})))


def test_rules_agreed_on_at_the_box_outlive_a_power_cut_and_win_over_the_settings(tmp_path: Path) -> None:
    settings = config(rulebook="de", options={"open_cash": False})
    table = SteppedBox(tmp_path, settings)
    agree_on_french_rules(table)
    assert table.journal.rules(NAME) == {"rulebook": "fr", "options": {}}
    table.pull_the_plug()

    again = SteppedBox(tmp_path, settings)
    again.box.wait(RESTED_S)
    again.tap("table")
    page = again.box.box.table.view(again.box.now)
    assert page.lines == (text("French"), text("as printed"))
    assert again.picture().tobytes() == draw(page, translator("en")).tobytes()
    again.tap("green1")  # back
    again.start(3)
    assert (setup(again).rulebook, setup(again).options) == ("fr", PRESETS["fr"])
    saved = again.journal.running()
    assert saved is not None
    assert saved.header["rulebook"] == "fr"
    again.pull_the_plug()


def test_a_game_goes_on_after_a_power_cut_by_the_rules_it_began_with(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    table.start(3)
    agree_on_french_rules(table)
    table.pull_the_plug()
    again = SteppedBox(tmp_path)
    assert setup(again).rulebook == "de"
    again.pull_the_plug()


def test_no_life_of_the_box_counts_its_moments_as_another_one_and_all_of_them_fit_on_the_wire() -> None:
    firsts = [new_moment() for _ in range(20)]
    assert len({*firsts}) == len(firsts)
    for first in firsts:
        msgspec.convert({"moment": first + (1 << 30)}, Reply)


def test_without_an_agreement_the_settings_count(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path, config(rulebook="fr", options={"open_cash": False}))
    table.start(3)
    assert setup(table).rulebook == "fr"
    assert not setup(table).options.open_cash
    table.pull_the_plug()


@pytest.mark.parametrize(
    "kept",
    [
        "nonsense",
        "[]",
        json.dumps({"rulebook": "it", "options": {}}),
        json.dumps({"rulebook": ["de"]}),
        json.dumps({"options": {"a_rule_of_tomorrow": True}}),
        json.dumps({"options": {"schemer": "none"}}),
        json.dumps({"options": {"open_cash": "yes"}}),
        json.dumps({"options": None}),
        json.dumps({"a_choice_of_tomorrow": 1}),
    ],
)
def test_an_agreement_this_box_does_not_know_is_passed_over_with_a_sentence(
    kept: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    SteppedBox(tmp_path).pull_the_plug()
    with closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        db.execute(*put("chosen", f"rules of {NAME}", kept))
    with caplog.at_level(logging.WARNING):
        table = SteppedBox(tmp_path, config(rulebook="nl"))
    (line,) = [record.getMessage() for record in caplog.records]
    assert line.startswith("the rules chosen at the table are passed over, those of the settings count: ")
    assert table.box.box.table.view(table.box.now).title == LOST_RULES.title
    table.tap("green1")
    table.tap("green2", "green3")
    table.hold("green1")
    assert setup(table).rulebook == "nl"
    agree_on_french_rules(table)
    assert table.journal.rules(NAME)["rulebook"] == "de", "one back from the one that counts"
    table.pull_the_plug()


def test_who_does_what_outlives_a_power_cut_wins_over_the_settings_and_nonsense_is_passed_over(tmp_path: Path) -> None:
    settings = config(cards="box", die="box")
    table = SteppedBox(tmp_path, settings)
    assert table.box.box.table.order(AssignDuty("die", "table"), table.box.now) is None
    table.journal.keep_duty(NAME, "cards", "nobody")
    table.journal.keep_duty("another-game", "cards", "table")
    table.pull_the_plug()

    again = SteppedBox(tmp_path, settings)
    assert again.box.box.table.joining.duties == {"cards": "box", "die": "table"}
    again.start(3)
    assert setup(again).duties == Duties("box", "table")
    again.pull_the_plug()


def test_names_given_at_the_box_outlive_a_power_cut_and_names_that_cannot_be_read_are_passed_over(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = SteppedBox(tmp_path)
    table.choose(text("Names"))
    table.hold(*["green1"] * 3)  # the first seat, a new name, A
    table.tap("red1")
    table.hold("green1")
    table.pull_the_plug()

    again = SteppedBox(tmp_path)
    again.start(3)
    assert [player.name for player in setup(again).seats] == ["A", "Pia", "Werner"]
    again.journal.close()
    again.pull_the_plug()

    with closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        db.execute(*put("chosen", "names", '[{"1": 7}]'))
    with caplog.at_level(logging.WARNING):
        third = SteppedBox(tmp_path)
    assert "the names given at the table are passed over" in caplog.text
    third.start(3)
    assert setup(third).seats[0].name == "Hans"
    third.pull_the_plug()


# --- several games ---------------------------------------------------------------------------------------------------


def of_nim(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of Nim that a pulled plug has interrupted after the first move."""
    offer(monkeypatch, GALOPP_ROYAL, NIM)
    table = SteppedBox(folder, config("nim"))
    table.tap("green1", "green3")
    table.hold("green3", "green3")
    assert table.session.state.left == 8
    table.pull_the_plug()


def test_a_running_game_is_resumed_whatever_the_settings_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    of_nim(tmp_path, monkeypatch)
    table = SteppedBox(tmp_path, config("galopp-royal"))
    assert (table.session.rules, table.session.state.left) == (NIM, 8)
    table.hold("green1")
    assert table.session.state.left == 7
    assert table.screen()
    assert table.lights_are_right()
    table.pull_the_plug()


def test_a_running_game_that_is_not_known_is_told_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    of_nim(tmp_path, monkeypatch)
    offer(monkeypatch, GALOPP_ROYAL)
    with caplog.at_level(logging.WARNING):
        table = SteppedBox(tmp_path)
    assert "unknown game 'nim': this companion plays galopp-royal; the game in progress is kept" in caplog.text
    told = table.box.box.table.view(table.box.now)
    assert (told.title, told.lines) == (missing("nim").title, missing("nim").lines)
    assert table.box.box.table.session is None
    table.pull_the_plug()

    offer(monkeypatch, GALOPP_ROYAL, NIM)
    again = SteppedBox(tmp_path)
    assert again.session.state.left == 8, "a box that knows it again goes on with it"
    again.pull_the_plug()


def test_a_new_game_leaves_an_unknown_one_in_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    of_nim(tmp_path, monkeypatch)
    offer(monkeypatch, GALOPP_ROYAL)
    table = SteppedBox(tmp_path)
    table.start(3)
    left = table.journal.load(1)
    assert left is not None
    assert (left.name, left.is_left, len(left.entries)) == ("nim", True, 1)
    assert table.session.rules is GALOPP_ROYAL
    table.pull_the_plug()


# --- a disk that fails -----------------------------------------------------------------------------------------------


def test_a_box_that_starts_on_a_full_disk_says_so_is_played_and_saves_when_there_is_room(tmp_path: Path) -> None:
    with disk.full():
        table = SteppedBox(tmp_path)
        assert table.box.box.table.view(table.box.now).notice == text("Not saved: disk full or broken.")
        table.start(3)
        assert not table.box.box.table.view(table.box.now).is_saved
        table.box.wait(RESTED_S)
        question = table.session.question
    assert not (tmp_path / BOARD).exists()
    press(table.box, "green1", 0.08)
    press(table.box, "green1", 0.75)
    assert table.session.question != question
    assert table.box.box.table.view(table.box.now).notice == text("Saved again.")
    entries = table.session.history.done
    table.pull_the_plug()
    again = SteppedBox(tmp_path)
    assert again.session.history.done == entries
    assert (tmp_path / BOARD).read_text(encoding="utf-8").endswith(f"\n{GALOPP_ROYAL.board_file}")
    again.pull_the_plug()


def test_a_folder_for_the_board_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadConfig, match="expected a folder to keep games in"):
        keep(tmp_path / "file" / BOARD, "")


def test_odds_switched_on_in_the_menu_outlive_a_power_cut_and_win_over_the_settings(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    table.choose(text("Odds"))
    table.tap("green2")
    table.hold("green2")
    table.pull_the_plug()
    again = SteppedBox(tmp_path)
    assert again.box.box.table.menu.odds.value
    again.choose(text("Odds"))
    again.tap("green2")
    again.hold("green2")
    again.pull_the_plug()
    last = SteppedBox(tmp_path, replace(config(), odds=True))
    assert not last.box.box.table.menu.odds.value
    last.pull_the_plug()


def test_a_sandglass_outlives_a_power_cut_and_an_unknown_one_is_none(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    assert table.box.box.table.menu.sandglass.value == 0
    table.choose(text("Sandglass"))
    table.tap("green2")
    table.hold("green2")
    table.pull_the_plug()
    again = SteppedBox(tmp_path)
    assert again.box.box.table.menu.sandglass.value == 60
    again.journal.keep_sandglass(7)
    again.pull_the_plug()
    last = SteppedBox(tmp_path)
    assert last.box.box.table.menu.sandglass.value == 0
    last.pull_the_plug()


def test_odds_may_be_on_by_the_settings(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path, replace(config(), odds=True))
    assert table.box.box.table.menu.odds.value
    table.pull_the_plug()


def test_whoever_has_no_name_is_called_by_a_colour_in_the_language_spoken_and_so_does_the_page(tmp_path: Path) -> None:
    box = SteppedBox(tmp_path, config(names=()))
    box.start(3)
    table = box.box.box.table
    spoken = []
    for _ in range(2):
        (name, *_rest) = (seat.name for seat in table.view(box.box.now).seats)
        spoken.append((speak(name, translator(table.language)), box.box.twin.words().language))
        box.choose(text("Language"))
        box.tap("green2")
        box.hold("green2")
    assert spoken == [("Red", "en"), ("Rot", "de")]
    assert [player.name for player in setup(box).seats] == ["Red", "Blue", "Green"]
    box.pull_the_plug()


def test_where_games_do_not_last_the_box_says_so_and_shows_it_all_the_time(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    for lasts in (True, False):
        assembled = assemble(config(), journal, twin_parts, World(lasts=lasts))
        table = assembled.table
        assert (table.view(0.0).title == DOES_NOT_LAST.title) == (not lasts)
        table.tick(60.0)
        assert table.view(60.0).title == text("Who plays?")
        assert table.view(60.0).is_saved == table.seen(60.0).is_saved == lasts
        table.press(Press(0, "table", "tap"), 60.0)
        assert (text("Games\tnot saved") in table.view(60.0).lines) == (not lasts)
        assert assembled.parts.twin is not None
        assembled.parts.oled.close()
        assembled.parts.strip.close()
        assembled.parts.twin.close()
    journal.shut()
