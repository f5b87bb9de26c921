"""Short playouts of a guessed state: who does better, how far it pays to bid, and which states have no short way."""

from __future__ import annotations

from math import isfinite
from random import Random
from statistics import fmean

import pytest
from msgspec.structs import replace

from companion.games.galopp_royal.ahead import REACH, limits, playout
from companion.games.galopp_royal.auction import Bidding
from companion.games.galopp_royal.booklet import SCHEMER
from companion.games.galopp_royal.state import State
from companion.kit.decision import settled
from companion.players import levels
from companion.players.sensible import tried
from tests.companion.games.galopp_royal.positions import (
    RULES,
    assign,
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
    start_auction,
    with_display,
    with_purse,
)

pytestmark = pytest.mark.untraced

TIMES = 200
GOOD, BAD = ("5", "5", "3", "5"), ("-2", "1", "-2", "1")
LURE = ("-2", "1", "5", "-2")
"""A bad team of which seat 3 holds the one good card."""


def means(state: State, seat: int, *to: int) -> list[float]:
    """The mean result of each limit."""
    luck = Random(2)
    followed = [playout(state, seat, to or (0,), luck.random) for _ in range(TIMES)]
    return [fmean(of) for of in zip(*followed, strict=True)]


def chances_of(state: State) -> float:
    """The sum of all chances after one playout."""
    return sum(playout(state, seat, (0,), Random(3).random)[0] for seat in range(1, state.seats + 1))


def on_sale(*cards: str, high: int = 4, **purses: int) -> State:
    """Seat 2 leads for a team of these cards, seat 3 is on turn; all have average teams."""
    state = between_races(last=1, number=3)
    for seat in range(1, 5):
        state = with_purse(with_display(state, seat, "1", "2", "3", "2"), seat, purses.get(f"seat_{seat}", 60))
    return play(dealt(state, *cards), bid(1, 1), bid(2, high))


def test_who_leads_a_race_with_a_good_team_comes_off_better() -> None:
    state = play(with_display(race(4, chairs=(16, 5, 5, 5)), 1, "2", "5", "3", SCHEMER), roll(1, 1))
    assert means(state, 1)[0] > 0.4 > means(state, 2)[0] + 0.2
    assert chances_of(state) == pytest.approx(1)


def test_who_is_last_loses_its_worst_bearer_where_the_others_lose_their_best() -> None:
    state = exchange(last=3)
    others = {playout(state, seat, (0,), Random(3).random)[0] for seat in (1, 2, 4)}
    assert max(others) == pytest.approx(min(others))
    assert means(state, 3)[0] > max(others) + 0.1
    assert chances_of(state) == pytest.approx(1)


def test_the_exchange_after_a_race_belongs_to_who_comes_in_last_there() -> None:
    """Not to the last of the race before: seat 1 is far behind in this one."""
    state = replace(race(4, chairs=(3, 20, 20, 24)), displays=(("-2", "1", "1", "1"), *(("2", "2", "2", "5"),) * 3))
    assert chances_of(state) == pytest.approx(1)
    assert means(replace(state, last=1), 1) == means(replace(state, last=2), 1)


def test_the_end_is_won_or_lost_and_a_lead_counts_a_little() -> None:
    ended = closing(60, 50, 40)
    assert [playout(ended, seat, (0,), Random(1).random) for seat in (1, 2, 3)] == [
        [pytest.approx(chance)] for chance in (1.005, -0.005, -0.01)
    ]


def test_a_card_that_has_left_unseen_comes_into_no_team() -> None:
    """Nobody else can buy, so all cards go through the stock."""
    state = start_auction(1, 2, 3, 4, 5, 6)
    for seat in range(1, 7):
        state = with_purse(state, seat, int(seat == 2))
    state = play(dealt(state, "5", "3", "2", "3", "1", "2"), *passes(1), bid(2, 1))
    seen = RULES.seen(state, 3)
    assert type(seen.phase) is Bidding
    assert seen.phase.hands[0] == (1, (None,))
    guess = RULES.guess(seen, 3, ())
    assert guess is not None
    guessed = guess(Random(1).random)
    assert all(isfinite(playout(guessed, 3, (0,), Random(number).random)[0]) for number in range(100))


def test_only_the_leader_of_an_auction_means_to_go_further() -> None:
    state = on_sale(*GOOD, seat_2=20)
    assert list(limits(state, 2)) == list(range(4, 21))
    assert list(limits(on_sale(*GOOD, seat_2=200), 2))[-1] == 4 + REACH
    assert limits(state, 3) == (0,)
    assert limits(race(), 1) == (0,)


def test_it_pays_to_go_on_for_a_good_team_and_not_for_a_bad_one() -> None:
    low, far = means(on_sale(*GOOD), 2, 4, 40)
    assert far > low + 0.5
    low, far = means(on_sale(*LURE), 2, 4, 40)
    assert far < low - 0.1


def test_limits_that_change_nothing_come_to_the_same() -> None:
    gains = playout(on_sale(*GOOD), 2, range(4, 65), Random(1).random)
    assert len(gains) == 61
    assert len(set(gains)) < 20
    assert gains[-1] == gains[-2]


def test_who_has_no_more_coins_drops_out() -> None:
    state = on_sale(*LURE, seat_2=6)
    assert len(playout(state, 2, limits(state, 2), Random(1).random)) == 3


def test_who_pays_more_for_the_same_team_wins_less_often() -> None:
    dear, cheap = (
        playout(play(on_sale(*BAD, high=high), *passes(3, 4, 1)), 2, (0,), Random(1).random)[0] for high in (9, 4)
    )
    assert cheap > dear + 0.02


@pytest.mark.parametrize("first", [True, False], ids=["first", "second"])
def test_after_a_sale_comes_the_next_and_then_the_race(*, first: bool) -> None:
    state = on_sale(*GOOD)
    state = replace(state, phase=replace(state.phase, nth=1 if first else 2))
    state = play(state, *passes(3, 4, 1))
    assert means(state, 2)[0] > means(state, 3)[0]


def test_after_the_last_race_somebody_has_won() -> None:
    state = replace(play(on_sale(*BAD), *passes(3, 4, 1)), race=5)
    found = [playout(state, seat, (0,), Random(1).random)[0] for seat in range(1, 5)]
    assert sum(found) == pytest.approx(1, abs=0.1), "but for the leads"


def test_start_teams_are_sold_until_all_have_one() -> None:
    bought = play(dealt(start(), *GOOD), bid(1, 9), *passes(2, 3, 4))
    assert means(bought, 1)[0] > means(bought, 2)[0]
    low, far = means(play(dealt(start(), *GOOD), bid(1, 9)), 1, 9, 40)
    assert far > low
    due = start_auction(2, seats=4)
    assert means(play(due, assign(*BAD)), 2)[0] < means(due, 2)[0] < means(play(due, assign(*GOOD)), 2)[0]


def test_a_bad_team_is_better_left_to_nobody() -> None:
    last = play(dealt(start(), *BAD), *passes(1, 2, 3))
    assert means(play(last, *passes(4)), 4)[0] > means(play(last, bid(4, 20)), 4)[0] + 0.1


@pytest.mark.parametrize("seats", range(3, 7))
def test_what_all_answers_share_changes_no_result(seats: int) -> None:
    """Each answer is played out after the others, and after a guess of another team, with which it shares nothing."""
    compared, rng = 0, Random(seats)
    state, other = start(seats), on_sale(*GOOD)
    while state.race < 2 and (question := RULES.question(state)) is not None:
        phase, seat = state.phase, question.seat
        if type(phase) is Bidding and seat is not None and rng.random() < 0.2:
            answers = [*tried(question), bid(seat, phase.auction.high + 3)]
            after = [settled(RULES, state, RULES.answered(state, answer)) for answer in answers]
            together = [playout(each, seat, limits(each, seat), Random(7).random) for each in after]
            for each, found in zip(after, together, strict=True):
                playout(other, 2, (4,), Random(8).random)
                assert playout(each, seat, limits(each, seat), Random(7).random) == found
                compared += 1
        said = levels.says("simple", RULES, state, question, rng)[1]
        state = settled(RULES, state, RULES.answered(state, said))
    assert compared > 20
