"""A game's `mutants.md` explains why some lines of its rules may be changed unnoticed: these lines still exist."""

from __future__ import annotations

import importlib
import inspect
import operator
import re
from pathlib import Path

import pytest

PAGES = sorted(Path(__file__).parent.glob("*/mutants.md"))


def survivors(page: Path) -> str:
    """The part of the page about such lines."""
    return page.read_text("utf-8").partition("## Survivors\n")[2]


def rows(page: Path) -> list[tuple[str, str, str]]:
    """Module, function (or nothing) and code, row by row."""
    found = re.findall(r"^\| `(\w+)\.py`(?: `([\w.]+)`)? \| `([^`]+)` \| ", survivors(page), re.M)
    return [(f"companion.games.{page.parent.name}.{module}", function, words) for module, function, words in found]


def test_two_games_have_such_a_page() -> None:
    assert [page.parent.name for page in PAGES] == ["cat_royal", "galopp_royal"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_every_row_can_be_read(page: Path) -> None:
    assert len(rows(page)) == len(re.findall(r"^\| `", survivors(page), re.M)) > 0


@pytest.mark.parametrize(("module", "function", "words"), [row for page in PAGES for row in rows(page)])
def test_what_has_been_judged_is_what_stands_there(module: str, function: str, words: str) -> None:
    found = importlib.import_module(module)
    assert words in inspect.getsource(operator.attrgetter(function)(found) if function else found)
