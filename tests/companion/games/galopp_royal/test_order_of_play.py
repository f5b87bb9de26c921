"""The diagram in the docs is that of the code."""

from __future__ import annotations

from typing import get_args

from companion.games.galopp_royal.ending import Over
from companion.games.galopp_royal.phases import AnyPhase
from tests.companion.games.galopp_royal import order_of_play


def test_the_diagram_is_what_games_show() -> None:
    """If not, the order of play has changed: write it anew (see `order_of_play.py`) and look at what differs."""
    taken = order_of_play.arrows()
    assert order_of_play.drawn(taken) == order_of_play.TEXT.read_text("utf-8")
    assert {arrow.before for arrow in taken} | {Over} == set(get_args(AnyPhase))


def test_the_picture_shows_every_phase() -> None:
    picture = order_of_play.PICTURE.read_text("utf-8")
    assert [kind.__name__ for kind in get_args(AnyPhase) if f">{kind.__name__}</text>" not in picture] == []
