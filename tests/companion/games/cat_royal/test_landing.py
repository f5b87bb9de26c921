"""The consequences of a play: captures, then wormholes."""

from __future__ import annotations

import pytest

from companion.games.cat_royal import events
from tests.companion.games.cat_royal.positions import (
    RULES,
    asked,
    come_out,
    kinds,
    listed,
    on_turn,
    play,
    plays,
    put,
    stands,
    the,
    told,
    turn,
    use,
)

# --- captures --------------------------------------------------------------------------------------------------------


def test_general_whoever_was_landed_on_goes_to_the_start_area() -> None:
    state = turn("1C 20, 2J 23", "3")
    came = told(state, use(state, "citizen", 23))
    assert kinds(came) == ["played", "captured"]
    assert came[1] == events.Captured(2, "jester")
    assert stands(play(state, use(state, "citizen", 23))) == "1C 23"


def test_general_until_then_both_stand_there() -> None:
    state = turn("1C 20, 2J 23", "3")
    after = RULES.evolve(state, told(state, use(state, "citizen", 23))[0])
    assert stands(after) == "1C 23, 2J 23"
    assert RULES.question(after) is None


def test_general_own_figures_are_captured_like_others() -> None:
    state = turn("1C 20, 1J 23", "3")
    assert the(events.Captured, told(state, use(state, "citizen", 23))) == events.Captured(1, "jester")


def test_guard_whoever_comes_out_captures_anybody_on_the_own_start_field() -> None:
    for other in ("2K", "2J", "3T"):
        state = turn(f"{other} 1", "13")
        came = told(state, use(state, "jester", 1))
        assert the(events.Captured, came).seat == int(other[0])


def test_guard_nobody_comes_out_onto_an_own_guard() -> None:
    assert [play.figure for play in plays(asked(turn("1J 1", "1/11")).form)] == ["jester", "jester"]


def test_options_first_time_an_own_figure_that_came_round_is_captured_by_one_that_comes_out() -> None:
    state = turn("1J 1", "13", start_guard="first_time")
    assert the(events.Captured, told(state, use(state, "king", 1))) == events.Captured(1, "jester")


def test_options_first_time_an_own_king_that_came_round_is_not() -> None:
    state = turn("1K 1, 1J 20", "13", start_guard="first_time")
    assert [play.figure for play in plays(asked(state).form)] == ["jester"]


# --- wormholes -------------------------------------------------------------------------------------------------------


def test_holes_a_figure_that_lands_on_one_comes_out_of_another_by_lot() -> None:
    state = turn("1C 24", "3")
    landed = play(state, use(state, "citizen", 27))
    assert stands(landed) == "1C 27"
    assert on_turn(landed) is None
    assert asked(landed).by_lot
    assert listed(landed) == (come_out(43), come_out(59), come_out(11))
    assert told(landed, come_out(59)) == (events.Teleported(1, "citizen", 59, None),)
    assert stands(play(landed, come_out(59))) == "1C 59"


def test_holes_who_stands_at_the_exit_changes_places_and_no_other_is_woken() -> None:
    state = turn("1C 24, 2K 59", "3")
    after = play(state, use(state, "citizen", 27), come_out(59))
    assert stands(after) == "1C 59, 2K 27"
    assert on_turn(after) == 2


def test_holes_captures_come_first() -> None:
    state = turn("1C 24, 2J 27", "3")
    assert kinds(told(state, use(state, "citizen", 27))) == ["played", "captured"]
    after = play(state, use(state, "citizen", 27), come_out(43))
    assert stands(after) == "1C 43"


def test_holes_passing_one_wakes_none() -> None:
    state = turn("1C 24", "5")
    assert on_turn(play(state, use(state, "citizen", 29))) == 2


def test_holes_a_magnet_wakes_one_but_not_by_0_fields() -> None:
    state = turn("1C 20, 2J 28", "magnet")
    assert on_turn(play(state, use(state, "citizen", 27))) is None
    state = turn("1C 27, 2J 28", "magnet")
    assert on_turn(play(state, use(state, "citizen", 27))) == 2


def test_holes_a_swap_wakes_first_the_players_then_the_other() -> None:
    state = turn("1C 27, 2J 43", "swap")
    swapped = play(state, use(state, "citizen", 43))
    assert stands(swapped) == "1C 43, 2J 27"
    first = play(swapped, come_out(11))
    assert stands(first) == "1C 11, 2J 27"
    assert listed(first) == (come_out(43), come_out(59), come_out(11))
    assert told(first, come_out(11)) == (events.Teleported(2, "jester", 11, (1, "citizen")),)
    assert stands(play(first, come_out(11))) == "1C 27, 2J 11"


@pytest.mark.parametrize(("own", "other"), [(27, 43), (43, 27)])
def test_holes_after_a_swap_a_figure_that_has_left_stays(own: int, other: int) -> None:
    state = turn(f"1C {own}, 2J {other}", "swap")
    after = play(state, use(state, "citizen", other), come_out(own))
    assert stands(after) == f"1C {own}, 2J {other}"
    assert on_turn(after) == 2


def test_holes_a_swap_may_wake_the_others_alone() -> None:
    state = turn("1C 27, 2J 40", "swap")
    swapped = play(state, use(state, "citizen", 40))
    assert told(swapped, come_out(59)) == (events.Teleported(2, "jester", 59, None),)


@pytest.mark.parametrize(("entry", "out"), [(27, 43), (43, 27), (59, 11), (11, 59)])
def test_options_pairs_each_leads_to_its_partner(entry: int, out: int) -> None:
    state = turn(f"1C {entry - 3}", "3", holes="pairs")
    came = told(state, use(state, "citizen", entry))
    assert came[1:] == (events.Teleported(1, "citizen", out, None),)


def test_options_pairs_after_a_swap_between_partners_both_are_back() -> None:
    state = turn("1C 27, 2J 43", "swap", holes="pairs")
    came = told(state, use(state, "citizen", 43))
    assert came[1:] == (events.Teleported(1, "citizen", 27, (2, "jester")),)


def test_options_hats_citizens_alone_come_out_of_the_next_one_that_is_free() -> None:
    state = turn("1C 24, 1T 40", "3", holes="hats")
    assert told(state, use(state, "citizen", 27))[1:] == (events.Teleported(1, "citizen", 43, None),)
    assert kinds(told(state, use(state, "knight", 43))) == ["played"]
    for taken, out in (("2K 43", 59), ("2K 43, 2T 59", 11)):
        state = turn(f"1C 24, {taken}", "3", holes="hats")
        assert told(state, use(state, "citizen", 27))[1:] == (events.Teleported(1, "citizen", out, None),)
        assert stands(play(state, use(state, "citizen", 27))) == f"1C {out}, {taken}"


def test_options_hats_where_none_is_free_the_citizen_stays() -> None:
    state = turn("1C 24, 2K 43, 2T 59, 2J 11", "3", holes="hats")
    assert kinds(told(state, use(state, "citizen", 27))) == ["played"]


def test_options_hats_the_next_one_after_64_is_the_first() -> None:
    state = turn("1C 56", "3", holes="hats")
    assert told(state, use(state, "citizen", 59))[1:] == (events.Teleported(1, "citizen", 11, None),)


def test_options_hats_of_a_swap_the_other_citizen_finds_the_exit_the_first_has_left() -> None:
    state = turn("1C 27, 2C 43, 2K 59, 2T 11", "swap", holes="hats")
    assert kinds(told(state, use(state, "citizen", 43))) == ["played"]


def test_options_first_time_who_leaves_the_start_field_guards_it_no_more() -> None:
    state = turn("", "13", start_guard="first_time")
    out = play(state, use(state, "jester", 1))
    assert out.fresh == ("jester", "", "", "")
    back = put(play(turn("1J 1", "2", fresh="1J", start_guard="first_time")), 2, "king", 40)
    assert play(back, use(back, "jester", 3)).fresh == ("", "", "", "")
