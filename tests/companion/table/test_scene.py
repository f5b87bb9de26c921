from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.galopp_royal.ending import Closing
from companion.games.galopp_royal.state import State
from companion.kit.text import speak, text, verbatim
from companion.kit.view import Bar
from companion.table.bulletin import LIST_S, NEWS_S, PAGE_S
from companion.table.scene import BAR_AFTER_S
from tests.companion.games.galopp_royal.positions import RULES, race
from tests.companion.table.at_a_desk import HOLD_S, Table, bidding, open_menu, say

# --- pages and news --------------------------------------------------------------------------------------------------


def test_the_table_key_leafs_through_the_pages_and_back_to_the_game() -> None:
    table = Table(race(4))
    before = table.view
    titles = []
    for _ in range(7):
        table.tap(0, "table")
        titles.append(speak(table.view.title, str))
    assert titles == ["Coins", "Race 1", "Teams", "Teams", "Prizes", "Rulebook", "Last events"]
    table.tap(0, "table")
    assert table.view == before


def test_what_is_wrong_with_the_box_comes_before_the_pages_of_the_game() -> None:
    table = Table(race(4))
    table.desk.faults = tuple(map(verbatim, "abcde"))
    table.paper.is_full = True
    table.hold(table.turn)
    table.wait(60.0)
    screens = []
    for _ in range(3):
        table.tap(0, "table")
        screens.append(say(table.view))
    assert screens[:2] == ["Out of order |  | Games\tnot saved | a | b | c", "Out of order |  | d | e"]
    assert screens[2].startswith("Coins")


@pytest.mark.parametrize("start", [None, race(4)])
def test_a_page_that_goes_with_what_was_wrong_leaves_the_question(start: State | None) -> None:
    table = Table(start)
    before = table.view
    table.desk.faults = (verbatim("Lights\tmissing"),)
    while table.view.title != text("Last events" if start else "Coins"):
        table.tap(0, "table")
    table.desk.faults = ()
    assert table.view == before


def test_a_page_falls_back_after_six_seconds() -> None:
    table = Table(race(4))
    before = table.view
    table.tap(0, "table")
    page = table.view
    table.wait(PAGE_S - 0.2)
    assert table.view == page
    table.wait(0.2)
    assert table.view == before


def test_a_press_that_comes_late_finds_the_page_fallen_back() -> None:
    table = Table(race(4))
    table.tap(0, "table")
    table.t += 60.0  # nobody has let time pass at the desk
    table.press(0, "table", "down")
    table.press(0, "table", "tap")
    assert table.view.title == text("Coins")


@pytest.mark.parametrize("key", ["green", "red"])
@pytest.mark.parametrize("pair", [1, 2, 6])
def test_a_page_falls_back_with_any_press(pair: int, key: str) -> None:
    table = Table(race(4))
    before = table.view
    table.tap(0, "table")
    table.down(pair, key)
    assert replace(table.view, bar=None) == before


def test_a_page_shows_everybody_with_their_keys_on_the_lights() -> None:
    table = Table(race(3), (2, 4, 6))
    table.tap(0, "table")
    assert [seat.pair for seat in table.view.seats] == [2, 4, 6]
    assert table.view.track.tokens == RULES.view(table.state, None).track.tokens


def test_the_last_page_tells_the_last_events() -> None:
    table = bidding()
    table.hold(1)
    table.passes(2)
    for _ in range(9):
        table.tap(0, "table")
        if table.view.title == text("Last events"):
            break
    assert table.view.lines == (
        text("{name}\tbids {n}", name="Hans", n=1),
        text("{name}\tpasses", name="Pia"),
    )


def test_while_people_join_the_table_key_leafs_through_the_rules_they_will_play_by() -> None:
    table = Table(rulebook="fr", options={"open_cash": False})
    table.tap(2)
    before = table.view
    told = []
    for _ in RULES.options({}):
        table.tap(0, "table")
        told.append(say(table.view))
        assert (table.view.seats, table.view.track) == (before.seats, before.track), "the lights stay as they are"
    assert told[0] == "Rulebook |  | French | with changes"
    assert told[-1].startswith("Coins |  | hidden")
    table.tap(0, "table")
    assert table.view == before
    assert table.paper.calls == []


def test_who_joins_while_somebody_leafs_is_shown() -> None:
    table = Table()
    table.tap(0, "table")
    table.tap(4)
    assert table.view.title == text("Who plays?")
    assert table.desk.joined == (4,)


def test_the_menu_while_people_join_leaves_the_lights_on() -> None:
    table = Table()
    table.tap(2)
    before = table.view
    open_menu(table)
    assert (table.view.seats, table.view.track) == (before.seats, before.track)


def test_news_come_one_after_another_and_then_the_question() -> None:
    table = Table()
    for pair in (1, 2, 3):
        table.tap(pair)
    table.reach(1)
    assert table.view.title == text("Sealed dice")
    table.wait(LIST_S)
    assert table.view.title == text("Bid {n}/{of}", n=1, of=3)
    assert table.view.legend is None
    table.wait(LIST_S)
    assert table.view.legend is not None


def test_any_press_skips_all_news() -> None:
    table = Table()
    for pair in (1, 2, 3):
        table.tap(pair)
    table.reach(1)
    table.down(2)
    assert table.view.legend is not None
    assert table.view.who == 1


def test_a_roll_is_shown_before_the_next_question() -> None:
    table = Table(race(4))
    table.hold(1)
    assert table.view.title == text("rolls")
    table.wait(NEWS_S)
    assert table.view.who == table.turn


def test_a_page_that_is_open_when_the_game_is_left_goes_with_it() -> None:
    """Somebody holds green for a new game while somebody else leafs."""
    table = Table(replace(race(4), phase=Closing()))
    table.down(1)
    table.tap(0, "table")
    table.press(1, "green", "hold", 1)
    assert table.view.title == text("Who plays?")


# --- bars and deadlines ----------------------------------------------------------------------------------------------


def test_a_bar_grows_while_a_hold_is_under_way_and_is_gone_when_it_is_let_go() -> None:
    table = bidding()
    table.tap(1)
    table.down(1)
    assert table.view.bar is None
    bars = []
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
    assert table.view.bar == Bar("red", pytest.approx(0.5))


def test_no_bar_for_whom_a_hold_means_nothing() -> None:
    table = bidding()
    table.down(3)
    table.wait(0.4)
    assert table.view.bar is None


def test_the_bar_of_the_table_key_grows_to_undo_and_then_on_to_the_menu() -> None:
    table = bidding()
    table.down(0, "table")
    table.wait(1.0)
    assert table.view.bar == Bar("table", pytest.approx(0.5))
    table.wait(1.0)
    table.press(0, "table", "hold", 1)
    table.wait(1.0)
    assert table.view.bar == Bar("table", pytest.approx(0.6))


def test_a_bar_is_drawn_to_its_end() -> None:
    table = bidding()
    table.down(1)
    since = table.t
    drawn = []
    while (deadline := table.desk.next_deadline(table.t)) is not None and deadline < since + HOLD_S:
        table.wait(deadline - table.t)
        if table.view.bar is not None:
            drawn.append(table.view.bar.share)
    assert max(drawn) > 0.9
    assert min(drawn) < 0.3


def test_a_still_table_wakes_nobody() -> None:
    table = bidding()
    assert table.desk.next_deadline(table.t) is None
    table.tap(1)
    assert table.desk.next_deadline(table.t) is None


def test_a_tap_draws_no_bar() -> None:
    table = bidding()
    table.down(1)
    table.wait(BAR_AFTER_S - 0.01)
    assert table.view.bar is None
