"""The paper and the types that `tsc` checks the pages by match the Python code."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest
import shapes

from companion.config import PAGES_PORT, SCOREBOARD_PORT, TWIN_PORT
from companion.faces.page import VERSION
from companion.table import afar
from companion.table.owning import CorrectCoins

ROOT = Path(__file__).parents[2]
WEB = ROOT / ".ci/web"


@pytest.mark.parametrize("file", shapes.FILES, ids=str)
def test_what_is_made_is_what_stands_there(file: Path) -> None:
    assert shapes.made()[file] == (ROOT / file).read_text(encoding="utf-8"), f"run {shapes.COMMAND} and commit"


def test_check_writes_nothing_and_says_what_to_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shapes, "made", lambda: {Path("a.d.ts"): "new"})
    monkeypatch.setattr(shapes, "ROOT", tmp_path)
    (tmp_path / "a.d.ts").write_text("old")
    assert (
        shapes.main(["--check"]) == f"a.d.ts does not have the shapes of the sources; run {shapes.COMMAND} and commit"
    )
    assert (tmp_path / "a.d.ts").read_text() == "old"
    assert shapes.main([]) is None
    assert shapes.main(["--check"]) is None


def test_types_are_written_as_typescript_has_them() -> None:
    assert [(field.name, field.type, field.is_optional) for field in shapes.fields(afar.Reply)] == [
        ("moment", "number", False),
        ("path", "number[]", True),
        ("sheet", "number", True),
        ("is_said", "boolean", True),
    ]
    assert shapes.fields(CorrectCoins)[0].type == '"correct"'
    assert shapes.written(tuple[int | None, ...]) == "(number | null)[]"
    assert shapes.written(dict[str, tuple[str, int]]) == "Record<string, [string, number]>"
    with pytest.raises(TypeError, match="expected what a page can be told, got <class 'bytes'>"):
        shapes.written(bytes)


class Lamp(msgspec.Struct):
    """A lamp.

    It shines.
    """

    at: int
    """Where it
    stands."""
    colour: str


def test_a_field_is_said_in_the_words_below_it() -> None:
    assert shapes.sentences(Lamp) == {"at": "Where it stands.", "colour": ""}
    assert shapes.headline(Lamp) == "A lamp."


@pytest.mark.parametrize("room", shapes.ROOMS)
def test_no_two_shapes_of_a_room_have_one_name(room: str) -> None:
    names = [struct.__name__ for struct in shapes.parts(shapes.ROOMS[room])]
    assert len(names) == len({*names})


def test_every_page_that_there_is_has_its_ids_read() -> None:
    assert {ROOT / path for path in shapes.PAGES.values()} == {*ROOT.glob("companion/**/*.html")}


def test_the_paper_says_which_version_of_the_wire_it_tells_and_where_the_pages_are() -> None:
    paper = (ROOT / shapes.README).read_text(encoding="utf-8")
    assert f"version {VERSION}" in paper
    assert {*map(int, re.findall(r"\bport (\d+)", paper))} == {TWIN_PORT, PAGES_PORT, SCOREBOARD_PORT}


def test_npm_brings_exactly_what_is_pinned_and_no_file_names_a_registry() -> None:
    wanted = json.loads((WEB / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    lock = (WEB / "package-lock.json").read_text(encoding="utf-8")
    locked = json.loads(lock)["packages"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in wanted.values())
    assert {name: locked[f"node_modules/{name}"]["version"] for name in wanted} == wanted
    assert all("integrity" in each for path, each in locked.items() if path)
    assert "resolved" not in lock


def test_no_javascript_lies_where_nothing_checks_it() -> None:
    settings = msgspec.json.decode((WEB / "tsconfig.json").read_bytes())
    assert settings["include"] == ["../../**/*.js", "*.d.ts"]
    assert settings["compilerOptions"]["checkJs"]
    assert settings["compilerOptions"]["strict"]
    pages = [path.read_text(encoding="utf-8") for path in ROOT.glob("companion/**/*.html")]
    assert not any(re.search(r"<script(?![^>]*\bsrc=)|\son\w+=", page) for page in pages), (
        "within a page nobody sees it"
    )
    excused = [
        path for path in ROOT.glob("companion/**/*.js") if re.search(r"@ts-|biome-ignore", path.read_text("utf-8"))
    ]
    assert excused == []
