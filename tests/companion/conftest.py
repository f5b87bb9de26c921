"""An owner's home and settings, nobody else's."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def bare_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No settings and no games but those of the test."""
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
