"""`rulings.md`, the page to look at when the booklet is unclear, and the tests it names: neither without the other."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.games import cat_royal

HERE = Path(__file__).parent

PARAGRAPHS = {
    "setup": "no heading: players, board, deck",
    "deals": "no heading: deals and turns",
    "general": "CR l.43: Generelle Regeln",
    "ranks": "CR l.47: Berücksichtigung der Hierarchie",
    "guard": "CR l.53: Schmeiß-, Überhol- und Blockierverbot",
    "goal": "CR l.57: Verbot der Zieleinfahrt",
    "king": "CR l.63: Der König",
    "knight": "CR l.75: Der Ritter",
    "jester": "CR l.87: Der Narr",
    "blue": "CR l.95: Karten mit blauem Hintergrund",
    "red": "CR l.101: Karten mit rotem Hintergrund",
    "green": "CR l.128: Karten mit grünem Hintergrund",
    "holes": "CR l.140: Wurmlöcher",
    "cheat": "CR l.148: Schummeln",
    "accuse": "CR l.152: Aufdecken",
    "end": "no heading: the end",
    "options": "no heading: where the rulebooks differ",
    "real_cards": "no heading: real cards",
}
"""The headings cited, in the order of the game, each with the word after `test_` in the names of its tests."""


class Ruling(NamedTuple):
    """A row of the page."""

    heading: str
    words: str
    source: str
    tests: tuple[str, ...]


def rulings() -> list[Ruling]:
    """The page, row by row."""
    heading, rows = "", []
    for line in (HERE / "rulings.md").read_text("utf-8").splitlines():
        if line.startswith("## "):
            heading = line.removeprefix("## ")
        elif line.startswith("| ") and line != "| ruling | | test |":
            _, words, source, tests, _ = (cell.strip() for cell in line.split("|"))
            rows.append(Ruling(heading, words, source, tuple(re.findall(r"`(\w+)`", tests))))
    return rows


def written() -> list[str]:
    """The names of all tests of this game."""
    trees = [ast.parse(file.read_text("utf-8")) for file in sorted(HERE.glob("test_*.py"))]
    names = [item.name for tree in trees for item in tree.body if isinstance(item, ast.FunctionDef)]
    return [name for name in names if name.startswith("test_")]


def paragraph(test: str) -> str | None:
    """The heading a test's name cites."""
    cited = [word for word in PARAGRAPHS if test.startswith(f"test_{word}_")]
    return PARAGRAPHS[cited[0]] if cited else None


def test_the_page_has_every_heading_in_the_order_of_the_game() -> None:
    assert list(dict.fromkeys(ruling.heading for ruling in rulings())) == list(PARAGRAPHS.values())


@pytest.mark.parametrize("ruling", rulings(), ids=lambda ruling: ruling.words)
def test_a_ruling_says_whose_it_is_and_names_tests_that_cite_its_heading(ruling: Ruling) -> None:
    assert ruling.source in {"printed", "app", "DOG", "ours"}
    assert ruling.tests
    assert set(ruling.tests) <= set(written())
    assert {paragraph(test) for test in ruling.tests} == {ruling.heading}


def test_no_two_rulings_of_a_heading_have_the_same_words() -> None:
    words = [(ruling.heading, ruling.words) for ruling in rulings()]
    assert len(words) == len(set(words))


def test_every_test_that_cites_a_heading_stands_on_the_page() -> None:
    named = {test for ruling in rulings() for test in ruling.tests}
    assert [test for test in written() if paragraph(test) and test not in named] == []


def test_no_two_tests_have_the_same_name() -> None:
    assert len(written()) == len(set(written()))


def test_the_rules_cite_lines_the_booklet_has() -> None:
    source = "".join(file.read_text("utf-8") for file in Path(cat_royal.__file__).parent.glob("*.py"))
    cited = {int(line) for line in re.findall(r"CR l\.(\d+)", source)}
    assert {49, 55, 71, 91, 124, 150} <= cited
    assert cited <= set(range(43, 161))
