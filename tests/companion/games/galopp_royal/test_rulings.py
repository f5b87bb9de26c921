"""The citations of the rules; `../test_rulings.py` compares `rulings.md` with the tests."""

from __future__ import annotations

import re
from pathlib import Path

from companion.games import galopp_royal
from tests.companion.games.galopp_royal.paragraphs import PARAGRAPHS


def test_the_rules_cite_no_paragraph_the_page_does_not_have() -> None:
    source = "".join(file.read_text("utf-8") for file in Path(galopp_royal.__file__).parent.glob("*.py"))
    cited = set(re.findall(r"\bde ([AB]\d?)\b", source))
    assert {"A2", "B4"} <= cited
    assert {code.lower() for code in cited} <= set(PARAGRAPHS)
