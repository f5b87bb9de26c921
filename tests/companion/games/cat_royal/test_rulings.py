"""The citations of the rules; `../test_rulings.py` compares `rulings.md` with the tests."""

from __future__ import annotations

import re
from pathlib import Path

from companion.games import cat_royal


def test_the_rules_cite_lines_the_booklet_has() -> None:
    source = "".join(file.read_text("utf-8") for file in Path(cat_royal.__file__).parent.glob("*.py"))
    cited = {int(line) for line in re.findall(r"CR l\.(\d+)", source)}
    assert {49, 55, 71, 91, 124, 150} <= cited
    assert cited <= set(range(43, 161))
