from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.config import FOUND_GAMES, game_folders
from companion.installed import REMOVED, join, kept, shelf
from companion.installed.shelf import add, find, keep, remove
from companion.kit.errors import BadConfig, UnknownGame, Unplayable, Unwritten, WrongUse
from tests.companion.installed.wheels import beavers, manifest, sources, wheel


def everything(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_game_is_added_kept_joined_and_removed(shelf_folder: Path, tmp_path: Path) -> None:
    ((name, game),) = add(wheel(tmp_path)).items()
    assert (name, game.version) == ("otters", "1.0")
    assert {path.name for path in shelf_folder.iterdir()} == {"otters-game", FOUND_GAMES}
    assert stat.S_IMODE((shelf_folder / FOUND_GAMES).stat().st_mode) == 0o644
    assert kept(shelf_folder) == find()
    join()
    assert [each.name for each in games.LIST] == ["galopp-royal", "cat-royal", "otters"]
    assert games.find_rules("otters").title == "Otters"
    assert remove("otters") == ["otters"]
    assert [path.name for path in shelf_folder.iterdir()] == [FOUND_GAMES]


@pytest.mark.usefixtures("shelf_folder")
def test_who_looks_further_finds_what_nobody_has_kept_and_forgets_nothing(tmp_path: Path) -> None:
    games.look_further = shelf.look_further
    games.MISSING = {
        "beavers": games.Missing("Beavers", "it came with another package"),
        "otters": games.Missing("Otters", "it was not here"),
    }
    add(wheel(tmp_path))
    assert games.find_rules("otters").title == "Otters"
    with pytest.raises(UnknownGame, match=r"^beavers: it came with another package$"):
        games.find_rules("beavers")


def test_everybody_may_read_what_root_has_added_whatever_its_umask(shelf_folder: Path, tmp_path: Path) -> None:
    usual = os.umask(0o077)
    try:
        add(wheel(tmp_path))
    finally:
        os.umask(usual)
    made = [shelf_folder, *shelf_folder.rglob("*")]
    assert all(stat.S_IMODE(path.stat().st_mode) == (0o755 if path.is_dir() else 0o644) for path in made)


def test_a_game_that_was_removed_is_known_by_its_package(shelf_folder: Path, tmp_path: Path) -> None:
    add(wheel(tmp_path))
    remove("otters-game")
    join()
    said = r"^otters: it came with the package otters-game 1\.0; that package is not installed any more$"
    with pytest.raises(UnknownGame, match=said):
        games.find_rules("otters")
    assert [each.name for each in games.LIST] == ["galopp-royal", "cat-royal"]
    keep(find())
    assert kept(shelf_folder)["otters"].why == REMOVED
    add(wheel(tmp_path))
    join()
    assert games.find_rules("otters").name == "otters"
    assert games.MISSING == {}


def test_a_newer_version_takes_the_place_of_the_old_one(shelf_folder: Path, tmp_path: Path) -> None:
    add(wheel(tmp_path, sources(gone="")))
    add(wheel(tmp_path, sources(fresh=""), version="1.1"))
    assert find()["otters"].version == "1.1"
    there = {path.name for path in (shelf_folder / "otters-game/otters").glob("*.py")}
    assert there == {"__init__.py", "rules.py", "fresh.py"}


@pytest.mark.parametrize(
    ("files", "more", "why"),
    [
        (sources(more="import os"), {}, "otters: otters/more.py, line 1: a game may not use os"),
        (sources(init=manifest("1.9")), {}, "otters: it needs the kit 1.9; this companion has 1.0"),
        (sources(), {"entry": "[x]\n"}, "expected an entry point in the group companion.games; came a wheel without"),
        (sources(), {"package": "other"}, "otters: its name is taken by the package otters-game"),
        ({"../otters.py": ""}, {}, r"expected names inside one folder; came '\.\./otters\.py'"),
    ],
)
def test_what_is_refused_has_changed_nothing(
    shelf_folder: Path, tmp_path: Path, files: dict[str, str | bytes], more: dict[str, str], why: str
) -> None:
    add(wheel(tmp_path))
    before = everything(shelf_folder)
    bad = tmp_path / "bad"
    bad.mkdir()
    with pytest.raises(Unplayable, match=rf"bad/.*\.whl: {why}"):
        add(wheel(bad, files, version="2", **more))
    assert everything(shelf_folder) == before


@pytest.mark.usefixtures("shelf_folder")
def test_a_game_that_cannot_be_played_hides_no_other(tmp_path: Path) -> None:
    place = add(wheel(tmp_path))["otters"].folder
    add(beavers(tmp_path))
    (Path(place) / "otters/rules.py").write_text("import socket", encoding="utf-8")
    keep(find())
    join()
    assert [each.name for each in games.LIST] == ["galopp-royal", "cat-royal", "beavers"]
    with pytest.raises(UnknownGame, match=r"otters-game 1\.0; otters/rules\.py, line 1: a game may not use socket"):
        games.find_rules("otters")


@pytest.mark.usefixtures("shelf_folder")
def test_a_game_that_has_changed_since_takes_no_other_away(tmp_path: Path) -> None:
    place = add(wheel(tmp_path))["otters"].folder
    join()
    (Path(place) / "otters/rules.py").write_text("1 / 0", encoding="utf-8")
    with pytest.raises(
        UnknownGame, match=r"^otters: its package does not load \(ZeroDivisionError: division by zero\)$"
    ):
        games.find_rules("otters")
    assert [rules.name for rules in games.GAMES] == ["galopp-royal", "cat-royal"]


def test_a_power_cut_while_a_game_is_replaced_loses_none(shelf_folder: Path, tmp_path: Path) -> None:
    add(wheel(tmp_path))
    (shelf_folder / "otters-game").rename(shelf_folder / ".old-otters-game")
    (shelf_folder / ".new").mkdir()
    with pytest.raises(Unplayable):
        add(Path(__file__))
    assert sorted(path.name for path in shelf_folder.iterdir()) == [FOUND_GAMES, "otters-game"]
    (shelf_folder / ".old-otters-game").mkdir()
    add(wheel(tmp_path, version="1.1"))
    assert sorted(path.name for path in shelf_folder.iterdir()) == [FOUND_GAMES, "otters-game"]


def test_a_disk_that_fails_at_the_swap_leaves_the_old_one(
    shelf_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(wheel(tmp_path))
    before, rename = everything(shelf_folder), Path.rename

    def failing(path: Path, target: Path) -> Path:
        if path.name == ".new":
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(Unwritten, match="the game cannot be installed; Input/output error"):
        add(wheel(tmp_path, version="1.1"))
    assert everything(shelf_folder) == before


def test_a_power_cut_while_a_game_is_removed_does_not_bring_it_back(shelf_folder: Path, tmp_path: Path) -> None:
    add(wheel(tmp_path))
    (shelf_folder / "otters-game").rename(shelf_folder / ".new")
    assert find() == {}
    with pytest.raises(Unplayable):
        add(Path(__file__))
    assert [path.name for path in shelf_folder.iterdir()] == [FOUND_GAMES]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("cat-royal", "cat-royal is a game of the box and cannot be removed"),
        ("beavers", "no game beavers is installed; `companion game list` names them"),
    ],
)
def test_what_cannot_be_removed_is_named(shelf_folder: Path, name: str, why: str) -> None:
    with pytest.raises(WrongUse) as refused:
        remove(name)
    assert str(refused.value) == why
    assert not shelf_folder.exists()


def test_root_removes_what_everybody_has_and_pip_what_python_has(
    shelf_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(wheel(tmp_path))
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(WrongUse, match="installed for everybody: `sudo companion game remove otters`"):
        remove("otters")
    shelf_folder.rename(site := tmp_path / "site")
    monkeypatch.syspath_prepend(site / "otters-game")
    with pytest.raises(WrongUse, match="came with the Python package otters-game: `pip uninstall otters-game`"):
        remove("otters")
    monkeypatch.setattr(shelf, "_OF_DEBIAN", site / "otters-game")
    with pytest.raises(WrongUse, match="came with a Debian package: `dpkg --search otters_game-` names it"):
        remove("otters")


@pytest.mark.usefixtures("shelf_folder")
def test_a_user_adds_games_for_himself_beside_those_of_everybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(wheel(tmp_path))
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    _, own = game_folders()
    assert shelf.own_folder() == own == tmp_path / "home/.local/share/companion-games"
    keep(find())
    assert not own.exists(), "nothing of his own is there"
    with pytest.raises(Unplayable, match="otters: its name is taken by the package otters-game"):
        add(wheel(tmp_path, package="other"))
    assert everything(own) == {}


def test_without_a_home_there_is_one_folder(shelf_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.delenv("HOME")
    monkeypatch.setattr(Path, "home", no_home)
    assert game_folders() == (shelf_folder,)
    with pytest.raises(BadConfig, match="HOME is not set, so there is no place for games"):
        shelf.own_folder()


def no_home(*_: Any) -> Path:
    raise RuntimeError("no home")


def test_a_file_where_the_folder_should_be_is_named(shelf_folder: Path, tmp_path: Path) -> None:
    shelf_folder.touch()
    with pytest.raises(Unwritten, match=r"companion-games: the game cannot be installed; File exists$"):
        add(wheel(tmp_path))


def test_what_cannot_be_kept_is_named(shelf_folder: Path, tmp_path: Path) -> None:
    add(wheel(tmp_path))
    (shelf_folder / FOUND_GAMES).unlink()
    (shelf_folder / FOUND_GAMES).mkdir()
    with pytest.raises(Unwritten, match=r"found\.json: what was found cannot be kept; Is a directory$"):
        keep(find())


def test_what_cannot_be_removed_from_the_disk_is_named(
    shelf_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(wheel(tmp_path))

    def failing(path: Path, _: Path) -> Path:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(Unwritten, match="otters-game: the game cannot be removed; Read-only file system"):
        remove("otters")
    assert (shelf_folder / "otters-game").is_dir()
