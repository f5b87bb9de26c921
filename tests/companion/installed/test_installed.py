from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from companion import games, installed
from companion.config import FOUND_GAMES
from companion.installed import join, kept
from companion.installed.shelf import add, find, keep, remove
from tests.companion.installed.wheels import wheel


def names() -> list[str]:
    return [game.name for game in games.LIST]


def test_where_nothing_is_installed_nothing_changes(shelf_folder: Path) -> None:
    join()
    assert names() == ["galopp-royal", "cat-royal"]
    assert kept(shelf_folder) == {}


def test_to_join_twice_is_to_join_once(shelf_folder: Path, tmp_path: Path) -> None:
    add(wheel(tmp_path))
    join()
    join()
    assert names() == ["galopp-royal", "cat-royal", "otters"]
    assert kept(shelf_folder)


def test_which_games_are_here_is_known_without_those_that_are_gone(shelf_folder: Path, tmp_path: Path) -> None:
    add(wheel(tmp_path))
    (shelf_folder / "otters-game/otters/rules.py").write_text("import os\n", encoding="utf-8")
    keep(find())
    join()
    assert [(name, game.why) for name, game in installed.HERE.items()] == [
        ("otters", "otters/rules.py, line 1: a game may not use os")
    ]
    remove("otters")
    join()
    assert installed.HERE == {}
    assert {*games.MISSING} == {"otters"}


def test_what_another_python_has_on_its_path_is_none_of_this_one(
    shelf_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(wheel(tmp_path))
    file, site = shelf_folder / FOUND_GAMES, str(tmp_path / "site")
    (shelf_folder / "otters-game").rename(site)
    file.write_text(msgspec.json.encode({"otters": replace(kept(shelf_folder)["otters"], folder=site)}).decode())
    join()
    assert names() == ["galopp-royal", "cat-royal"]
    monkeypatch.syspath_prepend(site)
    join()
    assert names() == ["galopp-royal", "cat-royal", "otters"]


def test_a_damaged_file_costs_only_what_is_damaged(shelf_folder: Path, tmp_path: Path) -> None:
    add(wheel(tmp_path))
    file = shelf_folder / FOUND_GAMES
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("Otters", "Others"), encoding="utf-8")
    assert kept(shelf_folder) == {}
    file.write_text(text.replace('"otters": {', '"beavers": {"why": 5}, "otters": {'), encoding="utf-8")
    assert {*kept(shelf_folder)} == {"otters"}


def test_a_game_without_seats_is_none(shelf_folder: Path) -> None:
    shelf_folder.mkdir()
    told = f'{{"otters": {{"package": "a", "version": "1", "folder": "{shelf_folder}/a"}}}}'
    (shelf_folder / FOUND_GAMES).write_text(told, encoding="utf-8")
    join()
    assert names() == ["galopp-royal", "cat-royal"]


def test_a_file_that_cannot_be_read_is_passed_over(shelf_folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    (shelf_folder / FOUND_GAMES).mkdir(parents=True)
    join()
    assert names() == ["galopp-royal", "cat-royal"]
    assert "the installed games are passed over; " in caplog.text
