"""Anything is tried in any order, with every option and with 2 to 4 players; also cheats, accusations, wormholes."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize

from companion.games.cat_royal import intents
from companion.games.cat_royal.booklet import DECK, FIGURES, GOALS
from companion.games.cat_royal.ending import Over
from companion.games.cat_royal.state import State
from companion.testing.whole_games import SEED
from tests.companion.games import any_table
from tests.companion.games.cat_royal.any_position import tables
from tests.companion.games.cat_royal.positions import RULES
from tests.companion.games.whole_games import some

pytestmark = pytest.mark.untraced

SEATS = st.integers(0, 5)
CARDS = st.sampled_from([*DECK, "7", "", "5", "64"])
ANYWHERE = st.integers(-1, 66) | st.sampled_from(["S", "G5", "", *GOALS])
FIELDS: dict[str, st.SearchStrategy[object]] = {
    "seat": st.none() | SEATS,
    "accused": SEATS,
    "slot": st.none() | st.integers(-1, 6),
    "card": st.none() | CARDS,
    "cards": st.lists(st.none() | CARDS, max_size=6).map(tuple),
    "figure": st.sampled_from([*FIGURES, "cat", ""]),
    "to": ANYWHERE,
    "seed": st.sampled_from([None, SEED, "00"]),
}


class AnyTable(any_table.AnyTable):
    game = RULES
    over = Over
    deck = DECK
    kinds = any_table.kinds_of(intents)
    fields = FIELDS

    @initialize(start=tables())
    def begin(self, start: State) -> None:
        self.sit_down(start)


TestAnyTable = AnyTable.TestCase
TestAnyTable.settings = settings(max_examples=some(30), stateful_step_count=30, deadline=None)
