"""The short form of the rest of a game matches the rules: with both, each seat wins equally often."""

from __future__ import annotations

from math import inf
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.galopp_royal import intents, rest
from companion.games.galopp_royal.auction import Bidding
from companion.games.galopp_royal.booklet import RACES, SCHEMER
from companion.games.galopp_royal.ending import Over
from companion.games.galopp_royal.exchange import Drawing
from companion.games.galopp_royal.lot import gain
from companion.games.galopp_royal.race import Bearing
from companion.games.galopp_royal.rules import GaloppRoyal
from companion.games.galopp_royal.state import State
from companion.games.galopp_royal.worth import FIRST_TEAM
from companion.kit.decision import settled
from companion.kit.piles import Draws, Piles
from companion.kit.policy import Chance
from companion.kit.seats import Seat
from companion.players import sensible
from companion.players.playouts import SeatOdds, error, odds
from tests.companion.games.galopp_royal.positions import (
    RULES,
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
    unseen,
    with_display,
    with_purse,
)

SURE = 4.5
"""Standard errors: one test in 100 000 would fail by chance, but the random numbers are fixed."""


def no_shorter_way(state: State, chance: Chance) -> tuple[Seat, ...] | None:  # noqa: ARG001  # as of any policy
    return None


class ByTheRules(GaloppRoyal):
    """The same game without the short form."""

    rest = staticmethod(no_shorter_way)


def differ(one: SeatOdds, other: SeatOdds) -> bool:
    """Whether two chances differ by more than chance."""
    for seat in range(1, len(one.chances) + 1):
        left, right = one.of(seat), other.of(seat)
        off = (error(left) ** 2 + error(right) ** 2) ** 0.5
        if abs(one.chances[seat - 1] - other.chances[seat - 1]) > SURE * off + 0.01:
            return True
    return False


def rich(state: State, *purses: int) -> State:
    for seat, coins in enumerate(purses, 1):
        state = with_purse(state, seat, coins)
    return state


def unsealed(state: State) -> State:
    """No box with a sealed seed plays here."""
    return replace(state, setup=replace(state.setup, commitment=None))


POSITIONS = {
    "start": start(4),
    "start of three, real cards": start(3, cards="table"),
    "left of the winner": start(5, next_opener="left_of_winner"),
    "race 4 of four": rich(race(4, number=4, turn=2), 60, 45, 50, 52),
    "the schemer is called in race 5": play(rich(race(3, number=5), 60, 66, 62), carry(SCHEMER, 1)),
    "the exchange of six": rich(exchange(6, last=3), 20, 40, 50, 60, 45, 30),
    "cards are due in the exchange": replace(
        rich(exchange(3, last=2), 50, 40, 50),
        displays=((None, "3", "-2", SCHEMER), ("5", "2", "3", "3"), ("1", "3", "-2", None)),
        phase=Drawing(3),
    ),
    "the second team after race 4": rich(between_races(4, number=4, nth=2), 60, 45, 55, 52),
    "a team on sale before race 4": play(
        dealt(rich(between_races(4, number=3, last=1), 60, 45, 55, 52), "5", "2", "-2", "3"), bid(1, 1), bid(2, 4)
    ),
    "two are left at the start": start_auction(2, 5),
}


@pytest.mark.parametrize(
    ("name", "in_short", "by_the_rules"),
    [
        ("race 4 of four", 120, 18),
        ("cards are due in the exchange", 120, 18),
        *(pytest.param(name, 400, 60, marks=[pytest.mark.slow, pytest.mark.in_box_time]) for name in POSITIONS),
    ],
)
def test_each_seat_wins_as_often_as_by_the_rules(name: str, in_short: int, by_the_rules: int) -> None:
    position = unsealed(POSITIONS[name])
    short = odds(RULES, position, position.seats, "short", in_short, to_the_end=True)
    assert sum(short.chances) == pytest.approx(1)
    assert not differ(short, odds(ByTheRules(), position, position.seats, "rules", by_the_rules, to_the_end=True)), (
        short.chances
    )


def gains(state: State, phase: Bidding) -> float:
    """How much better a bid is than a pass for the seat on turn, in the short form; without coins there is no bid."""
    sale = rest.on_sale(phase)
    lot, (purses, teams, values) = sale.lot, rest.Rest(state, Random(1).random).bidding(sale)
    chair, leads = lot.still[0], None if lot.leader is None else teams[lot.leader]
    by_one_more = gain(values[chair], teams[chair], lot.high, leads, len(teams) - 1)
    return by_one_more if lot.high < purses[chair] else -inf


@pytest.mark.parametrize("seats", range(3, 7))
def test_in_an_auction_each_seat_bids_as_by_the_rules(seats: int) -> None:
    """Left out: a pass by which a card leaves the team, and a bid that is worth exactly as much as a pass."""
    luck, state, compared = Random(seats), unsealed(start(seats)), 0
    while (question := RULES.question(state)) is not None:
        _, said = sensible.says(RULES, state, question, luck)
        phase = state.phase
        if type(phase) is Bidding and len(phase.auction.passed) >= phase.leave:
            ahead = gains(state, phase)
            if abs(ahead) > 1e-9:
                assert (ahead > 0) == (type(said) is intents.Bid)
                compared += 1
        state = settled(RULES, state, RULES.answered(state, said))
    assert compared > 50


@pytest.mark.parametrize("name", ["left of the winner", "start of three, real cards"])
def test_a_whole_game_has_winners_among_those_who_play(name: str) -> None:
    won = rest.rest(POSITIONS[name], Random(1).random)
    assert won
    assert set(won) <= set(range(1, POSITIONS[name].seats + 1))


def certain(state: State, seat: int) -> None:
    assert {rest.rest(state, Random(number).random) for number in range(50)} == {(seat,)}


def test_a_race_that_is_certain() -> None:
    state = with_display(rich(race(3, number=RACES, chairs=(24, 5, 5)), 90, 50, 50), 1, "5", "5", "5", "5")
    certain(state, 1)


def test_a_race_of_two_as_reckoned_by_hand() -> None:
    """Both are two spaces before the arch and roll 1 or 2: the first chair wins in three of four cases."""
    state = race(3, number=RACES, chairs=(23, 23, "P1"))
    for seat in (1, 2):
        state = with_display(state, seat, "1", "1", "2", "2")
    found = odds(RULES, state, 3, "hand", 4000)
    assert found.chances[0] == pytest.approx(0.75, abs=0.03)
    assert found.chances[2] == 0


def test_a_race_that_goes_nowhere_has_a_last_all_the_same() -> None:
    state = race(3, number=5)
    for seat in (1, 2, 3):
        state = with_display(state, seat, "1", "1", "1", "1")
    stuck = replace(state, spaces=(7, 3, 5), setup=replace(state.setup, board=replace_finish(state, 190)), finish=190)
    assert rest.rest(stuck, Random(1).random) is not None


def replace_finish(state: State, finish: int) -> Any:
    finishes = (*state.setup.board.finishes[:4], finish, finish + 1)
    return replace(state.setup.board, finishes=finishes)


def test_nobody_buys_what_is_worth_nothing() -> None:
    state = rich(between_races(4, number=4), 0, 0, 0, 0)
    assert rest.rest(state, Random(1).random) is not None


def test_a_shared_victory_and_one_that_has_been() -> None:
    assert rest.rest(replace(race(), phase=Over((1, 3))), Random(1).random) == (1, 3)


def test_a_stock_that_is_through_is_made_anew_from_the_discard() -> None:
    state = between_races(4)
    stock = state.piles.stock.cards
    state = replace(state, piles=Piles(Draws(1, stock[:1]), stock[1:]))
    assert rest.rest(state, Random(1).random) is not None


@pytest.mark.parametrize(
    "state",
    [play(start(4, cards="table"), unseen(4)), closing(1, 2, 3), replace(race(), phase=Bearing(1, "1"))],
    ids=lambda _: "",
)
def test_there_is_no_shorter_way_in_the_middle_of_something(state: State) -> None:
    assert rest.rest(state, Random(1).random) is None


@pytest.mark.parametrize(("seats", "cards"), [(3, 4), (4, 4), (6, 6)])
def test_as_many_teams_are_dealt_between_races_as_are_still_due(seats: int, cards: int) -> None:
    drawn: list[float] = []

    def chance() -> float:
        drawn.append(0.5)
        return 0.5

    game = rest.Rest(between_races(seats), chance)
    for first, due in ((1, 2), (2, 1), (3, 0)):
        drawn.clear()
        game.substitute(first)
        assert len(drawn) == due * cards


@pytest.mark.parametrize("opener", range(4))
def test_the_next_opener_is_sought_from_the_left_of_the_opener_or_of_the_winner(opener: int) -> None:
    ways = ("clockwise", "left_of_winner")
    by_turns, by_sale = (rest.Rest(start(4, next_opener=way), Random(1).random) for way in ways)
    left = (opener + 1) % 4
    assert by_turns.next_opener(opener, 2) == left
    assert by_sale.next_opener(2, opener) == left
    assert by_sale.next_opener(opener, None) == left, "nobody has bought it"


def test_where_nobody_has_coins_each_gets_a_team_as_the_last_does() -> None:
    game = rest.Rest(rich(start(4), 0, 30, 0, 0), Random(1).random)
    game.start_teams(0)
    assert [len(team) for team in game.teams] == [4] * 4
    assert (game.purses[0], game.purses[2], game.purses[3]) == (0, 0, 0)
    assert game.purses[1] < 30


def test_the_next_race_leaves_the_teams_as_they_are() -> None:
    state = between_races(last=1, number=4)
    short = rest.Rest(state, Random(2).random)
    teams = [[*team] for team in short.teams]
    short.next_race()
    assert (short.race, short.teams) == (5, teams)
    assert sum(short.purses) > sum(state.money.purses), "the prizes are paid"


def test_in_the_expected_exchange_the_last_loses_its_worst_and_all_others_their_best() -> None:
    found = rest.exchanged([("-2", "2", "3", "5"), ("-2", "2", "3", "5")], 0, (2.0, ("1", "5")))
    assert found == [FIRST_TEAM + 2.0 * (0 + 1 + 3 + 1), FIRST_TEAM + 2.0 * (-3 + 0 + 1 + 1)]
