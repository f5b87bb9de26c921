"""A home and settings of an owner, without those of this computer."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def bare_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Only the test's own settings and games exist."""
    for name in ("COMPANION_CONFIG", "COMPANION_DEBUG", "STATE_DIRECTORY", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    return home


@pytest.fixture
def box_toml(tmp_path: Path) -> Path:
    """Where settings may be written."""
    return tmp_path / "box.toml"
