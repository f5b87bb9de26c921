"""How long keys are held: chosen at the table for each pair, by the settings, or as long as everybody's."""

from __future__ import annotations

from msgspec.structs import replace

from companion.kit.text import text
from companion.table.table import Table
from companion.testing.whole_games import SEED
from tests.companion.games.galopp_royal.positions import RULES
from tests.companion.table.at_the_table import HOLD_S, Paced, People, Timed, choose, open_menu


def test_each_pair_has_its_own_and_the_menu_opens_at_the_next_one() -> None:
    table = People()
    open_menu(table)
    choose(table, "Hold time")
    table.hold(1)
    assert (table.view.title, table.view.position) == (text("Whose keys?"), (1, 6))
    table.tap(1)
    table.hold(1)
    assert (table.view.title, table.view.position, table.view.lines) == (
        text("Hold how long?"),
        (2, 6),
        (text("{n} s", n="0.6"),),
    )
    table.tap(1, times=2)
    table.hold(1)
    assert table.paper.calls[-1] == Timed({2: 1.0})
    assert [table.table.hold_s(pair) for pair in (1, 2)] == [HOLD_S, 1.0]
    assert table.view.position == (3, 6)


def test_the_settings_say_it_first_and_the_bar_grows_as_long() -> None:
    table = People()
    table.table = Table(RULES, replace(table.settings, holds={1: 2.0}), table.paper, lambda: SEED)
    for pair in (1, 2, 3):
        table.tap(pair)
    table.down(1)
    table.wait(1.0)
    assert table.view.bar is not None
    assert 0.4 < table.view.bar.share < 0.6


def test_a_time_outside_the_menu_becomes_a_row_of_it() -> None:
    table = People()
    table.table = Table(RULES, replace(table.settings, holds={1: 1.7}), table.paper, lambda: SEED)
    open_menu(table)
    choose(table, "Hold time")
    table.hold(1)
    table.hold(1)
    assert (table.view.lines, table.view.position) == ((text("{n} s", n="1.7"),), (6, 7))


def test_a_hand_that_shakes_is_offered_no_hold_that_is_too_short_for_it() -> None:
    table = People()
    table.table = Table(RULES, replace(table.settings, shortest={1: 0.3}), table.paper, lambda: SEED)
    assert [table.table.hold_s(pair) for pair in (1, 2)] == [0.9, HOLD_S]
    open_menu(table)
    choose(table, "Hold time")
    table.hold(1)
    table.hold(1)
    assert (table.view.lines, table.view.position) == ((text("{n} s", n="0.9"),), (1, 4))


def test_a_single_switch_has_a_time_for_each_answer_in_the_same_place() -> None:
    table = People()
    settings = replace(table.settings, scans={1: 1.7, 3: 1.0}, shortest={1: 0.2})
    table.table = Table(RULES, settings, table.paper, lambda: SEED)
    open_menu(table)
    choose(table, "Hold time", pair=2)
    table.hold(2)
    assert table.view.lines[1] == text("each answer {n} s", n="1.7")
    table.hold(2)
    assert (table.view.title, table.view.lines) == (text("Show how long?"), (text("{n} s", n="1.7"),))
    assert table.view.position == (4, 7)
    table.tap(2)
    table.hold(2)
    assert table.paper.calls[-1] == Paced({1: 2.0, 3: 1.0})
    assert table.table.menu.hold_times.scan_s(1) == 2.2, "its press is known so much later"
    assert table.view.lines[1] == text("{n} s", n="0.6"), "the next pair has two keys"
    table.hold(2)
    assert table.view.title == text("Hold how long?")
