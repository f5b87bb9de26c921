"""A pause: whose turn it is, and any key ends it without doing anything else."""

from __future__ import annotations

import pytest

from companion.kit.text import text
from companion.kit.view import Key
from companion.table.layers import BUSY
from companion.table.screens.pause import PAUSE
from tests.companion.table.at_the_table import People, bidding, choose, open_menu


def paused() -> People:
    table = bidding()
    table.tap(1, times=3)
    open_menu(table)
    choose(table, "Pause")
    table.hold(3)
    return table


def test_a_pause_says_whose_turn_it_is_and_outlasts_the_key_that_began_it() -> None:
    table = paused()
    assert (table.view.title, table.view.who, table.view.number) == (text("Pause"), 1, "")
    assert len(table.view.seats) == 4, "the lights show the game meanwhile"
    table.wait(3600.0)
    assert table.view.title == text("Pause")


@pytest.mark.parametrize(("pair", "key"), [(1, "green"), (1, "red"), (4, "green"), (6, "red"), (0, "table")])
def test_any_key_ends_it_and_does_nothing_else(pair: int, key: Key) -> None:
    table = paused()
    before = table.paper.calls.copy()
    table.tap(pair, key)
    assert (table.view.number, table.view.notice) == ("3", None)
    assert table.paper.calls == before


def test_a_hold_ends_it_when_it_is_let_go_and_commits_nothing() -> None:
    table = paused()
    before = table.paper.calls.copy()
    table.reach(1)
    assert (table.view.title, table.view.bar) == (text("Pause"), None)
    table.let_go(1)
    assert table.view.number == "3"
    assert table.paper.calls == before


def test_there_is_no_pause_without_a_game() -> None:
    open_menu(table := People())
    with pytest.raises(AssertionError, match="no Pause"):
        choose(table, "Pause")


def test_whoever_does_not_see_the_box_is_told_why_nobody_can_play() -> None:
    table = bidding()
    assert table.table.busy is None
    open_menu(table)
    assert table.table.busy == BUSY.why
    choose(table, "Pause")
    table.hold(1)
    assert table.table.busy == PAUSE
    table.tap(3)
    assert table.table.busy is None
