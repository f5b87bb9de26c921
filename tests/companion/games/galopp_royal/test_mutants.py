"""`mutants.md` judges lines of the rules that may be changed unnoticed: those lines are still there."""

from __future__ import annotations

import inspect
import operator
import re
from pathlib import Path

import pytest

from companion.games.galopp_royal import auction, ending, exchange, phases, race, race_end, schemer

MODULES = {
    "auction.py": auction,
    "ending.py": ending,
    "exchange.py": exchange,
    "phases.py": phases,
    "race.py": race,
    "race_end.py": race_end,
    "schemer.py": schemer,
}
_, _, SURVIVORS = Path(__file__).with_name("mutants.md").read_text("utf-8").partition("## Survivors\n")
ROWS = re.findall(r"^\| `(\w+\.py)` `([\w.]+)` \| `([^`]+)` \| ", SURVIVORS, re.M)


def test_every_row_can_be_read() -> None:
    assert len(ROWS) == len(re.findall(r"^\| `", SURVIVORS, re.M)) > 0


@pytest.mark.parametrize(("module", "function", "words"), ROWS)
def test_what_has_been_judged_is_what_stands_there(module: str, function: str, words: str) -> None:
    assert words in inspect.getsource(operator.attrgetter(function)(MODULES[module]))
