"""How bots judge a position: by coins, teams and chairs, and nothing that a seat may not know."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.galopp_royal import events
from companion.games.galopp_royal.auction import Bidding
from companion.games.galopp_royal.booklet import SCHEMER
from companion.games.galopp_royal.intents import Bid, Pass, Remove, Scheme
from companion.games.galopp_royal.state import State
from companion.games.galopp_royal.worth import seen, worth
from companion.kit.decision import unfold
from companion.kit.event import Event, Intent, MaybeCard
from companion.kit.piles import heap
from companion.kit.seats import COLOURS
from companion.players import bots, sensible
from companion.players.play import begin
from tests.companion.games.galopp_royal.any_position import tables
from tests.companion.games.galopp_royal.positions import (
    BEARERS,
    RULES,
    bid,
    carry,
    closing,
    dealt,
    exchange,
    in_hand,
    passes,
    play,
    race,
    start,
    start_auction,
    with_chairs,
    with_display,
    with_options,
    with_purse,
)
from tests.companion.games.whole_games import RANDOM

pytestmark = pytest.mark.untraced

GOOD, POOR = ("5", "5", "5", "3"), ("-2", "-2", "-2", "1")


def said(state: State, seed: int = 1) -> Intent:
    """The answer of a bot that decides by worth."""
    question = RULES.question(state)
    assert question is not None
    return sensible.says(RULES, state, question, Random(seed))[1]


# --- how well a seat stands ------------------------------------------------------------------------------------------


def test_a_coin_is_worth_itself() -> None:
    state = race()
    assert worth(with_purse(state, 1, 57), 1) - worth(with_purse(state, 1, 50), 1) == pytest.approx(7)


def test_what_one_gains_the_others_lose_together() -> None:
    state = with_display(with_purse(race(chairs=(5, 9, 14, 3)), 2, 80), 3, *GOOD)
    assert sum(worth(state, seat) for seat in range(1, 5)) == pytest.approx(0)


@pytest.mark.parametrize(
    ("better", "worse"), [("5", "3"), ("3", "2"), ("2", "1"), ("1", "-2"), (SCHEMER, "2"), ("5", SCHEMER)]
)
def test_one_bearer_is_worth_more_than_the_other(better: str, worse: str) -> None:
    state = race()
    with_one, with_other = (with_display(state, 1, "1", "2", "3", card) for card in (better, worse))
    assert worth(with_one, 1) > worth(with_other, 1)


@pytest.mark.parametrize(("number", "coins"), [(1, 4.0), (2, 5.0), (5, 8.0), (6, 6.75)])
def test_a_point_costs_a_fifth_of_the_first_prize_and_less_in_the_last_race(number: int, coins: float) -> None:
    state = race(number=number)
    more, less = (with_display(state, 1, "1", "2", "3", card) for card in ("3", "2"))
    assert worth(more, 1) - worth(less, 1) == pytest.approx(coins)


def test_a_free_slot_counts_as_the_mean_of_what_may_come() -> None:
    state = seen(exchange(), 3)
    free = replace(state, displays=(*state.displays[:2], (None, *BEARERS[1:]), state.displays[3]))
    stock = state.piles.stock.cards
    each = [worth(with_display(state, 3, card, *BEARERS[1:]), 3) for card in stock]
    assert worth(free, 3) == pytest.approx(sum(each) / len(stock))


def test_a_team_on_sale_counts_as_sold_to_the_leader() -> None:
    state = dealt(start())
    asked = play(state, bid(1, 7))
    sold = play(asked, *passes(2, 3, 4))
    assert worth(seen(asked, 1), 1) == pytest.approx(worth(seen(sold, 1), 1), abs=3)
    assert worth(seen(asked, 2), 2) < worth(seen(state, 2), 2)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ((6, 5, 5, 5), (5, 5, 5, 5)),
        ((5, 5, 5, 5), (5, 6, 5, 5)),
        (("F1", 5, 5, 5), (19, 5, 5, 5)),
        (("F2", "F1", 5, 5), ("F3", "F1", "F2", 5)),
        ((1, 5, 5, 5), ("P1", 5, 5, 5)),
        (("F3", "F1", "F2", 5), (19, "F1", "F2", "F3")),
        ((19, 2, 18, 5), (19, 4, 18, 5)),
        ((9, 4, 16, 5), (9, 2, 18, 5)),
    ],
    ids=str,
)
def test_one_chair_stands_better_than_the_other(better: tuple[int | str, ...], worse: tuple[int | str, ...]) -> None:
    def stands(*chairs: int | str) -> float:
        return worth(with_chairs(race(turn=4), chairs), 1)

    assert stands(*better) > stands(*worse)


def test_in_a_game_of_three_the_pond_is_worth_its_prize() -> None:
    assert worth(with_chairs(race(3), (5, 5, "P1")), 3) > worth(with_chairs(race(4), (5, 5, "P1", 5)), 3)


def test_chairs_count_in_a_race_only() -> None:
    assert {worth(closing(50, 50, 50), seat) for seat in (1, 2, 3)} == {0.0}


# --- what a bot does by it -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["5", "2"])
def test_it_bids_the_least_while_the_team_is_worth_more(card: str) -> None:
    state = dealt(start(), card, "2", "3", "1")
    assert said(state) == Bid(seat=1, amount=1)
    assert said(play(state, bid(1, 1), bid(2, 5))) == Bid(seat=3, amount=6)


def test_it_passes_when_the_least_costs_more_than_the_team_is_worth() -> None:
    state = play(dealt(start(), "-2", "5", "2", "2"), bid(1, 1), bid(2, 2), bid(3, 3), bid(4, 5))
    assert said(state) == Pass(seat=1)
    assert isinstance(said(play(state, bid(1, 6))), Bid), "who has a 5 in hand goes on"


def test_who_has_a_good_team_needs_no_other() -> None:
    state = race(number=3, turn=1)
    state = replace(state, phase=replace(dealt(start()).phase, nth=1))  # any hands
    assert isinstance(state.phase, Bidding)
    assert said(with_display(state, 1, *GOOD)) == Pass(seat=1)
    assert said(with_display(state, 1, *POOR)) == Bid(seat=1, amount=1)


def test_it_takes_the_worst_of_its_own_bearers_and_the_best_of_the_others() -> None:
    state = with_display(with_display(exchange(last=3), 3, "5", "-2", "2", "1"), 4, "1", "2", "5", "3")
    assert said(state) == Remove(seat=3, owner=3, slot=2)
    assert said(play(state, Remove(seat=3, owner=3, slot=2))) == Remove(seat=3, owner=4, slot=3)


def test_its_schemer_brings_its_chair_under_the_arch_and_holds_up_the_next() -> None:
    state = play(race(chairs=(18, 17, 9, 5)), carry(SCHEMER, 1))
    assert said(state) == Scheme(seat=1, steps=((1, 2), (2, -2)))


# --- what a seat sees ------------------------------------------------------------------------------------------------


def test_a_seat_sees_its_own_hand_and_how_many_cards_the_others_hold() -> None:
    state = dealt(start_auction(2, 5), "5", "2", "3", "1")
    own = seen(state, 5).phase
    assert isinstance(own, Bidding)
    assert own.hands == ((2, (None, None)), (5, in_hand(state, 5)))


def test_a_seat_sees_its_own_hidden_team_and_no_others() -> None:
    state = play(dealt(start(start_teams="when_all_have_one")), bid(1, 7), *passes(2, 3, 4))
    assert None not in state.bought[0]
    assert seen(state, 1).bought == state.bought
    assert seen(state, 2).bought == ((None,) * 4, (), (), ())


def test_of_purses_that_are_not_open_a_seat_sees_its_own() -> None:
    state = with_options(with_purse(with_purse(race(), 2, 80), 3, 21), open_cash=False)
    assert seen(state, 2).money.purses == (40, 80, 40, 40)
    assert sum(seen(state, 2).money.accounts) == 0


def test_a_seat_sees_real_cards_as_they_lie() -> None:
    state = exchange(cards="table")
    assert seen(state, 1) == state
    assert worth(state, 1) == 0


def other_secrets(state: State, seat: int, luck: Random) -> State:
    """The same game with other cards where `seat` has not seen them."""
    phase = state.phase
    hands = phase.hands if isinstance(phase, Bidding) else ()
    hidden = [hand for own, hand in hands if own != seat]
    teams = [team for own, team in enumerate(state.bought, 1) if own != seat]
    piles = state.piles
    pool: list[MaybeCard] = [
        *(card for group in (*hidden, *teams) for card in group),
        *piles.stock.cards,
        *piles.discard,
        *piles.fresh.cards,
    ]
    luck.shuffle(pool)

    def drawn(cards: Iterable[MaybeCard]) -> tuple[MaybeCard, ...]:
        return tuple(pool.pop() for _ in cards)

    others = tuple((own, hand if own == seat else drawn(hand)) for own, hand in hands)
    bought = tuple(team if own == seat else drawn(team) for own, team in enumerate(state.bought, 1))
    deck = state.setup.deck or ()
    stock, discard, fresh = (drawn(cards) for cards in (piles.stock.cards, piles.discard, piles.fresh.cards))
    return replace(
        state,
        phase=replace(phase, hands=others) if isinstance(phase, Bidding) else phase,
        bought=bought,
        piles=replace(piles, stock=heap(stock, deck), discard=discard, fresh=heap(fresh, deck)),
    )


@RANDOM
@given(tables().filter(lambda state: state.box_deals), st.integers(0, 1 << 16))
def test_what_is_hidden_sways_no_answer(state: State, number: int) -> None:
    luck, differed = Random(number), False
    while (question := RULES.question(state)) is not None and not (state.race > 1 and differed):
        if question.seat is None or question.by_lot:
            answer = bots.answer(question, luck)
        else:
            other = other_secrets(state, question.seat, luck)
            differed |= other != state
            assert seen(other, question.seat) == seen(state, question.seat)
            answer = said(state, number)
            assert said(other, number) == answer
        *_, (_, state) = unfold(RULES, state, RULES.answered(state, answer))
    assert differed


# --- how well bots play that go by it --------------------------------------------------------------------------------


def game(players: int, thinking: Collection[int | None], luck: Random) -> list[tuple[Event, State]]:
    """All events of a game of bots; thinking bots try each answer, the others draw."""
    told: list[tuple[Event, State]] = []
    state = begin(RULES, players, COLOURS, {})
    while (question := RULES.question(state)) is not None:
        if question.seat in thinking:
            _, answer = sensible.says(RULES, state, question, luck)
        else:
            answer = bots.answer(question, luck)
        told += unfold(RULES, state, RULES.answered(state, answer))
        state = told[-1][1]
    return told


@pytest.mark.parametrize("players", RULES.seats)
def test_one_that_thinks_beats_those_that_draw(players: int) -> None:
    wins = 0
    for number in range(12):
        seat = 1 + number % players
        purses = game(players, (seat,), Random(f"{players} {number}"))[-1][1].money.purses
        wins += purses[seat - 1] == max(purses)
    assert wins >= 7


def test_teams_are_sold_for_what_people_would_pay() -> None:
    told = [event for number in range(10) for event, _ in game(4, range(1, 5), Random(number))]
    prices = [event.price for event in told if isinstance(event, events.Sold)]
    assert 8 < sum(prices) / len(prices) < 14
    assert sum(price > 30 for price in prices) / len(prices) < 0.1
