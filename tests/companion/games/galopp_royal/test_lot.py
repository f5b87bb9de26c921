"""The short form of an auction, compared with bots that play by the rules; and what a bidder gains."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.galopp_royal.auction import Bidding
from companion.games.galopp_royal.events import Sold, Unsold
from companion.games.galopp_royal.lot import Bidders, Lot, gain, points, sight
from companion.games.galopp_royal.rest import Rest, on_sale
from companion.games.galopp_royal.state import State
from companion.kit.decision import unfold
from companion.players import bots, levels
from tests.companion.games.galopp_royal.positions import RULES, between_races, start, start_auction
from tests.companion.games.whole_games import RANDOM

AUCTIONS = [start(3), start(4), start_auction(1, 2, 3, seats=4), start_auction(2, 4, seats=4)]
AUCTIONS += [between_races(3), between_races(4), between_races(4, nth=2, number=4)]


def hammer(state: State) -> tuple[int | None, int]:
    """The buyer and the price by the rules, if all play sensibly."""
    luck = Random(1)
    while (question := RULES.question(state)) is not None:
        _, said = levels.says("simple", RULES, state, question, luck)
        for event, after in unfold(RULES, state, RULES.answered(state, said)):
            if isinstance(event, Sold):
                return event.seat, event.price
            if isinstance(event, Unsold):
                return None, 0
            state = after
    raise AssertionError("no auction was on")


def in_short(state: State, phase: Bidding) -> tuple[int | None, int]:
    sale = on_sale(phase)
    lot = sale.lot
    assert not lot.run(Rest(state, Random(1).random).bidding(sale))
    assert not lot.still or lot.still[0] == lot.leader
    return None if lot.leader is None else lot.leader + 1, lot.high


@RANDOM
@given(st.sampled_from(AUCTIONS), st.integers(0, 1 << 16))
def test_it_sells_as_the_rules_do_to_bots_that_play_sensibly(auction: State, number: int) -> None:
    question = RULES.question(auction)
    assert question is not None
    deal = bots.answer(question, Random(number))
    for _, after in unfold(RULES, auction, RULES.answered(auction, deal)):
        auction = after
    auction = replace(auction, piles=replace(auction.piles, discard=()))
    assert isinstance(auction.phase, Bidding)
    buyer, price = in_short(auction, auction.phase)
    assert hammer(auction) == (buyer, price)


@pytest.mark.parametrize(("leads", "coins"), [(None, 5.0), (0.0, 9.0), (12.0, 5.0), (24.0, 1.0)])
def test_a_bidder_counts_what_the_leader_would_gain(leads: float | None, coins: float) -> None:
    assert gain(value=20.0, team=6.0, high=8, leads=leads, others=3) == coins


def test_a_lot_stops_before_a_chair_that_means_to_think() -> None:
    lot = Lot([0, 1, 2])
    bidders = Bidders([50, 50, 50], [0.0, 0.0, 0.0], {0: 9.5, 1: 20.0, 2: 20.0})
    assert lot.run(bidders, until=2)
    assert (lot.still[0], lot.high, lot.leader) == (2, 2, 1)
    copy = lot.copy()
    lot.withdraw()
    assert not lot.run(bidders, until=2)
    assert (lot.leader, lot.passed, copy.passed) == (1, [2, 0], [])


def test_nobody_bids_more_than_there_is_in_the_purse() -> None:
    lot = Lot([0, 1])
    lot.run(Bidders([3, 50], [0.0, 0.0], {0: 30.0, 1: 30.0}))
    assert (lot.leader, lot.high) == (1, 4)


def test_a_hidden_card_counts_as_the_mean_of_those_that_may_lie_there() -> None:
    seen = sight(2.0, ["5"], ["1", "1", "2", "3"])
    assert points(["5", None, "1"]) == 2
    assert seen.value(points(["3"]), 1) == pytest.approx(10 + 2 * (3 + 1 + 2 * -2 / 3))
