"""A sample track with everything that a line lacks: a loop of twelve, lanes to goals, yards, two pieces a seat."""

from __future__ import annotations

from companion.kit.seats import COLOURS
from companion.kit.view import Space, Token, Track

LOOP = tuple(str(number) for number in range(1, 13))
HOMES = {1: "1", 2: "7"}
"""The space of the loop where each seat enters it, and leaves it for its lane."""


def spaces() -> tuple[Space, ...]:
    """The loop from space 1 on, then each seat's two goals and its yard for two."""
    after = dict(zip(LOOP, (*LOOP[1:], LOOP[0]), strict=True))
    lanes = {space: seat for seat, space in HOMES.items()}
    loop = [
        Space(space, "start", "", (after[space], f"g{lanes[space]}1"), COLOURS[lanes[space] - 1])
        if space in lanes
        else Space(space, "hole" if space == "4" else "space", space, (after[space],))
        for space in LOOP
    ]
    goals = [
        Space(f"g{seat}{at}", "goal", str(at), ("g12" if seat == 1 else "g22",) if at == 1 else (), COLOURS[seat - 1])
        for seat in HOMES
        for at in (1, 2)
    ]
    yards = [
        Space(f"{piece}{seat}", "home", "", (space,), COLOURS[seat - 1])
        for seat, space in HOMES.items()
        for piece in "kn"
    ]
    return (*loop, *goals, *yards)


def track(*tokens: Token) -> Track:
    """The track with these tokens; a light takes 0.3 s a space, however long the way is."""
    return Track(spaces(), tokens, step_s=0.3)
