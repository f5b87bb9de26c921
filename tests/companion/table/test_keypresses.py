"""Presses at a table: the bar of a hold, and a page that is closed; what a finger means together with another, over
news, or too slowly, is tested with `chords`, `notices` and `slow_presses`."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from companion.games.galopp_royal.events import Bid
from companion.kit.text import text
from companion.kit.view import Bar, Key
from companion.table.controls import Press
from companion.table.held import BAR_AFTER_S
from tests.companion.table.at_the_table import HOLD_S, People, bar, bidding


def test_a_bar_grows_while_a_hold_is_under_way_and_is_gone_when_it_is_let_go() -> None:
    table = bidding()
    table.tap(1)
    table.down(1)
    assert table.view.bar is None
    bars: list[Bar] = []
    for _ in range(5):
        table.wait(0.12)
        if table.view.bar is not None:
            bars.append(table.view.bar)
    assert {bar.key for bar in bars} == {"green"}
    assert [bar.share for bar in bars] == [pytest.approx(0.4), pytest.approx(0.6), pytest.approx(0.8)]
    table.press(1, "green", "release", 0)
    assert table.view.bar is None


def test_a_bar_tells_which_key_is_held() -> None:
    table = bidding()
    table.down(1, "red")
    table.wait(0.3)
    assert bar(table) == Bar("red", 0.5)


def test_no_bar_if_a_hold_means_nothing() -> None:
    table = bidding()
    table.down(3)
    table.wait(0.4)
    assert table.view.bar is None


def test_no_bar_grows_over_a_page() -> None:
    table = bidding()
    table.down(1, "red")
    table.wait(0.2)
    assert bar(table).key == "red"
    table.tap(0, "table")
    assert (table.view.title, table.view.bar) == (text("Coins"), None)


@pytest.mark.parametrize("way", [People.tap, People.hold, People.hold_long])
@pytest.mark.parametrize("key", ["green", "red"])
@pytest.mark.parametrize("pair", [1, 2])
def test_a_press_that_closes_a_page_does_nothing_else_however_long_it_is(
    pair: int, key: Key, way: Callable[[People, int, Key], None]
) -> None:
    table = bidding()
    table.tap(1, times=3)
    before, calls = table.view, [*table.paper.calls]
    table.tap(0, "table")
    way(table, pair, key)
    assert (table.view, table.paper.calls) == (before, calls)
    table.hold(1)
    assert table.happened()[-1] == Bid(1, 3)


def test_a_bot_that_has_begun_to_press_goes_on_when_somebody_opens_a_page() -> None:
    table = bidding()
    table.tap(0, "table")
    table.table.press(Press(1, "green", "down", is_bots=True), table.t)
    table.table.press(Press(1, "green", "tap", is_bots=True), table.t)
    assert (table.view.number, table.view.is_draft) == ("1", True)


@pytest.mark.parametrize("key", ["green", "red"])
def test_nobody_answers_while_the_display_shows_what_an_undo_would_take_back(key: Key) -> None:
    table = bidding()
    table.hold(1)
    table.down(0, "table")
    table.wait(2.0)
    table.press(0, "table", "hold", 1)
    asked, calls = replace(table.view, bar=None), [*table.paper.calls]
    table.tap(2, key)
    table.hold(2, key)
    assert (replace(table.view, bar=None), table.paper.calls) == (asked, calls)


def test_a_bar_is_drawn_to_its_end() -> None:
    table = bidding()
    table.down(1)
    since = table.t
    drawn = []
    while (deadline := table.table.next_deadline(table.t)) is not None and deadline < since + HOLD_S:
        table.wait(deadline - table.t)
        if table.view.bar is not None:
            drawn.append(table.view.bar.share)
    assert max(drawn) > 0.9
    assert min(drawn) < 0.3


def test_a_tap_draws_no_bar() -> None:
    table = bidding()
    table.down(1)
    table.wait(BAR_AFTER_S - 0.01)
    assert table.view.bar is None
