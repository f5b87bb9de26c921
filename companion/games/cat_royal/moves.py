"""Moving figures, without asking whether the move is allowed.

Law: a figure's way is kept until it moves again; a figure that is swapped, sent home or leaves a wormhole fades.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from companion.games.cat_royal.booklet import CARDS, FIGURES, GOALS, LOOP, START, At, Figure
from companion.games.cat_royal.events import Piece
from companion.games.cat_royal.state import State, Way
from companion.games.cat_royal.steps import BACK, DEPTH, distance, field
from companion.kit.event import Card
from companion.kit.seats import Seat, with_seat

ROUND: Final[Way] = tuple(range(1, LOOP + 1)) * 2
"""The fields of the loop, twice round."""

LEADS_BACK: Final = frozenset([card for card, kind in CARDS.items() if min(kind.steps, default=1) < 0])
"""The cards that can carry a figure back."""


def moved(state: State, seat: Seat, figure: Figure, to: At, way: Way = ()) -> State:
    """The state after a figure has moved to `to`."""
    rank, own = FIGURES.index(figure), seat - 1
    at, ways = [*state.at], [*state.ways]
    places, gone = [*at[own]], [*ways[own]]
    places[rank], gone[rank] = to, way
    at[own], ways[own] = tuple(places), tuple(gone)
    state = replace(state, at=tuple(at), ways=tuple(ways))
    if state.fresh[own] == figure:
        return replace(state, fresh=with_seat(state.fresh, seat, ""))
    return state


def put_out(state: State, seat: Seat, figure: Figure) -> State:
    """The state after a figure has come from the start area to its start field."""
    start = state.start(seat)
    state = moved(state, seat, figure, start, (START, start))
    return replace(state, fresh=with_seat(state.fresh, seat, figure))


def walked(state: State, piece: Piece, here: At, to: At, card: Card) -> State:
    """The state after a card has carried a figure, ahead or back."""
    if here == to:
        return state
    seat, figure = piece
    return moved(state, seat, figure, to, _way(here, to, state.start(seat), may_go_back=card in LEADS_BACK))


def swapped(state: State, piece: Piece, to: At, other: Piece | None, at: At) -> State:
    """A figure fades to `to`; if another stood there, it fades to `at`."""
    state = moved(state, *piece, to)
    return state if other is None else moved(state, *other, at)


def standing(state: State, there: At) -> tuple[Piece, ...]:
    """The figures on a field of the loop: at most one, except at the moment of a capture."""
    return tuple(
        [
            (seat, figure)
            for seat, places in enumerate(state.at, 1)
            if there in places
            for figure, place in zip(FIGURES, places, strict=True)
            if place == there
        ]
    )


def ahead(state: State, to: At) -> Piece:
    """The figure on the next field, behind which a magnet pulls."""
    (piece,) = standing(state, field(int(to), 1))
    return piece


def _way(here: At, to: At, start: int, *, may_go_back: bool) -> Way:
    """All fields from one to the other, both included."""
    if type(here) is str:  # inside the goal
        return GOALS[DEPTH[here] - 1 : DEPTH[str(to)]]
    here = int(here)
    if type(to) is str:
        return (*_ahead(here, start), *GOALS[: DEPTH[to]])
    to = int(to)
    if may_go_back and distance(to, here) <= BACK:
        return _ahead(to, here)[::-1]
    return _ahead(here, to)


def _ahead(here: int, there: int) -> Way:
    """The fields from one to the other, along the loop."""
    return ROUND[here - 1 : here + distance(here, there)]
