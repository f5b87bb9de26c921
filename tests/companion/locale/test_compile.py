from __future__ import annotations

import shutil
from gettext import GNUTranslations
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import PoFileError

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


def test_a_source_archive_holds_only_sources(root: Path) -> None:
    assert build(root, target="sdist") == []
    assert not list(root.rglob("*.mo"))


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
