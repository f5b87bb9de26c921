"""How a strong bot thinks: what it believes the others hold, how races may go, and nothing that it may not know."""

from __future__ import annotations

from collections import Counter
from math import comb
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.galopp_royal import events, policy
from companion.games.galopp_royal.auction import Bidding
from companion.games.galopp_royal.booklet import SCHEMER
from companion.games.galopp_royal.ending import Over
from companion.games.galopp_royal.state import State
from companion.kit.decision import unfold
from companion.kit.event import Event, Intent
from companion.players import bots, levels
from companion.players.sensible import tried
from tests.companion.games.galopp_royal.any_position import tables
from tests.companion.games.galopp_royal.positions import (
    RULES,
    bid,
    carry,
    dealt,
    exchange,
    in_hand,
    passes,
    play,
    race,
    roll,
    start,
    start_auction,
    with_display,
    with_purse,
)
from tests.companion.games.galopp_royal.test_worth import other_secrets
from tests.companion.games.whole_games import RANDOM, some
from tests.companion.players.hurried import late_after

TIMES = 400


def heard(state: State, *answers: Intent) -> tuple[State, list[Event]]:
    """The state after some answers, and the events that all have heard."""
    told: list[Event] = []
    for answer in answers:
        for event, after in unfold(RULES, state, RULES.answered(state, answer)):
            told.append(RULES.without_secrets(state, event))
            state = after
    return state, told


def guesses(state: State, seat: int, told: list[Event], times: int = TIMES) -> list[State]:
    guess = policy.guess(RULES.seen(state, seat), seat, told)
    assert guess is not None
    luck = Random(1)
    return [guess(luck.random) for _ in range(times)]


def held(states: list[State], seat: int) -> Counter[str]:
    return Counter(str(in_hand(state, seat)[0]) for state in states)


# --- what may be -----------------------------------------------------------------------------------------------------


def test_who_bids_high_seems_to_hold_a_good_bearer_and_who_passes_early_a_poor_one() -> None:
    state, told = heard(dealt(start()), bid(1, 9), bid(2, 16), *passes(3))
    states = guesses(state, 1, told)
    bidder, passer = held(states, 2), held(states, 3)
    assert bidder["5"] > 2 * passer["5"]
    assert passer["-2"] > 2 * bidder["-2"]


def test_who_jumps_now_and_then_bids_whatever_it_holds() -> None:
    """Then its bids tell nothing of its hand; who bids one coin more at a time is believed."""
    calm = [bid(1 + at % 4, 1 + at) for at in range(16)]
    wild = [bid(1 + at % 4, 2 + at + at // 8) for at in range(40)]
    state, told = heard(dealt(start()), *calm)
    assert max(policy.blind(told).values()) < 0.01
    _, before = heard(dealt(start()), *wild)
    found = policy.blind(before)
    assert found[1] > 0.8
    assert max(found[2], found[3], found[4]) < 0.01
    told = [*before, events.Dealt(0, 1, (), ()), *told]
    believed = held(guesses(state, 4, told), 2)["5"], held(guesses(state, 4, told), 1)["5"]
    assert believed[0] > 1.3 * believed[1]


def test_who_always_jumps_pushes_the_price_and_is_believed() -> None:
    """The bids of players who jump now and then tell nothing."""
    _, told = heard(dealt(start()), *[bid(1 + at % 4, 2 + 2 * at) for at in range(20)])
    found = policy.blind(told)
    assert len(found) == 4
    assert max(found.values()) < 0.1


def test_who_gives_up_a_good_team_needs_a_better_one() -> None:
    state = race(number=3, turn=1)
    state = replace(state, phase=replace(dealt(start()).phase, nth=1), last=1)
    good, bad = ("3", "3", "2", "2"), ("1", "1", "2", "2")
    rich, told = heard(with_display(with_display(state, 2, *good), 3, *bad), bid(1, 1), bid(2, 12))
    poor, _ = heard(with_display(with_display(state, 2, *bad), 3, *good), bid(1, 1), bid(2, 12))
    assert held(guesses(rich, 1, told), 2)["5"] > held(guesses(poor, 1, told), 2)["5"]


def test_who_passes_for_want_of_coins_tells_nothing_of_its_card() -> None:
    told = heard(dealt(start()), bid(1, 9), *passes(2))[1]
    rich = dealt(start(), "2", "5", "5", "5")
    poor = with_purse(rich, 2, 9)
    assert held(guesses(poor, 1, told), 2)["5"] > 2 * held(guesses(rich, 1, told), 2)["5"]


def test_a_bid_beyond_all_sense_tells_nothing_of_a_card() -> None:
    state, told = heard(dealt(start()), bid(1, 1), bid(2, 49))
    plain = guesses(dealt(start()), 1, [])
    assert held(guesses(state, 1, told), 2) == held(plain, 2)


def test_before_anything_is_bid_hands_are_as_likely_as_cards_are_left() -> None:
    states = guesses(dealt(start(), "2", "5", "5", "5"), 1, [])
    assert 0.05 < held(states, 2)["5"] / TIMES < 0.25


def test_a_guess_holds_what_its_seat_sees_and_no_card_twice() -> None:
    state, told = heard(dealt(start_auction(2, 5)), *passes(2))
    for guessed in guesses(state, 5, told, 20):
        assert RULES.seen(guessed, 5).phase == RULES.seen(state, 5).phase
        assert isinstance(guessed.phase, Bidding)
        assert None not in guessed.phase.cards
        assert RULES.overdrawn(replace(guessed, piles=replace(guessed.piles, discard=()))) is None


def test_teams_that_are_kept_hidden_are_drawn() -> None:
    state, told = heard(dealt(start(start_teams="when_all_have_one")), bid(1, 7), *passes(2, 3, 4))
    state = play(state, *[answer for answer in (deal(state),) if answer])
    assert all(None not in guessed.bought[0] for guessed in guesses(state, 2, told, 5))


def deal(state: State) -> Intent | None:
    question = RULES.question(state)
    return bots.answer(question, Random(1)) if question is not None and question.seat is None else None


def test_a_card_that_has_left_is_not_guessed() -> None:
    state, told = heard(dealt(start(6)), *passes(1))
    guessed = guesses(state, 2, told, 1)[0].phase
    assert isinstance(guessed, Bidding)
    assert guessed.hands[0] == (1, (None,))


@pytest.mark.parametrize(
    "state", [exchange(), race(), play(race(cards="table"), carry(SCHEMER, 1))], ids=["exchange", "die", "real"]
)
def test_there_is_nothing_to_think_about(state: State) -> None:
    assert policy.guess(state, 1, ()) is None


# --- the end ---------------------------------------------------------------------------------------------------------


def test_who_has_won() -> None:
    over = replace(race(), phase=Over((1, 3)))
    assert policy.winners(over) == (1, 3)
    assert policy.winners(race()) == ()


# --- nothing that a seat may not know --------------------------------------------------------------------------------


@pytest.mark.untraced
@settings(RANDOM, max_examples=some(25))
@given(tables().filter(lambda state: state.box_deals), st.integers(0, 1 << 16))
def test_what_is_hidden_sways_no_thought(state: State, number: int) -> None:
    luck, differed, told = Random(number), 0, list[Event]()
    while (question := RULES.question(state)) is not None and differed < 6:
        if question.seat is None or question.by_lot:
            answer = bots.answer(question, luck)
        else:
            other = other_secrets(state, question.seat, luck)
            differed += other != state
            (_, answer), (_, same) = (
                levels.says("strong", RULES, each, question, Random(number), heard=told, is_late=late_after(8))
                for each in (state, other)
            )
            assert answer == same
        for event, after in unfold(RULES, state, RULES.answered(state, answer)):
            told.append(RULES.without_secrets(state, event))
            state = after


@pytest.mark.parametrize("seats", range(3, 7))
def test_every_use_of_the_schemer_is_followed_and_longer_than_a_bid(seats: int) -> None:
    chairs = (20, 18, 16, 14, 12, 10)[:seats]
    scheming = play(with_display(race(seats, chairs=chairs), 1, "1", "2", "3", SCHEMER), roll(1, 4))
    question = RULES.question(scheming)
    assert question is not None
    assert len(list(tried(question))) == seats + 2 * comb(seats - 1, 2) + seats - 1 <= RULES.few
    assert RULES.effort(scheming) > RULES.effort(play(dealt(start(seats)), bid(1, 1)))


def test_it_brings_its_chair_under_the_arch_and_holds_up_the_next() -> None:
    state = play(race(chairs=(18, 17, 9, 5)), carry(SCHEMER, 1))
    question = RULES.question(state)
    assert question is not None
    _, said = levels.says("strong", RULES, state, question, Random(1))
    assert said.steps[0] == (1, 2)  # type: ignore[attr-defined]
