"""The shell pond, de B4: who falls in (`race`) and who is last then (`race_end`)."""

from __future__ import annotations

import pytest

from companion.games.galopp_royal import events
from companion.games.galopp_royal.state import At, State
from tests.companion.games.galopp_royal.positions import (
    after_the_move,
    carry,
    kinds,
    on_turn,
    paid,
    play,
    race,
    the,
    told,
)

# --- out of the race -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [2, 1])
def test_b4_on_or_behind_the_pond_is_out(at: int) -> None:
    state = race(4, chairs=(at, 5, 5, 5))
    assert after_the_move(told(state, carry("-2", 1))) == (events.Ponded(1, 4),)
    state = play(state, carry("-2", 1))
    assert state.chairs == ("P1", 5, 5, 5)
    assert on_turn(state) == 2


def test_b4_one_space_before_the_pond_is_still_in() -> None:
    assert play(race(4, chairs=(3, 5, 5, 5)), carry("-2", 1)).chairs == (1, 5, 5, 5)


def test_b4_first_in_the_pond_is_last() -> None:
    state = race(4, chairs=(2, 2, 18, 9))
    state = play(state, carry("-2", 1), carry("-2", 2))
    assert state.chairs[:2] == ("P1", "P2")
    came = told(state, carry("3", 3))
    assert the(events.RaceEnded, came).last == 1


def test_b4_a_chair_in_the_pond_is_last_however_far_back_the_others_are() -> None:
    came = told(race(6, chairs=(18, "F1", "F2", 3, "P1", 3)), carry("3", 1))
    assert after_the_move(came) == (events.Finished(1, 3), events.RaceEnded(1, 5))


def test_b4_the_race_goes_on_though_the_last_is_known_until_the_prizes_are_settled() -> None:
    assert kinds(after_the_move(told(race(4, chairs=(18, "P1", 9, 8)), carry("3", 1)))) == ["finished"]
    assert kinds(after_the_move(told(race(6, chairs=(2, "P1", "P2", "P3", 9, 8)), carry("-2", 1)))) == ["ponded"]


# --- places and prizes -----------------------------------------------------------------------------------------------

PLACES = {3: (3, 2), 4: (4, 3, 2), 5: (5, 4, 3, 2), 6: (6, 5, 4, 3, 2)}
"""By number of players: the places of the first, second … chair in the pond."""


@pytest.mark.parametrize("seats", PLACES)
def test_b4_places_in_the_pond_count_from_the_end(seats: int) -> None:
    state, places = race(seats, chairs=(2,) * seats), []
    for _ in PLACES[seats]:
        seat = on_turn(state) or 0
        places.append(the(events.Ponded, told(state, carry("-2", seat))).place)
        state = play(state, carry("-2", seat))
    assert tuple(places) == PLACES[seats]


def falling(seats: int, nth: int, option: str) -> State:
    """Seat 1 will be the `nth` in the pond; of the others, the last seat still races and the rest have finished."""
    pond = (f"P{at}" for at in range(1, nth))
    finished = (f"F{place}" for place in range(1, seats - nth))
    return race(seats, chairs=(2, *pond, *finished, 9), pond_prize=option)


PRIZES = {1: 20, 2: 10, 3: 5}
"""The prizes of race 1."""


@pytest.mark.parametrize(
    ("seats", "nth", "place", "three_players"),
    [
        (3, 1, 3, {1, 2, 3}),
        (3, 2, 2, {1, 2, 3}),
        (4, 1, 4, {1, 2, 3}),
        (4, 2, 3, {1, 2}),
        (4, 3, 2, {1}),
        (5, 1, 5, {1, 2, 3}),
        (5, 2, 4, {1, 2, 3}),
        (5, 3, 3, {1, 2}),
        (5, 4, 2, {1}),
        (6, 1, 6, {1, 2, 3}),
        (6, 2, 5, {1, 2, 3}),
        (6, 3, 4, {1, 2, 3}),
        (6, 4, 3, {1, 2}),
        (6, 5, 2, {1}),
    ],
)
@pytest.mark.parametrize("option", ["three_players", "by_place"])
def test_b4_the_table_of_the_pond_paid_and_unpaid(
    seats: int, nth: int, place: int, three_players: set[int], option: str
) -> None:
    """With `by_place`, places 1 to 3 are always paid."""
    places = three_players if option == "three_players" else {1, 2, 3}
    came = told(falling(seats, nth, option), carry("-2", 1))
    assert the(events.Ponded, came) == events.Ponded(1, place)
    assert [(at, prize) for _, at, prize in paid(came)] == [(at, PRIZES[at]) for at in sorted(places)]
    assert ((1, place, PRIZES.get(place, 0)) in paid(came)) is (place in places)


def test_b4_in_a_game_of_three_both_in_the_pond_are_paid() -> None:
    state = play(race(3, chairs=(2, 2, 9)), carry("-2", 1))
    came = told(state, carry("-2", 2))
    assert paid(came) == [(3, 1, 20), (2, 2, 10), (1, 3, 5)]
    assert play(state, carry("-2", 2)).money.accounts == (-185, 55, 60, 70)


# --- everybody in the pond -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_b4_everybody_but_one_in_the_pond_the_one_left_is_first(seats: int) -> None:
    came = told(falling(seats, seats - 1, "three_players"), carry("-2", 1))
    assert kinds(after_the_move(came)) == ["ponded", "finished", "race_ended"]
    assert the(events.Finished, came) == events.Finished(seats, 1)
    assert the(events.RaceEnded, came).last == 2


FINISHED_AND_POND: list[tuple[tuple[At, ...], int, int]] = [
    ((2, "F1", 9), 2, 1),
    ((2, "F1", "P1", 9), 2, 3),
    ((2, "P1", "P2", "F1", 9), 2, 2),
    ((2, "F1", "F2", "P1", 9), 3, 4),
    ((2, "F1", "F2", "P2", "P1", 9), 3, 5),
]


@pytest.mark.parametrize(("chairs", "place", "last"), FINISHED_AND_POND)
def test_b4_all_others_finished_or_in_the_pond_the_one_left_takes_the_place_left_open(
    chairs: tuple[At, ...], place: int, last: int
) -> None:
    came = told(race(len(chairs), chairs=chairs), carry("-2", 1))
    assert the(events.Finished, came) == events.Finished(len(chairs), place)
    assert the(events.RaceEnded, came).last == last
