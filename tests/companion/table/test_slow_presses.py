"""Slow presses: one law for every screen, every key and every length, and for presses that outlive their question."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from companion.games.cat_royal.state import State
from companion.kit.view import Key
from companion.match.history import Undo
from companion.match.session import Session
from companion.table.ports import Settings
from companion.table.slow_presses import HOLD_LONGER
from companion.testing.whole_games import NAMES, SEED
from tests.companion.games.cat_royal.positions import RULES as CATS
from tests.companion.games.cat_royal.positions import start as cats
from tests.companion.games.galopp_royal.positions import exchange, race
from tests.companion.table.at_the_table import HOLD_S, Hands, People, bidding, open_menu, say

LATE_S = 0.5 * HOLD_S + 0.1
"""Longer than a tap, shorter than a hold."""


def early(table: People, pair: int, key: Key) -> None:
    table.down(pair, key)
    table.wait(LATE_S)
    table.let_go(pair, key, stage=0)


def joining() -> People:
    table = People()
    table.tap(1)
    table.tap(2)
    table.tap(3)
    return table


def menu() -> People:
    table = People(race(4))
    open_menu(table)
    return table


def drafted() -> People:
    table = bidding()
    table.tap(1)
    return table


SCREENS: dict[str, Callable[[], People]] = {
    "joining": joining,
    "menu": menu,
    "auction": bidding,
    "a bid": drafted,
    "die": lambda: People(race(4)),
    "exchange": lambda: People(exchange(4, last=1)),
}


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("key", ["green", "red"])
def test_let_go_too_early_it_changes_nothing_and_says_so_or_it_is_a_tap(name: str, key: Key) -> None:
    table, tapped = SCREENS[name](), SCREENS[name]()
    before = table.view
    has_hold = table.table._layers.top.accepts_hold(1, key, table.t)
    early(table, 1, key)
    tapped.tap(1, key)
    if has_hold:
        assert table.view == replace(before, notice=HOLD_LONGER)
    else:
        assert replace(table.view, notice=None) == replace(tapped.view, notice=None)
    assert table.paper.calls == tapped.paper.calls


def test_where_a_hold_means_nothing_a_press_of_any_length_is_one_tap() -> None:
    tapped, slow = SCREENS["exchange"](), SCREENS["exchange"]()
    before = say(slow.view)
    tapped.tap(1, "red")
    slow.hold_long(1, "red")
    assert before != say(slow.view) == say(tapped.view)


def test_a_key_that_was_held_for_one_question_is_no_tap_for_the_next() -> None:
    table = People(exchange(4, last=1))
    table.reach(1)
    table.wait(60.0)
    before = table.view
    table.let_go(1)
    assert table.view == before


@pytest.mark.parametrize("key", ["green", "red"])
def test_who_is_asked_holds_and_lets_go_as_ever_while_somebody_else_looks(key: Key) -> None:
    table = bidding("box")
    table.tap(1)
    before = table.view
    table.reach(3)
    assert table.table._layers.base.is_private
    early(table, 1, key)
    table.let_go(3)
    assert table.view == replace(before, notice=HOLD_LONGER)
    table.reach(3)
    table.hold(1, key)
    table.let_go(3)
    assert table.turn == 2


def test_an_aside_that_is_let_go_too_early_says_so() -> None:
    hands: Hands[State] = Hands(CATS, Settings(("en",), NAMES, {}, {}, HOLD_S, 2.0, 5.0))
    hands.table.go_on(Session(CATS, SEED, cats(3)), (1, 2, 3), hands.t)
    hands.wait(60.0)
    other = next(pair for pair in (1, 2, 3) if pair != hands.view.who)
    assert hands.table._layers.top.is_long(other, "red"), "it may move the wormholes"
    before = hands.view
    hands.reach(other, "red")
    hands.let_go(other, "red")
    assert hands.view == replace(before, notice=HOLD_LONGER)


def test_the_table_key_says_so_too_and_in_a_menu_it_leaves() -> None:
    table = bidding()
    before = table.view
    table.down(0, "table")
    table.wait(1.5)
    table.let_go(0, "table", stage=0)
    assert table.view == replace(before, notice=HOLD_LONGER)
    assert not any(isinstance(call, Undo) for call in table.paper.calls)
    table.wait(60.0)
    open_menu(table)
    table.down(0, "table")
    table.wait(1.5)
    table.let_go(0, "table", stage=0)
    assert table.view == before


def test_while_people_join_only_the_menu_is_held_for() -> None:
    table = joining()
    before = table.view
    table.hold_table(3.0)
    assert table.view == replace(before, notice=HOLD_LONGER)
