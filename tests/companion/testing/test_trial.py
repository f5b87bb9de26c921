"""A game on trial: by the laws, and by its own tests."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.kit.errors import BrokenLaw
from companion.testing import new_game, trial


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A new game; whatever is loaded of it is forgotten afterwards."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    before = {*sys.modules}
    new_game.write("otters", tmp_path / "here")
    yield tmp_path / "here"
    for name in {*sys.modules} - before:
        if name.partition(".")[0] in {"otters", "test_otters"}:
            del sys.modules[name]


def spoil(file: Path, was: str, now: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert was in text
    file.write_text(text.replace(was, now), encoding="utf-8")


def test_a_sound_game_stands_it(folder: Path) -> None:
    trial.stand(folder)


def test_a_game_without_tests_is_tried_by_the_laws(folder: Path) -> None:
    for file in (folder / "tests").iterdir():
        file.unlink()
    (folder / "tests").rmdir()
    spoil(folder / "src/otters/rules.py", "return Dare(seat=seat)", "return Keep(seat=seat)")
    with pytest.raises(BrokenLaw, match=r"^the record is refereed to the same table: "):
        trial.stand(folder)


def test_of_a_test_that_fails_the_error_is_quoted_not_what_differs_below_it(folder: Path) -> None:
    spoil(folder / "tests/test_otters.py", "((0, 0, 14), 0, Rolling(1))", "((0, 0, 15), 0, Rolling(1))")
    with pytest.raises(BrokenLaw, match=r"is_kept_is_safe: AssertionError: Tuples differ: \(\(0, 0, 14\), 0, "):
        trial.stand(folder)


def test_a_test_that_fails_is_named(folder: Path) -> None:
    spoil(folder / "src/otters/table.py", "GOALS: Final = (50, 30, 100)", "GOALS: Final = (30, 50, 100)")
    spoil(folder / "tests/test_otters.py", "(0, 0, 45)", "(0, 0, 5)")
    with pytest.raises(BrokenLaw, match=r"^test_otters\.Turns\.test_the_goal_ends_the_game: AssertionError: Rolling"):
        trial.stand(folder)
