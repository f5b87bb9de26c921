"""Anything is tried at a table of Mia in any order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize
from mia import happenings
from mia.cup import Over
from mia.dice import VALUES, family
from mia.rules import MIA
from mia.state import LIVES

from companion.kit.event import Intent
from companion.testing.whole_games import SEED
from tests.companion.games import any_table
from tests.companion.games.any_table import kinds_of
from tests.companion.games.whole_games import some
from tests.guests.mia.tests.at_the_cup import opened

pytestmark = pytest.mark.untraced


class AnyTable(any_table.AnyTable):
    game = MIA
    over = Over
    deck = VALUES
    kinds: ClassVar[tuple[type[Intent], ...]] = kinds_of(happenings)
    fields: ClassVar[Mapping[str, st.SearchStrategy[object]]] = {
        "seat": st.sampled_from([None, 1, 2, 3, 4, 7]),
        "to": st.integers(1, 4),
        "cards": st.lists(st.sampled_from([*VALUES, None, "12"]), max_size=2).map(tuple),
        "family": st.sampled_from([None, *map(family, VALUES)]),
        "value": st.sampled_from([None, *VALUES, "12"]),
        "seed": st.sampled_from([None, SEED, "00"]),
    }

    @initialize(seats=st.integers(3, 6), lives=st.sampled_from(LIVES))
    def begin(self, seats: int, lives: int) -> None:
        self.sit_down(opened(seats, lives))


TestAnyTable = AnyTable.TestCase
TestAnyTable.settings = settings(max_examples=some(30), stateful_step_count=30, deadline=None)
