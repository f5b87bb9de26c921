"""The end of a race: de B3, with what the English and French booklets read differently, and the end of race 6."""

from __future__ import annotations

import pytest

from companion.games.galopp_royal import events
from companion.games.galopp_royal.state import At
from companion.testing.whole_games import SEED
from tests.companion.games.galopp_royal.positions import (
    RULES,
    after_the_move,
    carry,
    close,
    kinds,
    last,
    on_turn,
    paid,
    play,
    race,
    schemed,
    take,
    the,
    told,
)

# --- prizes ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_b3_places_1_to_3_win_the_row_of_this_race(number: int) -> None:
    rows = {1: (20, 10, 5), 2: (25, 12, 6), 3: (30, 15, 7), 4: (35, 17, 8), 5: (40, 20, 10), 6: (45, 22, 11)}
    state = race(4, number=number, chairs=(19 + number, "F1", "F2", 3))
    came = told(state, carry("1", 1))
    first, second, third = rows[number]
    assert paid(came) == [(2, 1, first), (3, 2, second), (1, 3, third)]
    state = play(state, carry("1", 1))
    assert state.money.accounts == (-200 - sum(rows[number]), 50 + third, 50 + first, 50 + second, 50)


def test_b3_a_prize_of_nothing_is_not_paid() -> None:
    board = {"prizes": [[20, 1, 0], *([[0, 0, 0]] * 5)]}
    came = told(race(4, board=board, chairs=(19, "F1", "F2", 3)), carry("1", 1))
    assert paid(came) == [(2, 1, 20), (3, 2, 1)]
    state = race(4, number=2, board=board, chairs=(20, "F1", "F2", 3))
    assert paid(told(state, carry("1", 1))) == []
    assert on_turn(play(state, carry("1", 1))) == 4


# --- the third place, rulebooks de and nl ----------------------------------------------------------------------------


def test_b3_two_places_known_and_two_racing_goes_on() -> None:
    assert kinds(after_the_move(told(race(4, chairs=(18, "F1", 9, 3)), carry("3", 1)))) == ["finished"]


def test_b3_four_seats_the_third_arrival_leaves_one_over_who_is_fourth_and_last() -> None:
    came = told(race(4, chairs=(18, "F1", "F2", 3)), carry("3", 1))
    assert after_the_move(came) == (events.Finished(1, 3), events.Finished(4, 4), events.RaceEnded(1, 4))


def test_b3_three_seats_the_second_arrival_ends_it_and_third_is_paid() -> None:
    came = told(race(3, chairs=(18, "F1", 3)), carry("3", 1))
    assert after_the_move(came) == (
        events.Finished(1, 2),
        events.Finished(3, 3),
        events.RaceEnded(1, 3),
    )
    assert paid(came) == [(2, 1, 20), (1, 2, 10), (3, 3, 5)]


@pytest.mark.parametrize(("fourth", "fifth"), [(9, 3), (3, 9)])
def test_b3_the_hindmost_chair_is_last_if_it_stands_alone(fourth: int, fifth: int) -> None:
    came = told(race(5, chairs=(18, "F1", "F2", fourth, fifth)), carry("3", 1))
    assert after_the_move(came) == (events.Finished(1, 3), events.RaceEnded(1, 5 if fifth < fourth else 4))


# --- a tie for the last place ----------------------------------------------------------------------------------------


def test_b3_a_tie_for_the_last_place_is_run_out_and_only_then_are_prizes_paid() -> None:
    state = race(6, chairs=(18, "F1", "F2", 3, 3, 9))
    assert kinds(after_the_move(told(state, carry("3", 1)))) == ["finished"]
    state = play(state, carry("3", 1))
    assert on_turn(state) == 4
    came = told(state, carry("1", 4))
    assert last(came) == 5
    assert paid(came) == [(2, 1, 20), (3, 2, 10), (1, 3, 5)]


@pytest.mark.parametrize(
    ("racing", "seat", "card", "outcome"),
    [
        pytest.param((3, 3, 9), 4, "1", 5, id="an ordinary move parts them"),
        pytest.param((4, 4, 9), 4, "-2", 4, id="an ordinary move back parts them"),
        pytest.param((3, 3, 3), 4, "3", None, id="two of three are left"),
        pytest.param((3, 3, 9), 6, "1", None, id="a chair ahead of them moves on"),
        pytest.param((3, 3, 18), 6, "3", None, id="a chair ahead of them arrives"),
        pytest.param((3, 3, 4), 6, "-2", 6, id="a chair ahead of them falls behind"),
        pytest.param((3, 3, 5), 6, "-2", None, id="a chair ahead of them falls back to them"),
        pytest.param((17, 17, 18), 4, "3", 5, id="one of them arrives"),
        pytest.param((19, 19, 19), 4, "1", None, id="one of three arrives"),
        pytest.param((2, 2, 9), 4, "-2", 4, id="one of them is in the pond"),
        pytest.param((1, 1, 2), 6, "-2", 6, id="a chair ahead of them is in the pond"),
    ],
)
def test_b3_the_tie_is_tested_again_after_each_turn(
    racing: tuple[At, ...], seat: int, card: str, outcome: int | None
) -> None:
    """Seats 1 to 3 have arrived; 4 and 5, sometimes 6, share the hindmost space."""
    state = race(6, turn=seat, chairs=("F1", "F2", "F3", *racing))
    assert last(told(state, carry(card, seat))) == outcome


def test_b3_a_tie_of_two_alone_ends_with_an_arrival_that_leaves_one_over() -> None:
    came = told(race(5, turn=4, chairs=("F1", "F2", "F3", 19, 19)), carry("1", 4))
    assert after_the_move(came) == (events.Finished(4, 4), events.Finished(5, 5), events.RaceEnded(1, 5))


def test_b3_in_a_tie_every_racing_chair_keeps_its_turn() -> None:
    """This includes the chairs ahead of the tied ones."""
    state = play(race(6, chairs=(18, "F1", "F2", 9, 3, 3)), carry("3", 1))
    assert on_turn(state) == 4
    assert on_turn(play(state, carry("1", 4))) == 5


def test_b3_who_arrives_during_a_tie_wins_nothing() -> None:
    state = play(race(6, turn=6, chairs=("F1", "F2", "F3", 3, 3, 18)), carry("3", 6))
    assert state.chairs == ("F1", "F2", "F3", 3, 3, "F4")
    assert paid(told(state, carry("-2", 4))) == [(1, 1, 20), (2, 2, 10), (3, 3, 5)]


@pytest.mark.parametrize(
    ("steps", "outcome"),
    [
        (((6, 2), (5, -2)), 5),
        (((6, 2), (4, -1), (5, -1)), None),
        (((6, 2),), None),
        (((6, -2), (4, 2)), 5),
        (((6, -2), (4, 1), (5, 1)), None),
    ],
)
def test_b3_a_schemer_may_part_the_tied(steps: tuple[tuple[int, int], ...], outcome: int | None) -> None:
    state = race(6, turn=6, chairs=("F1", "F2", "F3", 4, 4, 9))
    assert last(schemed(state, *steps, seat=6)) == outcome


# --- the last known, rulebooks en and fr -----------------------------------------------------------------------------


def test_en_b3_the_race_goes_on_until_one_is_left() -> None:
    state = race(5, race_end="last_known", chairs=(18, "F1", "F2", 9, 3))
    assert kinds(after_the_move(told(state, carry("3", 1)))) == ["finished"]
    state = race(5, race_end="last_known", turn=4, chairs=("F3", "F1", "F2", 19, 3))
    came = told(state, carry("1", 4))
    assert after_the_move(came) == (events.Finished(4, 4), events.Finished(5, 5), events.RaceEnded(1, 5))
    assert paid(came) == [(2, 1, 20), (3, 2, 10), (1, 3, 5)]


def test_en_b3_somebody_in_the_pond_ends_it() -> None:
    state = race(6, turn=4, race_end="last_known", chairs=("F1", "F2", "F3", 2, 7, 9))
    assert after_the_move(told(state, carry("-2", 4))) == (events.Ponded(4, 6), events.RaceEnded(1, 4))


def test_en_b3_somebody_already_in_the_pond_ends_it_with_the_third_place() -> None:
    came = told(race(6, race_end="last_known", chairs=(18, "F1", "F2", 9, 7, "P1")), carry("3", 1))
    assert after_the_move(came) == (events.Finished(1, 3), events.RaceEnded(1, 6))


# --- race 6 ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("race_end", ["third_place", "last_known"])
@pytest.mark.parametrize("racing", [(3, 3, 9), (3, 4, 9), (9, 9, 9)])
def test_b3_race_6_ends_with_the_prizes_and_nobody_is_last(race_end: str, racing: tuple[At, ...]) -> None:
    """With or without a tie for the last place."""
    came = told(race(6, number=6, race_end=race_end, chairs=(23, "F1", "F2", *racing)), carry("3", 1))
    assert after_the_move(came) == (
        events.Finished(1, 3),
        events.RaceEnded(6, None),
    )
    assert paid(came) == [(2, 1, 45), (3, 2, 22), (1, 3, 11)]


def test_b3_race_6_goes_on_until_the_prizes_are_settled() -> None:
    came = told(race(6, number=6, chairs=(23, "F1", "P1", 3, 3, 9)), carry("3", 1))
    assert kinds(after_the_move(came)) == ["finished"]


def test_b3_race_6_with_one_chair_left_gives_it_the_place_left_open() -> None:
    came = told(race(3, number=6, chairs=(23, "F1", 9)), carry("3", 1))
    assert after_the_move(came) == (events.Finished(1, 2), events.Finished(3, 3), events.RaceEnded(6, None))


def test_b3_race_6_has_no_last_even_with_somebody_in_the_pond() -> None:
    came = told(race(4, number=6, chairs=(23, "F1", "F2", "P1")), carry("3", 1))
    assert the(events.RaceEnded, came) == events.RaceEnded(6, None)


def test_end_after_race_6_the_coins_are_counted_and_nothing_else() -> None:
    state = play(race(4, number=6, chairs=(23, "F1", "F2", 3)), carry("3", 1))
    assert on_turn(state) is None
    assert the(events.Ended, told(state, close(SEED))).winners == (2,)


# --- after races 1 to 5 ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_b5_after_races_1_to_5_prizes_are_paid_and_then_the_last_takes(number: int) -> None:
    state = race(4, number=number, chairs=(18 + number, "F1", "F2", 3))
    assert kinds(told(state, carry("3", 1)))[-4:] == ["race_ended", "paid", "paid", "paid"]
    state = play(state, carry("3", 1))
    assert kinds(told(state, take(4, 1, by=4))) == ["removed"]


def test_b6_chairs_go_back_to_start_with_the_last_prize() -> None:
    state = race(4, chairs=(18, "F1", "F2", 3))
    *most, final = told(state, carry("3", 1))
    for event in most:
        state = RULES.evolve(state, event)
    assert state.chairs == ("F3", "F1", "F2", "F4")
    assert RULES.evolve(state, final).chairs == (5, 5, 5, 5)
