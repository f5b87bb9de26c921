"""The pages of the table key."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.galopp_royal.booklet import SCHEMER
from companion.games.galopp_royal.ending import Over
from companion.games.galopp_royal.pages import team
from companion.kit.text import speak
from companion.kit.view import View
from tests.companion.games.galopp_royal.positions import (
    RULES,
    dealt,
    passes,
    play,
    race,
    start,
    with_display,
    with_purse,
)


def page(view: View) -> list[str]:
    """Its title and lines; a tab only marks the beginning of a column."""
    return [" ".join(speak(said, str).split()) for said in (view.title, *view.lines)]


def test_pages() -> None:
    state = with_purse(race(4, chairs=(7, "P1", "F1", 9)), 2, 7)
    coins, order, teams, prizes, more, rules = map(page, RULES.pages(state))
    assert coins == ["Coins", "Hans 50", "Pia 7", "Werner 50", "Claudia 50"]
    assert order == ["Race 1", "Werner 1st", "Claudia 11 to go", "Hans 13 to go", "Pia 4th"]
    assert teams[:2] == ["Teams", "Hans 1 3 -2 ±2"]
    assert prizes == ["Prizes", "Race 1 20/10/5", "Race 2 25/12/6", "Race 3 30/15/7"]
    assert more == ["Prizes", "Race 4 35/17/8", "Race 5 40/20/10", "Race 6 45/22/11"]
    assert rules == ["Rulebook", "German", "as printed"]


def test_a_list_of_more_than_four_is_shared_out_over_two_pages() -> None:
    coins = [page(view)[1:] for view in RULES.pages(race(5)) if speak(view.title, str) == "Coins"]
    assert [len(lines) for lines in coins] == [3, 2]


def test_cards_that_have_left_the_team_on_sale() -> None:
    state = play(dealt(start(5), SCHEMER, "1", "2", "3", "5"), *passes(1))
    assert ["Left the team", "Hans ±2"] in list(map(page, RULES.pages(state)))


def test_at_the_end_the_richest_stands_first_and_equal_coins_have_the_same_place() -> None:
    state = with_purse(with_purse(race(4, open_cash=False), 2, 70), 4, 7)
    over = replace(state, phase=Over((2,)))
    assert page(RULES.pages(over)[0]) == ["Coins", "1st Pia 70", "2nd Hans 50", "2nd Werner 50", "4th Claudia 7"]
    assert "Coins" not in [speak(view.title, str) for view in RULES.pages(state)[:1]]


def test_a_team_leaves_room_for_a_name_of_ten_letters() -> None:
    state = with_display(with_display(race(3), 1, "1", "2", "3", SCHEMER), 2, "-2", SCHEMER, "-2", "-2")
    assert [team(state, seat) for seat in (1, 2)] == ["1 2 3 ±2", "-2±2-2-2"]
    assert team(start(3), 1) == "-"
