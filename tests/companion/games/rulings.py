"""A game's `rulings.md`, the page to look at when its booklet is unclear, and the names of the tests beside it."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple


class Ruling(NamedTuple):
    """A row of the page."""

    heading: str
    words: str
    source: str
    tests: tuple[str, ...]


class Page(NamedTuple):
    """The page of one game, with what it must follow."""

    folder: Path
    paragraphs: Mapping[str, str]
    """The cited headings, in the order of the game, each with the word after `test_` in the names of its tests."""
    sources: Collection[str]
    """The possible sources of a ruling."""
    rulings: tuple[Ruling, ...]
    """The rows of the page."""
    tests: tuple[str, ...]
    """The names of all tests of this game."""

    def paragraph(self, test: str) -> str | None:
        """The heading that a test's name cites."""
        return next((self.paragraphs[word] for word in self.paragraphs if test.startswith(f"test_{word}_")), None)


def read(folder: Path, paragraphs: Mapping[str, str], sources: Collection[str]) -> Page:
    """The page in a game's folder."""
    tests = (test for path in sorted(folder.glob("test_*.py")) for test in rule_tests(path))
    return Page(folder, paragraphs, sources, tuple(_rulings(folder)), tuple(tests))


def _rulings(folder: Path) -> Iterator[Ruling]:
    heading = ""
    for line in (folder / "rulings.md").read_text("utf-8").splitlines():
        if line.startswith("## "):
            heading = line.removeprefix("## ")
        elif line.startswith("| ") and line != "| ruling | | test |":
            _, words, source, tests, _ = (cell.strip() for cell in line.split("|"))
            yield Ruling(heading, words, source, tuple(re.findall(r"`(\w+)`", tests)))


def rule_tests(path: Path) -> Iterator[str]:
    """The names of the tests of a module, in its order."""
    for item in ast.parse(path.read_text("utf-8")).body:
        if isinstance(item, ast.FunctionDef) and item.name.startswith("test_"):
            yield item.name
