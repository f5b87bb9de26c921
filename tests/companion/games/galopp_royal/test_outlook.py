"""The chances of a game that is played on for a while agree with those of games played to their end."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from companion.games.galopp_royal.booklet import RACES
from companion.games.galopp_royal.ending import Over
from companion.games.galopp_royal.outlook import outlook
from companion.players.playouts import error, odds
from tests.companion.games.galopp_royal.positions import RULES, race, with_purse
from tests.companion.games.galopp_royal.test_rest import POSITIONS

SURE = 4.5
"""Standard errors: one test in 100 000 would fail by chance, but the random numbers are fixed."""
BOX = [name for name in POSITIONS if "real cards" not in name]


@pytest.mark.parametrize(
    ("name", "times"),
    [
        ("race 4 of four", 100),
        ("a team on sale before race 4", 100),
        *(pytest.param(name, 1500, marks=[pytest.mark.slow, pytest.mark.in_box_time]) for name in BOX),
    ],
)
def test_fitted_chances_stand_for_the_races_to_come(name: str, times: int) -> None:
    position = POSITIONS[name]
    near = odds(RULES, position, position.seats, "near", times)
    far = odds(RULES, position, position.seats, "far", times, to_the_end=True)
    for seat in range(1, position.seats + 1):
        off = (error(near.of(seat)) ** 2 + error(far.of(seat)) ** 2) ** 0.5
        assert abs(near.chances[seat - 1] - far.chances[seat - 1]) < SURE * off + 2 * RULES.off


def test_before_the_last_race_nothing_is_fitted_and_it_is_run_several_times() -> None:
    """The chances are thirds of a victory, since three runs make one."""
    found = outlook(POSITIONS["the schemer is called in race 5"], Random(4).random)
    assert found is not None
    assert sum(found) == pytest.approx(1)
    assert all(round(6 * chance) == pytest.approx(6 * chance) for chance in found)


def test_a_race_that_decides_all_and_a_game_that_is_over() -> None:
    rich = with_purse(race(3, number=RACES), 2, 500)
    assert outlook(rich, Random(1).random) == (0, 1, 0)
    assert outlook(replace(rich, phase=Over((2,))), Random(1).random) == (0, 1, 0)
