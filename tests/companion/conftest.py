"""A home and settings of an owner, without those of this computer."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import config, games, installed, locale


@pytest.fixture
def bare_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Only the test's own settings and games exist."""
    for name in (
        "COMPANION_CONFIG",
        "COMPANION_DEBUG",
        "STATE_DIRECTORY",
        "XDG_CONFIG_HOME",
        "XDG_DATA_HOME",
        "XDG_STATE_HOME",
    ):
        monkeypatch.delenv(name, raising=False)
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setattr(config, "GAMES", tmp_path / "companion-games")
    return home


@pytest.fixture
def shelf_folder(bare_home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where games are added for everybody; whatever is loaded from there is forgotten afterwards."""
    monkeypatch.setattr(games, "LIST", games.LIST)
    monkeypatch.setattr(games, "MISSING", games.MISSING)
    monkeypatch.setattr(games, "look_further", games.look_further)
    monkeypatch.setattr(installed, "HERE", {})
    monkeypatch.setattr(locale, "elsewhere", locale.elsewhere)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr("os.geteuid", lambda: 0)
    before = {*sys.modules}
    yield bare_home.with_name(config.GAMES.name)
    for name in {*sys.modules} - before:
        if name.partition(".")[0] in ("otters", "beavers"):
            del sys.modules[name]


@pytest.fixture
def box_toml(tmp_path: Path) -> Path:
    """Where settings may be written."""
    return tmp_path / "box.toml"
