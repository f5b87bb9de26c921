"""A fair price is near what bidders pay: more for a better team, as in the table of `worth`."""

from __future__ import annotations

import pytest

from companion.games.galopp_royal import events
from companion.games.galopp_royal.hindsight import sale
from companion.kit.event import Event
from companion.match.report import Bought
from companion.players.playouts import odds
from companion.study.fair_prices import bought, tried
from tests.companion.games.galopp_royal.positions import RULES, bid, dealt, passes, play, start, with_purse

pytestmark = pytest.mark.untraced

PRICE = 12


def sold(*cards: str, purse: int = 50) -> Bought:
    """The first team of four players, which only the opener wants."""
    state = with_purse(dealt(start(4), *cards), 1, purse)
    state = play(state, bid(1, PRICE), *passes(2, 3))
    event: Event = events.Passed(4, leaves=False)
    heard = [events.Bid(1, PRICE), event]
    over = RULES.evolve(state, event)
    hammer = RULES.follows(over)
    assert hammer is not None
    found = sale(over, [*heard, hammer])
    assert found is not None
    each = tried(RULES, over, found)
    return bought(1, each, [odds(RULES, state, 4, "luck", 100) for state in each.states], 0.0)


@pytest.mark.parametrize(
    ("cards", "least", "most"),
    [(("5", "5", "3", "3"), 35, 50), (("3", "3", "2", "2"), 5, 30), (("1", "1", "2", "2"), 1, 9)],
    ids=["8 points: 42", "2 points: 18", "-2 points: 2"],
)
def test_about_as_much_as_its_points_are_worth(cards: tuple[str, ...], least: int, most: int) -> None:
    """Ten coins for a first team and four for each point: see `worth`."""
    found = sold(*cards)
    assert found.paid == PRICE
    assert found.fair is not None
    assert least <= found.fair <= most


def test_what_is_worth_more_than_there_is() -> None:
    found = sold("5", "5", "5", "5", purse=14)
    assert (found.beyond, found.fair) == (">", 14)


def test_what_was_paid_to_the_last_coin_may_be_worth_more() -> None:
    assert sold("5", "5", "5", "5", purse=PRICE).beyond == ">"


def test_where_nothing_hangs_on_it() -> None:
    assert sold("1", "2", "2", "2", purse=13).fair is None
