"""The odds of a race, in positions where they can be computed by hand."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from companion.games.galopp_royal.booklet import SCHEMER
from companion.games.galopp_royal.odds import contest
from companion.games.galopp_royal.race import Scheming
from companion.games.galopp_royal.state import State
from companion.kit.seats import Seat
from companion.kit.text import ordinal, text
from tests.companion.games.galopp_royal.positions import RULES, between_races, race, start, with_chairs, with_display

pytestmark = pytest.mark.untraced

RUNS = 1000
FINISH = race(3).finish


def at(*chairs: int | str) -> State:
    """Three chairs, Hans about to roll; his bearers go 1, 2, 3, 5, and all others go one space."""
    state = race(3, chairs=chairs)
    for seat in (2, 3):
        state = with_display(state, seat, "1", "1", "1", "1")
    return with_display(state, 1, "1", "2", "3", "5")


def shares(state: State) -> dict[Seat | None, float]:
    """How often each chair takes the next place."""
    open_place = contest(state)
    assert open_place is not None
    luck = Random(1)
    return {seat: n / RUNS for seat, n in Counter(open_place.run(luck.random) for _ in range(RUNS)).items()}


def test_who_rolls_first_arrives_by_two_faces_of_four_else_the_next_does() -> None:
    assert shares(at(FINISH - 3, FINISH - 1, 5)) == pytest.approx({1: 0.5, 2: 0.5}, abs=0.05)


def test_the_next_place_is_the_one_that_is_open() -> None:
    state = at(FINISH - 3, "F1", FINISH - 1)
    open_place = contest(state)
    assert open_place is not None
    assert open_place.title == text("Odds: {place}", place=ordinal(2))
    assert shares(state) == pytest.approx({1: 0.5, 3: 0.5}, abs=0.05)


def test_a_schemer_that_has_been_called_takes_its_chair_two_ahead() -> None:
    state = with_display(at(FINISH - 2, FINISH - 1, 5), 1, "1", SCHEMER, "3", "5")
    assert shares(replace(state, phase=Scheming(1))) == {1: 1.0}


def test_a_race_that_goes_nowhere_gives_its_place_to_nobody() -> None:
    state = race(3, turn=2, chairs=("F1", 8, 8))
    for seat in (2, 3):
        state = with_display(state, seat, *[SCHEMER] * 4)
    assert shares(state) == {None: 1.0}


@pytest.mark.parametrize(
    "state",
    [
        start(4),
        between_races(4),
        with_chairs(race(6), ("F1", "F2", "F3", 7, 8, 9)),
    ],
)
def test_there_are_none_where_no_place_is_open(state: State) -> None:
    assert contest(state) is None


def test_the_game_has_something_open_at_times() -> None:
    assert RULES.has_contests
    assert RULES.contest(start(4)) is None
