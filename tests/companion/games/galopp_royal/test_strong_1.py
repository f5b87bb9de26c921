"""The strong level of 0.1, which counts coins: what it does with each kind of state."""

from __future__ import annotations

from itertools import repeat, tee
from random import Random

import pytest
from msgspec.structs import replace

from companion.games.galopp_royal import ahead, strong_1
from companion.games.galopp_royal.ahead import GuessedSale
from companion.games.galopp_royal.auction import Bidding, Laying
from companion.games.galopp_royal.booklet import SCHEMER
from companion.games.galopp_royal.state import State
from companion.games.galopp_royal.worth import worth
from companion.kit.rules import Rules
from tests.companion.games.galopp_royal.positions import (
    RULES,
    between_races,
    bid,
    closing,
    dealt,
    exchange,
    passes,
    play,
    race,
    roll,
    start,
    with_display,
    with_purse,
)

(LUCK,) = tee(repeat(0.5), 1)
THEN = RULES.former["strong_1"]


def coins(state: State, seat: int) -> float:
    """What one playout gives."""
    (found,) = THEN.playout(state, seat, (0,), Random(2).random)
    return found


def sold(high: int = 4, *cards: str) -> State:
    """Seat 2 leads for a team before race 4."""
    state = between_races(last=1, number=3)
    for seat in range(1, 5):
        state = with_purse(with_display(state, seat, "1", "2", "3", "2"), seat, 60)
    return play(dealt(state, *(cards or ("-2", "1", "-2", "1"))), bid(1, 1), bid(2, high))


def test_it_thinks_longer_than_today() -> None:
    assert THEN.guesses > RULES.guesses


def test_coins_ahead_of_the_others_sum_to_nothing() -> None:
    leading = play(with_display(race(4, chairs=(16, 5, 5, 5)), 1, "2", "5", "3", SCHEMER), roll(1, 1))
    waiting = race(4, number=3)
    for state in (leading, waiting, sold(), play(sold(), *passes(3, 4, 1)), replace(sold(), race=5)):
        assert sum(coins(state, seat) for seat in range(1, 5)) == pytest.approx(0)
    assert coins(leading, 1) > coins(leading, 2)


@pytest.mark.parametrize("state", [exchange(), closing(60, 50, 40)], ids=["exchange", "ending"])
def test_where_neither_a_race_nor_a_sale_is_on_a_seat_has_what_it_has(state: State) -> None:
    assert coins(state, 1) == worth(state, 1)


@pytest.mark.parametrize("rules", [RULES, THEN], ids=["today", "then"])
def test_each_limit_of_a_running_auction_has_its_result(rules: Rules[State]) -> None:
    state = sold(4, "5", "5", "3", "5")
    limits = ahead.limits(state, 2)
    gains = rules.playout(state, 2, limits, Random(1).random)
    assert gains is not None
    assert len(gains) == len(limits)
    assert len({*gains}) >= 2
    assert ahead.limits(state, 3) == (0,)


def test_a_price_that_others_pay_more_is_no_gain_by_itself_but_was_one_once() -> None:
    """Seat 2 leads for a bad team that seat 3 wants: to drive it up and drop out brings seat 2 nothing now."""
    state = sold(4, "-2", "1", "5", "-2")
    assert type(state.phase) is Bidding
    low, *_, high = GuessedSale(state, state.phase, 2, LUCK, ahead.JUDGE).gains(range(4, 9))
    assert high == low
    low, *_, high = GuessedSale(state, state.phase, 2, LUCK, strong_1.JUDGE).gains(range(4, 9))
    assert high > low


def test_every_kind_of_state_leads_to_a_chance() -> None:
    nobody = play(dealt(between_races(last=1, number=3), "-2", "1", "-2", "1"), *passes(1, 2, 3, 4))
    start_team = play(dealt(start(), "5", "5", "3", "5"), bid(1, 9))
    for state in (
        sold(),
        sold(58),
        replace(sold(), race=5),
        race(4),
        race(4, number=6),
        nobody,
        play(sold(), *passes(3, 4, 1)),
        start_team,
        replace(sold(), phase=Laying(2, opener=1, nth=1)),
        exchange(),
    ):
        for seat in range(1, 5):
            found = ahead.playout(state, seat, ahead.limits(state, seat), Random(1).random)
            assert all(-0.1 < chance < 1.1 for chance in found), "but for a lead in the end"
            assert len(found) == len(ahead.limits(state, seat))
