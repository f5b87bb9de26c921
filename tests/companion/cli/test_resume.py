"""`--resume`: many interrupted games are resumed, and give the same tables byte for byte."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import TypeAlias

import pytest

from companion.games import GAMES
from companion.kit.tally import Tally
from companion.players import exploiters
from companion.study import kept, portions
from companion.study.kept import KeptGames
from tests.companion.cli.told import Run, Told, sentence

Interrupted: TypeAlias = Callable[..., Told]

SIMULATE = ("simulate", "--games", 30, "--players", 3, "--jobs", 1)
LADDER = ("ladder", "--games", 2, "--players", 3, "--jobs", 1)
pytestmark = pytest.mark.usefixtures("state")
STUDIES = pytest.mark.parametrize("words", [SIMULATE, LADDER], ids=["simulate", "ladder"])


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, players that think only briefly, few pairings, and a clock without chance."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setattr(kept, "EVERY_S", 0.0)
    for rules in GAMES:
        monkeypatch.setattr(type(rules), "guesses", 2)
    monkeypatch.setattr(exploiters, "of", lambda _: ("second",))
    ticks = count(0, 1_000_000)
    monkeypatch.setattr(time, "process_time_ns", lambda: next(ticks))
    return folder


@pytest.fixture
def interrupted(run: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Told]:
    """Run a command that gets Ctrl-C after its fourth game."""
    add = KeptGames.add

    def add_and_stop(self: KeptGames, games: int, tally: Tally) -> None:
        add(self, games, tally)
        if self.games >= 4:
            raise KeyboardInterrupt

    def run_and_stop(*words: object) -> Told:
        with monkeypatch.context() as stopping:
            stopping.setattr(KeptGames, "add", add_and_stop)
            told = run(*words)
        assert (told.code, told.out) == (130, "")
        return told

    return run_and_stop


@STUDIES
def test_what_ctrl_c_has_interrupted_is_resumed_to_the_same_tables(
    run: Run, interrupted: Interrupted, words: tuple[object, ...], here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(*words, "--json", "whole.json").code == 0
    told = interrupted(*words, "--json", "found.json")
    assert re.fullmatch(r"companion: \d games are kept: `--resume found.json.kept` goes on with them\.\n", told.err)
    monkeypatch.setattr(portions, "LASTS_S", 1e-6)  # another computer, that splits them in another way
    assert run(*words, "--json", "found.json", "--resume", "found.json.kept").code == 0
    assert (here / "found.json").read_bytes() == (here / "whole.json").read_bytes()
    assert sorted(path.name for path in here.iterdir()) == ["found.json", "whole.json"]


@pytest.mark.parametrize("json", [(), ("--json", "-"), ("--json", "/dev/null")])
def test_without_a_file_for_the_result_they_are_kept_in_the_folder_one_is_in(
    interrupted: Interrupted, here: Path, json: tuple[str, ...]
) -> None:
    assert "`--resume companion-simulate.kept` goes on" in interrupted(*SIMULATE, *json).err
    assert [path.name for path in here.iterdir()] == ["companion-simulate.kept"]


@pytest.mark.untraced
@STUDIES
@pytest.mark.parametrize("other", [("--seed", 2), ("--games", 50), ("--game", GAMES[1].name), ("--players", 4)])
def test_other_arguments_are_refused_in_a_sentence(
    run: Run, interrupted: Interrupted, words: tuple[object, ...], other: tuple[object, ...]
) -> None:
    interrupted(*words, "--json", "found.json")
    told = sentence(run(*words, *other, "--resume", "found.json.kept"))
    assert told.startswith("--resume: expected the same games; ")


def test_what_the_owner_has_settled_otherwise_meanwhile_is_refused(
    run: Run, interrupted: Interrupted, here: Path
) -> None:
    interrupted(*SIMULATE, "--json", "found.json")
    (here / "other.toml").write_text('[game]\nnames = ["Ann"]\n', encoding="utf-8")
    told = sentence(run("--config", "other.toml", *SIMULATE, "--resume", "found.json.kept"))
    assert told == "--resume: expected the same games; found.json.kept has another seats."


def test_the_file_of_another_command_is_refused(run: Run, interrupted: Interrupted) -> None:
    interrupted(*SIMULATE)
    told = sentence(run(*LADDER, "--resume", "companion-simulate.kept"))
    assert told.endswith("expected command 'ladder'; companion-simulate.kept has 'simulate'.")


def test_records_are_all_there(run: Run, interrupted: Interrupted, here: Path) -> None:
    interrupted(*SIMULATE, "--records", "records")
    assert len(list((here / "records").iterdir())) >= 4
    assert run(*SIMULATE, "--records", "records", "--resume", "companion-simulate.kept").code == 0
    assert len(list((here / "records").iterdir())) == 30


def test_a_thousand_million_games_begin_at_once(interrupted: Interrupted) -> None:
    tracemalloc.start()
    interrupted("simulate", "--games", 10**9, "--players", 3, "--jobs", 1)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2**24


@pytest.mark.slow
def test_a_kill_costs_no_more_than_what_was_under_way(here: Path) -> None:
    command = [sys.executable, "-m", "companion"]
    games, took_s = 500, 0.0
    while took_s < 8.0:  # long enough for two kills, however fast the computer is
        games *= 2
        words = ["simulate", "--games", str(games), "--players", "3", "--jobs", "2", "--json"]
        began = time.monotonic()
        subprocess.run([*command, *words, "whole.json"], check=True, stdout=subprocess.DEVNULL)
        took_s = time.monotonic() - began
    running = subprocess.Popen([*command, *words, "found.json"], start_new_session=True)
    file = here / "found.json.kept"
    for kills in range(2):
        while not file.exists() or file.read_bytes().count(b"\n") < 2:
            assert running.poll() is None, f"all is done after {kills} kills"
            time.sleep(0.05)
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()
        running = subprocess.Popen([*command, *words, "found.json", "--resume", file.name], start_new_session=True)
    assert running.wait() == 0
    assert (here / "found.json").read_bytes() == (here / "whole.json").read_bytes()
    assert not file.exists()
