"""Any table at which a game can be played, for Hypothesis; from there a game leads to any position."""

from __future__ import annotations

import msgspec
from hypothesis import strategies as st

from companion.games.galopp_royal.booklet import Options
from companion.games.galopp_royal.state import State
from tests.companion.games.galopp_royal.positions import start

VALUES: tuple[list[object], ...] = (
    ["clockwise", "left_of_winner"],
    ["both", "one_effect"],
    ["third_place", "last_known"],
    ["three_players", "by_place"],
    ["at_once", "when_all_have_one"],
    [True, False],
)
"""The values of each option, in the order of `Options`."""

SHAPES: tuple[dict[str, object], ...] = (
    {},
    {"start": 2, "finishes": [4, 6, 9, 12, 15, 30]},
    {"start": 1, "finishes": [2, 3, 4, 5, 6, 7], "prizes": [[3, 0, 1], [0, 0, 0], *([[9, 9, 9]] * 4)]},
)
"""The shipped board, one where the pond is near, and one where a single step can be the whole race."""
BOARDS = st.sampled_from(SHAPES)


@st.composite
def tables(draw: st.DrawFn) -> State:
    """Any table at which a game can be played."""
    seats = draw(st.integers(3, 6))
    options = draw(st.builds(Options, *(st.sampled_from(values) for values in VALUES)))
    return start(
        seats,
        cards=draw(st.sampled_from(["box", "table"])),
        die=draw(st.sampled_from(["box", "table"])),
        first=draw(st.integers(1, seats)),
        capital=draw(st.sampled_from([50, 50, 3, 1])),
        board=draw(BOARDS),
        confirmed=draw(st.booleans()),
        **msgspec.to_builtins(options),
    )
