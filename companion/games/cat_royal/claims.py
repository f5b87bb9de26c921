"""What a card is said to be played for: the points of it that a move claims, and what is at the end of the move.

Laws: a cheat claims what an honest move could have; the steps made are never told: who counts along, finds out.
"""

from __future__ import annotations

from companion.games.cat_royal.booklet import CARDS, GOALS, JESTER, LAPSE, LOOP, START, At, Figure
from companion.games.cat_royal.state import State
from companion.kit.event import Card
from companion.kit.seats import Seat
from companion.kit.value import Value


class Claim(Value, frozen=True):
    """What the table is told of a move."""

    points: int | None = None
    """Of the card; negative: back. `None`: it is no card of steps, or brings a figure out."""
    lapsed: int = 0
    """Points that a jester lets go, entering the goal."""


def claim(state: State, seat: Seat, card: Card, figure: Figure, to: At) -> Claim:
    """What it claims to take a figure to its place with this card; of a copy, with the card it acts as."""
    here = state.where(seat, figure)
    if here == START:
        return Claim()
    lapses = range(LAPSE + 1) if figure == JESTER and isinstance(here, int) and to in GOALS else (0,)
    steps = _ahead(state.start(seat), here, to)
    found = [
        (abs(cheat), lapsed, points)
        for points in CARDS[card].steps
        for lapsed in lapses
        for cheat in (0, +1, -1)
        if points + cheat in (steps + lapsed, steps - LOOP)
    ]
    return Claim(min(found)[2], min(found)[1]) if found else Claim()


def _ahead(start: int, here: At, to: At) -> int:
    """Steps ahead from one place to another; all the way round to where it stands."""
    if not isinstance(to, str):
        return (to - int(here) - 1) % LOOP + 1
    goal = GOALS.index(to) + 1
    return goal - (GOALS.index(here) + 1) if isinstance(here, str) else (start - here) % LOOP + goal
