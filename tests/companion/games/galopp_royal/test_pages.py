"""The pages of the table key."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.galopp_royal.booklet import SCHEMER
from companion.games.galopp_royal.ending import Over
from companion.games.galopp_royal.events import RaceBegan
from companion.games.galopp_royal.pages import team
from companion.games.galopp_royal.race import Lining
from companion.games.galopp_royal.state import State
from companion.kit.event import Event
from companion.kit.text import speak
from companion.kit.view import View
from companion.testing.whole_games import finish
from tests.companion.games.galopp_royal.positions import (
    RULES,
    between_races,
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


def test_after_a_race_its_result_is_shown_until_the_next_one_begins() -> None:
    for result, told in (
        (("F2", 9, "P1", 7, "F1"), ["Anna 1st", "Hans 2nd", "Pia no place", "Claudia no place", "Werner 5th"]),
        ((9, "F1", "F2", 7, "F3"), ["Pia 1st", "Werner 2nd"]),
    ):
        shown = [page(view) for view in RULES.pages(replace(race(5), result=result, last=3))]
        lines = [line for title, *lines in shown if title == "Result race 1" for line in lines]
        assert lines[: len(told)] == told
    began = RULES.evolve(replace(between_races(3), result=("F1", "F2", "P1"), phase=Lining()), RaceBegan(2, 3))
    assert "Race 2" in [page(view)[0] for view in RULES.pages(began)]


@pytest.mark.parametrize("race_end", ["last_known", "third_place"])
def test_after_every_race_somebody_was_the_first(race_end: str) -> None:
    def watch(_before: State, _event: Event, state: State) -> None:
        for title, *lines in map(page, RULES.pages(state)):
            if state.result and title.startswith("Result race"):
                told.extend(lines)
                assert not [line for line in lines if "to go" in line]

    told: list[str] = []
    finish(RULES, start(4, race_end=race_end), 3, watch)
    assert {line.split()[-1] for line in told} >= {"1st", "4th"}


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
