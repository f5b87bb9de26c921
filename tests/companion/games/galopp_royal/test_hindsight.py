"""What is worth a look after a game."""

from __future__ import annotations

import pytest

from companion.games.galopp_royal import events
from companion.games.galopp_royal.hindsight import sale, stage
from companion.games.galopp_royal.state import State
from companion.kit.decision import unfold
from companion.kit.event import Event, Intent
from tests.companion.games.galopp_royal.positions import RULES, bid, dealt, passes, start, start_auction


@pytest.mark.parametrize(
    ("event", "found"),
    [
        (events.RaceBegan(3, 1), "3"),
        (events.Moved(1, ((1, 2),)), ""),
        (events.Sold(1, 5, ()), ""),
        (events.Unsold(()), ""),
        (events.Assigned(1, 10, ()), ""),
        (events.Bid(1, 2), None),
        (events.Rolled(1, 1, "3"), None),
    ],
)
def test_stages(event: Event, found: str | None) -> None:
    assert stage(event) == found


def hammer(state: State, *answers: Intent) -> tuple[State, list[Event]]:
    """The state in which a team is sold, and the events until then."""
    heard: list[Event] = []
    for answer in answers:
        for event, after in unfold(RULES, state, RULES.answered(state, answer)):
            heard.append(event)
            if type(event) is events.Sold:
                return state, heard
            state = after
    raise AssertionError("not sold")


def test_without_its_buyer_it_goes_to_the_next_highest_bidder() -> None:
    state, heard = hammer(dealt(start(4)), bid(1, 3), bid(2, 9), *passes(3, 4), bid(1, 12), *passes(2))
    found = sale(state, heard)
    assert found is not None
    assert (found.seat, found.paid) == (1, 12)
    cards = heard[-1].cards  # type: ignore[attr-defined]
    assert found.otherwise == events.Sold(2, 9, cards)
    assert [price for price, _ in found.priced] == list(range(1, 51))
    assert found.priced[6] == (7, events.Sold(1, 7, cards))


def test_what_nobody_else_wanted_would_not_have_been_sold() -> None:
    state, heard = hammer(dealt(start_auction(2, 5)), bid(2, 3), *passes(5))
    found = sale(state, heard)
    assert found is not None
    assert type(found.otherwise) is events.Unsold
    assert RULES.evolve(state, found.otherwise).displays[1] == ()


def test_nothing_else_is_sold() -> None:
    assert sale(start(), [events.Bid(1, 2)]) is None
