"""The audit: a sound step passes, and each single fault in it is named."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.galopp_royal import events
from companion.games.galopp_royal.auction import Bidding, Dealing
from companion.games.galopp_royal.ending import Closing
from companion.games.galopp_royal.phases import AnyPhase
from companion.games.galopp_royal.race import Arriving, Bearing, Lining, Rolling
from companion.games.galopp_royal.race_end import Paying
from companion.games.galopp_royal.state import State
from companion.kit.auction import Auction
from companion.kit.errors import Unsound
from companion.kit.event import Event
from companion.kit.money import Money
from companion.kit.piles import Draws, Piles
from tests.companion.games.galopp_royal.positions import (
    RULES,
    all_taken,
    deal,
    draw,
    exchange,
    play,
    race,
    start,
    told,
    unseen,
)


def fault(before: State, event: Event, **broken: object) -> str:
    """What the audit says about this step with these fields broken; without the faults it passes."""
    after = RULES.evolve(before, event)
    RULES.audit(before, event, after)
    with pytest.raises(Unsound) as raised:
        RULES.audit(before, event, replace(after, **broken))
    return str(raised.value)


# --- phases ----------------------------------------------------------------------------------------------------------

MENDED = events.Corrected(2, 5, "fell")
ROLLED = events.Rolled(1, 2, "3")
DREW = events.Drew(2, 1, "2")


@pytest.mark.parametrize(("event", "phase"), [(MENDED, Rolling(2)), (MENDED, Closing())])
def test_a_phase_that_cannot_come_next(event: Event, phase: AnyPhase) -> None:
    assert fault(race(), event, phase=phase) == f"{event} has led from {Rolling(1)} to {phase}"


@pytest.mark.parametrize("phase", [Closing(), Dealing(1, 1), Lining()])
def test_a_part_of_the_game_that_comes_out_of_order(phase: AnyPhase) -> None:
    state = all_taken(exchange(last=3), 1, 1, 1, 1)
    before = play(state, *(draw(owner, "2") for owner in (3, 4, 1)))
    assert fault(before, DREW, phase=phase) == f"{DREW} has led from {before.phase} to {phase}"


def test_a_phase_that_stays_though_its_event_should_have_ended_it() -> None:
    before = race()
    assert fault(before, ROLLED, phase=before.phase) == f"{ROLLED} has led from {before.phase} to {before.phase}"


# --- coins -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("accounts", [(-204, 50, 55, 50, 50), (-205, 50, 54, 50, 50)])
def test_a_coin_made_or_lost(accounts: tuple[int, ...]) -> None:
    assert fault(race(), MENDED, money=Money(accounts)) == f"a coin was made or lost: {accounts}"


def test_a_purse_below_zero() -> None:
    accounts = (-205, 106, -1, 50, 50)
    assert fault(race(), MENDED, money=Money(accounts)) == f"a purse is below zero: {accounts}"


def test_what_an_event_has_left_untouched_is_not_counted_again() -> None:
    before = replace(race(), money=Money((0, 1, 1, 1, 1)))
    RULES.audit(before, ROLLED, RULES.evolve(before, ROLLED))


# --- cards -----------------------------------------------------------------------------------------------------------


def dealt(state: State) -> tuple[State, Event, State]:
    """The first four cards: one for each seat."""
    (event,) = told(state, deal("1", "2", "3", "5") if state.box_deals else unseen(4))
    return state, event, RULES.evolve(state, event)


@pytest.mark.parametrize(
    ("broken", "hidden", "elsewhere"),
    [
        ({"discard": ("1",)}, 36, 5),
        ({"stock": Draws(35, ("1",) * 35)}, 35, 4),
        ({"fresh": Draws(1, ("1",))}, 37, 4),
    ],
)
def test_a_card_made_or_lost(broken: dict[str, object], hidden: int, elsewhere: int) -> None:
    before, event, after = dealt(start())
    said = fault(before, event, piles=replace(after.piles, **broken))
    assert said == f"{hidden} cards to draw and {elsewhere} elsewhere are not 40"


def test_a_card_that_has_become_another() -> None:
    before, event, after = dealt(start())
    assert isinstance(after.phase, Bidding)
    assert after.phase.cards == ("1", "2", "3", "5")
    said = fault(before, event, phase=replace(after.phase, hands=((1, ("2",)), *after.phase.hands[1:])))
    left = {"1": 1, "2": -1, "3": 0, "5": 0, "-2": 0, "+2/-2": 0}
    assert said == f"cards missing from the deck, or too many of them: {left}"


@pytest.mark.parametrize("piles", [Piles(Draws(1, ("1",))), Piles(Draws(), ("1",)), Piles(Draws(), (None,))])
@pytest.mark.parametrize("confirmed", [True, False])
def test_cards_on_a_pile_nobody_has_shown_the_box(confirmed: bool, piles: Piles) -> None:
    before, event, _ = dealt(start(cards="table", confirmed=confirmed))
    assert fault(before, event, piles=piles) == f"cards nobody has shown the box: {piles}"


# --- chairs ----------------------------------------------------------------------------------------------------------


def carried(*chairs: int | str) -> tuple[State, Event]:
    """The chair of seat 1 moves three spaces ahead, and then seat 2 is on turn."""
    return replace(race(chairs=chairs), phase=Bearing(1, "3")), events.Moved(1, ((1, 3),))


@pytest.mark.parametrize("space", [race().setup.board.pond, race().finish])
def test_a_chair_left_in_the_pond_or_under_the_arch(space: int) -> None:
    said = fault(*carried(5, 5, 5, 5), spaces=(8, 5, 5, space))
    assert said == f"a racing chair is not between pond and arch: {(8, 5, 5, space)}"


def test_a_chair_off_the_track_is_on_turn() -> None:
    assert fault(*carried(5, 5, 5, "P1"), phase=Rolling(4)) == "seat 4 is on turn; off the track are (4,)"


def test_a_chair_that_has_just_fallen_into_the_pond_is_on_turn() -> None:
    before = replace(race(chairs=(9, 5, 5, 0)), phase=Arriving(3, (4,)))
    assert fault(before, events.Ponded(4, 4), phase=Rolling(4)) == "seat 4 is on turn; off the track are (4,)"


def test_a_chair_off_the_track_twice() -> None:
    assert fault(*carried(5, 5, 5, "P1"), finished=(4,)) == "seat 2 is on turn; off the track are (4, 4)"


@pytest.mark.parametrize(
    ("broken", "chairs"), [({"spaces": (5, 5, 6, 5)}, (5, 5, 6, 5)), ({"finished": (3,)}, (5, 5, "F1", 5))]
)
def test_a_chair_that_has_not_come_back_to_start(broken: dict[str, object], chairs: tuple[int | str, ...]) -> None:
    before = replace(race(turn=4, chairs=("F1", "F2", "F3", 7)), phase=Paying(((3, 3, 5),)))
    assert fault(before, events.Paid(3, 3, 5), **broken) == f"not all on START: {chairs}"


def test_chairs_may_be_anywhere_until_the_consequences_are_told() -> None:
    before, event = carried(19, "P1", 5, 5)
    after = RULES.evolve(before, event)
    assert after.chairs == (22, "P1", 5, 5)
    RULES.audit(before, event, after)


# --- auctions --------------------------------------------------------------------------------------------------------

BID = Auction(order=(1, 2, 3, 4), still=(2, 3, 4, 1), high=5, leader=1)
"""Seat 1 has bid 5 of its 50 coins."""


def auctioned(**broken: object) -> str:
    """What the audit says about a first bid that leads to this."""
    before = play(start(), deal("1", "2", "3", "5"))
    after = RULES.evolve(before, events.Bid(1, 5))
    assert isinstance(after.phase, Bidding)
    assert after.phase.auction == BID
    return fault(before, events.Bid(1, 5), phase=replace(after.phase, auction=replace(BID, **broken)))


@pytest.mark.parametrize("broken", [{"passed": (3,)}, {"still": (2, 3, 1)}, {"still": (2, 3, 1), "passed": (2,)}])
def test_a_seat_that_is_both_in_and_out_or_neither(broken: dict[str, object]) -> None:
    assert auctioned(**broken) == f"not everybody is either in or out: {replace(BID, **broken)}"


@pytest.mark.parametrize("broken", [{"still": (2, 3, 4), "passed": (1,)}, {"leader": 5}, {"high": 51}])
def test_a_leader_who_is_out_or_cannot_pay(broken: dict[str, object]) -> None:
    assert auctioned(**broken) == f"the leader is out or cannot pay: {replace(BID, **broken)}"
