"""One import for whoever writes a game."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from companion import kit

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "companion/kit/__init__.py"
GAMES = [*(ROOT / "companion/games").glob("*/*.py"), ROOT / "tests/toy/tin_frogs.py"]


def imported(files: list[Path]) -> Iterator[tuple[str, str]]:
    """Each name that is imported from a module of the kit, with that module."""
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (module := str(node.module)).startswith("companion.kit."):
                yield from ((module, each.name) for each in node.names)


def test_the_kit_by_itself_loads_none_of_its_modules() -> None:
    asked = "import sys, companion.kit; print(*[name for name in sys.modules if name.startswith('companion.kit.')])"
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert told.stdout == "\n"


def test_every_name_is_the_one_of_its_module() -> None:
    for module, name in imported([SOURCE]):
        assert getattr(kit, name) is getattr(import_module(module), name)


def test_types_and_table_and_all_say_the_same() -> None:
    said = {name for _, name in imported([SOURCE])} | {"KIT"}
    assert said == {*kit.__all__} == {*kit._PLACE} | {"KIT"}
    assert sorted(kit.__all__) == sorted(said), "each name once"


def test_whatever_games_import_is_offered() -> None:
    names = {name for _, name in imported(GAMES)}
    assert len(names) > 80
    assert names <= {*kit.__all__}


def test_text_is_the_function_though_its_module_has_the_same_name() -> None:
    module = import_module("companion.kit.text")
    assert isinstance(module, ModuleType)
    assert kit.text is module.text
    assert kit.text("Your turn.").id == "Your turn."


def test_a_name_that_the_kit_does_not_have_is_named() -> None:
    with pytest.raises(AttributeError, match=r"'companion\.kit' has no attribute 'dice'"):
        kit.dice  # noqa: B018  # the look alone raises


def test_the_version_is_two_numbers() -> None:
    assert [part.isdecimal() for part in kit.KIT.split(".")] == [True, True]
