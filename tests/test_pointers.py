"""Every name in backticks exists, in docstrings, comments and Markdown: modules, functions, fields, files and commands.

Other things in backticks are not looked up: numbers, expressions, what a display shows, paths of the reader's own.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from tests.names import CODE, House
from tests.papers import ROOT, commands, is_understood, name, papers, read, samples, spans

pytestmark = pytest.mark.untraced

PAPERS: Final = [paper for paper in papers() if paper.name != "mutants.md"]
"""`mutants.md` quotes code that is broken on purpose; `test_mutants` reads it."""
KINDS: Final = (".md", ".png", ".json", ".jsonl", ".deb", ".img", ".acl", ".password", ".pem", ".key", ".kept")
"""The endings of files that are not code."""
PLACE: Final = re.compile(r"(?<![A-Za-z])[A-Z]{3,}(?![A-Za-z])")
"""A word like FILE or NAME, in whose place readers write their own."""


@pytest.fixture(scope="module")
def house() -> House:
    return House()


def exists(house: House, pointer: str, folder: Path, beside: str) -> bool:
    """Whether the thing in backticks exists, seen from `folder`; `beside`: samples, in which readers make files."""
    if is_file(pointer):
        made = Path(pointer).stem in house.words and Path(pointer).suffix in KINDS
        known = house.has_file(pointer, folder) or pointer in house.code or pointer in beside
        return made or known or bool(PLACE.search(pointer))
    if named := re.fullmatch(r"([A-Za-z_]\w*(?:\.\w+)*)(?:[(\[].*)?", pointer):
        return house.has_name(named[1])
    if setting := re.match(r"--[a-z-]+|\[[a-z]+|[A-Z_]+(?==)|[a-z_]+(?= = )", pointer):
        return setting[0].strip("[") in house.code
    return all(map(is_understood, commands(f"`{pointer}`", "companion")))


def is_file(pointer: str) -> bool:
    """Whether it is a path of a file or folder, seen from somewhere in the project."""
    if not re.fullmatch(r"(?=.*[A-Za-z_])[\w.][\w.-]*(/[\w.-]+)*/?", pointer):
        return False
    return "/" in pointer or Path(pointer).suffix in (*KINDS, *CODE)


def missing(house: House, told: list[tuple[Path, str]], beside: str = "") -> list[str]:
    """The names that do not exist, each with its file."""
    unknown = {(path, pointer) for path, pointer in told if not exists(house, pointer, path.parent, beside)}
    return sorted(f"{path.relative_to(ROOT)}: {pointer}" for path, pointer in unknown)


def test_every_name_in_a_docstring_or_comment_exists(house: House) -> None:
    told = [(each.path, pointer) for each in house.prose for pointer in spans(each.text)]
    assert len(told) > 1000
    assert missing(house, told) == []


@pytest.mark.parametrize("paper", PAPERS, ids=name)
def test_every_name_in_a_paper_exists(house: House, paper: Path) -> None:
    text = read(paper)
    beside = "\n".join(samples(text, "", "sh", "toml"))
    assert missing(house, [(paper, pointer) for pointer in spans(text)], beside) == []


WRONG: Final = (
    "race.ar·rive", "kit.phases.Pha·sing", "Space.id·ent", "State.no·such(seat)", "no·such", "no·such.py",
    "kit/no·such", "companion/kit/no·such.py", "--no-su·ch", "[no·such]", "no·such = 1", "NO·SUCH=1",
    "companion no·such",
)  # fmt: skip
"""The dot in the middle of each keeps this file from containing the wrong name itself."""


@pytest.mark.parametrize("wrong", WRONG)
def test_a_name_that_nothing_has_is_found(house: House, wrong: str) -> None:
    assert not exists(house, wrong.replace("·", ""), ROOT, "")
