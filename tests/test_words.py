"""No word of a game stands outside its folder, so that the next game needs no change there; none is hard to read."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
KINDS = (".py", ".js", ".css", ".html", ".svg")
GENERAL = ("companion", "hardware")
GAMES = ROOT / "companion/games"
WORDS = re.compile(
    r"\b(chairs?|sedan|bearers?|pond|bids?|bidding|bidders?|schemers?|races?|racing|prizes?|teams?|arch(es)?|galopp)\b",
    re.IGNORECASE,
)


def test_general_code_knows_no_word_of_the_game() -> None:
    files = [path for part in GENERAL for path in (ROOT / part).rglob("*.*") if path.suffix in KINDS]
    files = [path for path in files if GAMES not in path.parents[1:]]
    assert len(files) > 120
    assert {path.suffix for path in files} == set(KINDS)
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if WORDS.search(line)
    ]
    assert found == []


HARD_TO_READ = re.compile(
    r"\bgone on with\b|\b(to|for|of) who\b(?! in\b|, )|\bwhat bec(omes|ame) of\b"
    r"|\bnothing comes of\b|\bthat is to say\b",
    re.IGNORECASE,
)
"""Turns of phrase that are read twice."""


def test_no_sentence_is_built_in_a_way_that_is_read_twice() -> None:
    kinds = (*KINDS, ".md", ".sh", ".toml", ".service", ".rules")
    folders = ("companion", "hardware", "wiring", "tests", ".ci", ".github")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.*") if path.suffix in kinds]
    files = [
        path for path in [*files, *ROOT.glob("*.md")] if "node_modules" not in path.parts and path != Path(__file__)
    ]
    assert len(files) > 700
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if HARD_TO_READ.search(line)
    ]
    assert found == []
