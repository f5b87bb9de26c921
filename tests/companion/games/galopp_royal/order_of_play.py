"""The games that find the order of play: with every number of players, with real cards and with the box's, with both
ways of laying start teams open, on the shipped board, on a short one and on one that pays nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.games.galopp_royal import phases
from companion.games.galopp_royal.state import State
from companion.kit.event import Event
from companion.kit.setup import Who
from companion.testing.whole_games import finish
from tests.companion.games.galopp_royal.positions import RULES, start
from tests.companion.games.order_of_play import Order

SHORT: Final = {"finishes": [6, 7, 8, 9, 10, 11], "start": 3, "prizes": [[20, 10, 5]] * 6}
UNPAID: Final = {"finishes": [6, 7, 8, 9, 10, 11], "start": 3, "prizes": [[0, 0, 0]] * 6}


def games() -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Games, each with another board, number of players, way of laying open, and cards."""
    for number in range(24):
        board = ({}, SHORT, UNPAID)[number % 3]
        option = ("at_once", "when_all_have_one")[number // 4 % 2]
        cards: Who = ("box", "table")[number // 12 % 2]
        state = start(3 + number % 4, cards=cards, board=board, start_teams=option)
        yield state, finish(RULES, state, number).events


ORDER: Final = Order(Path(__file__).with_suffix(".dot"), RULES, phases, games)

if __name__ == "__main__":
    ORDER.write()
