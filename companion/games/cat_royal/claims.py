"""What a move claims to be: the points of its card that it uses, and what is at its end.

Laws: a cheat claims what an honest move could claim; the real steps are never told: players must count them.
"""

from __future__ import annotations

from companion.games.cat_royal.booklet import CARDS, GOALS, JESTER, LAPSE, LOOP, START, At, Figure
from companion.games.cat_royal.state import State
from companion.kit.event import Card
from companion.kit.seats import Seat
from companion.kit.value import Value


class Claim(Value, frozen=True):
    """What the table is told about a move."""

    points: int | None = None
    """The points of the card; negative: back. `None`: the card has no steps, or brings a figure out."""
    lapsed: int = 0
    """Points that a jester lets lapse when it enters the goal."""


def claim(state: State, seat: Seat, card: Card, figure: Figure, to: At) -> Claim:
    """The claim of a move of this figure with this card; for a copy, with the card that it acts as."""
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
    """The steps ahead from one place to another; a whole round if both are the same."""
    if not isinstance(to, str):
        return (to - int(here) - 1) % LOOP + 1
    goal = GOALS.index(to) + 1
    return goal - (GOALS.index(here) + 1) if isinstance(here, str) else (start - here) % LOOP + goal
