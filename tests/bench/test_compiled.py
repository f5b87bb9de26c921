"""That a compiled build is measured only if it is whole and made of these sources; none is made here."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench import compiled
from tests.bench.bench import bench
from tests.bench.compiled import SUFFIX, modules

ANSWER = (
    '{"python": "3", "figures": [{"name": "Galopp Royal: games", "value": 7, "unit": "per s", "at_least": 500},'
    ' {"name": "OpenSpiel backgammon: games", "value": 8, "unit": "per s"},'
    ' {"name": "Galopp Royal: decisions, beside OpenSpiel backgammon\'s", "value": 1.9, "unit": "times"}]}'
)


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A build that looks whole, of three modules; it answers what every such build is asked."""
    sources, package = tmp_path / "sources", tmp_path / "build" / "companion"
    for module in ("kit/rules.py", "match/record.py", "games/one/rules.py"):
        for there in (sources, package):
            (there / module).parent.mkdir(parents=True, exist_ok=True)
            (there / module).write_text("1")
        (package / module).with_suffix(SUFFIX).touch()
        (sources / module).with_name("__init__.py").touch()
    (package / "__init__.py").touch()
    bench = tmp_path / "checkout/tests/bench"
    bench.mkdir(parents=True)
    (bench / "__main__.py").write_text(f"import sys\nassert '-' in sys.argv\nprint({ANSWER!r})\n")
    monkeypatch.setattr(compiled, "CHECKOUT", tmp_path / "checkout")
    monkeypatch.setattr(compiled, "SOURCES", sources)
    monkeypatch.setattr(compiled, "FOLDER", tmp_path / "build")
    return package


def reason() -> str:
    found = bench(("compiled",), lambda _: None)
    assert found.figures == ()
    return found.left_out["compiled"]


@pytest.mark.usefixtures("build")
def test_a_build_is_measured_in_a_process_of_its_own_and_its_figures_say_so() -> None:
    games, beside = bench(("compiled",), lambda _: None).figures
    assert (games.name, games.value) == ("compiled by Cython (optional): Galopp Royal: games", 7)
    assert games.is_held is None
    assert beside.name == "compiled by Cython (optional): Galopp Royal: decisions, beside OpenSpiel backgammon's"
    assert (beside.at_least, beside.is_held) == (2, False)


def test_without_a_build_one_sentence_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "FOLDER", tmp_path)
    assert reason().startswith("the compiled build of the rules is left out (there is none for this Python); ")
    assert reason().endswith("`.ci/compile` makes it")


def test_a_build_of_other_sources_does_not_count(build: Path) -> None:
    (build.parents[1] / "sources/kit/rules.py").write_text("2")
    assert "made of other sources" in reason()


def test_a_build_without_a_module_that_has_come_since_does_not_count(build: Path) -> None:
    (build.parents[1] / "sources/games/one/more.py").touch()
    assert "made of other sources" in reason()


def test_a_build_that_lacks_a_compiled_module_does_not_count(build: Path) -> None:
    (build / "match/record.py").with_suffix(SUFFIX).unlink()
    assert "not whole" in reason()


def test_a_build_that_does_not_run_says_what_is_wrong_with_it(build: Path) -> None:
    (build.parents[1] / "checkout/tests/bench/__main__.py").write_text("raise ImportError('no such symbol')")
    assert "(ImportError: no such symbol)" in reason()


def test_kit_match_games_and_players_are_compiled_but_for_the_files_that_only_name_a_package() -> None:
    found = modules(compiled.SOURCES)
    parts = {module.parts[0] for module in found}
    assert parts == {"kit", "match", "games", "players"}
    assert Path("games/__init__.py") not in found
