"""The diagrams in the docs match the code."""

from __future__ import annotations

import pytest

from companion.games import GAMES
from tests.companion.games.cat_royal.order_of_play import ORDER as CAT_ROYAL
from tests.companion.games.galopp_royal.order_of_play import ORDER as GALOPP_ROYAL
from tests.companion.games.order_of_play import Order

pytestmark = pytest.mark.untraced

ORDERS = (GALOPP_ROYAL, CAT_ROYAL)


def test_every_game_is_drawn() -> None:
    assert tuple(order.rules for order in ORDERS) == GAMES


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order.rules.name)
def test_the_diagram_is_what_games_show(order: Order) -> None:
    """If not, the order of play has changed: write the diagram again (see `order_of_play.py`) and look at the
    difference.
    """
    taken = order.arrows()
    assert order.drawn(taken) == order.text.read_text("utf-8")
    assert {arrow.before for arrow in taken} | {order.phases.Over} == set(order.kinds)


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order.rules.name)
def test_the_picture_shows_every_phase(order: Order) -> None:
    picture = order.picture.read_text("utf-8")
    assert [kind.__name__ for kind in order.kinds if f">{kind.__name__}</text>" not in picture] == []
