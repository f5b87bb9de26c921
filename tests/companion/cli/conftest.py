"""Commands as an owner types them, on a laptop with a bare home."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import main
from tests.companion.cli.told import Run, Told


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*words: object) -> Told:
        code = main([str(word) for word in words])
        return Told(code, *capsys.readouterr())

    return command


@pytest.fixture
def state(bare_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where games are kept; nothing is there yet."""
    folder = bare_home.with_name("state")
    monkeypatch.setenv("STATE_DIRECTORY", str(folder))
    monkeypatch.setattr("companion.daemon.start.is_pi", lambda: False)
    return folder
