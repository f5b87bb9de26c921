"""A new game as its author gets it: it works, keeps every law, has tests that pass, and can be built and added."""

from __future__ import annotations

import errno
import re
import sys
import unittest
from collections.abc import Iterator
from gettext import GNUTranslations
from importlib.util import module_from_spec, spec_from_file_location
from inspect import getsource
from pathlib import Path
from zipfile import ZipFile

import pytest
from hatchling.builders.wheel import WheelBuilder

from companion.installed import shelf
from companion.installed.project import games_of
from companion.kit.errors import Unwritten, WrongUse
from companion.testing import new_game
from companion.testing.game_check import check
from companion.testing.game_marks import ABOVE_BRONZE
from tests.papers import ROOT, read, samples


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever is loaded is forgotten afterwards."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    before = {*sys.modules}
    yield
    for name in {*sys.modules} - before:
        if name.partition(".")[0] in {"otters", "sea_otters"}:
            del sys.modules[name]


@pytest.mark.parametrize("name", ["otters", "sea-otters"])
def test_it_keeps_every_law_at_once(name: str, tmp_path: Path) -> None:
    new_game.write(name, tmp_path / "here")
    (game,) = games_of(tmp_path / "here")
    assert (game.name, game.title) == (name, name.replace("-", " ").title())
    *_, english, german, bronze, silver, gold = check(game, 1, games=1)
    assert [shown.rpartition(": ")[2] for shown in (english, german)] == ["en", "de"]
    assert (bronze, silver) == (f"bronze  {name} keeps every law of every game", "silver  reached")
    assert gold == "gold    not yet: a report tells how a game went"


def test_its_own_tests_pass(tmp_path: Path) -> None:
    new_game.write("otters", tmp_path / "here")
    sys.path.insert(0, str(tmp_path / "here/src"))
    spec = spec_from_file_location("otters.tests", tmp_path / "here/tests/test_otters.py")
    assert spec is not None
    assert spec.loader is not None
    spec.loader.exec_module(module := module_from_spec(spec))
    unittest.TestLoader().loadTestsFromModule(module).run(result := unittest.TestResult())
    assert (result.testsRun, result.errors, result.failures) == (6, [], [])


def test_the_guide_is_followed_to_the_letter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its commands stand in `test_games` of the command line; these are its samples of code."""
    monkeypatch.chdir(tmp_path)
    new_game.write("otters", Path("otters"))
    sys.path.insert(0, "otters/src")
    for sample in samples(read(ROOT / "companion/games/README.md"), "python"):
        exec(sample, {})  # noqa: S102  # as its reader would


def test_the_guide_names_what_each_mark_of_gold_looks_at() -> None:
    _, _, gold = read(ROOT / "companion/games/README.md").partition("Gold asks for ")
    told = set(re.findall(r"`(\w+)`", gold.partition("\n\n")[0]))
    looked_at = {name for check in ABOVE_BRONZE["gold"] for name in re.findall(r"\brules\.(\w+)", getsource(check))}
    assert told == looked_at - {"seats", "winners"} | {"worth"}, "a bot that plays by `worth` is seen to win"


def test_it_has_a_dozen_files_at_most_and_its_readme_explains_each(tmp_path: Path) -> None:
    files = new_game.write("sea-otters", tmp_path / "here")
    assert len(files) <= 12
    assert {*files} == {path for path in (tmp_path / "here").rglob("*") if path.is_file()}
    readme = (tmp_path / "here/README.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^\| `(.*?)` \|", readme, re.MULTILINE)) == sorted(
        file.relative_to(tmp_path / "here").as_posix() for file in files
    )
    assert not any("«" in file.read_text(encoding="utf-8") for file in files)


@pytest.mark.usefixtures("shelf_folder")
def test_its_wheel_can_be_built_and_added(tmp_path: Path) -> None:
    new_game.write("otters", tmp_path / "here")
    (built,) = WheelBuilder(str(tmp_path / "here")).build(directory=str(tmp_path), versions=["standard"])
    assert Path(built).name == "companion_otters-0.1-py3-none-any.whl"
    assert shelf.add(Path(built))["otters"].languages == ("en", "de")


def test_its_wheel_has_the_words_of_its_own_package(tmp_path: Path) -> None:
    new_game.write("sea-otters", tmp_path / "here")
    (built,) = WheelBuilder(str(tmp_path / "here")).build(directory=str(tmp_path), versions=["standard"])
    with ZipFile(built) as wheel, wheel.open("sea_otters/locale/de/LC_MESSAGES/sea_otters.mo") as words:
        assert GNUTranslations(words).gettext("all is lost") == "alles verloren"


def test_a_build_that_finds_no_words_fails_and_says_so(tmp_path: Path) -> None:
    new_game.write("sea-otters", tmp_path / "here")
    (tmp_path / "here/src/sea_otters/locale/de/LC_MESSAGES/sea_otters.po").unlink()
    builder = WheelBuilder(str(tmp_path / "here"))
    with pytest.raises(SystemExit, match=r"^src/sea_otters/locale: expected words to compile \(\*\.po\); came none$"):
        list(builder.build(directory=str(tmp_path), versions=["standard"]))
    assert not list(tmp_path.glob("*.whl"))


@pytest.mark.parametrize("name", ["Otters", "sea_otters", "sea otters", "", "../otters", "9otters", "o" * 22, "-"])
def test_a_name_that_no_game_can_have_is_one_sentence(name: str, tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match=rf"^expected a name of up to 21 small letters.*; came {name}$"):
        new_game.write(name, tmp_path / "here")
    assert not (tmp_path / "here").exists()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("cat-royal", "cat-royal is the name of a game that is here; expected another name"),
        ("json", "json is a name that Python knows; expected another name"),
        ("companion", "companion is a name that Python knows; expected another name"),
        ("lambda", "lambda is a name that Python knows; expected another name"),
    ],
)
def test_a_name_that_is_taken_is_one_sentence(name: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match=f"^{why}$"):
        new_game.write(name, tmp_path / "here")


@pytest.mark.parametrize("there", ["a folder", "a file"])
def test_nothing_is_written_over(there: str, tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir() if there == "a folder" else here.touch()
    with pytest.raises(WrongUse, match=r"expected a folder that is not there yet; it is$"):
        new_game.write("otters", here)
    assert here.is_file() or list(here.iterdir()) == []


def test_a_place_where_nothing_can_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Unwritten, match=r"file/here: the game cannot be written; Not a directory$"):
        new_game.write("otters", tmp_path / "file/here")


def test_half_a_game_is_taken_away_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, written = Path.write_text, list[Path]()

    def write_text(path: Path, text: str, encoding: str) -> int:
        written.append(path)
        if len(written) == 5:
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        return whole(path, text, encoding)

    monkeypatch.setattr(Path, "write_text", write_text)
    with pytest.raises(Unwritten, match=r"the game cannot be written; No space left on device$"):
        new_game.write("otters", tmp_path / "here")
    assert not (tmp_path / "here").exists()
