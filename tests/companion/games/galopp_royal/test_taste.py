"""When a first taste is over; `tests/companion/table/test_taste.py` plays one at the keys."""

from __future__ import annotations

import pytest

from companion.games.galopp_royal.state import State
from companion.games.galopp_royal.taste import is_tasted
from tests.companion.games.galopp_royal.positions import (
    between_races,
    bid,
    carry,
    closing,
    dealt,
    exchange,
    play,
    race,
    start,
    start_auction,
)


@pytest.mark.parametrize(
    "state", [start(), play(dealt(start()), bid(1, 1)), start_auction(3), race(), play(race(), carry("1", 1))]
)
def test_until_race_1_is_paid_it_goes_on(state: State) -> None:
    assert not is_tasted(state)


@pytest.mark.parametrize("state", [exchange(), between_races(), closing(50, 40, 60)])
def test_it_is_over_as_soon_as_a_race_is_paid(state: State) -> None:
    assert is_tasted(state)
