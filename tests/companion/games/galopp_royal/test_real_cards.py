"""Real cards (`cards`): the box says who draws how many, knows no hand, stock or discard, and learns open cards."""

from __future__ import annotations

import pytest

from companion.games.galopp_royal import events
from companion.games.galopp_royal.booklet import DECK, SCHEMER
from companion.games.galopp_royal.state import State
from companion.kit.piles import Draws, Piles
from tests.companion.games.galopp_royal.positions import (
    RULES,
    all_taken,
    assign,
    between_races,
    bid,
    code,
    deal,
    draw,
    exchange,
    in_hand,
    kinds,
    lay,
    layers,
    on_turn,
    passes,
    play,
    race,
    start,
    start_auction,
    the,
    told,
    unseen,
    with_display,
)


def laying(*, confirmed: bool) -> State:
    """Seat 1 has just bought the first start team."""
    return play(start(4, cards="table", confirmed=confirmed), unseen(4), bid(1, 4), *passes(2, 3, 4))


# --- who draws, what leaves ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "count", "hands", "on_table"), [(3, 4, 1, 1), (4, 4, 1, 0), (5, 5, 1, 0), (6, 6, 1, 0)]
)
def test_real_cards_the_box_only_says_who_draws(seats: int, count: int, hands: int, on_table: int) -> None:
    state = start(seats, cards="table")
    came = the(events.Dealt, told(state, unseen(count)))
    assert came.hands == tuple((seat, (None,) * hands) for seat in range(1, seats + 1))
    assert came.open == (None,) * on_table
    assert code(state, deal("1", "2", "3", "5")) in {"dealt_unseen", "wrong_count"}
    assert [in_hand(play(state, unseen(count)), seat) for seat in (1, 2)] == [(), ()]


def test_real_cards_a_passers_card_leaves_unseen_by_the_box() -> None:
    state = play(start(5, cards="table"), unseen(5))
    assert the(events.Passed, told(state, *passes(1))).leaves
    assert not the(events.Passed, told(play(state, *passes(1)), *passes(2))).leaves
    assert play(state, *passes(1)).piles.discard == ()


def test_real_cards_the_stock_and_the_discard_are_none_of_the_boxs_business() -> None:
    state = play(between_races(4, cards="table"), unseen(4), *passes(1, 2, 3, 4))
    assert RULES.follows(state) is None
    assert state.piles.discard == ()
    assert all_taken(exchange(cards="table"), 1, 2, 3, 4).piles.discard == ()
    assert start(4, cards="table", confirmed=True).piles == Piles(Draws())


# --- typing in a team ------------------------------------------------------------------------------------------------


def test_real_cards_the_buyer_types_in_the_team() -> None:
    state = laying(confirmed=False)
    assert on_turn(state) == 1
    assert state.money.purse(1) == 46
    assert code(state, lay("1", "2", "3")) == "wrong_count"
    assert code(state, lay(None, "2", "3", "5")) == "wrong_count"
    assert code(state, lay("1", "2", "3", "5", seat=2)) == "not_your_turn"
    assert code(state, lay("1", "2", "3", "7")) == "no_such_card"
    state = play(state, lay("1", "2", "3", "5"))
    assert state.displays[0] == ("1", "2", "3", "5")
    assert the(events.Dealt, told(state, unseen(4))).opener == 2


def test_real_cards_the_last_seat_types_in_its_team_too() -> None:
    state = play(start_auction(3, seats=3, cards="table"), assign(*(None,) * 4))
    assert on_turn(state) == 3
    assert state.money.purse(3) == 40
    assert kinds(told(state, lay("1", "2", "3", "5", seat=3))) == ["laid", "race_began"]


def test_real_cards_a_substitute_team_goes_through_the_same_hands() -> None:
    state = between_races(4, cards="table", confirmed=True)
    state = play(state, unseen(4), *passes(1), bid(2, 3), *passes(3, 4))
    assert state.displays[1] == ()
    assert layers(state) == [(4, {"1": 5, "2": 8, "3": 4, "5": 5, "-2": 3, SCHEMER: 3})]
    assert play(state, lay("5", "5", "5", "5", seat=2)).displays[1] == ("5",) * 4


@pytest.mark.parametrize(("confirmed", "refused"), [(True, "no_such_card"), (False, None)])
def test_real_cards_only_a_confirmed_deck_has_no_ninth_1(confirmed: bool, refused: str | None) -> None:
    state = with_display(with_display(laying(confirmed=confirmed), 2, *"1111"), 3, *"1112")
    if refused:
        assert code(state, lay("1", "1", "2", "2")) == refused
    else:
        assert kinds(told(state, lay("1", "1", "2", "2"))) == ["laid"]
    assert kinds(told(state, lay("1", "2", "2", "2"))) == ["laid"]


# --- typing in a card drawn ------------------------------------------------------------------------------------------


def test_real_cards_each_owner_types_in_the_card_drawn() -> None:
    state = all_taken(exchange(cards="table"), 1, 2, 3, 4)
    assert layers(state) == [(1, dict.fromkeys(DECK, 1))]
    for owner in (3, 4, 1, 2):
        assert on_turn(state) == owner
        state = play(state, draw(owner, "5", seat=owner))
    assert state.displays[2] == ("5", "3", "-2", SCHEMER)


def test_real_cards_only_a_confirmed_deck_has_no_seventh_schemer() -> None:
    state = all_taken(exchange(6, cards="table", confirmed=True), 1, 1, 1, 1, 1, 1)
    assert code(state, draw(3, SCHEMER, seat=3)) == "no_such_card"
    assert kinds(told(state, draw(3, "5", seat=3))) == ["drew"]
    free = all_taken(exchange(6, cards="table"), 1, 1, 1, 1, 1, 1)
    assert kinds(told(free, draw(3, SCHEMER, seat=3))) == ["drew"]


@pytest.mark.parametrize(
    ("state", "is_typed"),
    [
        (laying(confirmed=True), True),
        (all_taken(exchange(4, cards="table"), 1, 1, 1, 1), True),
        (race(4, die="table"), True),
        (race(4), False),
        (exchange(4, cards="table"), False),
    ],
)
def test_people_read_real_cards_and_dice(state: State, is_typed: bool) -> None:
    question = RULES.question(state)
    assert question is not None
    assert question.is_typed == is_typed
