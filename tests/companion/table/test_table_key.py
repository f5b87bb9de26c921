from __future__ import annotations

import pytest

from companion.kit.text import text
from companion.kit.view import Bar, Key
from companion.match.history import Undo
from tests.companion.games.galopp_royal.positions import race
from tests.companion.table.at_the_table import People, bar, bidding, faces, open_menu, plain_race, say

# --- its bar ---------------------------------------------------------------------------------------------------------


def test_the_bar_of_the_table_key_grows_to_undo_and_then_on_to_the_menu() -> None:
    table = bidding()
    table.down(0, "table")
    table.wait(1.0)
    assert bar(table) == Bar("table", 0.5)
    table.wait(1.0)
    table.press(0, "table", "hold", 1)
    table.wait(1.0)
    assert bar(table) == Bar("table", 0.6)


def test_while_people_join_it_grows_to_the_menu_at_once() -> None:
    table = People()
    table.down(0, "table")
    table.wait(2.5)
    assert bar(table) == Bar("table", 0.5)


# --- undo ----------------------------------------------------------------------------------------------------------


def test_two_seconds_show_what_would_be_undone_and_letting_go_does_it() -> None:
    table = bidding()
    table.bid(1, 3)
    table.down(0, "table")
    table.wait(2.0)
    assert table.turn == 2
    table.press(0, "table", "hold", 1)
    assert table.view.title == text("Undo: {name}", name="Hans")
    assert table.view.lines[0] == text("{name}\tbids {n}", name="Hans", n=3)
    assert table.turn == 2
    table.let_go(0, "table")
    assert table.paper.calls[-1] == Undo()
    assert table.turn == 1
    assert table.view.notice == text("Undone.")
    assert table.view.number == "0"


def test_a_table_key_that_no_finger_held_undoes_nothing_and_leaves_no_menu() -> None:
    table = People(race(4))
    table.hold(1)
    before = list(table.paper.calls)
    table.down(0, "table")
    table.wait(2.0)
    table.press(0, "table", "hold", 1)
    assert table.view.lines[1] == text("Let go: undo,")
    table.press(0, "table", "withdrawn")
    assert text("Let go: undo,") not in table.view.lines
    assert table.view.bar is None
    table.let_go(0, "table")
    assert table.paper.calls == before
    open_menu(table)
    table.press(0, "table", "withdrawn")
    assert table.view.title != text("Menu")


def test_letting_the_table_key_go_early_undoes_nothing() -> None:
    table = bidding()
    table.hold(1)
    written = list(table.paper.calls)
    table.hold_table(1.9)
    assert table.paper.calls == written
    assert table.turn == 2


def test_undo_takes_back_what_the_box_did_after_it() -> None:
    table = bidding("box")
    table.bid(1, 1)
    table.passes(2, 3)
    before = table.state
    table.passes(4)  # sold, laid open, the next team dealt
    assert table.turn == 2
    table.take_back()
    assert table.state == before
    assert table.turn == 4


def test_all_can_be_undone_to_the_first_question_and_no_further() -> None:
    table = bidding()
    start = table.state
    table.hold(1)
    table.hold(2)
    for _ in range(2):
        table.undo()
    assert table.state == start
    written = list(table.paper.calls)
    table.down(0, "table")
    table.wait(2.0)
    table.press(0, "table", "hold", 1)
    assert say(table.view) == "Undo |  | There is nothing | to undo. | hold on: menu"
    table.let_go(0, "table")
    assert table.paper.calls == written
    assert table.view.notice == text("There is nothing to undo.")


def test_undo_and_roll_again_gives_the_same_face() -> None:
    """The dice stay the same however often a player undoes; nobody can roll until they like the result."""
    table, honest = People(plain_race()), People(plain_race())
    for seat in (1, 2, 3, 4, 1, 2):
        honest.hold(seat)
        for _ in range(2):
            table.hold(seat)
            table.take_back()
        table.hold(seat)
    assert faces(table)[::3] == faces(table)[1::3] == faces(table)[2::3] == faces(honest)
    assert len(set(faces(honest))) > 1
    assert table.state == honest.state


def test_undo_and_pass_again_deals_the_same_cards() -> None:
    table = bidding("box")
    table.bid(1, 1)
    table.passes(2, 3, 4)
    dealt = table.state
    table.take_back()
    table.passes(4)
    assert table.state == dealt


def test_undo_while_the_die_tumbles_catches_the_die() -> None:
    table = People(race(4))
    table.hold(1)
    table.wait(30.0)
    seat = table.turn
    assert seat is not None
    table.reach(seat)
    table.take_back()
    table.let_go(seat)
    assert table.turn == 1
    assert len(faces(table)) == 1


def test_undo_needs_a_game() -> None:
    table = People()
    table.tap(1)
    table.undo()
    assert table.paper.calls == []
    assert table.table.joined == (1,)


# --- the menu ------------------------------------------------------------------------------------------------------


def test_five_seconds_open_the_menu_and_undo_nothing() -> None:
    table = bidding()
    table.hold(1)
    written = list(table.paper.calls)
    open_menu(table)
    assert table.paper.calls == written
    assert table.turn == 2


@pytest.mark.parametrize(("pair", "key"), [(1, "red"), (4, "red"), (6, "green"), (2, "green")])
def test_the_menu_is_left_by_any_pair_of_keys_and_nothing_has_changed(pair: int, key: Key) -> None:
    table = bidding()
    table.tap(1)
    before, written = table.view, list(table.paper.calls)
    open_menu(table)
    table.hold(pair, key)
    assert table.view == before
    assert table.paper.calls == written


def test_the_menu_is_left_by_the_table_key() -> None:
    table = bidding()
    before = table.view
    open_menu(table)
    table.tap(0, "table")
    assert table.view == before
