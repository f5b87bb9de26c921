from __future__ import annotations

import shutil
import subprocess
import tarfile
from gettext import GNUTranslations
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import PoFileError
from hatchling.builders.sdist import SdistBuilder

from companion.locale.compile import CompileCatalogues
from tests.companion.locale.written_catalogues import FOLDER, TRANSLATED


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A tree with nothing but catalogues that nobody has compiled yet."""
    shutil.copytree(FOLDER, tmp_path / "companion" / "locale", ignore=shutil.ignore_patterns("*.mo", "*.py*"))
    return tmp_path


def build(root: Path, target: str = "wheel", version: str = "standard") -> list[str]:
    """What the step lets into the package."""
    data: dict[str, Any] = {"artifacts": []}
    step: Any = CompileCatalogues
    step(str(root), {}, None, None, str(root / "dist"), target).initialize(version, data)
    artifacts: list[str] = data["artifacts"]
    return artifacts


@pytest.mark.parametrize("version", ["standard", "editable"])
def test_every_catalogue_is_compiled_and_let_in(root: Path, version: str) -> None:
    artifacts = build(root, version=version)
    assert artifacts == [f"companion/locale/{language}/LC_MESSAGES/companion.mo" for language in sorted(TRANSLATED)]
    with (root / artifacts[0]).open("rb") as file:
        assert GNUTranslations(file).gettext("Race {n}") == "Rennen {n}"


PROJECT = """\
[project]
name = "box"
version = "1"
[tool.hatch.build.hooks.custom]
path = "companion/locale/compile.py"
[tool.hatch.build.targets.sdist]
exclude = ["/notes"]
"""
STRAYS = ("out.json", "companion/games.kept", "companion/locale/a b [1]#!*.txt", "core/dump")


def archived(root: Path) -> set[str]:
    """What is in a source archive of this tree, as a builder makes one."""
    (path,) = SdistBuilder(str(root)).build(directory=str(root / "dist"))
    with tarfile.open(path) as archive:
        return {name.partition("/")[2] for name in archive.getnames()} - {"PKG-INFO", ".gitignore"}


def test_a_source_archive_holds_only_sources_and_no_stray_file(root: Path) -> None:
    shutil.copy(FOLDER / "compile.py", root / "companion" / "locale")
    (root / "pyproject.toml").write_text(PROJECT)
    (root / ".gitignore").write_text("dist/\n*.mo\n")
    (root / "notes").touch()
    for command in (("init", "-q"), ("add", ".")):
        subprocess.run(["/usr/bin/git", "-C", root, *command], check=True)
    sources = archived(root)
    assert "companion/locale/de/LC_MESSAGES/companion.po" in sources
    assert "notes" not in sources
    assert not list(root.rglob("*.mo"))
    for stray in STRAYS:
        (root / stray).parent.mkdir(exist_ok=True)
        (root / stray).touch()
    assert archived(root) == sources
    shutil.rmtree(root / ".git")
    assert archived(root) >= {*sources, "out.json"}, "nobody knows which are sources"


def test_building_again_changes_no_file(root: Path) -> None:
    def files() -> dict[Path, tuple[int, bytes]]:
        return {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in root.rglob("*.mo")}

    build(root)
    before = files()
    build(root)
    assert files() == before


def test_a_broken_catalogue_stops_the_build(root: Path) -> None:
    source = root / "companion" / "locale" / "de" / "LC_MESSAGES" / "companion.po"
    source.write_text(source.read_text(encoding="utf-8") + 'msgid "no end\n', encoding="utf-8")
    with pytest.raises(PoFileError):
        build(root)
