"""A game in its author's folder."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

from companion.installed.project import games_of
from companion.installed.shelf import add
from companion.kit.errors import Unplayable
from tests.companion.installed.wheels import RULES, manifest, sources, wheel

PYPROJECT = '[project]\nname = "otters-game"\n\n[project.entry-points."companion.games"]\notters = "otters:MANIFEST"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that is ready to be built."""
    return write(tmp_path / "otters-game", sources())


def write(folder: Path, files: dict[str, str], pyproject: str = PYPROJECT, source: str = "src") -> Path:
    for name, text in {f"{source}/{name}": text for name, text in files.items()}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "pyproject.toml").write_text(pyproject, encoding="utf-8")
    return folder


@pytest.mark.parametrize("source", ["src", "."])
def test_its_games_are_found_without_a_build(tmp_path: Path, source: str) -> None:
    before = {*sys.modules}
    (game,) = games_of(write(tmp_path, sources(), source=source))
    assert (game.name, game.title, game.folder) == ("otters", "Otters", str(tmp_path / source))
    assert "otters" not in {*sys.modules} - before, "nobody has looked"


def test_it_is_found_from_the_folder_above_which_may_have_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "otters", sources())
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend("")
    assert [game.name for game in games_of(Path("otters"))] == ["otters"]


def test_its_source_is_read_before_it_runs(tmp_path: Path) -> None:
    folder = write(tmp_path, sources(more="import os"))
    said = f"^{re.escape(str(folder))}: otters/more.py, line 1: a game may not use os$"
    with pytest.raises(Unplayable, match=said):
        games_of(folder)


@pytest.mark.parametrize("is_loaded", [True, False])
def test_it_goes_before_a_version_of_it_that_is_installed(shelf_folder: Path, tmp_path: Path, is_loaded: bool) -> None:
    add(wheel(tmp_path))
    sys.path.append(str(shelf_folder / "otters-game"))
    if is_loaded:
        import_module("otters.rules")
    newer = sources(init=manifest(title="More Otters"), rules=RULES.replace('"Otters"', '"More Otters"'))
    (game,) = games_of(write(tmp_path / "here", newer))
    assert (game.title, game.load().title) == ("More Otters", "More Otters")
    assert sys.modules["otters.rules"].__file__ == str(tmp_path / "here/src/otters/rules.py")


def test_its_package_must_not_have_the_name_of_one_that_came_with_something_else(
    shelf_folder: Path, tmp_path: Path
) -> None:
    add(wheel(tmp_path, package="other_otters"))
    sys.path.append(str(shelf_folder / "other-otters"))
    with pytest.raises(Unplayable, match=r"its package otters has the name of another one$"):
        games_of(write(tmp_path / "here", sources()))


@pytest.mark.parametrize(
    ("pyproject", "why"),
    [
        ("[project", "pyproject.toml"),
        ("[tool]\n", "project"),
        ('[project]\nname = "a"\n', "expected an entry point in the group companion.games; came none"),
        (PYPROJECT.replace("otters =", '"galopp-royal" ='), "its name is taken by a game of the box"),
    ],
)
def test_a_folder_that_is_no_game_is_one_sentence(folder: Path, pyproject: str, why: str) -> None:
    (folder / "pyproject.toml").write_text(pyproject, encoding="utf-8")
    with pytest.raises(Unplayable, match=why):
        games_of(folder)
