from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion import games
from companion.installed import search, wheel
from companion.installed.search import find
from tests.companion.installed.wheels import RULES, manifest, sources
from tests.companion.installed.wheels import wheel as made
from tests.toy import tin_frogs


def put(folder: Path, files: Mapping[str, str | bytes] | None = None, **more: str) -> Path:
    """Such a game lies in the folder of installed games."""
    folder.mkdir(exist_ok=True)
    file = made(folder.parent, files, **more)
    new = folder / more.get("package", "otters_game")
    wheel.unpack(file, new)
    return new


def why(folder: Path, files: Mapping[str, str | bytes], **more: str) -> str:
    """Why the game in these files cannot be played."""
    put(folder, files, **more)
    (game,) = find([folder]).values()
    return game.why


def test_a_game_is_found_with_what_it_says_of_itself_and_nothing_of_it_stays(shelf_folder: Path) -> None:
    place, path = put(shelf_folder), [*sys.path]
    ((name, game),) = find([shelf_folder]).items()
    said = game.package, game.version, game.folder, game.title, game.kit, game.languages, game.licence, game.seats
    assert (name, game.why) == ("otters", "")
    assert said == ("otters-game", "1.0", str(place), "Otters", "1.0", ("en", "de"), "MIT", (2, 3, 4))
    assert "otters" not in sys.modules
    assert sys.path == path
    assert game.manifest(name).load().title == "Otters"


@pytest.mark.parametrize("number", [None, 428])
def test_its_number_at_boardgamegeek_is_kept_if_it_says_one(shelf_folder: Path, number: int | None) -> None:
    put(shelf_folder, sources(init=manifest(bgg_id=number)))
    assert find([shelf_folder])["otters"].manifest("otters").bgg_id == number


def test_a_game_on_python_s_own_path_is_found(shelf_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = put(shelf_folder)
    monkeypatch.syspath_prepend(place)
    monkeypatch.syspath_prepend(place)
    ((name, game),) = find([]).items()
    assert (name, game.folder, game.why) == ("otters", str(place), "")


def test_a_module_that_stands_alone_can_be_a_game(shelf_folder: Path) -> None:
    put(shelf_folder, {"otters.py": RULES + manifest().replace("otters.rules", "otters")})
    assert find([shelf_folder])["otters"].why == ""


def test_the_game_that_a_stranger_wrote_can_be_installed(shelf_folder: Path) -> None:
    source = Path(tin_frogs.__file__).read_text(encoding="utf-8")
    told = manifest(rulebooks=(), title="Tin Frogs").replace("otters.rules:NIM", "tin_frogs:TIN_FROGS")
    entry = "[companion.games]\ntin-frogs = tin_frogs:MANIFEST\n"
    put(
        shelf_folder,
        {"tin_frogs.py": source + told.replace("'otters'", "'tin-frogs'").replace('"otters"', '"tin-frogs"')},
        entry=entry,
    )
    assert find([shelf_folder])["tin-frogs"].why == ""


def test_the_manifest_may_stand_in_a_module_of_its_own(shelf_folder: Path) -> None:
    files = {"otters/__init__.py": "", "otters/rules.py": RULES, "otters/said.py": manifest()}
    put(shelf_folder, files, entry="[companion.games]\notters = otters.said:MANIFEST\n")
    assert find([shelf_folder])["otters"].why == ""


def test_what_has_no_such_entry_point_is_no_game(shelf_folder: Path) -> None:
    put(shelf_folder, entry="[console_scripts]\notters = otters:run\n")
    assert find([shelf_folder]) == {}


def test_entry_points_that_are_none_are_no_game(shelf_folder: Path) -> None:
    put(shelf_folder, entry="[companion.games]\notters\n")
    assert find([shelf_folder]) == {}


def test_a_package_that_does_not_say_its_version_is_a_game_all_the_same(shelf_folder: Path) -> None:
    place = put(shelf_folder)
    (info,) = place.glob("*.dist-info")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: otters\n", encoding="utf-8")
    assert find([shelf_folder])["otters"].version == "?"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"init": manifest("1.1")}, "it needs the kit 1.1; this companion has 1.0: update the companion"),
        ({"init": manifest("2.0")}, "it needs the kit 2.0; this companion has 1.0: update the companion"),
        ({"init": manifest("0.9")}, "it was written for the kit 0.9; this companion has 1.0: ask for a newer game"),
        (
            {"init": "from companion.kit import Manifest\nManifest(1, 2, 3, 4, 5, 6, '9.9')"},
            "it needs the kit 9.9; this companion has 1.0: update the companion",
        ),
        (
            {"init": manifest().replace("kit='1.0'", "kit=str(9.9)")},
            "it needs the kit 9.9; this companion has 1.0: update the companion",
        ),
        ({"init": manifest("new")}, "its kit: expected a version such as 1.0; came new"),
        ({"init": "import random\n" + manifest()}, "otters/__init__.py, line 1: a game may not use random"),
        ({"more": "x = open('/etc/passwd')"}, "otters/more.py, line 1: a game may not use open"),
        ({"init": "raise SystemExit(3)\n" + manifest()}, "it does not load: SystemExit: 3"),
        ({"rules": "1 / 0"}, "it does not load: ZeroDivisionError: division by zero"),
        ({"init": "MANIFEST = 5"}, "its entry point: expected a Manifest; came int"),
        ({"init": ""}, "it does not load: AttributeError: module 'otters' has no attribute 'MANIFEST'"),
        (
            {"init": manifest().replace("otters.rules", "companion.games.cat_royal.rules")},
            "its rules: expected a place in the package otters; came companion.games.cat_royal.rules:NIM",
        ),
        ({"init": manifest().replace('"otters.rules:NIM"', "5")}, "it does not load: AttributeError: 'int' object has"),
        ({"rules": f"{RULES}\nNim.rulebooks = 5\n"}, "it does not load: TypeError: 'int' object is not iterable"),
        ({"rules": "NIM = 5"}, "its rules: expected an object that inherits Rules; came int"),
        ({"init": manifest(title="Beavers")}, "its title: the manifest says 'Beavers', the rules say 'Otters'"),
        ({"init": manifest(seats=range(2, 6))}, "its seats: the manifest says range(2, 6), the rules say range(2, 5)"),
        ({"init": manifest(rulebooks=("a",))}, "its rulebooks: the manifest says ('a',), the rules say ()"),
        ({"init": manifest(licence=5)}, "its manifest: Expected `str`, got `int` - at `$.licence`"),
        ({"init": manifest(bgg_id=0)}, "its manifest: Expected `int` >= 1 - at `$.bgg_id`"),
    ],
)
def test_a_game_that_cannot_be_played_says_why(shelf_folder: Path, more: dict[str, str], said: str) -> None:
    assert why(shelf_folder, sources(**more)).startswith(said)


@pytest.mark.parametrize(
    ("member", "mine", "said"),
    [
        ("title", "'O' * 22", "its title: expected 1 to 21 letters in one line; came 'OOOOOOOOOOOOOOOOOOOOOO'"),
        ("title", r"'\x1b[2J'", r"its title: expected 1 to 21 letters in one line; came '\x1b[2J'"),
        ("seats", "range(2, 8)", "its seats: expected a range within 1 to 6; came range(2, 8)"),
        ("seats", "range(2, 6, 2)", "its seats: expected a range within 1 to 6; came range(2, 6, 2)"),
        ("board_name", "'board.toml'", "its board: expected a file name .toml of its own; came 'board.toml'"),
        ("board_name", "'../otters.toml'", "its board: expected a file name .toml of its own; came '../otters.toml'"),
    ],
)
def test_what_the_box_cannot_use_is_named(shelf_folder: Path, member: str, mine: str, said: str) -> None:
    old = {"title": '"Otters"', "seats": "range(2, 5)", "board_name": '""'}[member]
    rules = RULES.replace("    pairs: Final", '    board_name: Final = ""\n    pairs: Final')
    rules = rules.replace(f"{member}: Final = {old}", f"{member}: Final = {mine}")
    told = manifest().replace(f"{member}={old}".replace('"', "'"), f"{member}={mine}")
    assert why(shelf_folder, sources(init=told, rules=rules)) == said


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("Otters = otters:MANIFEST", "its name: expected small letters, digits and hyphens"),
        ("cat-royal = otters:MANIFEST", "its name is taken by a game of the box"),
        ("otters = otters", "its entry point: expected module:MANIFEST; came otters"),
        ("otters = beavers:MANIFEST", "its package beavers is not there"),
        ("otters = otters.beavers:MANIFEST", "the module of its entry point is not there"),
        ("otters = json:MANIFEST", "its package json has the name of another one"),
        ("otters = msgspec:MANIFEST", "its package msgspec has the name of another one"),
        ("otters = companion:MANIFEST", "its package companion has the name of another one"),
        ("beavers = otters:MANIFEST", "its name: the manifest says 'otters', its entry point says 'beavers'"),
    ],
)
def test_an_entry_point_that_leads_nowhere_is_named(shelf_folder: Path, entry: str, said: str) -> None:
    others = {f"{name}/__init__.py": "" for name in ("json", "msgspec", "companion")}
    assert why(shelf_folder, sources() | others, entry=f"[companion.games]\n{entry}\n") == said


def test_of_two_with_a_name_the_first_that_can_be_played_has_it_and_each_other_says_why(shelf_folder: Path) -> None:
    put(shelf_folder, sources(more="import os"), package="a_otters")
    put(shelf_folder, package="b_otters")
    put(shelf_folder, package="c_otters")
    found = find([shelf_folder])
    assert {name: (game.package, game.why) for name, game in found.items()} == {
        "otters": ("b-otters", ""),
        "otters of a-otters": ("a-otters", "otters/more.py, line 1: a game may not use os"),
        "otters of c-otters": ("c-otters", "its name is taken by the package b-otters"),
    }


def test_what_a_removed_package_has_left_behind_is_no_package(
    shelf_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(shelf_folder)
    (tmp_path / "site/otters/__pycache__").mkdir(parents=True)
    monkeypatch.syspath_prepend(tmp_path / "site")
    assert find([shelf_folder])["otters"].why == ""


def test_two_games_with_the_same_package_are_one_too_many(shelf_folder: Path) -> None:
    put(shelf_folder)
    put(shelf_folder, package="z_otters", entry="[companion.games]\nbeavers = otters:MANIFEST\n")
    assert find([shelf_folder])["beavers"].why == "its package otters has the name of another one"


def test_a_game_that_is_in_the_list_is_found_again(shelf_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(shelf_folder)
    found = find([shelf_folder])
    monkeypatch.setattr(games, "LIST", (*games.LIST, found["otters"].manifest("otters")))
    assert search.find([shelf_folder]) == found
