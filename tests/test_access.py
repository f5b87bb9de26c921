"""What is said of a table for everybody has a test, line by line."""

from __future__ import annotations

import re
from typing import Final

import pytest

from tests.papers import ROOT, read

pytestmark = pytest.mark.untraced

PAPER: Final = read(ROOT / "wiring" / "ACCESS.md")


def rows(heading: str) -> list[list[str]]:
    """The rows of the table whose last column has this heading and whose first one is `heading`."""
    table = re.search(rf"^\| {heading} .*\| test \|\n\|[-|]+\|\n((?:\|.*\n)+)", PAPER, re.MULTILINE)
    assert table is not None
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in table[1].splitlines()]


@pytest.mark.parametrize("heading", ["you", "guideline"])
def test_every_line_names_its_test(heading: str) -> None:
    for *said, proof in rows(heading):
        test = ROOT / proof.strip("`")
        assert test.is_file(), said
        assert re.search(r"^def test_", read(test), re.MULTILINE), said


def test_all_five_questions_have_a_grade() -> None:
    graded = re.findall(r"^\| ([a-z ]+) \| ([A-E]) \|", PAPER, re.MULTILINE)
    assert [question for question, _ in graded] == [
        "sight",
        "thinking and memory",
        "communication",
        "hands",
        "money and people",
    ]
