"""Auctions of start teams: de A2 (3 or 4 seats), de A3 (5 or 6 seats)."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.games.galopp_royal import events, intents
from companion.games.galopp_royal.booklet import SCHEMER
from companion.games.galopp_royal.state import State
from companion.kit.text import speak
from companion.match import chance
from companion.testing.whole_games import SEED
from tests.companion.games.galopp_royal.positions import (
    BEARERS,
    RULES,
    SIX,
    assign,
    bid,
    code,
    deal,
    dealt,
    due,
    in_hand,
    kinds,
    lay,
    limits,
    on_turn,
    opener,
    passes,
    play,
    race,
    roll,
    start,
    start_auction,
    the,
    told,
    with_purse,
)

# --- how a team is dealt ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("without", "hand", "on_table"), [(6, 1, 0), (5, 1, 0), (4, 1, 0), (3, 1, 1), (2, 2, 0)])
def test_a2_cards_dealt_by_seats_without_a_team(without: int, hand: int, on_table: int) -> None:
    teamless = range(7 - without, 7)
    state = start_auction(*teamless)
    count = hand * without + on_table
    assert due(state).count == count
    event = the(events.Dealt, told(state, deal(*SIX[:count])))
    hands = tuple((seat, SIX[at * hand : at * hand + hand]) for at, seat in enumerate(teamless))
    assert event == events.Dealt(0, teamless[0], hands, SIX[without * hand : count])


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a2_all_take_part_in_the_first_auction(seats: int) -> None:
    came = the(events.Dealt, told(start(seats, first=2), deal(*SIX[: due(start(seats)).count])))
    assert [seat for seat, _ in came.hands] == [*range(2, seats + 1), 1]


def test_a2_hands_go_clockwise_from_the_opener() -> None:
    came = the(events.Dealt, told(start(4, first=3), deal("1", "2", "3", "5")))
    assert came.hands == ((3, ("1",)), (4, ("2",)), (1, ("3",)), (2, ("5",)))


@pytest.mark.parametrize(("without", "leaving"), [(6, 2), (5, 1), (4, 0), (3, 0), (2, 0)])
def test_a3_the_cards_of_the_first_to_pass_leave_the_team_face_up(without: int, leaving: int) -> None:
    """The number of seats without a team counts, although six sit at the table."""
    *early, buyer = range(7 - without, 7)
    state = dealt(start_auction(*early, buyer))
    cards = SIX[: due(start_auction(*early, buyer)).count]
    for nth, seat in enumerate(early):
        assert the(events.Passed, told(state, *passes(seat))).leaves is (nth < leaving)
        state = play(state, *passes(seat))
    assert state.piles.discard == cards[:leaving]
    assert the(events.Sold, told(state, bid(buyer, 1))) == events.Sold(buyer, 1, cards[leaving:])
    assert play(state, bid(buyer, 1)).displays[buyer - 1] == cards[leaving:]


def test_a3_who_bids_first_and_passes_later_keeps_its_place_among_those_who_pass() -> None:
    state = play(dealt(start(5)), bid(1, 1), bid(2, 2), *passes(3), bid(4, 3), bid(5, 4))
    assert state.piles.discard == SIX[2:3]
    state = play(state, *passes(1, 2))
    assert state.piles.discard == SIX[2:3]
    assert the(events.Sold, told(state, *passes(4))).cards == (*SIX[:2], *SIX[3:5])


def test_a3_a_card_that_leaves_lies_face_up_for_all() -> None:
    state = dealt(start(5), "5", "1", "2", "3", "-2")
    (event,) = told(state, *passes(1))
    screen = RULES.tell(play(state, *passes(1)), event)
    assert screen is not None
    assert screen.number == "5"


@pytest.mark.parametrize(("seats", "leaving"), [(4, []), (5, ["Hans\t5"]), (6, ["Hans\t5", "Pia\t±2"])])
def test_a3_the_cards_that_have_left_can_be_looked_at_until_the_team_is_sold(seats: int, leaving: list[str]) -> None:
    def left(state: State) -> list[str]:
        pages = {speak(page.title, str): page.lines for page in RULES.pages(state)}
        return [speak(line, str) for line in pages.get("Left the team", ())]

    state = dealt(start(seats), *("5", SCHEMER, "1", "2", "3", "-2")[:seats])
    assert left(state) == []
    assert left(play(state, *passes(1))) == leaving[:1]
    state = play(state, *passes(*range(1, seats)))
    assert left(state) == leaving
    assert left(play(state, bid(seats, 1))) == []


# --- bids ------------------------------------------------------------------------------------------------------------


def test_a2_the_smallest_player_opens() -> None:
    assert opener(start(4, first=3)) == 3


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


def test_a2_a_seat_without_coins_can_only_pass() -> None:
    state = with_purse(dealt(start(4)), 1, 0)
    assert limits(state) == (1, 0)
    assert code(state, bid(1, 1)) == "too_high"
    assert on_turn(play(state, *passes(1))) == 2


def test_a2_only_the_seat_on_turn_answers_and_only_what_is_asked() -> None:
    state = dealt(start(4))
    assert code(state, bid(2, 5)) == "not_your_turn"
    assert code(state, *passes(4)) == "not_your_turn"
    assert code(state, intents.Bid(seat=None, amount=5)) == "something_else"
    assert code(state, roll(1, 1)) == "something_else"
    assert code(state, deal(*SIX[:4])) == "something_else"


def test_a2_bids_go_round_clockwise_among_those_still_in() -> None:
    state, asked = dealt(start(5, first=4)), []
    for amount in range(1, 9):
        asked.append(seat := on_turn(state) or 0)
        state = play(state, *passes(seat) if seat in (1, 3) else [bid(seat, amount)])
    assert asked == [4, 5, 1, 2, 3, 4, 5, 2]


def test_a2_passing_is_final() -> None:
    state = play(dealt(start(4)), bid(1, 1), *passes(2), bid(3, 2), *passes(4), bid(1, 3))
    assert on_turn(state) == 3
    assert code(state, bid(2, 9)) == "not_your_turn"


def test_a2_a_passers_card_lies_face_down_and_is_sold_with_the_team() -> None:
    state = play(dealt(start(4)), *passes(1))
    assert state.piles.discard == ()
    assert [in_hand(state, seat) for seat in (1, 2)] == [SIX[:1], SIX[1:2]]
    assert the(events.Sold, told(play(state, bid(2, 1), *passes(3)), *passes(4))).cards == SIX[:4]


def test_a2_the_last_bidder_pays_the_bank_and_gets_the_team() -> None:
    state = play(dealt(start(4)), bid(1, 4), *passes(2, 3))
    came = told(state, *passes(4))
    assert kinds(came) == ["passed", "sold", "laid"]
    assert the(events.Sold, came) == events.Sold(1, 4, SIX[:4])
    assert play(state, *passes(4)).money.accounts == (-196, 46, 50, 50, 50)


def test_a2_a_team_is_laid_open_at_once_in_the_order_drawn() -> None:
    state = play(dealt(start(4, first=3)), *passes(3), bid(4, 4), *passes(1, 2))
    assert state.displays == ((), (), (), SIX[:4])


def test_a2_slots_stay_as_they_are_in_a_race() -> None:
    state = race(4)
    for seat in (1, 2, 3, 4, 1):
        assert code(state, lay(*reversed(BEARERS), seat=seat)) in {"something_else", "not_your_turn"}
        state = play(state, roll(seat, 2))
    assert state.displays == (BEARERS,) * 4


def test_a2_the_last_who_has_not_passed_may_open_or_pass() -> None:
    state = play(dealt(start(4)), *passes(1, 2, 3))
    assert on_turn(state) == 4
    assert limits(state) == (1, 50)
    assert kinds(told(state, bid(4, 1))) == ["bid", "sold", "laid"]
    assert kinds(told(state, *passes(4))) == ["passed", "unsold"]


# --- nobody bids -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a2_nobody_bids_the_cards_are_discarded_and_new_ones_dealt(seats: int) -> None:
    """With five or six, this includes the cards of the first to pass."""
    state = play(dealt(start(seats, first=2)), *passes(*range(2, seats + 1), 1))
    assert Counter(state.piles.discard) == Counter(SIX[: due(state).count])
    assert state.teamless == tuple(range(1, seats + 1))
    assert state.money.purses == (50,) * seats
    assert opener(state) == 3


@pytest.mark.parametrize("option", ["clockwise", "left_of_winner"])
@pytest.mark.parametrize(("teamless", "following"), [((1, 3, 4), 3), ((4, 1, 3), 1), ((2, 6), 6), ((6, 2), 2)])
def test_a2_nobody_bids_the_next_seat_without_a_team_opens(
    option: str, teamless: tuple[int, ...], following: int
) -> None:
    """There is no buyer, so the option makes no difference."""
    state = play(dealt(start_auction(*teamless, next_opener=option)), *passes(*teamless))
    assert opener(state) == following


def test_a3_nobody_bids_the_cards_that_had_not_left_are_unsold() -> None:
    state = play(dealt(start(6)), *passes(1, 2, 3, 4, 5))
    assert the(events.Unsold, told(state, *passes(6))).cards == SIX[2:]


# --- the last seat without a team ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("purse", "price"), [(50, 10), (11, 10), (10, 10), (9, 9), (1, 1), (0, 0)])
def test_a2_the_last_seat_takes_the_top_four_for_10_or_all_it_has(purse: int, price: int) -> None:
    state = with_purse(start_auction(4, seats=4), 4, purse)
    assert due(state).count == 4
    assert told(state, assign(*SIX[:4])) == (
        events.Assigned(4, price, SIX[:4]),
        events.Laid(4, SIX[:4]),
        events.RaceBegan(1, 1),
    )
    state = play(state, assign(*SIX[:4]))
    assert state.money.purse(4) == purse - price
    assert state.displays[3] == SIX[:4]


def test_a2_the_last_seat_cannot_refuse() -> None:
    state = start_auction(4, seats=4)
    assert on_turn(state) is None
    assert code(state, *passes(4)) == "not_your_turn"
    assert code(state, intents.Pass(seat=None)) == "something_else"


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a2_one_auction_after_another_until_every_seat_has_a_team(seats: int) -> None:
    """Every opener bids 1, and all others pass."""
    state = start(seats)
    for without in range(seats, 0, -1):
        assert len(state.teamless) == without
        question = RULES.question(state)
        assert question is not None
        state = play(state, chance.draw(SEED, 0, question))
        for nth in range(without if without > 1 else 0):
            seat = on_turn(state) or 0
            state = play(state, passes(seat)[0] if nth else bid(seat, 1))
    assert (state.teamless, state.race) == ((), 1)


# --- the booklets' worked example ------------------------------------------------------------------------------------


def test_a2_worked_example_of_all_four_booklets() -> None:
    hans, pia, werner, claudia = 1, 2, 3, 4
    state = dealt(start(4, first=hans), "1", "2", "3", "5")
    state = play(state, bid(hans, 1), bid(pia, 2), bid(werner, 3), bid(claudia, 5), *passes(hans), bid(pia, 6))
    state = play(state, *passes(werner), bid(claudia, 7), bid(pia, 9), *passes(claudia))
    assert state.money.purses == (50, 41, 50, 50)
    assert state.displays[pia - 1] == ("1", "2", "3", "5")

    came = the(events.Dealt, told(state, deal("1", "2", "3", "-2")))
    assert came == events.Dealt(0, werner, ((werner, ("1",)), (claudia, ("2",)), (hans, ("3",))), ("-2",))
    state = play(dealt(state, "1", "2", "3", "-2"), *passes(werner, claudia), bid(hans, 4))
    assert state.displays[hans - 1] == ("1", "2", "3", "-2")

    came = the(events.Dealt, told(state, deal("1", "2", "3", "5")))
    assert came == events.Dealt(0, claudia, ((claudia, ("1", "2")), (werner, ("3", "5"))), ())
    state = play(dealt(state, "1", "2", "3", "5"), bid(claudia, 8), *passes(werner))

    assert state.teamless == (werner,)
    state = play(state, assign("5", "5", "-2", SCHEMER))
    assert state.money.purses == (46, 41, 40, 42)
    assert on_turn(state) == hans
