"""A box goes from one card to another by two commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.daemon import backup
from companion.journal.journal import Journal
from tests.companion.cli.told import Run, game, kept, sentence


def test_a_backup_is_taken_and_put_back_and_both_say_what_was_done(run: Run, state: Path, tmp_path: Path) -> None:
    kept(state, *game(3).entries, seats=3)
    file = tmp_path / "box.zip"
    assert run("backup", file) == (0, f"{file} holds 1 game and games.sqlite.\n", "")
    kept(state)
    told = run("restore", file)
    assert (told.code, told.err) == (0, "")
    first, second = told.out.splitlines()
    assert first.startswith("1 game of 20")
    assert second.startswith(f"What was there is kept as {state}/games-before-")
    assert len(run("games").out.splitlines()) == 1


def test_a_running_box_is_backed_up_and_never_restored(run: Run, state: Path, tmp_path: Path) -> None:
    journal = Journal(state)
    assert run("backup", tmp_path / "box.zip").code == 0
    assert "another companion is at work" in sentence(run("restore", tmp_path / "box.zip"))
    journal.shut()


def test_the_games_from_others_that_were_there_and_settings_that_do_not_fit_are_told(
    run: Run, state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(state, *game(3).entries, seats=3)
    file = tmp_path / "box.zip"
    settings = tmp_path / "companion.toml"
    settings.touch()
    monkeypatch.setattr(backup, "_others", lambda: ("crows 1.0",))
    assert run("--config", settings, "backup", file).code == 0
    told = run("restore", file).out
    assert "The settings were not put back: there is no settings file here.\n" in told
    assert "Games from others that were installed: crows 1.0; add those that you miss.\n" in told


def test_a_place_that_cannot_be_written_is_said_before_the_work(run: Run, state: Path, tmp_path: Path) -> None:
    assert "the file cannot be written" in sentence(run("backup", tmp_path / "nowhere" / "box.zip"))
    assert not state.exists()
