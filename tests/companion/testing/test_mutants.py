"""Mutants of a game in its author's folder."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from companion.kit.errors import BrokenLaw
from companion.testing import mutants, new_game
from companion.testing.mutants import some, tried

RULES = """\
def may_bid(amount: int, least: int, is_in: bool) -> bool:
    return is_in and amount >= least + 1
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one module."""
    (tmp_path / "src/otters").mkdir(parents=True)
    (tmp_path / "src/otters/rules.py").write_text(RULES, encoding="utf-8")
    return tmp_path


def test_a_mutant_has_one_change_and_says_which(folder: Path) -> None:
    made = some(folder / "src/otters")
    assert [mutant.words.removeprefix("rules.py, line 2: ") for mutant in made] == [
        "is_in and amount >= least + 1 became is_in or amount >= least + 1",
        "amount >= least + 1 became amount > least + 1",
        "least + 1 became least - 1",
        "1 became 2",
    ]
    assert len({mutant.source for mutant in made} - {ast.unparse(ast.parse(RULES))}) == len(made)
    assert some(folder / "src/otters") == made


def test_of_many_some_are_chosen_from_all_over(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants, "MANY", 2)
    assert [mutant.now for mutant in some(folder / "src/otters")] == [
        "is_in or amount >= least + 1",
        "least - 1",
    ]


def test_each_one_lives_in_a_copy_and_is_noticed_or_missed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(words: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        source = Path(words[-1], "src/otters/rules.py").read_text(encoding="utf-8")
        return subprocess.CompletedProcess(words, " or " in source, "", "a law\nis broken\n")

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.chdir(folder.parent)
    told = [*tried(Path(folder.name), folder / "src/otters")]
    assert [line.split(" ", 1)[0] for line in told] == ["noticed", "missed", "missed", "missed", "mutants"]
    assert told[-1] == "mutants 1 of 4 are noticed"
    assert (folder / "src/otters/rules.py").read_text(encoding="utf-8") == RULES


def test_one_that_hangs_is_noticed_and_a_game_whose_tests_fail_already_is_not_tried(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(words: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        raise subprocess.TimeoutExpired(words, 120)

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(BrokenLaw, match=r"^before anything is broken: expected tests that pass; came no end$"):
        next(tried(folder, folder / "src/otters"))


def test_of_a_game_whose_tests_fail_already_the_error_is_quoted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(words: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        printed = "Traceback (most recent call last):\n  File …\nBrokenLaw: no words\n'Matches'\n"
        return subprocess.CompletedProcess(words, 1, "", printed)

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(BrokenLaw, match=r"expected tests that pass; came BrokenLaw: no words$"):
        next(tried(folder, folder / "src/otters"))


@pytest.mark.slow
@pytest.mark.in_box_time
def test_a_new_game_stands_its_trial_and_a_broken_one_does_not(tmp_path: Path) -> None:
    new_game.write("otters", tmp_path / "here")
    trial = [sys.executable, "-m", "companion.testing.trial", str(tmp_path / "here")]
    assert subprocess.run(trial, capture_output=True, check=False).returncode == 0
    turns = tmp_path / "here/src/otters/turns.py"
    turns.write_text(
        turns.read_text(encoding="utf-8").replace("state.gathered + face", "state.gathered - face"), "utf-8"
    )
    assert subprocess.run(trial, capture_output=True, check=False).returncode == 1
