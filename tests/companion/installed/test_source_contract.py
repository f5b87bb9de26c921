from __future__ import annotations

from pathlib import Path

import pytest

from companion.installed import source_contract
from companion.kit.errors import Unplayable
from tests.companion.games import nim
from tests.toy import tin_frogs

GAMES = Path(source_contract.__file__).parents[1] / "games"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "otters"
    (folder / "deep").mkdir(parents=True)
    (folder / "__init__.py").touch()
    return folder


@pytest.mark.parametrize("game", [tin_frogs, nim])
def test_the_toys_keep_the_contract(game: object) -> None:
    source_contract.check(Path(str(vars(game)["__file__"])))


@pytest.mark.parametrize("name", ["cat_royal", "galopp_royal"])
def test_the_games_of_the_box_keep_the_contract(name: str, tmp_path: Path) -> None:
    for file in (GAMES / name).glob("*.py"):
        moved = tmp_path / name / file.name
        moved.parent.mkdir(exist_ok=True)
        moved.write_text(file.read_text(encoding="utf-8").replace("companion.games.", ""), encoding="utf-8")
    source_contract.check(tmp_path / name)


@pytest.mark.parametrize(
    "source",
    [
        "import functools, msgspec.json",
        "from collections.abc import Mapping",
        "from companion.kit import View",
        "from companion.kit.text import text",
        "import otters.deep.rules",
        "from otters import rules",
        "from . import rules",
        "from .. import rules",
        "def opened(is_open): return is_open.open",
    ],
)
def test_what_the_games_of_the_box_may_use_a_stranger_s_may(package: Path, source: str) -> None:
    (package / "deep/rules.py").write_text(source, encoding="utf-8")
    source_contract.check(package)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import os", "os"),
        ("import math, random", "random"),
        ("import os.path as p", "os.path"),
        ("from time import monotonic", "time"),
        ("from pathlib import Path", "pathlib"),
        ("from importlib import import_module", "importlib"),
        ("import builtins", "builtins"),
        ("import companion.kitten", "companion.kitten"),
        ("from companion.daemon import owner", "companion.daemon"),
        ("from companion import games", "companion"),
        ("import companion.games.cat_royal", "companion.games.cat_royal"),
        ("from ... import rules", "what is outside its package"),
        ("def f():\n    return 1, open('/etc/passwd')", "open"),
        ("eval('1')", "eval"),
        ("exec('1')", "exec"),
        ("compile('1', '', 'eval')", "compile"),
        ("__import__('os')", "__import__"),
        ("getattr(__builtins__, 'op' + 'en')", "__builtins__"),
        ("().__class__.__base__.__subclasses__()", "__subclasses__"),
    ],
)
def test_what_reaches_out_of_a_game_is_found_with_file_and_line(package: Path, source: str, found: str) -> None:
    (package / "deep/rules.py").write_text(f"x = 1\n{source}\n", encoding="utf-8")
    line = 1 + len(source.splitlines())
    with pytest.raises(Unplayable) as refused:
        source_contract.check(package)
    assert str(refused.value) == f"otters/deep/rules.py, line {line}: a game may not use {found}"


@pytest.mark.parametrize(
    ("content", "why"),
    [(b"def", "SyntaxError"), (b"x = 1\0", "SyntaxError"), (b"\xff", "SyntaxError"), (b"(" * 9999, "")],
)
def test_what_is_no_python_is_found(package: Path, content: bytes, why: str) -> None:
    (package / "rules.py").write_bytes(content)
    with pytest.raises(Unplayable, match=rf"^otters/rules\.py: expected source of Python; .*{why}$"):
        source_contract.check(package)


def test_a_folder_in_the_place_of_a_file_is_found(package: Path) -> None:
    (package / "rules.py").mkdir()
    with pytest.raises(Unplayable, match=r"^otters/rules\.py: expected source of Python; Is a directory$"):
        source_contract.check(package)


def test_code_that_nobody_can_read_is_found_but_not_what_python_keeps_of_it(package: Path) -> None:
    (package / "__pycache__").mkdir()
    (package / "__pycache__/rules.cpython-311.pyc").touch()
    source_contract.check(package)
    (package / "rules.so").touch()
    with pytest.raises(Unplayable, match=r"^otters/rules\.so: expected source; came what nobody can read$"):
        source_contract.check(package)
