"""Moving figures, without asking whether the move is allowed.

Law: a figure's way is kept until it moves again; a figure that is swapped, sent home or leaves a wormhole fades.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from companion.games.cat_royal.booklet import CARDS, FIGURES, GOALS, LOOP, START, At, Figure
from companion.games.cat_royal.events import Piece
from companion.games.cat_royal.state import State, Way
from companion.games.cat_royal.steps import DEPTH, distance, field
from companion.kit.event import Card
from companion.kit.seats import Seat, with_seat

BACK: Final = 5
"""The most steps back, including a cheat."""


def moved(state: State, seat: Seat, figure: Figure, to: At, way: Way = ()) -> State:
    """The state after a figure has moved to `to`."""
    rank = FIGURES.index(figure)
    places, ways = state.at[seat - 1], state.ways[seat - 1]
    state = replace(
        state,
        at=with_seat(state.at, seat, (*places[:rank], to, *places[rank + 1 :])),
        ways=with_seat(state.ways, seat, (*ways[:rank], way, *ways[rank + 1 :])),
    )
    if state.fresh[seat - 1] == figure:
        return replace(state, fresh=with_seat(state.fresh, seat, ""))
    return state


def put_out(state: State, seat: Seat, figure: Figure) -> State:
    """The state after a figure has come from the start area to its start field."""
    start = state.start(seat)
    state = moved(state, seat, figure, start, (START, start))
    return replace(state, fresh=with_seat(state.fresh, seat, figure))


def walked(state: State, seat: Seat, figure: Figure, to: At, card: Card) -> State:
    """The state after a card has carried a figure, ahead or back."""
    here = state.where(seat, figure)
    if here == to:
        return state
    return moved(
        state, seat, figure, to, _way(here, to, state.start(seat), may_go_back=min(CARDS[card].steps, default=1) < 0)
    )


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


def _way(here: At, to: At, start: int, *, may_go_back: bool) -> Way:
    """All fields from one to the other, both included."""
    if type(here) is str:  # inside the goal
        return GOALS[DEPTH[here] - 1 : DEPTH[str(to)]]
    here = int(here)
    if type(to) is str:
        return (*_fields(here, distance(here, start)), *GOALS[: DEPTH[to]])
    steps = distance(here, int(to))
    return _fields(here, steps - LOOP if may_go_back and LOOP - steps <= BACK else steps)


def _fields(here: int, steps: int) -> Way:
    way = 1 if steps > 0 else -1
    return tuple([field(here, way * at) for at in range(abs(steps) + 1)])
