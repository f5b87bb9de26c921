"""What is the same for every part that is tried."""

from __future__ import annotations

import pytest

from companion.table.ports import BoxPart
from tests.companion.workshop.trial import trial


@pytest.mark.parametrize("part", ["display", "lights", "sound"])
def test_the_table_key_ends_it(part: BoxPart) -> None:
    with trial(part) as at:
        at.touch("table")
        assert at.job.is_over


def test_quit_ends_it() -> None:
    with trial("keys") as at:
        at.job.answer("quit", at.now)
        assert at.job.is_over
