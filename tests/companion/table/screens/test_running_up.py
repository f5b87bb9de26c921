"""Both keys of a seat together run its amount up by fives; they never place it and never pass."""

from __future__ import annotations

import pytest

from companion.games.galopp_royal import events
from companion.kit.text import text
from companion.kit.view import Key
from companion.table.chords import TOGETHER_S
from companion.table.controls import RUN_S
from companion.table.notices import NOTICE_S
from tests.companion.games.galopp_royal.positions import race
from tests.companion.table.at_the_table import HOLD_S, People, bidding, open_menu, say

BOTH: tuple[Key, Key] = ("green", "red")


def bids(table: People) -> list[events.Bid | events.Passed]:
    return [event for event in table.happened() if isinstance(event, events.Bid | events.Passed)]


def at_20() -> People:
    """Hans has bid 20, and Pia is on turn; everybody has 50 coins."""
    table = bidding()
    table.bid(1, 20)
    table.wait(60.0)
    return table


def both_down(table: People, pair: int, first: Key = "green") -> None:
    table.down(pair, first)
    table.wait(0.05)
    table.down(pair, "red" if first == "green" else "green")


def up(table: People, pair: int, first: Key, held_s: float) -> None:
    """Both keys are released, `first` before the other, with the events that the keyboard makes of such presses."""
    for key in (first, "red" if first == "green" else "green"):
        if held_s < HOLD_S:
            table.press(pair, key, "tap")
        else:
            table.press(pair, key, "release", 1)


@pytest.mark.parametrize("down", BOTH)
@pytest.mark.parametrize("let_go", BOTH)
def test_from_20_to_49_it_takes_three_presses_before_the_hold(down: Key, let_go: Key) -> None:
    table = at_20()
    both_down(table, 2, down)
    shown = []
    for _ in range(6):
        shown.append((table.view.number, table.view.is_draft))
        table.wait(RUN_S)
    assert shown == [(number, True) for number in ("25", "30", "35", "40", "45", "50")]
    up(table, 2, let_go, 6 * RUN_S)
    assert (table.view.number, len(bids(table))) == ("50", 1)
    table.tap(2, "red")
    assert table.view.number == "49"
    table.hold(2)
    assert bids(table)[-1] == events.Bid(2, 49)


@pytest.mark.parametrize("held_s", [0.1, 3.0])
@pytest.mark.parametrize("down", BOTH)
@pytest.mark.parametrize("let_go", BOTH)
def test_two_keys_together_place_nothing_and_pass_nothing(held_s: float, down: Key, let_go: Key) -> None:
    table = at_20()
    both_down(table, 2, down)
    if held_s > HOLD_S:
        table.wait(HOLD_S)
        for key in BOTH:
            table.press(2, key, "hold", 1)
        table.wait(2.0)
        table.press(2, "red", "hold", 2)
    up(table, 2, let_go, held_s)
    assert table.view.is_draft
    assert bids(table) == [events.Bid(1, 20)]
    table.tap(2)
    table.hold(2, "red")
    assert bids(table)[-1] == events.Passed(2, leaves=False), "each key by itself says again what it says"


def test_a_key_that_stays_down_says_nothing_more_until_it_is_up() -> None:
    table = at_20()
    both_down(table, 2)
    table.press(2, "red", "tap")
    for _ in range(3):
        table.wait(1.0)
        assert (table.view.number, table.view.bar) == ("25", None)
    table.press(2, "green", "hold", 1)
    table.press(2, "green", "release", 1)
    assert (table.view.number, len(bids(table))) == ("25", 1)


def test_the_other_key_again_runs_on_from_there() -> None:
    table = at_20()
    both_down(table, 2)
    for number in ("25", "30", "35"):
        assert table.view.number == number
        table.press(2, "red", "tap")
        table.wait(0.2)
        table.down(2, "red")


def test_what_counts_is_when_it_was_let_go() -> None:
    table = at_20()
    both_down(table, 2)
    table.wait(RUN_S * 2.9)
    table.press(2, "green", "release", 1)
    table.wait(RUN_S)
    assert table.view.number == "35"


def test_the_picture_changes_when_the_amount_does() -> None:
    table = at_20()
    both_down(table, 2)
    since = table.t
    for elapsed, due in ((0.0, RUN_S), (0.2, RUN_S), (RUN_S + 0.1, 2 * RUN_S)):
        assert table.table.next_deadline(since + elapsed) == pytest.approx(since + due)


@pytest.mark.parametrize(("pair", "key"), [(1, "green"), (4, "red"), (0, "table")])
def test_whatever_else_is_pressed_ends_it(pair: int, key: Key) -> None:
    table = at_20()
    both_down(table, 2)
    table.wait(RUN_S * 1.5)
    table.down(pair, key)
    table.wait(RUN_S * 3)
    table.press(pair, key, "tap")
    table.wait(60.0)
    assert table.view.number == "30"


def test_no_bar_grows_meanwhile() -> None:
    table = at_20()
    both_down(table, 2)
    for _ in range(4):
        table.wait(0.2)
        assert table.view.bar is None


@pytest.mark.parametrize("pair", [1, 3])
def test_only_the_asked_seat_can_run_it_up(pair: int) -> None:
    table = at_20()
    before = table.view
    both_down(table, pair)
    up(table, pair, "green", 0.1)
    assert table.view == before
    assert table.table.wish is not None, "of all others it asks to say it again"


def test_a_key_that_has_been_held_runs_nothing() -> None:
    """A player who looks at their own card turns pages with red, as ever."""
    table = bidding("box")
    before = table.view
    table.reach(1)
    assert table.view.title == text("only you")
    table.tap(1, "red")
    table.let_go(1)
    assert table.view == before


def test_two_keys_on_a_list_that_are_further_apart_are_two_taps() -> None:
    table = People(race(4, die="table"), die="table")
    table.tap(4)
    table.hold(1)
    table.wait(60.0)
    before = say(table.view)
    table.down(1, "green")
    table.wait(TOGETHER_S + 0.01)
    table.down(1, "red")
    assert say(table.view) == before
    table.press(1, "green", "tap")
    assert say(table.view) != before
    table.press(1, "red", "tap")
    assert say(table.view) == before


def test_the_fifth_tap_tells_of_it() -> None:
    table = at_20()
    notices = []
    for _ in range(7):
        table.tap(2)
        notices.append(table.view.notice)
        table.wait(NOTICE_S)
    assert notices == [None] * 4 + [text("Hold both keys: up by fives.")] + [None] * 2
    table.tap(2, times=3)
    assert table.view.notice is None
    table.tap(2, "red", times=5)
    assert table.view.notice is None, "on the way down nobody needs it"


def test_a_key_that_no_finger_holds_ends_it_and_the_other_still_says_nothing() -> None:
    table = at_20()
    both_down(table, 2)
    table.press(2, "red", "withdrawn")
    table.wait(HOLD_S)
    table.press(2, "green", "hold", 1)
    table.press(2, "green", "release", 1)
    assert (table.view.number, len(bids(table))) == ("25", 1)


@pytest.mark.parametrize("keys", [("green",), ("red",), BOTH])
def test_keys_let_go_over_the_menu_are_up(keys: tuple[Key, ...]) -> None:
    table = at_20()
    for key in keys:
        table.down(2, key)
    open_menu(table)
    for key in keys:
        table.press(2, key, "release", 1)
    table.tap(0, "table")
    table.tap(2)
    table.tap(2, "red")
    table.tap(2)
    assert table.view.number == ("26" if keys == BOTH else "21")
