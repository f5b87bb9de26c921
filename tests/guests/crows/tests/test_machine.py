"""Anything is tried at a table of Crows in any order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import pytest
from crows import happenings
from crows.field import CROWS as EACH
from crows.field import HEAPS
from crows.flight import Over
from crows.rules import CROWS
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize

from companion.kit.event import Intent
from companion.testing.whole_games import SEED
from tests.companion.games import any_table
from tests.companion.games.any_table import kinds_of
from tests.companion.games.whole_games import some
from tests.guests.crows.tests.at_the_field import opened

pytestmark = pytest.mark.untraced


class AnyTable(any_table.AnyTable):
    game = CROWS
    over = Over
    deck = HEAPS
    kinds: ClassVar[tuple[type[Intent], ...]] = kinds_of(happenings)
    fields: ClassVar[Mapping[str, st.SearchStrategy[object]]] = {
        "seat": st.sampled_from([None, 1, 2, 3, 4, 7]),
        "cards": st.lists(st.sampled_from([*HEAPS, None, "12"]), max_size=2).map(tuple),
        "crow": st.sampled_from([None, *EACH, "12"]),
        "seed": st.sampled_from([None, SEED, "00"]),
    }

    @initialize(seats=st.integers(3, 6))
    def begin(self, seats: int) -> None:
        self.sit_down(opened(seats))


TestAnyTable = AnyTable.TestCase
TestAnyTable.settings = settings(max_examples=some(30), stateful_step_count=30, deadline=None)
