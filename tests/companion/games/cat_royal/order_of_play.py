"""The games that find the order of play: with every number of players, with real cards and with the box's, with each
rulebook and all tricks; and rare events, from positions where they must happen.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from companion.games.cat_royal import phases
from companion.games.cat_royal.options import PRESETS
from companion.games.cat_royal.state import State
from companion.games.cat_royal.turns import Turn
from companion.kit.event import Event
from companion.kit.setup import Who
from tests.companion.games.cat_royal.other_secrets import steps_from
from tests.companion.games.cat_royal.positions import RULES, start, turn, with_hands
from tests.companion.games.order_of_play import Order


def games() -> Iterator[tuple[State, list[Event]]]:
    """Games with many asides; the last ones have every possible aside."""
    chatters = [(state, 0.2) for state in beginnings()] + [(state, 1.0) for state in rare()]
    for number, (state, chatter) in enumerate(chatters):
        yield state, [event for step in steps_from(state, number, chatter) for event in step.events]


def beginnings() -> Iterator[State]:
    """Starts, each with another rulebook, number of players, length, and cards."""
    for number in range(48):
        cards: Who = ("box", "table")[number % 2]
        rulebook = (*PRESETS,)[number % 3]
        yield start(2 + number // 2 % 3, cards=cards, rulebook=rulebook, last_deal=1 + number // 6, tricks=True)
        if number % 6 < len(PRESETS):
            yield start(4, cards=cards, rulebook=rulebook, last_deal=1 + number // 6, partners="opposite_pass")


def rare() -> Iterator[State]:
    """Two figures change places on wormholes; the last card captures, or enters a wormhole; a cheat costs nothing; a
    figure is captured on a wormhole, and by the last card of a deal.
    """
    last = turn("1K 5, 2K 24, 3J 7", seats=3, last_deal=1)
    yield turn("1K 27, 2K 59", "swap", holes="pairs", tricks=False, last_deal=1)
    yield with_hands(last, ("2",), (), ())
    yield with_hands(replace(last, phase=Turn(2)), (), ("3",), ())
    yield replace(with_hands(last, ("2",), ("3",), ()), cheated=("", "jester", "jester"))
    yield turn("1K 24, 2C 27", "3", tricks=False, last_deal=1)
    yield with_hands(turn("1K 5, 2K 24, 3J 7", seats=3, tricks=False, last_deal=2), ("2",), (), ())


ORDER: Final = Order(Path(__file__).with_suffix(".dot"), RULES, phases, games)

if __name__ == "__main__":
    ORDER.write()
