"""The bench as it is typed in a checkout; and where `companion bench` sends those who type that."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from companion import games
from companion.cli import main as companion
from tests.bench.__main__ import main
from tests.bench.bench import MEASUREMENTS

ROOT = Path(__file__).parents[2]


@pytest.fixture
def one_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.bench.rule_speed.EVENINGS", 1)


@pytest.mark.usefixtures("one_evening")
def test_it_prints_figures_and_writes_the_same_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--only", "memory", "--json", str(tmp_path / "found.json")]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    figures = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))["figures"]
    assert [figure["name"].partition(":")[0] for figure in figures] == [rules.title for rules in games.GAMES]
    assert all(figure["value"] > 0 for figure in figures)
    assert all(rules.title in told.out for rules in games.GAMES)


def test_a_measure_nobody_knows_is_refused_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["--only", "luck"])
    told = capsys.readouterr().err
    assert all(name in told for name in MEASUREMENTS)


def test_a_measure_that_cannot_be_taken_is_told_on_stderr(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "tests.bench.backgammon", raising=False)
    monkeypatch.delattr("tests.bench.backgammon", raising=False)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert main(["--only", "backgammon", "--json", "-"]) == 0
    told = capsys.readouterr()
    assert told.err.startswith("companion: OpenSpiel's backgammon is left out (")
    assert told.err.count("\n") == 1
    assert json.loads(told.out)["figures"] == []


def test_a_json_file_that_cannot_be_written_stops_before_the_work(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tests.bench.__main__.bench", lambda *_: pytest.fail("it has begun"))
    assert main(["--only", "memory", "--json", str(tmp_path / "none" / "found.json")]) == 2
    assert "the file cannot be written; No such file or directory." in capsys.readouterr().err


def test_the_command_of_the_box_says_how_the_bench_is_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert companion(["bench"]) == 0
    told = capsys.readouterr()
    assert (told.err, told.out.count("\n")) == ("", 1)
    command = shlex.split(told.out.split("`")[1])
    assert command[:4] == [".uv/bin/uv", "run", "python", "-m"]
    assert find_spec(f"{command[4]}.__main__") is not None


@pytest.mark.slow
def test_one_command_runs_it_from_a_checkout() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.bench", "--help"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
