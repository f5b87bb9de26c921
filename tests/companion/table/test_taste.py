"""A first taste: race 1 with dealt teams from the menu; then the game is left, and its record is a sound one."""

from __future__ import annotations

from companion.games.galopp_royal import events
from companion.kit.text import text
from tests.companion.games.nim import NIM
from tests.companion.games.whole_games import sitting
from tests.companion.table.at_the_table import HandedOver, People, choose, open_menu, say


def tasting() -> People:
    table = People()
    for pair in (1, 3, 6):
        table.tap(pair)
    open_menu(table)
    choose(table, "First taste:")
    table.hold(1)
    return table


def test_all_have_a_team_without_a_press_and_the_race_is_run_by_people() -> None:
    table = tasting()
    playing = table.table.playing
    assert playing is not None
    assert all(playing.session.state.displays)
    assert (playing.session.state.race, playing.bots) == (1, {})
    handed = [call for call in table.paper.calls if isinstance(call, HandedOver)]
    assert handed == [HandedOver({1: "simple", 2: "simple", 3: "simple"}), HandedOver({})]
    table.read()
    table.wait(20.0)
    assert text("Roll") in [table.view.legend.green_hold if table.view.legend else None]


def test_after_race_1_it_is_left_and_the_same_people_may_play_it_whole() -> None:
    table = tasting()
    for _ in range(400):
        if table.table.playing is None:
            break
        table.read()
        table.wait(1.0)
        question = table.table.session.question if table.table.session is not None else None
        if question is not None and question.seat is not None:
            table.hold(table.table.joined[question.seat - 1])
    assert table.table.playing is None
    assert table.paper.calls[-1] == "close"
    told = [type(event) for entry in table.paper.entries for event in getattr(entry, "events", ())]
    assert told[-1] is events.Paid
    assert say(table.view).startswith("Who plays?")
    assert table.view.notice == text("Now play it whole.")
    assert table.table.joined == (1, 3, 6)


def test_too_few_cannot_taste_it() -> None:
    table = People()
    table.tap(1)
    open_menu(table)
    choose(table, "First taste:")
    table.hold(1)
    assert table.table.playing is None
    assert table.view.notice == text("{n} or more play.", n=3)


def test_a_game_has_no_taste_unless_it_says_so() -> None:
    start = NIM.begin(sitting(2), {})
    assert (NIM.taste, NIM.dealt(start), NIM.is_tasted(start)) == (None, None, False)
