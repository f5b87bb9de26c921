"""The wheel: the game, its compiled words, and the entry point by which a box finds it."""

from __future__ import annotations

import shutil
from gettext import GNUTranslations
from pathlib import Path
from zipfile import ZipFile

import pytest
from hatchling.builders.wheel import WheelBuilder

from companion.installed import source_contract

FOLDER = Path(__file__).parents[1]


@pytest.fixture
def wheel(tmp_path: Path) -> ZipFile:
    """The wheel, built in a copy of the folder by the backend that `pip` calls."""
    there = tmp_path / "crows"
    shutil.copytree(FOLDER, there, ignore=shutil.ignore_patterns("__pycache__", "*.mo", "tests"))
    (built,) = WheelBuilder(str(there)).build(directory=str(tmp_path), versions=["standard"])
    return ZipFile(built)


def test_the_wheel_has_the_game_its_words_and_its_entry_point(wheel: ZipFile) -> None:
    with wheel:
        names = set(wheel.namelist())
        modules = {f"crows/{path.name}" for path in (FOLDER / "src/crows").glob("*.py")}
        about = "companion_crows-1.0.dist-info"
        compiled = "crows/locale/de/LC_MESSAGES/crows.mo"
        assert {name for name in names if not name.startswith(about)} == {*modules, compiled}
        assert wheel.read(f"{about}/entry_points.txt").decode() == "[companion.games]\ncrows = crows:MANIFEST\n"
        assert b"Requires-Dist: companion-box\n" in wheel.read(f"{about}/METADATA")
        with wheel.open(compiled) as words:
            assert GNUTranslations(words).gettext("it stays") == "es bleibt"


def test_its_source_uses_only_what_a_game_may_use() -> None:
    source_contract.check(FOLDER / "src/crows")
