"""Races: de B (who begins), de B2 (the bearers), de A1 (the schemer), de B3 (the end), de B4 (the pond)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.galopp_royal import events, intents
from companion.games.galopp_royal.booklet import SCHEMER
from companion.games.galopp_royal.race import prizes
from companion.games.galopp_royal.state import At, Bearing, Closing, Lining, Removing, Rolling, State
from companion.kit.event import Event, Intent
from tests.companion.games.galopp_royal.table import (
    BEARERS,
    RULES,
    between_races,
    carry,
    code,
    kinds,
    on_turn,
    paid,
    passes,
    play,
    race,
    scheme,
    schemes,
    settle,
    the,
    told,
    with_chairs,
)

FINISH = 20
"""Of race 1."""


def after_roll(state: State, *steps: tuple[int, int], seat: int = 1) -> tuple[Event, ...]:
    """What comes of `seat` rolling its schemer and using it like this."""
    return told(play(state, carry(SCHEMER, seat)), scheme(seat, *steps))


def use(state: State, *steps: tuple[int, int], seat: int = 1) -> State:
    """The position after that."""
    return play(state, carry(SCHEMER, seat), scheme(seat, *steps))


# --- who rolls -------------------------------------------------------------------------------------------------------


def test_b_the_smallest_player_begins_race_1() -> None:
    state = settle(replace(race(4, first=3, number=0), phase=Lining(3)))
    assert (state.race, on_turn(state)) == (1, 3)


def test_b_the_last_of_the_race_begins_the_next() -> None:
    state = play(between_races(4, last=4, nth=2), intents.Deal(cards=("1", "2", "3", "5")), *passes(4, 1, 2, 3))
    assert (state.race, on_turn(state)) == (2, 4)


def test_b_clockwise_without_those_off_the_track() -> None:
    state = race(6, turn=2, chairs=(7, 7, "F1", 7, "P1", 7))
    order = []
    for _ in range(5):
        assert isinstance(state.phase, Rolling)
        order.append(state.phase.seat)
        state = play(state, carry("1", state.phase.seat))
    assert order == [2, 4, 6, 1, 2]


def test_b_only_the_seat_on_turn_rolls_one_of_four_faces() -> None:
    state = race(4, turn=2)
    assert code(state, intents.Roll(seat=1, face=1)) == "not_your_turn"
    assert code(state, intents.Roll(seat=2, face=0)) == "not_asked"
    assert code(state, intents.Roll(seat=2, face=5)) == "not_asked"


@pytest.mark.parametrize(("die", "by_lot"), [("box", True), ("table", False)])
def test_the_die_is_the_boxs_or_typed_in(die: str, by_lot: bool) -> None:
    question = RULES.question(race(4, die=die))
    assert question is not None
    assert question.by_lot is by_lot


# --- de B2: the bearers ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bearer", "steps"), [("1", 1), ("2", 2), ("3", 3), ("5", 5), ("-2", -2)])
@pytest.mark.parametrize("face", [1, 2, 3, 4])
def test_b2_the_bearer_on_the_slot_of_the_face_carries_the_chair(bearer: str, steps: int, face: int) -> None:
    state = race(4)
    display = tuple(bearer if slot == face else SCHEMER for slot in (1, 2, 3, 4))
    state = replace(state, displays=(display, *state.displays[1:]))
    assert told(state, intents.Roll(seat=1, face=face)) == (
        events.Rolled(1, face, bearer),
        events.Moved(1, ((1, steps),)),
    )
    assert play(state, intents.Roll(seat=1, face=face)).chairs == (5 + steps, 5, 5, 5)


def test_b2_minus_2_is_compulsory() -> None:
    """Nobody is asked between the roll and the move."""
    state = race(4)
    state = RULES.evolve(state, told(state, carry("-2", 1))[0])
    assert state.phase == Bearing(1, "-2")
    assert RULES.question(state) is None
    assert RULES.follows(state) == events.Moved(1, ((1, -2),))


def test_b2_several_chairs_may_share_a_space() -> None:
    assert play(race(4, chairs=(4, 5, 5, 7)), carry("1", 1)).chairs == (5, 5, 5, 7)


# --- de A1: the schemer, rulebooks de, nl, en ------------------------------------------------------------------------


def test_a1_schemer_ahead_may_push_one_by_two_two_by_one_or_nobody() -> None:
    offered = schemes(race(4, chairs=(5, 8, 7, 6)))
    ahead = {steps for steps in offered if steps[0] == (1, +2)}
    assert ahead == {
        ((1, 2),),
        ((1, 2), (2, -2)),
        ((1, 2), (3, -2)),
        ((1, 2), (4, -2)),
        ((1, 2), (2, -1), (3, -1)),
        ((1, 2), (2, -1), (4, -1)),
        ((1, 2), (3, -1), (4, -1)),
    }


def test_a1_schemer_back_must_push_one_by_two_or_two_by_one() -> None:
    state = race(4, chairs=(5, 8, 7, 6))
    back = {steps for steps in schemes(state) if steps[0] == (1, -2)}
    assert back == {
        ((1, -2), (2, 2)),
        ((1, -2), (3, 2)),
        ((1, -2), (4, 2)),
        ((1, -2), (2, 1), (3, 1)),
        ((1, -2), (2, 1), (4, 1)),
        ((1, -2), (3, 1), (4, 1)),
    }
    assert code(play(state, carry(SCHEMER, 1)), scheme(1, (1, -2))) == "not_asked"


def test_a1_schemer_offers_each_use_once_and_nothing_else() -> None:
    offered = schemes(race(4, chairs=(5, 8, 7, 6)))
    assert len(offered) == len(set(offered)) == 13


@pytest.mark.parametrize(
    "steps",
    [
        ((2, -2), (1, 2)),
        ((1, 2), (2, -1)),
        ((1, 2), (2, -1), (2, -1)),
        ((1, 2), (2, 2)),
        ((1, 1),),
        ((2, 2),),
        ((1, 2), (2, -2), (3, -2)),
        (),
    ],
)
def test_a1_schemer_knows_no_other_use(steps: tuple[tuple[int, int], ...]) -> None:
    state = play(race(4, chairs=(5, 8, 7, 6)), carry(SCHEMER, 1))
    assert code(state, scheme(1, *steps)) == "not_asked"


def test_a1_schemer_moves_the_chairs_named_own_first() -> None:
    state = race(4, chairs=(5, 8, 7, 6))
    assert after_roll(state, (1, 2), (2, -1), (4, -1)) == (events.Moved(1, ((1, 2), (2, -1), (4, -1))),)
    assert use(state, (1, 2), (2, -1), (4, -1)).chairs == (7, 7, 7, 5)
    assert use(state, (1, -2), (3, 2)).chairs == (3, 8, 9, 6)


def test_a1_exception_nobody_is_pushed_into_the_pond() -> None:
    offered = schemes(race(4, chairs=(5, 2, 1, 3)))
    assert {steps[1:] for steps in offered if steps[0] == (1, 2)} == {
        (),
        ((4, -2),),
        ((4, -1), (2, -1)),
    }


def test_a1_exception_a_push_is_not_shortened_either() -> None:
    offered = schemes(race(3, chairs=(5, 2, 1)))
    assert [steps for steps in offered if steps[0] == (1, 2)] == [((1, 2),)]


def test_a1_own_chair_may_go_back_into_the_pond() -> None:
    state = race(4, chairs=(2, 8, 7, 6))
    came = after_roll(state, (1, -2), (2, 2))
    assert came == (events.Moved(1, ((1, -2), (2, 2))), events.Ponded(1, 4))


def test_a1_chairs_off_the_track_are_not_pushed() -> None:
    offered = schemes(race(5, chairs=(9, "F1", "P1", 9, 8)))
    assert {seat for steps in offered for seat, _ in steps[1:]} == {4, 5}


def test_a1_a_push_over_the_finish_takes_the_next_place() -> None:
    state = race(4, chairs=(9, 19, 8, "F1"))
    came = after_roll(state, (1, -2), (2, 2))
    assert came[1:] == (events.Finished(2, 2),)
    assert use(state, (1, -2), (2, 2)).chairs == (7, "F2", 8, "F1")


def test_a1_a_push_by_one_onto_the_finish_counts() -> None:
    came = after_roll(race(4, chairs=(9, 19, 8, 7)), (1, -2), (2, 1), (3, 1))
    assert came[1:] == (events.Finished(2, 1),)


@pytest.mark.parametrize(("first", "second"), [(2, 3), (3, 2)])
def test_a1_two_over_the_line_at_once_in_the_order_chosen(first: int, second: int) -> None:
    came = after_roll(race(4, chairs=(9, 19, 19, 8)), (1, -2), (first, 1), (second, 1))
    assert came[1:] == (events.Finished(first, 1), events.Finished(second, 2))


def test_a1_the_order_is_asked_only_where_it_decides_places() -> None:
    offered = schemes(race(4, chairs=(9, 19, 19, 8)))
    pairs = [steps[1:] for steps in offered if steps[0] == (1, -2) and len(steps) == 3]
    assert pairs == [((2, 1), (3, 1)), ((3, 1), (2, 1)), ((2, 1), (4, 1)), ((3, 1), (4, 1))]


def test_a1_the_whole_action_is_carried_out_before_the_end_is_tested() -> None:
    """The own chair is third and ends the race, yet the push behind it counts: seat 4 falls back to the last place."""
    state = race(5, chairs=(19, "F1", "F2", 9, 8))
    came = after_roll(state, (1, 2), (4, -2))
    assert kinds(came)[:3] == ["moved", "finished", "race_ended"]
    assert the(events.RaceEnded, came).last == 4


def test_a1_own_chair_into_the_pond_and_another_over_the_line_in_one_action() -> None:
    came = after_roll(race(3, chairs=(2, 18, "F1")), (1, -2), (2, 2))
    assert came[1:] == (
        events.Ponded(1, 3),
        events.Finished(2, 2),
        events.RaceEnded(1, 1),
        events.Paid(3, 1, 20),
        events.Paid(2, 2, 10),
        events.Paid(1, 3, 5),
    )


# --- the schemer, rulebook fr ----------------------------------------------------------------------------------------


def test_fr_schemer_has_one_effect_or_goes_back() -> None:
    offered = schemes(race(4, schemer="one_effect", chairs=(5, 8, 7, 2)))
    assert set(offered) == {
        ((1, 2),),
        ((2, 2),),
        ((3, 2),),
        ((4, 2),),
        ((2, -2),),
        ((3, -2),),
        ((2, -1), (3, -1)),
        ((2, -1), (4, -1)),
        ((3, -1), (4, -1)),
        ((1, -2), (2, 2)),
        ((1, -2), (3, 2)),
        ((1, -2), (4, 2)),
        ((1, -2), (2, 1), (3, 1)),
        ((1, -2), (2, 1), (4, 1)),
        ((1, -2), (3, 1), (4, 1)),
    }
    assert len(offered) == len(set(offered))


def test_fr_any_chair_may_be_carried_over_the_line() -> None:
    came = after_roll(race(4, schemer="one_effect", chairs=(5, 18, 7, 2)), (2, 2))
    assert came == (events.Moved(1, ((2, 2),)), events.Finished(2, 1))


def test_the_preset_fr_plays_one_effect_and_the_others_both() -> None:
    one = {book: ((1, 2), (2, -2)) not in schemes(race(4, rulebook=book)) for book in ("de", "nl", "en", "fr")}
    assert one == {"de": False, "nl": False, "en": False, "fr": True}


# --- de B3: under the arch -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [19, 18, 17])
def test_b3_on_or_past_the_finish_space(at: int) -> None:
    state = race(4, chairs=(at, 5, 5, 5))
    came = told(state, carry("3", 1))
    assert came[2:] == (events.Finished(1, 1),)
    assert play(state, carry("3", 1)).chairs == ("F1", 5, 5, 5)


def test_b3_one_short_of_the_finish_is_not_there() -> None:
    assert kinds(told(race(4, chairs=(16, 5, 5, 5)), carry("3", 1))) == ["rolled", "moved"]


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_b3_race_r_ends_at_the_finish_of_race_r(number: int) -> None:
    finish = 19 + number
    chairs: tuple[At, ...] = (finish - 3, finish - 1, 9, 8)
    came = told(race(4, number=number, chairs=chairs), carry("3", 1))
    assert kinds(came)[2:] == ["finished"]
    chairs = (finish - 4, finish - 1, 9, 8)
    assert kinds(told(race(4, number=number, chairs=chairs), carry("3", 1)))[2:] == []


def test_b3_the_chair_shows_the_plain_sum_until_its_place_is_told() -> None:
    state = race(4, chairs=(19, 5, 5, 5))
    moved = told(state, carry("3", 1))[:2]
    for event in moved:
        state = RULES.evolve(state, event)
    assert state.chairs == (22, 5, 5, 5)


# --- de B4: the pond -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [2, 1])
def test_b4_on_or_behind_the_pond_is_out(at: int) -> None:
    state = race(4, chairs=(at, 5, 5, 5))
    assert told(state, carry("-2", 1))[2:] == (events.Ponded(1, 4),)
    state = play(state, carry("-2", 1))
    assert state.chairs == ("P1", 5, 5, 5)
    assert on_turn(state) == 2


def test_b4_one_space_before_the_pond_is_still_in() -> None:
    assert play(race(4, chairs=(3, 5, 5, 5)), carry("-2", 1)).chairs == (1, 5, 5, 5)


def test_pond_first_in_is_last() -> None:
    state = race(4, chairs=(2, 2, 18, 9))
    state = play(state, carry("-2", 1), carry("-2", 2))
    assert state.chairs[:2] == ("P1", "P2")
    came = told(state, carry("3", 3))
    assert the(events.RaceEnded, came).last == 1


PLACES = [
    (3, (3, 2)),
    (4, (4, 3, 2)),
    (5, (5, 4, 3, 2)),
    (6, (6, 5, 4, 3, 2)),
]
"""The table in the rules: by how many play, the places of the first, second … in the pond."""


@pytest.mark.parametrize(("seats", "places"), PLACES)
def test_b4_places_in_the_pond_count_from_the_end(seats: int, places: tuple[int, ...]) -> None:
    state = race(seats, chairs=(2,) * seats)
    got = []
    for _ in places:
        assert isinstance(state.phase, Rolling)
        seat = state.phase.seat
        came = told(state, carry("-2", seat))
        got.append(the(events.Ponded, came).place)
        state = play(state, carry("-2", seat))
    assert tuple(got) == places


@pytest.mark.parametrize(("seats", "places"), PLACES)
def test_b4_the_only_chair_left_wins_place_1(seats: int, places: tuple[int, ...]) -> None:
    chairs: tuple[At, ...] = (2, *(f"P{at}" for at in range(1, len(places))), 9)
    came = told(race(seats, chairs=chairs), carry("-2", 1))
    assert kinds(came)[2:5] == ["ponded", "finished", "race_ended"]
    assert the(events.Finished, came) == events.Finished(seats, 1)
    assert the(events.RaceEnded, came).last == 2 if len(places) > 1 else 1


# --- de B4: prizes and the pond --------------------------------------------------------------------------------------


def finished_with(seats: int, in_pond: int, option: str) -> list[tuple[int, int, int]]:
    """The prizes of race 1 when seats 1 … `in_pond` are in the pond and the others arrived in their order."""
    chairs = (*(f"P{at}" for at in range(1, in_pond + 1)), *(f"F{at}" for at in range(1, seats - in_pond + 1)))
    return list(prizes(race(seats, chairs=chairs, pond_prize=option)))


@pytest.mark.parametrize(
    ("seats", "in_pond", "won"),
    [
        (3, 0, [(1, 1, 20), (2, 2, 10), (3, 3, 5)]),
        (3, 1, [(2, 1, 20), (3, 2, 10), (1, 3, 5)]),
        (3, 2, [(3, 1, 20), (2, 2, 10), (1, 3, 5)]),
        (4, 1, [(2, 1, 20), (3, 2, 10), (4, 3, 5)]),
        (4, 2, [(3, 1, 20), (4, 2, 10)]),
        (4, 3, [(4, 1, 20)]),
        (5, 1, [(2, 1, 20), (3, 2, 10), (4, 3, 5)]),
        (5, 2, [(3, 1, 20), (4, 2, 10), (5, 3, 5)]),
        (5, 3, [(4, 1, 20), (5, 2, 10)]),
        (5, 4, [(5, 1, 20)]),
        (6, 3, [(4, 1, 20), (5, 2, 10), (6, 3, 5)]),
        (6, 4, [(5, 1, 20), (6, 2, 10)]),
        (6, 5, [(6, 1, 20)]),
    ],
)
def test_pond_prize_three_players(seats: int, in_pond: int, won: list[tuple[int, int, int]]) -> None:
    assert finished_with(seats, in_pond, "three_players") == won


@pytest.mark.parametrize(
    ("seats", "in_pond", "won"),
    [
        (3, 2, [(3, 1, 20), (2, 2, 10), (1, 3, 5)]),
        (4, 1, [(2, 1, 20), (3, 2, 10), (4, 3, 5)]),
        (4, 2, [(3, 1, 20), (4, 2, 10), (2, 3, 5)]),
        (4, 3, [(4, 1, 20), (3, 2, 10), (2, 3, 5)]),
        (5, 2, [(3, 1, 20), (4, 2, 10), (5, 3, 5)]),
        (5, 3, [(4, 1, 20), (5, 2, 10), (3, 3, 5)]),
        (5, 4, [(5, 1, 20), (4, 2, 10), (3, 3, 5)]),
        (6, 4, [(5, 1, 20), (6, 2, 10), (4, 3, 5)]),
        (6, 5, [(6, 1, 20), (5, 2, 10), (4, 3, 5)]),
    ],
)
def test_pond_prize_by_place(seats: int, in_pond: int, won: list[tuple[int, int, int]]) -> None:
    assert finished_with(seats, in_pond, "by_place") == won


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_b3_places_1_to_3_win_the_row_of_this_race(number: int) -> None:
    rows = {1: (20, 10, 5), 2: (25, 12, 6), 3: (30, 15, 7), 4: (35, 17, 8), 5: (40, 20, 10), 6: (45, 22, 11)}
    state = race(4, number=number, chairs=(19 + number, "F1", "F2", 3))
    came = told(state, carry("1", 1))
    first, second, third = rows[number]
    assert paid(came) == [(2, 1, first), (3, 2, second), (1, 3, third)]
    assert play(state, carry("1", 1)).money.purses == (50 + third, 50 + first, 50 + second, 50)


def test_b3_a_prize_of_nothing_is_not_paid() -> None:
    board = {"prizes": [[20, 10, 0], *([[0, 0, 0]] * 5)]}
    came = told(race(4, board=board, chairs=(19, "F1", "F2", 3)), carry("1", 1))
    assert paid(came) == [(2, 1, 20), (3, 2, 10)]
    state = race(4, number=2, board=board, chairs=(20, "F1", "F2", 3))
    assert paid(told(state, carry("1", 1))) == []
    assert play(state, carry("1", 1)).phase == Removing(4, 4)


# --- de B3: the end, rulebooks de and nl -----------------------------------------------------------------------------


def test_b3_four_seats_the_third_arrival_leaves_one_over_who_is_fourth_and_last() -> None:
    came = told(race(4, chairs=(18, "F1", "F2", 3)), carry("3", 1))
    assert came[2:5] == (events.Finished(1, 3), events.Finished(4, 4), events.RaceEnded(1, 4))


def test_b3_three_seats_the_second_arrival_ends_it_and_third_is_paid() -> None:
    came = told(race(3, chairs=(18, "F1", 3)), carry("3", 1))
    assert came[2:] == (
        events.Finished(1, 2),
        events.Finished(3, 3),
        events.RaceEnded(1, 3),
        events.Paid(2, 1, 20),
        events.Paid(1, 2, 10),
        events.Paid(3, 3, 5),
    )


def test_b3_two_places_known_and_two_racing_goes_on() -> None:
    assert kinds(told(race(4, chairs=(18, "F1", 9, 3)), carry("3", 1)))[2:] == ["finished"]


def test_b3_third_place_the_hindmost_chair_is_last_if_it_stands_alone() -> None:
    came = told(race(5, chairs=(18, "F1", "F2", 9, 3)), carry("3", 1))
    assert came[2:4] == (events.Finished(1, 3), events.RaceEnded(1, 5))


def test_b3_third_place_a_tie_for_the_last_place_is_run_out() -> None:
    state = race(6, chairs=(18, "F1", "F2", 3, 3, 9))
    assert kinds(told(state, carry("3", 1)))[2:] == ["finished"]
    state = play(state, carry("3", 1))
    assert on_turn(state) == 4
    came = told(state, carry("1", 4))
    assert came[2] == events.RaceEnded(1, 5)
    assert paid(came) == [(2, 1, 20), (3, 2, 10), (1, 3, 5)]


def test_b3_third_place_a_tie_among_three_may_become_a_tie_of_two() -> None:
    state = race(6, turn=4, chairs=("F1", "F2", "F3", 3, 3, 3))
    assert kinds(told(state, carry("3", 4))) == ["rolled", "moved"]
    state = play(state, carry("3", 4))
    assert the(events.RaceEnded, told(state, carry("1", 5))).last == 6


def test_b3_third_place_every_racing_chair_keeps_its_turn_and_may_arrive_without_a_prize() -> None:
    state = race(6, turn=6, chairs=("F1", "F2", "F3", 3, 3, 18))
    came = told(state, carry("3", 6))
    assert came[2:] == (events.Finished(6, 4),)
    state = play(state, carry("3", 6))
    assert on_turn(state) == 4
    came = told(state, carry("-2", 4))
    assert came[2] == events.RaceEnded(1, 4)
    assert paid(came) == [(1, 1, 20), (2, 2, 10), (3, 3, 5)]


def test_b3_third_place_who_falls_into_the_pond_during_the_tie_is_last_at_once() -> None:
    state = race(6, turn=4, chairs=("F1", "F2", "F3", 2, 2, 9))
    came = told(state, carry("-2", 4))
    assert came[2:4] == (events.Ponded(4, 6), events.RaceEnded(1, 4))


def test_b3_third_place_a_schemer_breaks_the_tie() -> None:
    state = race(6, turn=6, chairs=("F1", "F2", "F3", 3, 3, 9))
    came = after_roll(state, (6, 2), (5, -2), seat=6)
    assert came[1] == events.RaceEnded(1, 5)
    assert kinds(after_roll(state, (6, 2), (4, -1), (5, -1), seat=6)) == ["moved"]


def test_b3_third_place_five_seats_two_tied_and_one_arrives() -> None:
    came = told(race(5, turn=4, chairs=("F1", "F2", "F3", 19, 19)), carry("1", 4))
    assert came[2:5] == (events.Finished(4, 4), events.Finished(5, 5), events.RaceEnded(1, 5))


def test_b4_a_chair_in_the_pond_is_last_however_far_back_the_others_are() -> None:
    came = told(race(6, chairs=(18, "F1", "F2", 3, "P1", 3)), carry("3", 1))
    assert came[2:4] == (events.Finished(1, 3), events.RaceEnded(1, 5))


def test_b3_nobody_wins_before_the_prizes_are_settled_though_the_last_is_known() -> None:
    assert kinds(told(race(4, chairs=(18, "P1", 9, 8)), carry("3", 1)))[2:] == ["finished"]


# --- de B3: the end, rulebooks en and fr -----------------------------------------------------------------------------


def test_en_last_known_the_race_goes_on_until_one_is_left() -> None:
    state = race(5, race_end="last_known", chairs=(18, "F1", "F2", 9, 3))
    assert kinds(told(state, carry("3", 1)))[2:] == ["finished"]
    state = with_chairs(play(state, carry("3", 1)), ("F3", "F1", "F2", 19, 3))
    came = told(state, carry("1", 4))
    assert came[2:5] == (events.Finished(4, 4), events.Finished(5, 5), events.RaceEnded(1, 5))
    assert paid(came) == [(2, 1, 20), (3, 2, 10), (1, 3, 5)]


def test_en_last_known_somebody_in_the_pond_ends_it() -> None:
    state = race(6, turn=4, race_end="last_known", chairs=("F1", "F2", "F3", 2, 7, 9))
    assert told(state, carry("-2", 4))[2:4] == (events.Ponded(4, 6), events.RaceEnded(1, 4))


def test_en_last_known_somebody_already_in_the_pond_ends_it_with_the_third_place() -> None:
    came = told(race(6, race_end="last_known", chairs=(18, "F1", "F2", 9, 7, "P1")), carry("3", 1))
    assert came[2:4] == (events.Finished(1, 3), events.RaceEnded(1, 6))


# --- the end of race 6 -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("race_end", ["third_place", "last_known"])
def test_race_6_ends_with_the_prizes_and_nobody_is_last(race_end: str) -> None:
    state = race(6, number=6, race_end=race_end, chairs=(23, "F1", "F2", 3, 3, 9))
    came = told(state, carry("3", 1))
    assert came[2:4] == (events.Finished(1, 3), events.RaceEnded(6, None))
    state = play(state, carry("3", 1))
    assert state.phase == Closing()
    assert state.chairs == ("F3", "F1", "F2", 3, 3, 9)


def test_race_6_with_one_chair_left_gives_it_the_place_left_open() -> None:
    came = told(race(3, number=6, chairs=(23, "F1", 9)), carry("3", 1))
    assert came[2:5] == (events.Finished(1, 2), events.Finished(3, 3), events.RaceEnded(6, None))


def test_race_6_has_no_last_even_with_somebody_in_the_pond() -> None:
    came = told(race(4, number=6, chairs=(23, "F1", "F2", "P1")), carry("3", 1))
    assert the(events.RaceEnded, came).last is None


# --- after the prizes ------------------------------------------------------------------------------------------------


def test_chairs_go_back_to_start_with_the_last_prize() -> None:
    state = race(4, chairs=(18, "F1", "F2", 3))
    *most, final = told(state, carry("3", 1))
    for event in most:
        state = RULES.evolve(state, event)
    assert state.chairs == ("F3", "F1", "F2", "F4")
    state = RULES.evolve(state, final)
    assert state.chairs == (5, 5, 5, 5)
    assert state.phase == Removing(4, 4)


@pytest.mark.parametrize("intent", [carry("1", 2), scheme(1, (1, 2)), *passes(1)])
def test_a_refused_roll_changes_nothing(intent: Intent) -> None:
    assert code(race(4), intent) in {"not_your_turn", "not_asked"}
    assert len(BEARERS) == 4
