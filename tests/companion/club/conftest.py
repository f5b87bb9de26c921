from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.kit.rules import Rules
from tests.companion.club.evenings import Evening, MakeEvening


@pytest.fixture
def evening_in() -> Iterator[MakeEvening]:
    """Boxes in folders; at the end each closes its journal."""
    with ExitStack() as leaving:

        def make(folder: Path, number: int = 1, rules: Rules[Any] = GALOPP_ROYAL, **choices: object) -> Evening:
            evening = Evening(folder, number, rules, **choices)
            leaving.callback(evening.journal.shut)
            return evening

        yield make


@pytest.fixture
def evening(evening_in: MakeEvening, tmp_path: Path) -> Evening:
    """A box."""
    return evening_in(tmp_path)
