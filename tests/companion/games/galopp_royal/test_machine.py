"""Anything is tried in any order, with every option and with 3 to 6 players; coins are corrected, too."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize

from companion.games.galopp_royal import intents
from companion.games.galopp_royal.booklet import DECK
from companion.games.galopp_royal.ending import Over
from companion.games.galopp_royal.state import State
from companion.testing.whole_games import SEED
from tests.companion.games import any_table
from tests.companion.games.galopp_royal.any_position import tables
from tests.companion.games.galopp_royal.positions import RULES
from tests.companion.games.whole_games import some

pytestmark = pytest.mark.untraced

SEATS = st.integers(0, 7)
CARDS = st.sampled_from([*DECK, "7", None])
FIELDS: dict[str, st.SearchStrategy[object]] = {
    "seat": st.none() | SEATS,
    "owner": SEATS,
    "payee": SEATS,
    "amount": st.integers(-60, 60),
    "face": st.integers(-1, 5),
    "slot": st.integers(-1, 5),
    "cards": st.lists(CARDS, max_size=6).map(tuple),
    "steps": st.lists(st.tuples(SEATS, st.sampled_from([-2, -1, 0, 1, 2])), max_size=3).map(tuple),
    "seed": st.sampled_from([None, SEED, "00"]),
    "reason": st.just("fell under the table"),
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
TestAnyTable.settings = settings(max_examples=some(50), stateful_step_count=40, deadline=None)
