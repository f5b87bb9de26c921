"""Chances to win by open facts."""

from __future__ import annotations

import pytest

from companion.games.galopp_royal.state import State
from companion.kit.policy import EVERYBODY
from tests.companion.games.galopp_royal.positions import (
    RULES,
    between_races,
    bid,
    closing,
    dealt,
    play,
    race,
    roll,
    start,
    with_display,
    with_purse,
)


def stage(state: State) -> str | None:
    found = RULES.prospects(state)
    return found.stage if found is not None else None


def test_each_stage_of_the_game_has_its_own_weights() -> None:
    waiting = race(4, number=3)
    assert stage(start()) == "sale 1"
    assert stage(waiting) == "before 3"
    assert stage(play(waiting, roll(1, 1))) == "race 3"
    assert stage(between_races(last=1, number=3)) == "sale 4"
    assert stage(closing(60, 50, 40)) is None


def test_in_the_end_the_purses_say_who_has_won() -> None:
    assert RULES.chances(closing(60, 50, 40)) == (1, 0, 0)
    assert RULES.chances(closing(60, 60, 40)) == (0.5, 0.5, 0)


@pytest.mark.parametrize("number", range(1, 7))
def test_more_coins_a_better_team_and_a_chair_ahead_are_better(number: int) -> None:
    even = race(4, number=number)
    assert RULES.chances(with_purse(even, 1, 90))[0] > RULES.chances(even)[0]
    good = with_display(even, 2, "5", "5", "3", "5")
    assert RULES.chances(good)[1] > RULES.chances(even)[1]
    ahead, behind = (
        play(with_display(race(4, chairs=(at, 5, 5, 5), number=number), 1, "1", "1", "2", "2"), roll(1, 1))
        for at in (15, 6)
    )
    assert RULES.chances(ahead)[0] > RULES.chances(behind)[0]
    assert sum(RULES.chances(ahead)) == pytest.approx(1)


def test_who_leads_an_auction_counts_as_its_buyer() -> None:
    state = play(dealt(between_races(last=1, number=3), "5", "5", "3", "5"), bid(1, 1))
    found = RULES.prospects(RULES.seen(state, EVERYBODY))
    assert found is not None
    assert found.numbers[0][0] == state.money.purse(1) - 1
