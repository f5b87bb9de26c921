"""Any table at which a game can be played, for Hypothesis; from there a game leads to any position."""

from __future__ import annotations

from typing import get_args, get_type_hints

import msgspec
from hypothesis import strategies as st

from companion.games.cat_royal.options import Options
from companion.games.cat_royal.state import State
from tests.companion.games.cat_royal.positions import start

OPTIONS = st.builds(
    Options,
    **{name: st.sampled_from(get_args(kind) or (True, False)) for name, kind in get_type_hints(Options).items()},
)


@st.composite
def tables(draw: st.DrawFn) -> State:
    """Any table at which a game can be played."""
    seats = draw(st.integers(2, 4))
    return start(
        seats,
        cards=draw(st.sampled_from(["box", "table"])),
        first=draw(st.integers(1, seats)),
        last_deal=draw(st.sampled_from([100, 3, 1])),
        **msgspec.to_builtins(draw(OPTIONS)),
    )
