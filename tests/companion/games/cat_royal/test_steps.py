"""How a figure walks: which figures it may pass, where it may land, and how it enters the goal."""

from __future__ import annotations

import pytest

from companion.games.cat_royal.booklet import FIGURES
from tests.companion.games.cat_royal.positions import Choices, cheats, fields, honest, turn

# --- the loop --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "here", "card", "there"),
    [(1, 20, "5", 25), (1, 50, "12", 62), (2, 62, "8", 6), (3, 63, "3", 2), (4, 1, "2", 3)],
)
def test_blue_a_number_leads_so_many_fields_ahead_clockwise(seat: int, here: int, card: str, there: int) -> None:
    assert honest(turn(f"{seat}C {here}", card, seat=seat)) == [("citizen", there)]


@pytest.mark.parametrize(("here", "there"), [(30, 26), (3, 63), (17, 13), (1, 61)])
def test_green_four_back_leads_over_the_own_start_field_too(here: int, there: int) -> None:
    assert there in fields(turn(f"1C {here}", "+4/-4"))


def test_green_four_back_leads_over_anything() -> None:
    assert 26 in fields(turn("1J 30, 2K 29, 3T 28, 4C 27", "+4/-4"))
    assert 15 in fields(turn("1J 19, 2J 17", "+4/-4"))  # over a guard


def test_green_four_back_is_not_possible_in_the_goal() -> None:
    assert honest(turn("1C G4", "+4/-4")) == []


# --- passing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("other_seat", [1, 2])
@pytest.mark.parametrize(("mover", "passes"), [("K", "TCJ"), ("T", "TCJ"), ("C", "CJ"), ("J", "J")])
def test_ranks_only_the_same_or_a_lower_rank_is_passed_of_any_colour(mover: str, passes: str, other_seat: int) -> None:
    for other in "KTCJ":
        if (other_seat, other) != (1, mover):
            state = turn(f"1{mover} 20, {other_seat}{other} 22", "3")
            assert (23 in fields(state)) == (other in passes or (mover, other) == ("K", "K")), other


def test_ranks_a_king_passes_a_king() -> None:
    assert 23 in fields(turn("1K 20, 2K 22", "3"))


def test_ranks_who_stands_on_the_last_field_is_not_passed_but_taken() -> None:
    assert fields(turn("1J 20, 2T 23", "3")) == {23}


@pytest.mark.parametrize("card", ["10", "+4/-4"])
def test_ranks_green_cards_lift_them(card: str) -> None:
    steps = 10 if card == "10" else 4
    assert 20 + steps in fields(turn("1J 20, 2K 22", card))


def test_ranks_hold_in_the_goal_too_and_green_cards_lift_them_there() -> None:
    assert honest(turn("1J G1, 1K G3", "3")) == []
    assert ("jester", "G2") in honest(turn("1J G1, 1K G3", "1-7"))
    assert ("king", "G3") in honest(turn("1J G2, 1K G1", "2"))
    assert ("jester", "G4") not in honest(turn("1J 64, 1K G1", "5"))
    assert ("jester", "G3") in honest(turn("1J 64, 1K G1", "+4/-4"))


def test_ranks_hold_on_the_way_into_the_goal() -> None:
    assert honest(turn("1C 60, 2K 63", "8")) == []
    assert honest(turn("1C 60, 2J 63", "8")) == [("citizen", "G3")]


@pytest.mark.parametrize(("ahead", "behind"), [("G2", "G1"), ("G3", "G1"), ("G3", "G2")])
def test_ranks_in_the_goal_bar_nobody_who_is_past_them(ahead: str, behind: str) -> None:
    assert ("jester", "G4") in honest(turn(f"1J {ahead}, 1K {behind}", "1-7"))


# --- guards ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("guard", FIGURES)
def test_guard_nobody_lands_on_a_figure_on_its_own_start_field(guard: str) -> None:
    letter = "KTCJ"[FIGURES.index(guard)]
    for card, here in (("3", 14), ("10", 7), ("+4/-4", 13), ("+4/-4", 21)):
        assert 17 not in fields(turn(f"1K {here}, 1T 40, 2{letter} 17", card))


@pytest.mark.parametrize("mover", "KCJ")
def test_guard_nobody_but_a_knight_passes_one(mover: str) -> None:
    assert 18 not in fields(turn(f"1{mover} 15, 2J 17", "3"))


@pytest.mark.parametrize(("guard", "passes"), [("K", False), ("T", True), ("C", True), ("J", True)])
def test_knight_passes_a_guard_if_the_ranks_allow(guard: str, passes: bool) -> None:
    assert (18 in fields(turn(f"1T 15, 2{guard} 17", "3"))) == passes


def test_knight_passes_an_own_guard() -> None:
    assert honest(turn("1T 62, 1J 1", "6"))[0] == ("knight", "G3")
    assert ("knight", 3) in honest(turn("1T 62, 1J 1", "5", goal_entry="may"))


def test_guard_an_own_one_bars_the_way_into_the_goal() -> None:
    assert honest(turn("1C 62, 1J 1", "6")) == [("jester", 7)]


def test_knight_on_a_green_card_passes_any_guard() -> None:
    assert ("knight", 25) in honest(turn("1T 15, 2K 17", "10"))
    assert 25 not in fields(turn("1C 15, 2J 17", "10"))


def test_guard_a_figure_on_anothers_start_field_is_none() -> None:
    assert 18 in fields(turn("1C 15, 3J 17", "3"))
    assert 17 in fields(turn("1C 15, 3J 17", "2"))


def test_guard_one_that_came_round_again_is_protected_too() -> None:
    assert fields(turn("1C 15, 2J 17", "2")) == set()


# --- landing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("other", "TCJ")
@pytest.mark.parametrize("other_seat", [1, 2])
def test_general_whoever_stands_there_is_taken_whatever_the_rank_own_ones_too(other: str, other_seat: int) -> None:
    mover = "J" if other != "J" else "C"
    assert 23 in fields(turn(f"1{mover} 20, {other_seat}{other} 23", "3"))


@pytest.mark.parametrize("mover", "TCJ")
def test_king_is_taken_by_nobody_lower(mover: str) -> None:
    assert 23 not in fields(turn(f"1{mover} 20, 2K 23", "3"))


def test_king_is_taken_by_a_king() -> None:
    assert 23 in fields(turn("1K 20, 2K 23", "3"))


def test_king_is_not_taken_by_his_own_people() -> None:
    assert ("jester", 23) not in honest(turn("1J 20, 1K 23", "3"))


@pytest.mark.parametrize("corner", [1, 33, 49])
def test_king_on_anothers_start_field_is_taken_by_anybody(corner: int) -> None:
    """Also with two players, when nobody plays the corners 33 and 49."""
    before = (corner - 4) % 64 + 1
    assert corner in fields(turn(f"1J {before}, 2K {corner}", "3", seats=2))


@pytest.mark.parametrize(("card", "here"), [("10", 13), ("+4/-4", 19), ("+4/-4", 27)])
def test_king_is_taken_by_anybody_with_a_green_card(card: str, here: int) -> None:
    assert 23 in fields(turn(f"1J {here}, 2K 23", card))


# --- the goal --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "before"), [(1, 64), (2, 16), (3, 32), (4, 48)])
def test_goal_the_first_field_is_the_step_after_the_own_start_field(seat: int, before: int) -> None:
    assert fields(turn(f"{seat}C {before}", "2", seat=seat)) == {"G1"}


def test_goal_steps_that_fit_must_lead_into_it() -> None:
    assert fields(turn("1C 63", "1-7")) == {64, 1, "G1", "G2", "G3", "G4", 6}
    assert fields(turn("1C 63", "5")) == {"G3"}


def test_goal_steps_too_many_lead_on_along_the_loop_in_full() -> None:
    assert fields(turn("1C 63", "8")) == {7}
    assert fields(turn("1C 60", "12")) == {8}


def test_goal_a_barred_field_makes_the_move_impossible() -> None:
    assert honest(turn("1C 63, 1J G3", "5")) == []
    assert honest(turn("1C 63, 1T G1", "5")) == []


def test_goal_who_stands_on_the_own_start_field_goes_round() -> None:
    assert fields(turn("1C 1", "3")) == {4}
    assert fields(turn("1C 61", "+4/-4")) == {1, 57}
    assert fields(turn("1C 61", "6")) == {"G2"}


def test_goal_inside_a_figure_goes_ahead_to_a_free_field_exactly() -> None:
    assert fields(turn("1C G1", "1-7")) == {"G2", "G3", "G4"}
    assert honest(turn("1C G2, 1J G3", "2")) == [("citizen", "G4")]
    assert honest(turn("1C G3", "2")) == []


def test_goal_others_start_fields_lead_into_none() -> None:
    assert fields(turn("1C 14", "5")) == {19}


def test_jester_lets_up_to_two_points_lapse_on_entering() -> None:
    assert honest(turn("1J 63", "6")) == [("jester", "G4"), ("jester", "G3"), ("jester", "G2")]
    assert honest(turn("1J 63", "3")) == [("jester", "G1")]


@pytest.mark.parametrize(("card", "uses"), [("8", [6, "G4", "G3"]), ("9", [7, "G4"]), ("10", [8])])
def test_jester_one_or_two_points_beyond_the_goal_may_lapse_or_lead_on(card: str, uses: list[object]) -> None:
    assert [to for _, to in honest(turn("1J 62", card))] == uses


def test_jester_lets_none_lapse_on_the_loop_or_inside_the_goal() -> None:
    assert fields(turn("1J 20", "6")) == {26}
    assert honest(turn("1J G2", "3")) == []
    assert fields(turn("1J G2", "2")) == {"G4"}


def test_jester_lets_points_lapse_where_the_farther_field_is_barred() -> None:
    assert [to for _, to in honest(turn("1J 63, 1K G4", "6"))] == ["G3", "G2"]
    assert [to for _, to in honest(turn("1J 63, 1K G3", "6"))] == ["G2"]


# --- the king's limit ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["8", "9", "10", "12", "13"])
def test_king_goes_no_more_than_seven_steps(card: str) -> None:
    assert "king" not in [figure for figure, _ in honest(turn("1K 20", card))]
    assert cheats(turn("1K 20", card)) == []


@pytest.mark.parametrize(
    ("card", "uses"),
    [
        ("2", {22}),
        ("+4/-4", {24, 16}),
        ("1-7", {21, 22, 23, 24, 25, 26, 27}),
        ("1/11", {21, 1}),
    ],
)
def test_king_goes_with_all_others(card: str, uses: set[object]) -> None:
    assert fields(turn("1K 20", card)) == uses


def test_a_game_may_let_steps_that_fit_lead_past_the_goal() -> None:
    options: Choices = {"goal_entry": "may"}
    assert [to for _, to in honest(turn("1C 63", "5", **options))] == [4, "G3"]
    assert [to for _, to in honest(turn("1C 63, 1J G3", "5", **options))] == [4]
