"""Auctions: de A2 (3 or 4 seats), de A3 (5 or 6 seats), de B6 (substitute teams)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.galopp_royal import events, intents
from companion.games.galopp_royal.auction import bidders, team
from companion.games.galopp_royal.booklet import DECK, SCHEMER
from companion.games.galopp_royal.state import Assigning, Bidding, Dealing, Laying, Rolling, State
from companion.kit.event import Intent
from companion.kit.piles import Piles
from companion.kit.question import Cards, OneOf, Question
from tests.companion.games.galopp_royal.table import (
    BEARERS,
    RULES,
    between_races,
    bid,
    code,
    deal,
    due,
    kinds,
    limits,
    on_turn,
    passes,
    play,
    start,
    the,
    told,
    with_purse,
)

SIX = ("5", "5", "3", "2", "1", "-2")
"""Enough cards for any deal."""
MANY = ("2", "2", "2", "5", "5", "5")
"""As many again."""


def dealt(state: State, *cards: str) -> State:
    """The due cards have been dealt; `SIX`, as many as are needed, unless others are named."""
    return play(state, deal(*(cards or SIX[: due(state).count])))


def left(without: int, seats: int = 6, **choices: object) -> State:
    """A start auction is due and only `without` of `seats` seats have no team: the highest ones."""
    state = start(seats, **choices)  # type: ignore[arg-type]
    owners = seats - without
    displays = ((BEARERS,) * owners) + ((),) * without
    stock = Piles(sum(DECK.values()) - 4 * owners)
    return replace(state, displays=displays, piles=stock, phase=Dealing(owners + 1, 0))


def bidding(state: State) -> Bidding:
    assert isinstance(state.phase, Bidding)
    return state.phase


# --- de A2, A3: how a team is dealt ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("without", "hand", "on_table"), [(6, 1, 0), (5, 1, 0), (4, 1, 0), (3, 1, 1), (2, 2, 0)])
def test_a2_cards_dealt_by_seats_without_a_team(without: int, hand: int, on_table: int) -> None:
    state = left(without)
    count = hand * without + on_table
    assert due(state).count == count
    event = the(events.Dealt, told(state, deal(*SIX[:count])))
    first = 7 - without
    assert event == events.Dealt(
        0,
        first,
        tuple((first + at, SIX[at * hand : at * hand + hand]) for at in range(without)),
        SIX[without * hand : count],
    )


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a2_all_take_part_in_the_first_auction(seats: int) -> None:
    assert bidding(dealt(start(seats, first=2))).auction.order == (*range(2, seats + 1), 1)


def test_a2_hands_go_clockwise_from_the_opener() -> None:
    state = dealt(start(4, first=3), "1", "2", "3", "5")
    assert bidding(state).hands == ((3, ("1",)), (4, ("2",)), (1, ("3",)), (2, ("5",)))


@pytest.mark.parametrize(("seats", "leaving"), [(6, 2), (5, 1), (4, 0), (3, 0)])
def test_a3_the_cards_of_the_first_to_pass_leave_the_team_face_up(seats: int, leaving: int) -> None:
    state = dealt(start(seats))
    cards = SIX[: due(start(seats)).count]
    came = [the(events.Passed, told(play(state, *passes(*range(1, at))), *passes(at))) for at in range(1, seats)]
    assert [event.leaves for event in came] == [True] * leaving + [False] * (seats - 1 - leaving)
    state = play(state, *passes(*range(1, seats)))
    assert state.piles.discard == cards[:leaving]
    assert team(bidding(state)) == cards[leaving:]
    sale = told(state, bid(seats, 1))
    assert the(events.Sold, sale) == events.Sold(seats, 1, cards[leaving:])


def test_a3_who_bids_first_and_passes_later_keeps_its_place_among_those_who_pass() -> None:
    state = play(dealt(start(5)), bid(1, 1), bid(2, 2), *passes(3), bid(4, 3), bid(5, 4))
    assert state.piles.discard == SIX[2:3]
    state = play(state, *passes(1, 2))
    assert state.piles.discard == SIX[2:3]
    assert the(events.Sold, told(state, *passes(4))).cards == (*SIX[:2], *SIX[3:5])


@pytest.mark.parametrize("seats", [5, 6])
def test_a3_a_team_of_four_is_left_whoever_passes_first(seats: int) -> None:
    state = play(dealt(start(seats)), *passes(*range(1, seats + 1)))
    assert isinstance(state.phase, Dealing)
    assert len(state.piles.discard) == seats


# --- de A2: bids -----------------------------------------------------------------------------------------------------


def test_a2_the_smallest_player_opens() -> None:
    assert on_turn(dealt(start(4, first=3))) == 3


def test_a2_a_first_bid_is_at_least_1_and_at_most_all_coins() -> None:
    state = dealt(start(4))
    assert limits(state) == (1, 50)
    assert code(state, bid(1, 0)) == "too_low"
    assert code(state, bid(1, -3)) == "too_low"
    assert code(state, bid(1, 51)) == "too_high"
    assert the(events.Bid, told(state, bid(1, 50))) == events.Bid(1, 50)


def test_a2_the_next_bid_is_higher() -> None:
    state = play(dealt(start(4)), bid(1, 7))
    assert limits(state) == (8, 50)
    assert code(state, bid(2, 7)) == "too_low"
    assert told(state, bid(2, 8)) == (events.Bid(2, 8),)


def test_a2_nobody_bids_more_than_their_own_coins() -> None:
    state = with_purse(play(dealt(start(4)), bid(1, 7)), 2, 9)
    assert limits(state) == (8, 9)
    assert code(state, bid(2, 10)) == "too_high"


def test_a2_only_the_seat_on_turn_answers_and_only_what_is_asked() -> None:
    state = dealt(start(4))
    assert code(state, bid(2, 5)) == "not_your_turn"
    assert code(state, *passes(4)) == "not_your_turn"
    assert code(state, intents.Bid(seat=None, amount=5)) == "not_your_turn"
    assert code(state, intents.Roll(seat=1, face=1)) == "not_asked"
    assert code(state, intents.Deal(cards=SIX[:4])) == "not_your_turn"


def test_a2_passing_is_final() -> None:
    state = play(dealt(start(4)), bid(1, 1), *passes(2), bid(3, 2), *passes(4), bid(1, 3))
    assert on_turn(state) == 3
    assert code(state, bid(2, 9)) == "not_your_turn"


def test_a2_the_last_bidder_pays_and_gets_the_team_at_once() -> None:
    state = play(dealt(start(4)), bid(1, 4), *passes(2, 3))
    came = told(state, *passes(4))
    assert kinds(came) == ["passed", "sold", "laid"]
    assert the(events.Sold, came) == events.Sold(1, 4, SIX[:4])
    state = play(state, *passes(4))
    assert state.money.purses == (46, 50, 50, 50)
    assert state.displays[0] == SIX[:4]


def test_a2_the_last_who_has_not_passed_may_open_or_pass() -> None:
    state = play(dealt(start(4)), *passes(1, 2, 3))
    assert on_turn(state) == 4
    assert limits(state) == (1, 50)
    assert kinds(told(state, bid(4, 1))) == ["bid", "sold", "laid"]
    assert kinds(told(state, *passes(4))) == ["passed", "unsold"]


def test_a2_who_has_no_coin_can_only_pass() -> None:
    state = with_purse(dealt(start(4)), 1, 0)
    assert limits(state) == (1, 0)
    assert code(state, bid(1, 1)) == "too_high"
    assert on_turn(play(state, *passes(1))) == 2


# --- de A2: nobody bids ----------------------------------------------------------------------------------------------


def test_a2_nobody_bids_new_cards_are_dealt_and_the_next_seat_opens() -> None:
    state = play(dealt(start(4, first=2)), *passes(2, 3, 4, 1))
    assert state.piles.discard == SIX[:4]
    assert state.phase == Dealing(3, 0)
    assert state.teamless == (1, 2, 3, 4)


def test_a2_after_an_unsold_team_the_next_teamless_seat_opens() -> None:
    state = replace(left(3, 4), displays=((), BEARERS, (), ()), phase=Dealing(1, 0))
    state = play(dealt(state), *passes(1, 3, 4))
    assert state.phase == Dealing(3, 0)


def test_a2_unsold_names_the_cards_that_had_not_left() -> None:
    state = play(dealt(start(6)), *passes(1, 2, 3, 4, 5))
    assert the(events.Unsold, told(state, *passes(6))).cards == SIX[2:]


# --- who opens next: the option --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "buyer", "opener"),
    [
        ("clockwise", 1, 2),
        ("clockwise", 2, 3),
        ("clockwise", 4, 2),
        ("left_of_winner", 1, 2),
        ("left_of_winner", 2, 3),
        ("left_of_winner", 3, 4),
        ("left_of_winner", 4, 1),
    ],
)
def test_next_opener(option: str, buyer: int, opener: int) -> None:
    state = dealt(start(4, next_opener=option))
    others = [seat for seat in (1, 2, 3, 4) if seat != buyer]
    state = play(state, *passes(*(seat for seat in others if seat < buyer)), bid(buyer, 1))
    state = play(state, *passes(*(seat for seat in others if seat > buyer)))
    assert state.phase == Dealing(opener, 0)


@pytest.mark.parametrize(
    ("option", "teamless", "opener", "buyer", "next_opener"),
    [
        ("clockwise", (1, 2, 4, 5), 2, 5, 4),
        ("left_of_winner", (1, 2, 4, 5), 2, 5, 1),
        ("clockwise", (1, 2, 4, 5), 2, 2, 4),
        ("left_of_winner", (1, 2, 4, 5), 2, 2, 4),
        ("clockwise", (1, 3, 6), 6, 3, 1),
        ("left_of_winner", (1, 3, 6), 6, 3, 6),
    ],
)
def test_next_opener_skips_seats_with_a_team(
    option: str, teamless: tuple[int, ...], opener: int, buyer: int, next_opener: int
) -> None:
    state = start(6, next_opener=option)
    displays = tuple(() if seat in teamless else BEARERS for seat in range(1, 7))
    state = replace(state, displays=displays, piles=Piles(16 + 4 * len(teamless)), phase=Dealing(opener, 0))
    state = dealt(state)
    while isinstance(state.phase, Bidding):
        seat = state.phase.auction.turn
        state = play(state, bid(seat, 1) if seat == buyer else intents.Pass(seat=seat))
    assert state.phase == Dealing(next_opener, 0)


# --- de A2: the last seat without a team -----------------------------------------------------------------------------


@pytest.mark.parametrize(("purse", "price"), [(50, 10), (10, 10), (7, 7), (0, 0)])
def test_a2_the_last_seat_takes_the_top_four_for_10_or_all_it_has(purse: int, price: int) -> None:
    state = with_purse(replace(left(1, 4), phase=Assigning(4)), 4, purse)
    assert due(state).count == 4
    came = told(state, intents.Assign(cards=SIX[:4]))
    assert came == (
        events.Assigned(4, price, SIX[:4]),
        events.Laid(4, SIX[:4]),
        events.RaceBegan(1, 1),
    )
    state = play(state, intents.Assign(cards=SIX[:4]))
    assert state.money.purse(4) == purse - price
    assert state.piles.stock == 40 - 16


def test_a2_the_last_seat_cannot_refuse() -> None:
    state = replace(left(1, 4), phase=Assigning(4))
    assert code(state, *passes(4)) == "not_your_turn"
    assert on_turn(state) is None


def test_a2_race_1_begins_when_all_have_a_team() -> None:
    state = play(replace(left(1, 4, first=3), phase=Assigning(4)), intents.Assign(cards=SIX[:4]))
    assert state.phase == Rolling(3)


# --- the booklets' worked example ------------------------------------------------------------------------------------


def test_worked_example_of_all_four_booklets() -> None:
    hans, pia, werner, claudia = 1, 2, 3, 4
    state = dealt(start(4, first=hans), "1", "2", "3", "5")
    state = play(state, bid(hans, 1), bid(pia, 2), bid(werner, 3), bid(claudia, 5), *passes(hans), bid(pia, 6))
    state = play(state, *passes(werner), bid(claudia, 7), bid(pia, 9), *passes(claudia))
    assert state.money.purses == (50, 41, 50, 50)
    assert state.displays[pia - 1] == ("1", "2", "3", "5")

    assert bidders(state, werner) == (werner, claudia, hans)
    state = dealt(state, "1", "2", "3", "-2")
    assert bidding(state).open == ("-2",)
    assert [seat for seat, _ in bidding(state).hands] == [werner, claudia, hans]
    state = play(state, *passes(werner, claudia), bid(hans, 4))
    assert state.displays[hans - 1] == ("1", "2", "3", "-2")

    assert state.phase == Dealing(claudia, 0)
    state = dealt(state, "1", "2", "3", "5")
    assert bidding(state).hands == ((claudia, ("1", "2")), (werner, ("3", "5")))
    state = play(state, bid(claudia, 8), *passes(werner))

    assert state.phase == Assigning(werner)
    state = play(state, intents.Assign(cards=("5", "5", "-2", SCHEMER)))
    assert state.money.purses == (46, 41, 40, 42)
    assert state.phase == Rolling(hans)


# --- de B6: substitute teams -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "count", "on_table"), [(3, 4, 1), (4, 4, 0), (5, 5, 0), (6, 6, 0)])
def test_b6_all_seats_take_part_and_the_last_of_the_race_opens(seats: int, count: int, on_table: int) -> None:
    state = between_races(seats, last=2)
    assert due(state).count == count
    came = the(events.Dealt, told(state, deal(*MANY[:count])))
    assert (came.race, came.opener, len(came.open)) == (1, 2, on_table)
    assert {seat for seat, _ in came.hands} == set(range(1, seats + 1))


def test_b6_the_last_of_the_race_may_pass() -> None:
    state = dealt(between_races(4, last=2))
    assert on_turn(play(state, *passes(2))) == 3


@pytest.mark.parametrize(("seats", "leaving"), [(5, 1), (6, 2)])
def test_b6_the_first_cards_leave_as_in_a_start_auction(seats: int, leaving: int) -> None:
    state = dealt(between_races(seats), *MANY[:seats])
    state = play(state, *passes(*range(1, seats)))
    assert state.piles.discard == MANY[:leaving]
    assert the(events.Sold, told(state, bid(seats, 3))).cards == MANY[leaving:seats]


def test_b6_the_buyer_discards_the_whole_old_team_at_once() -> None:
    state = play(dealt(between_races(4)), bid(1, 4), *passes(2, 3))
    sale = told(state, *passes(4))
    assert kinds(sale) == ["passed", "sold", "laid"]
    middle = RULES.evolve(RULES.evolve(state, sale[0]), sale[1])
    assert isinstance(middle.phase, Laying)
    assert middle.piles.discard == BEARERS
    state = play(state, *passes(4))
    assert state.displays[0] == SIX[:4]
    assert state.piles.discard == BEARERS


def test_b6_the_last_of_the_race_opens_both_and_one_seat_may_buy_both() -> None:
    state = play(dealt(between_races(4, last=3)), bid(3, 4), *passes(4, 1, 2))
    assert state.phase == Dealing(3, 2)
    came = the(events.Dealt, told(state, deal(*MANY[:4])))
    assert (came.opener, len(came.hands)) == (3, 4)
    state = play(state, deal(*MANY[:4]), bid(3, 5), *passes(4, 1, 2))
    assert state.displays[2] == MANY[:4]
    assert state.piles.discard == (*BEARERS, *SIX[:4])
    assert state.money.purse(3) == 41


def test_b6_after_the_second_team_the_last_of_the_race_rolls_first() -> None:
    state = dealt(between_races(4, last=3, nth=2))
    came = told(play(state, bid(3, 1), *passes(4, 1)), *passes(2))
    assert came[-1] == events.RaceBegan(2, 3)


def test_b6_nobody_bids_counts_as_one_of_the_two() -> None:
    state = play(dealt(between_races(4, last=2)), *passes(2, 3, 4, 1))
    assert state.phase == Dealing(2, 2)
    assert state.piles.discard == SIX[:4]
    state = dealt(state, *MANY[:4])
    came = told(play(state, *passes(2, 3, 4)), *passes(1))
    assert kinds(came) == ["passed", "unsold", "race_began"]
    assert the(events.RaceBegan, came) == events.RaceBegan(2, 2)
    assert play(state, *passes(2, 3, 4, 1)).displays == (BEARERS,) * 4


# --- de B6, Achtung: the stock runs out ------------------------------------------------------------------------------


def short(stock: tuple[str, ...], discard: tuple[str, ...], *, seats: int = 4) -> State:
    """A substitute team is due, and `stock` is all that is left of it."""
    state = between_races(seats, deck=_count(BEARERS * seats + stock + discard))
    return replace(state, piles=Piles(len(stock), discard))


def _count(cards: tuple[str, ...]) -> dict[str, int]:
    return {card: cards.count(card) for card in DECK}


def test_b6_reshuffle_in_the_middle_of_a_deal_the_old_cards_come_first() -> None:
    state = short(("5", "5"), ("2", "2", "3", "1"))
    reshuffle = RULES.follows(state)
    assert reshuffle == events.Reshuffled(4)
    assert RULES.question(state) is None
    state = RULES.evolve(state, reshuffle)
    assert [(layer.size, dict(layer.kinds)) for layer in due(state).layers] == [
        (2, {"5": 2}),
        (4, {"1": 1, "2": 2, "3": 1}),
    ]
    assert code(state, deal("5", "2", "5", "2")) == "no_such_card"
    assert code(state, deal("5", "5", "5", "2")) == "no_such_card"
    assert code(state, deal("5", "5", "1", "1")) == "no_such_card"
    state = play(state, deal("5", "5", "2", "1"))
    assert bidding(state).hands == ((1, ("5",)), (2, ("5",)), (3, ("2",)), (4, ("1",)))
    assert state.piles == Piles(2)


def test_b6_a_stock_that_is_just_enough_is_not_reshuffled() -> None:
    state = short(("5", "5", "1", "2"), ("2", "2"))
    assert RULES.follows(state) is None
    state = play(state, deal("1", "2", "5", "5"))
    assert state.piles == Piles(0, ("2", "2"))


def test_b6_an_empty_stock_is_made_anew() -> None:
    state = short((), ("2", "3", "5", "1", "1", "2"))
    assert RULES.follows(state) == events.Reshuffled(6)


# --- with real cards -------------------------------------------------------------------------------------------------


def laying(*, confirmed: bool) -> State:
    """Seat 1 has just bought the first start team with real cards."""
    state = start(4, cards="table", confirmed=confirmed)
    question = RULES.question(state)
    assert isinstance(question, Question)
    assert isinstance(question.form, OneOf)
    (told_to_draw,) = question.form.answers
    return play(state, told_to_draw, bid(1, 4), *passes(2, 3, 4))


def lay(*cards: str | None, seat: int = 1) -> Intent:
    return intents.Lay(seat=seat, cards=cards)


def test_real_cards_the_box_only_says_who_draws() -> None:
    state = start(3, cards="table")
    came = the(events.Dealt, told(state, intents.Deal(cards=(None,) * 4)))
    assert came.hands == ((1, (None,)), (2, (None,)), (3, (None,)))
    assert came.open == (None,)
    assert code(state, deal("1", "2", "3", "5")) == "not_asked"


def test_real_cards_a_passers_card_leaves_unseen_by_the_box() -> None:
    state = play(start(5, cards="table"), intents.Deal(cards=(None,) * 5))
    assert the(events.Passed, told(state, *passes(1))).leaves
    assert play(state, *passes(1)).piles.discard == ()


def test_real_cards_the_buyer_types_in_the_team() -> None:
    state = laying(confirmed=False)
    assert on_turn(state) == 1
    assert state.money.purse(1) == 46
    assert code(state, lay("1", "2", "3")) == "wrong_count"
    assert code(state, lay("1", "2", "3", "5", seat=2)) == "not_your_turn"
    assert code(state, lay("1", "2", "3", "7")) == "no_such_card"
    state = play(state, lay("1", "2", "3", "5"))
    assert state.displays[0] == ("1", "2", "3", "5")
    assert state.phase == Dealing(2, 0)


def test_real_cards_a_typed_team_has_no_unknown_card() -> None:
    assert code(laying(confirmed=False), lay(None, "2", "3", "5")) == "wrong_count"


def test_real_cards_the_last_seat_types_in_its_team_too() -> None:
    state = replace(start(3, cards="table"), displays=(BEARERS, BEARERS, ()), phase=Assigning(3))
    state = play(state, intents.Assign(cards=(None,) * 4))
    assert isinstance(state.phase, Laying)
    assert on_turn(state) == 3
    assert state.money.purse(3) == 40


def test_real_cards_a_confirmed_deck_has_no_ninth_1() -> None:
    state = laying(confirmed=True)
    state = replace(state, displays=((), ("1", "1", "1", "1"), ("1", "1", "1", "2"), ()))
    assert code(state, lay("1", "1", "2", "2")) == "no_such_card"
    assert kinds(told(state, lay("1", "2", "2", "2"))) == ["laid"]


def test_real_cards_an_unconfirmed_deck_may_hold_anything() -> None:
    state = replace(laying(confirmed=False), displays=((), ("1", "1", "1", "1"), ("1", "1", "1", "2"), ()))
    assert kinds(told(state, lay("1", "1", "1", "1"))) == ["laid"]


def test_real_cards_a_substitute_team_goes_through_the_same_hands() -> None:
    state = between_races(4, cards="table", confirmed=True)
    state = play(state, intents.Deal(cards=(None,) * 4), *passes(1), bid(2, 3), *passes(3, 4))
    assert state.displays[1] == ()
    form = due(state)
    assert isinstance(form, Cards)
    assert dict(form.layers[0].kinds) == {"1": 5, "2": 8, "3": 4, "5": 5, "-2": 3, SCHEMER: 3}
    assert play(state, lay("5", "5", "5", "5", seat=2)).displays[1] == ("5",) * 4


def test_real_cards_the_stock_is_none_of_the_boxs_business() -> None:
    state = play(between_races(4, cards="table"), intents.Deal(cards=(None,) * 4), *passes(1, 2, 3, 4))
    assert state.phase == Dealing(1, 2)
    assert state.piles == Piles(0)
