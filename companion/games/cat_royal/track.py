"""The board as lights: the loop, the goals, the start areas; where each figure is shown, and how it came there.

Law: a light shows only what all can see on the board: where a figure is, and how it came there.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache, lru_cache
from typing import Final, Literal, TypeAlias

from companion.games.cat_royal.booklet import FIGURES, GOALS, LOOP, START, STARTS, At, Figure
from companion.games.cat_royal.state import State
from companion.kit.seats import Colour, Seat
from companion.kit.value import Value
from companion.kit.view import Space, Token, Track

STEP_S: Final = 0.3
"""Seconds that a figure takes from field to field: slow enough to count the steps."""

Mark: TypeAlias = Literal["drafted", "able", "dimmed", "steady"]
"""The values of `Token.mark`."""

CORNERS: Final = {field: colour for colour, field in STARTS.items()}
"""The colours, by start field."""


class FigureChoice(Value, frozen=True):
    """A figure being chosen."""

    seat: Seat
    able: tuple[Figure, ...]
    """The figures of the seat that can be chosen."""
    figure: Figure
    to: At | None = None
    """Where the figure would go; `None`: not chosen yet."""


@cache
def space_id(colour: str, figure: Figure, place: At) -> str:
    """The `Space.id` of a figure: `17`, `red G1`, `red S4` for the jester."""
    if place == START:
        return f"{colour} {START}{FIGURES.index(figure) + 1}"
    return str(place) if isinstance(place, int) else f"{colour} {place}"


@lru_cache(maxsize=64)  # every view has them, and wormholes seldom move
def spaces(holes: tuple[int, ...] = (), *, start_areas: bool = True) -> tuple[Space, ...]:
    """The loop from the red start field, four goals, and four start areas if they have lights."""
    areas = [_home(colour, figure) for colour in STARTS for figure in FIGURES] if start_areas else []
    return (
        *(_field(field, field in holes) for field in range(1, LOOP + 1)),
        *(_goal(colour, at) for colour in STARTS for at in range(len(GOALS))),
        *areas,
    )


def empty(*, start_areas: bool = True) -> Track:
    """The board before a game; the wormholes are not printed on it."""
    return Track(spaces(start_areas=start_areas), step_s=STEP_S)


def track(state: State, choice: FigureChoice | None = None) -> Track:
    """The board with all figures, and the figure being chosen."""
    return showing(state, FIGURES, choice)


def showing(state: State, figures: Collection[Figure], choice: FigureChoice | None = None) -> Track:
    """The board with only these figures of every seat."""
    tokens = (
        _token(state, seat, figure, choice)
        for seat in range(1, state.seats + 1)
        for figure in FIGURES
        if figure in figures
    )
    return Track(spaces(state.holes), tuple(tokens), step_s=STEP_S)


def guards(state: State, seat: Seat) -> tuple[Figure, ...]:
    """The figures of a seat that are protected on its own start field (CR l.55)."""
    if state.setup.options.start_guard == "first_time":
        return (state.fresh[seat - 1],) if state.fresh[seat - 1] else ()
    places = zip(FIGURES, state.at[seat - 1], strict=True)
    return tuple(figure for figure, place in places if place == state.start(seat))


def _field(field: int, is_hole: bool) -> Space:
    following = str(field % LOOP + 1)
    if (colour := CORNERS.get(field)) is not None:
        return Space(str(field), "start", after=(following, f"{colour} {GOALS[0]}"), colour=colour)
    return Space(str(field), "hole" if is_hole else "space", after=(following,))


def _goal(colour: Colour, at: int) -> Space:
    after = tuple(f"{colour} {place}" for place in GOALS[at + 1 : at + 2])
    return Space(f"{colour} {GOALS[at]}", "goal", after=after, colour=colour)


def _home(colour: Colour, figure: Figure) -> Space:
    return Space(space_id(colour, figure, START), "home", after=(str(STARTS[colour]),), colour=colour)


def _token(state: State, seat: Seat, figure: Figure, choice: FigureChoice | None) -> Token:
    def seen(place: At) -> str:
        return space_id(state.setup.seats[seat - 1].colour, figure, place)

    is_chosen = choice is not None and (choice.seat, choice.figure) == (seat, figure)
    aim = choice.to if is_chosen and choice is not None else None
    return Token(
        seat,
        seen(state.where(seat, figure)),
        figure,
        tuple(map(seen, state.ways[seat - 1][FIGURES.index(figure)])),
        _mark(state, seat, figure, choice),
        "" if aim is None else seen(aim),
    )


def _mark(state: State, seat: Seat, figure: Figure, choice: FigureChoice | None) -> Mark | None:
    """The mark of a figure's light."""
    if choice is None:
        return "steady" if figure in guards(state, seat) else None
    if seat != choice.seat or figure not in (choice.figure, *choice.able):
        return "dimmed"
    return "drafted" if figure == choice.figure else "able"
