"""The two substitute teams between races (`auction`, de B6), and the stock that runs out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.games.galopp_royal import events
from companion.games.galopp_royal.auction import Dealing
from companion.games.galopp_royal.state import State
from tests.companion.games.galopp_royal.positions import (
    BEARERS,
    MANY,
    RULES,
    SIX,
    all_taken,
    assign,
    between_races,
    bid,
    code,
    deal,
    dealt,
    draw,
    due,
    exchange,
    kinds,
    layers,
    on_turn,
    opener,
    passes,
    play,
    settle,
    start_auction,
    the,
    told,
    with_stock,
)

# --- who bids for what -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("nth", [1, 2])
@pytest.mark.parametrize(("seats", "count", "on_table"), [(3, 4, 1), (4, 4, 0), (5, 5, 0), (6, 6, 0)])
def test_b6_all_seats_take_part_in_both_and_the_last_of_the_race_opens(
    seats: int, count: int, on_table: int, nth: int
) -> None:
    state = between_races(seats, last=2, nth=nth)
    assert due(state).count == count
    came = the(events.Dealt, told(state, deal(*SIX[:count])))
    assert (came.race, came.opener) == (1, 2)
    assert came.hands == tuple((seat, (SIX[at],)) for at, seat in enumerate((*range(2, seats + 1), 1)))
    assert came.open == SIX[count - on_table : count]
    assert opener(state) == 2


def test_b6_the_exchange_is_followed_by_a_first_team_and_a_second() -> None:
    state = play(all_taken(exchange(last=3), 1, 2, 3, 4), *(draw(owner, "2") for owner in (3, 4, 1, 2)))
    for nth in (1, 2):
        assert (state.race, state.phase) == (1, Dealing(3, nth))
        state = play(dealt(state), *passes(3, 4, 1, 2))
    assert state.race == 2


def test_b6_the_last_of_the_race_may_pass() -> None:
    state = dealt(between_races(4, last=2))
    assert on_turn(play(state, *passes(2))) == 3


@pytest.mark.parametrize("nth", [1, 2])
@pytest.mark.parametrize(("seats", "leaving"), [(3, 0), (4, 0), (5, 1), (6, 2)])
def test_b6_the_first_cards_leave_as_in_a_start_auction(seats: int, leaving: int, nth: int) -> None:
    state = between_races(seats, nth=nth)
    cards = SIX[: due(state).count]
    state = play(dealt(state), *passes(*range(1, seats)))
    assert state.piles.discard == cards[:leaving]
    assert the(events.Sold, told(state, bid(seats, 3))).cards == cards[leaving:]


# --- the buyer -------------------------------------------------------------------------------------------------------


def test_b6_the_buyer_discards_the_whole_old_team_and_lays_the_new_one_at_once() -> None:
    state = play(dealt(between_races(4)), bid(1, 4), *passes(2, 3))
    assert kinds(told(state, *passes(4))) == ["passed", "sold", "laid"]
    state = play(state, *passes(4))
    assert state.displays == (SIX[:4], BEARERS, BEARERS, BEARERS)
    assert state.piles.discard == BEARERS


def test_b6_one_seat_may_buy_both() -> None:
    state = play(dealt(between_races(4, last=3)), bid(3, 4), *passes(4, 1, 2))
    state = play(dealt(state, *MANY[:4]), bid(3, 5), *passes(4, 1, 2))
    assert state.displays[2] == MANY[:4]
    assert state.piles.discard == (*BEARERS, *SIX[:4])
    assert state.money.purse(3) == 41


@pytest.mark.parametrize("option", ["clockwise", "left_of_winner"])
@pytest.mark.parametrize("buyer", [1, 3, 4])
def test_b6_the_last_of_the_race_opens_the_second_too_whoever_bought_the_first(buyer: int, option: str) -> None:
    """This rule is not about the opener of the next start auction."""
    state = dealt(between_races(4, last=3, next_opener=option))
    while on_turn(state) is not None:
        seat = on_turn(state) or 0
        state = play(state, bid(seat, 4) if seat == buyer else passes(seat)[0])
    came = the(events.Dealt, told(state, deal(*MANY[:4])))
    assert (came.opener, len(came.hands)) == (3, 4)


# --- nobody bids, and the next race ----------------------------------------------------------------------------------


def test_b6_nobody_bids_counts_as_one_of_the_two() -> None:
    state = play(dealt(between_races(4, last=2)), *passes(2, 3, 4, 1))
    assert state.piles.discard == SIX[:4]
    assert the(events.Dealt, told(state, deal(*MANY[:4]))).opener == 2
    state = dealt(state, *MANY[:4])
    came = told(play(state, *passes(2, 3, 4)), *passes(1))
    assert came == (events.Passed(1, leaves=False), events.Unsold(MANY[:4]), events.RaceBegan(2, 2))
    assert play(state, *passes(2, 3, 4, 1)).displays == (BEARERS,) * 4


def test_b6_after_the_second_team_the_next_race_begins_from_start_to_the_next_finish() -> None:
    state = dealt(between_races(4, last=3, nth=2))
    assert RULES.view(state, None).track.goals == ("20",)
    came = told(play(state, bid(3, 1), *passes(4, 1)), *passes(2))
    assert came[-1] == events.RaceBegan(2, 3)
    state = play(state, bid(3, 1), *passes(4, 1, 2))
    assert RULES.view(state, None).track.goals == ("21",)
    assert state.chairs == (5, 5, 5, 5)


# --- de B6, Achtung: the stock runs out ------------------------------------------------------------------------------


def test_b6_reshuffle_in_the_middle_of_a_deal_the_old_cards_come_first() -> None:
    state = with_stock(between_races(4), ("5", "5"), ("2", "2", "3", "1"))
    assert RULES.follows(state) == events.Reshuffled(4)
    assert RULES.question(state) is None
    state = settle(state)
    assert layers(state) == [(2, {"5": 2}), (4, {"1": 1, "2": 2, "3": 1})]
    assert code(state, deal("5", "2", "5", "2")) == "no_such_card"
    assert code(state, deal("5", "5", "5", "2")) == "no_such_card"
    assert code(state, deal("5", "5", "1", "1")) == "no_such_card"
    came = the(events.Dealt, told(state, deal("5", "5", "2", "1")))
    assert came.hands == ((1, ("5",)), (2, ("5",)), (3, ("2",)), (4, ("1",)))
    state = settle(play(state, deal("5", "5", "2", "1"), *passes(1, 2, 3, 4)))
    assert layers(state) == [(2, {"2": 1, "3": 1}), (4, {"1": 1, "2": 1, "5": 2})]


DISCARD = ("2", "3") * 11
"""Enough cards to complete a deck."""


@pytest.mark.parametrize(
    ("due_in", "count"),
    [
        pytest.param(lambda: between_races(4), 4, id="a substitute team"),
        pytest.param(lambda: between_races(3), 4, id="with an open card"),
        pytest.param(lambda: start_auction(2, 3, 4, 1, seats=4), 4, id="a start team"),
        pytest.param(lambda: start_auction(2, 3, seats=3), 4, id="two each"),
        pytest.param(lambda: start_auction(3, seats=3), 4, id="the last team"),
        pytest.param(lambda: all_taken(exchange(3), 1, 1, 1), 1, id="an exchange"),
    ],
)
@pytest.mark.parametrize("left", [0, 1, 3, 4])
def test_b6_a_stock_that_has_not_enough_is_followed_by_the_shuffled_discard(
    due_in: Callable[[], State], count: int, left: int
) -> None:
    short = with_stock(due_in(), ("5",) * left, DISCARD)
    lacks = left < count
    assert RULES.follows(short) == (events.Reshuffled(len(DISCARD)) if lacks else None)
    assert (RULES.question(short) is None) is lacks
    sizes = [size for size, _ in layers(settle(short))]
    assert sizes == [size for size in (left, len(DISCARD) if lacks else 0) if size]


def test_b6_the_last_team_is_drawn_across_the_shuffle() -> None:
    state = settle(with_stock(start_auction(3, seats=3), ("5", "1"), DISCARD))
    assert code(state, assign("5", "2", "2", "1")) == "no_such_card"
    state = play(state, assign("1", "5", "2", "2"))
    assert state.displays[2] == ("1", "5", "2", "2")
    assert state.piles.discard == ()
