"""Companion and guest as strangers install them: two wheels in an environment of their own, without a checkout."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.guests.wheels import uv, wheel_of, wheel_of_the_companion

pytestmark = pytest.mark.slow

Command = Callable[..., str]


@pytest.fixture(scope="module")
def companion(tmp_path_factory: pytest.TempPathFactory) -> Command:
    """The command there, in an empty home; gives what it prints."""
    folder = tmp_path_factory.mktemp("clean")
    uv("venv", f"--python={sys.executable}", folder / "venv")
    wheels = wheel_of_the_companion(folder), wheel_of("mia", folder)
    uv("pip", "install", f"--python={folder / 'venv'}", "--link-mode=copy", *wheels)
    (home := folder / "home").mkdir()
    env = {"PATH": "/usr/bin:/bin", "HOME": str(home), "LC_ALL": "C.UTF-8"}

    def run(*words: object) -> str:
        command = [str(folder / "venv/bin/companion"), *map(str, words)]
        told = subprocess.run(command, capture_output=True, text=True, check=False, cwd=home, env=env)
        assert told.returncode == 0, told.stdout + told.stderr
        return told.stdout

    return run


def test_bots_play_it_and_the_record_is_right(companion: Command, tmp_path: Path) -> None:
    record = tmp_path / "mia.jsonl"
    companion("demo", "--game", "mia", "--players", 5, "--speed", "max", "--no-web", "--record", record)
    header = json.loads(record.read_text("utf-8").splitlines()[0])
    assert (header["game"], len(header["seats"])) == ("mia", 5)
    told = companion("replay", record)
    assert told.startswith(f"{record}: right, ")
    assert told.endswith(" checked.\n")


def test_other_processes_play_it_too_and_tell_how_it_went(companion: Command, tmp_path: Path) -> None:
    games = ("--game", "mia", "--players", 3, "--seed", 1, "--jobs", 2)
    assert "40 games, all ended" in companion("simulate", *games, "--games", 40, "--records", tmp_path)
    alone = companion("simulate", *games[:-1], 1, "--games", 40)
    assert companion("simulate", *games, "--games", 40) == alone
    assert "strong" in companion("ladder", *games, "--games", 4)
    told = companion("report", tmp_path / "0001.jsonl", "--playouts", 2, "--jobs", 2, "--json", "-")
    assert json.loads(told)["game"] == "mia"
