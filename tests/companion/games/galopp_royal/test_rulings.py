"""`rulings.md`, the page to look at when the booklet is unclear, and the tests it names: neither without the other."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.games import galopp_royal

HERE = Path(__file__).parent

PARAGRAPHS = {
    "setup": "de: Spielvorbereitung",
    "a1": "de A1: Bedeutung der Träger",
    "fr_a1": "fr: Les porteurs",
    "a2": "de A2: Ersteigern der Startmannschaften bei 3 oder 4 Spielern",
    "fr_a2": "fr: Ventes aux enchères d'équipe (3 ou 4 joueurs)",
    "nl_a2": "nl A2: Verzamelen van de startploeg dragers bij 3 of 4 spelers",
    "a3": "de A3: Ersteigern der Startmannschaften bei 5 oder 6 Mitspielern",
    "b": "de B: Das Rennen",
    "b1": "de B1: So wird der französische Dreispitzwürfel gehandhabt",
    "b2": "de B2: Die Träger in Aktion",
    "b3": "de B3: Ende eines Rennens",
    "en_b3": "en: The End of a Race",
    "b4": "de B4: Der Muschelteich",
    "b5": "de B5: Trägerwechsel",
    "b6": "de B6: Ersatzmannschaften",
    "end": "de: Spielende",
    "real_cards": "no booklet: real cards",
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
    assert ruling.source in {"printed", "ours"}
    assert ruling.tests
    assert set(ruling.tests) <= set(written())
    assert {paragraph(test) for test in ruling.tests} == {ruling.heading}


def test_no_two_rulings_have_the_same_words() -> None:
    words = [ruling.words for ruling in rulings()]
    assert len(words) == len(set(words))


def test_every_test_that_cites_a_heading_stands_on_the_page() -> None:
    named = {test for ruling in rulings() for test in ruling.tests}
    assert [test for test in written() if paragraph(test) and test not in named] == []


def test_no_two_tests_have_the_same_name() -> None:
    assert len(written()) == len(set(written()))


def test_the_rules_cite_no_paragraph_the_page_does_not_have() -> None:
    source = "".join(file.read_text("utf-8") for file in Path(galopp_royal.__file__).parent.glob("*.py"))
    cited = set(re.findall(r"\bde ([AB]\d?)\b", source))
    assert {"A2", "B4"} <= cited
    assert {code.lower() for code in cited} <= set(PARAGRAPHS)
