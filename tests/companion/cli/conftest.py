"""Commands as an owner types them, on a laptop with a bare home."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion.cli import main
from companion.study import contact_sheet
from companion.workshop.doctor import examine
from tests.companion.cli.told import RULES, Run, Told, game, kept
from tests.companion.games.offered import offer
from tests.companion.games.won_nim import WON_NIM


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


@pytest.fixture(scope="session")
def two_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a finished game and an unfinished one, written once: each of their entries waits for the disk."""
    folder = tmp_path_factory.mktemp("two_games") / "state"
    kept(folder, *game(3).entries, seats=3)
    kept(folder, *game(3).entries[:9], seats=3)
    return folder


@pytest.fixture
def small(state: Path, two_games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every command have little work, in an empty folder."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "companion.toml"))
    (tmp_path / "companion.toml").touch()
    offer(monkeypatch, RULES, WON_NIM)
    monkeypatch.setattr(contact_sheet, "GAMES", ())
    monkeypatch.setattr(contact_sheet, "LANGUAGES", ("en",))
    monkeypatch.setattr(examine, "examine", lambda _: ())
    shutil.copytree(two_games, state)
