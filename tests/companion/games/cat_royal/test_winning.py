"""Chances to win by open facts."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.cat_royal.ending import Closing
from companion.games.cat_royal.state import State
from tests.companion.games.cat_royal.positions import RULES, turn


def chances(state: State) -> tuple[float, ...]:
    found = RULES.chances(state)
    assert found is not None
    return tuple(found)


def test_a_stage_is_how_many_figures_the_best_seat_has_home() -> None:
    for places, home in (("", 0), ("1K 5", 0), ("2K G1", 1), ("1K G1, 2K G1, 2J G2", 2)):
        found = RULES.prospects(turn(places))
        assert found is not None
        assert found.stage == f"{home} home"


def test_what_is_counted() -> None:
    found = RULES.prospects(turn("1K 33, 1T G4, 2J 17", "5", "8"))
    assert found is not None
    assert found.numbers[:2] == ((0.5, 0.25, 1, 1, 4, 0, 0, 2), (0.0, 0.0, 1, 0, 0, 0, 0, 1))
    found = RULES.prospects(turn("1K G1, 1J G3, 2J 33, 2K 25"))
    assert found is not None
    assert found.numbers[:2] == ((0, 0, 0, 2, 4, 1, 1, 1), (0.375, 0.078125, 2, 0, 0, 0, 0, 1))


def test_who_has_come_further_wins_more_often() -> None:
    start, ahead = chances(turn("1K 5, 2K 5")), chances(turn("1K 60, 2K 5"))
    assert ahead[0] > start[0]
    assert sum(ahead) == pytest.approx(1)
    assert chances(turn("1K G4, 1T G3, 1C G2, 2K 5"))[0] > chances(turn("1K G4, 2K 5"))[0]


def test_in_the_end_the_figures_home_say_who_has_won_and_teams_have_no_chances() -> None:
    over = replace(turn("1K G4, 1T G3, 2K G1"), phase=Closing())
    assert RULES.prospects(over) is None
    assert chances(over)[:2] == (1, 0)
    options = replace(over.setup.options, partners="opposite")
    assert RULES.chances(replace(over, setup=replace(over.setup, options=options))) is None
