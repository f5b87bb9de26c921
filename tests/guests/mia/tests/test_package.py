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
    there = tmp_path / "mia"
    shutil.copytree(FOLDER, there, ignore=shutil.ignore_patterns("__pycache__", "*.mo", "tests"))
    (built,) = WheelBuilder(str(there)).build(directory=str(tmp_path), versions=["standard"])
    return ZipFile(built)


def test_the_wheel_has_the_game_its_words_and_its_entry_point(wheel: ZipFile) -> None:
    with wheel:
        names = set(wheel.namelist())
        modules = {f"mia/{path.name}" for path in (FOLDER / "src/mia").glob("*.py")}
        about = "companion_mia-1.0.dist-info"
        assert {name for name in names if not name.startswith(about)} == {*modules, "mia/locale/de/LC_MESSAGES/mia.mo"}
        assert wheel.read(f"{about}/entry_points.txt").decode() == "[companion.games]\nmia = mia:MANIFEST\n"
        assert b"Requires-Dist: companion-box\n" in wheel.read(f"{about}/METADATA")
        with wheel.open("mia/locale/de/LC_MESSAGES/mia.mo") as words:
            assert GNUTranslations(words).gettext("Is it true?") == "Stimmt das?"


def test_its_source_uses_only_what_a_game_may_use() -> None:
    source_contract.check(FOLDER / "src/mia")
