"""The plugin of pytest, as an author of a game uses it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from companion.kit.errors import BrokenLaw
from companion.testing import game_check, laws_of_events, laws_of_play, laws_of_rules, new_game
from tests.companion.installed.test_project import write
from tests.companion.installed.wheels import RULES, manifest, sources

pytest_plugins = ("pytester",)
pytestmark = pytest.mark.usefixtures("shelf_folder")

OPTION = "--companion-game"


def run(pytester: pytest.Pytester, *more: str, rules: str = RULES) -> pytest.RunResult:
    """pytest, with a game in its author's folder."""
    folder = write(pytester.path / "here", sources(init=manifest(languages=("en",)), rules=rules))
    return pytester.runpytest_inprocess("--rootdir=.", "--color=no", OPTION, folder, *more)


def test_each_law_is_a_test_beside_those_of_the_author(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_of_mine(): pass")
    told = run(pytester, "-v")
    laws = [*laws_of_rules.ALL, *laws_of_play.ALL, *laws_of_events.ALL]
    told.assert_outcomes(passed=1 + len(laws) + 1)
    told.stdout.fnmatch_lines(
        [
            "test_*::test_of_mine PASSED*",
            *(f"otters::{law.__name__.replace('_', ' ')} PASSED*" for law in laws),
            "otters::screens fit, questions are explained in few words, every text has words: en PASSED*",
        ]
    )


def test_a_broken_law_is_one_sentence(pytester: pytest.Pytester) -> None:
    spoiled = RULES.replace("who=state.turn if state.left", "who=1 if state.left")
    law = "the one asked is the one the screen names and of several nobody"
    told = run(pytester, "-k", "screen and nobody", rules=spoiled)
    told.assert_outcomes(failed=1, deselected=told.parseoutcomes()["deselected"])
    _, _, after = told.stdout.str().partition(f"_ otters::{law} _")
    sentence, _, _ = after.partition("\n")[2].partition("\n=")
    assert sentence.startswith(f"{law}: the seat that the screen names")
    assert sentence.endswith("; in the game of 2 players with --seed 1")
    assert "\n" not in sentence, "no traceback"


def test_a_law_can_be_left_out_by_its_name(pytester: pytest.Pytester) -> None:
    left_out = "otters::the kinds of events are told apart"
    assert "PASSED" in run(pytester, "-v", "-k", "told and apart").stdout.str().partition(left_out)[2]
    told = run(pytester, "-v", "-k", "told and apart", "--deselect", left_out)
    told.stdout.fnmatch_lines(["otters::spaces are told apart * PASSED*"])
    told.stdout.no_fnmatch_line(f"{left_out}*")


def test_a_game_that_cannot_be_played_is_tried_once(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def finish(*_: object) -> NoReturn:
        tried.append("a game")
        raise BrokenLaw("expected an end; came none")

    monkeypatch.setattr(game_check, "finish", finish)
    told = run(pytester, "-k", "event and (state or record)")
    assert told.parseoutcomes()["failed"] > 1
    assert told.stdout.str().count("random play ends: expected an end; came none; in the game of 2") > 1
    assert len(tried) == 1


@pytest.mark.parametrize("name", ["beavers", "here"])
def test_a_game_that_is_not_there_is_one_sentence(pytester: pytest.Pytester, name: str) -> None:
    told = pytester.runpytest_inprocess(OPTION, name)
    assert told.ret == pytest.ExitCode.USAGE_ERROR
    told.stderr.fnmatch_lines([f"ERROR: {OPTION}: unknown game '{name}': this companion plays *"])


@pytest.mark.slow
def test_a_new_game_passes_its_own_tests_and_every_law(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_game.write("otters", pytester.path / "otters")
    monkeypatch.chdir(pytester.path / "otters")
    told = pytester.runpytest_inprocess(OPTION, ".", "-v")
    assert {*told.parseoutcomes()} == {"passed"}
    told.stdout.fnmatch_lines(["tests/test_otters.py::Turns::* PASSED*", "otters::*every text has words: de PASSED*"])


@pytest.mark.slow
def test_without_the_option_nothing_of_the_companion_is_loaded(tmp_path: Path) -> None:
    looks = (
        "import sys\n\ndef test_it():\n    loaded = {name for name in sys.modules if name.startswith('companion')}\n"
        "    assert loaded == {'companion', 'companion.testing', 'companion.testing.pytest_laws'}\n"
    )
    (tmp_path / "test_loaded.py").write_text(looks, encoding="utf-8")
    command = [sys.executable, "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    told = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert told.returncode == 0, told.stdout
