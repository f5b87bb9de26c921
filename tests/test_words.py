"""No word of a game stands outside its folder, so that the next game needs no change there; none is hard to read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parent.parent
KINDS = (".py", ".js", ".css", ".html", ".svg")
GENERAL = ("companion", "hardware")
GAMES = ROOT / "companion/games"
WORDS = re.compile(
    r"\b(chairs?|sedan|bearers?|pond|bids?|bidding|bidders?|schemers?|races?|racing|prizes?|teams?|arch(es)?|galopp)\b",
    re.IGNORECASE,
)


def found(words: re.Pattern[str], files: Iterable[Path]) -> list[str]:
    """Where such words stand, also over the end of a line."""
    return [
        f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, each.start()) + 1}: {each[0]}"
        for path in files
        for text in [path.read_text(encoding="utf-8")]
        for each in words.finditer(text)
    ]


def test_general_code_knows_no_word_of_the_game() -> None:
    files = [path for part in GENERAL for path in (ROOT / part).rglob("*.*") if path.suffix in KINDS]
    files = [path for path in files if GAMES not in path.parents[1:]]
    assert len(files) > 120
    assert {path.suffix for path in files} == set(KINDS)
    assert found(WORDS, files) == []


GAP = r"[\s#*/]+"
HARD_TO_READ = re.compile(
    rf"\bgone{GAP}on{GAP}with\b|\b(to|for|of){GAP}who\b(?! in\b|, )|\bwhat{GAP}bec(omes|ame){GAP}of\b"
    rf"|\bnothing{GAP}comes{GAP}of\b|\bthat{GAP}is{GAP}to{GAP}say\b",
    re.IGNORECASE,
)
"""Turns of phrase that are read twice."""
TEXT = (*KINDS, ".md", ".sh", ".toml", ".service", ".rules", "")
SPOKEN = ("companion", "hardware", "wiring", "tests", ".ci", ".github")


def test_no_sentence_is_built_in_a_way_that_is_read_twice() -> None:
    files = [path for folder in SPOKEN for path in (ROOT / folder).rglob("*") if path.suffix in TEXT and path.is_file()]
    files = [
        path for path in (*files, *ROOT.glob("*.md")) if "node_modules" not in path.parts and path != Path(__file__)
    ]
    assert len(files) > 700
    assert found(HARD_TO_READ, files) == []
