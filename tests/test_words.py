"""No word of a game stands outside its folder: code that knows no game can carry the next one."""

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
