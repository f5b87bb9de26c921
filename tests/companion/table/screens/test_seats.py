"""A player leaves and comes back: what the keys do meanwhile, and what is kept."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.kit.text import text
from companion.match.session import Session
from companion.table.asked import A_BOT_PLAYS
from companion.table.controls import Press
from companion.testing.whole_games import SEED
from tests.companion.games.galopp_royal.positions import RULES, closing
from tests.companion.table.at_the_table import (
    HOLD_S,
    HandedOver,
    People,
    bidding,
    choose,
    open_menu,
    opened,
    plain_race,
    say,
)


def hand_over(table: People, name: str, pair: int = 2, how: str = "simple") -> None:
    open_menu(table)
    choose(table, "Seats")
    table.hold(pair)
    choose(table, name)
    table.hold(pair)
    if "How well" in say(table.view):
        choose(table, how)
        table.hold(pair)


def test_a_seat_leaves_and_comes_back() -> None:
    table = bidding()
    hand_over(table, "Werner | leaves: a bot plays")
    assert table.paper.calls[-1] == HandedOver({3: "simple"})
    assert table.view.notice == text("A bot plays for {name}.", name="Werner")
    hand_over(table, "Hans | leaves: a bot plays")
    hand_over(table, "Werner | comes back")
    assert table.paper.calls[-1] == HandedOver({1: "simple"})
    assert table.view.notice == text("{name} plays again.", name="Werner")


def test_people_choose_how_well_the_bot_plays() -> None:
    table = bidding()
    hand_over(table, "Werner | leaves: a bot plays", how="strong")
    assert table.paper.calls[-1] == HandedOver({3: "strong"})
    hand_over(table, "Pia | leaves: a bot plays", how="random")
    assert table.paper.calls[-1] == HandedOver({3: "strong", 2: "random"})
    hand_over(table, "Hans | leaves: a bot plays", how="easy")
    assert table.paper.calls[-1] == HandedOver({3: "strong", 2: "random", 1: "easy"})


def test_it_is_kept_before_anybody_is_told() -> None:
    table = bidding()
    seen: list[object] = []
    open_menu(table)
    choose(table, "Seats")
    table.hold(2)
    table.hold(2)
    table.paper.watch = lambda: seen.append(table.table.left_to_bots)
    table.hold(2)
    assert seen == [None]
    assert table.table.left_to_bots is not None


def test_what_was_drafted_at_the_seat_is_gone() -> None:
    table = bidding()
    table.tap(1, times=5)
    hand_over(table, "Hans")
    assert (table.view.number, table.view.is_draft) == ("0", False)


def test_a_press_at_its_keys_says_that_a_bot_plays_here_and_does_nothing() -> None:
    table = bidding()
    hand_over(table, "Hans")
    table.wait(5.0)
    before, entries = table.view, table.paper.entries
    table.tap(1)
    assert table.view == replace(before, notice=text("A bot plays here."))
    table.wait(5.0)
    table.hold(1)
    table.hold(1, "red")
    assert table.view == replace(before, notice=text("A bot plays here."))
    assert table.paper.entries == entries


def test_while_a_bot_is_asked_the_display_names_no_key_and_no_bar_grows() -> None:
    table = bidding()
    hand_over(table, "Hans")
    table.wait(5.0)
    assert (table.view.who, table.view.legend) == (1, A_BOT_PLAYS)
    for is_bots in (False, True):
        table.table.press(Press(1, "green", "down", is_bots=is_bots), table.t)
        table.wait(HOLD_S / 2)
        assert table.view.bar is None
        table.table.press(Press(1, "green", "tap", is_bots=is_bots), table.t)
    table.wait(5.0)
    assert (table.view.is_draft, table.view.legend) == (True, A_BOT_PLAYS)
    table.tap(0, "table")
    assert table.view.title == text("Coins"), "people can look things up"
    table.wait(10.0)
    table.table.press(Press(1, "green", "down", is_bots=True), table.t)
    table.table.press(Press(1, "green", "hold", 1, is_bots=True), table.t)
    table.read()
    assert table.view.who == 2
    assert table.view.legend is not None
    assert table.view.legend.red_hold == text("Pass")


def test_no_key_is_explained_to_a_bot_but_to_the_first_person_who_is_asked() -> None:
    table = People(opened(), known=frozenset())
    table.table.go_on(Session(RULES, SEED, opened()), (1, 2, 3, 4), table.t, {1: "simple"})
    table.wait(1.0)
    assert "1 coin more" not in say(table.view)
    assert table.table.left_to_bots is not None
    table.table.left_to_bots.hand_over(1, None, table.t)
    table.wait(5.0)
    assert "1 coin more" in say(table.view)


def test_the_keys_of_all_others_do_what_they_did() -> None:
    table = bidding()
    hand_over(table, "Pia")
    table.bid(1, 4)
    assert table.turn == 2
    table.tap(3)
    assert table.view.notice == text("Not your turn.")
    table.undo()
    assert table.turn == 1


def test_its_keys_work_the_menu() -> None:
    table = bidding()
    hand_over(table, "Hans")
    hand_over(table, "Hans | comes back", pair=1)
    table.bid(1, 3)
    assert table.turn == 2


def test_the_real_die_of_a_seat_is_read_by_people() -> None:
    table = People(
        replace(plain_race(), setup=replace(plain_race().setup, duties=replace(plain_race().setup.duties, die="table")))
    )
    hand_over(table, "Hans")
    table.wait(5.0)
    assert table.table.left_to_bots is None
    assert table.view.legend != A_BOT_PLAYS
    table.tap(1)
    table.hold(1)
    assert table.turn == 2
    table.tap(1)
    assert (table.view.who, table.view.number, table.view.is_draft) == (2, "1", True)


def test_nothing_is_left_to_a_bot_while_something_is_in_its_way() -> None:
    table = bidding()
    hand_over(table, "Hans")
    table.wait(5.0)

    def is_left() -> bool:
        return table.table.left_to_bots is not None

    assert is_left()
    table.down(3, "red")
    assert not is_left(), "a finger"
    table.press(3, "red", "tap")
    assert is_left()
    table.tap(0, "table")
    assert not is_left(), "a page"
    table.wait(10.0)
    assert is_left()
    open_menu(table)
    assert not is_left(), "the menu"
    table.tap(0, "table")
    assert is_left()
    table.table.tell(replace(table.view, title=text("Menu")), table.t)
    assert not is_left(), "news"


def test_a_bots_press_is_nothing_to_the_menu() -> None:
    table = bidding()
    hand_over(table, "Hans")
    open_menu(table)
    before = say(table.view)
    for kind in ("down", "tap", "down", "hold", "release"):
        table.table.press(Press(1, "green", kind, is_bots=True), table.t)
    assert say(table.view) == before
    assert table.table.request is None


def test_a_bots_press_begins_no_game() -> None:
    table = People()
    for pair in (1, 2, 3):
        table.tap(pair)
    for kind in ("down", "hold", "release"):
        table.table.press(Press(1, "green", kind, is_bots=True), table.t)
    assert table.table.session is None


def test_a_game_that_is_over_is_left_by_any_seat() -> None:
    table = People(closing(20, 30, 40, 50))
    table.wait(60.0)
    assert table.turn is None
    open_menu(table)
    with pytest.raises(AssertionError, match="no Seats"):
        choose(table, "Seats")
    table.tap(0, "table")
    table.hold(1)
    assert table.table.session is None
