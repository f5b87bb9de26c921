"""Every screen, reached by the keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from companion.kit.errors import Unwritable
from companion.kit.text import Text, text, verbatim
from companion.kit.view import View
from companion.study import contact_sheet, screens
from companion.study.screens import SeenScreen, each_once, of_game, of_the_box
from companion.table.saving import GOOD_NIGHT
from tests.companion.games.nim import NIM
from tests.toy.tin_frogs import TIN_FROGS


def titles(seen: tuple[SeenScreen, ...]) -> set[Text]:
    return {each.scene.title for each in seen if isinstance(each.scene, View)}


def test_a_game_is_seen_with_all_its_keys_show() -> None:
    seen = of_game(TIN_FROGS)
    assert {"joining", "asked", "choosing", "looking", "page", "undo", "menu"} <= {each.how for each in seen}
    assert text("Which game?") in titles(seen)


def test_a_game_without_rulebooks_is_seen_too() -> None:
    assert {"joining", "asked", "menu"} <= {each.how for each in of_game(NIM)}


def test_each_screen_of_a_game_says_at_which_moment_it_was_seen() -> None:
    seen = of_game(NIM)
    assert {each.where for each in seen if each.how == "joining"} == {""}
    asked = [each.where for each in seen if each.how in {"asked", "choosing", "news"}]
    assert asked[0] == "at the start of the game of 4 players with the seed 5eed5eed…"
    assert re.fullmatch(r"after step \d+ \(Took\) of the game of 4 players with the seed 5eed5eed…", asked[-1])


def test_the_box_by_itself_is_seen() -> None:
    seen = of_the_box()
    assert {GOOD_NIGHT.title, text("The box cannot start")} <= titles(seen)
    assert {"trouble", "trying", "wiring"} <= {each.how for each in seen}


def test_names_and_numbers_alone_make_no_other_screen() -> None:
    bids = [View(text("bids"), number=str(n), lines=(verbatim(f"of {n}"),)) for n in (1, 2)]
    other = View(text("bids"), number="3", lines=(text("no bid"),))
    seen = each_once([SeenScreen("asked", view) for view in (*bids, other)])
    assert [each.scene for each in seen] == [bids[0], other]


def test_sheets_are_written_one_a_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contact_sheet, "GAMES", ())
    counted: list[int] = []
    written = contact_sheet.write(tmp_path / "new", counted.append)
    assert [path.name for path in written] == ["box-en.png", "box-de.png", "box-fr.png", "box-nl.png"]
    assert counted == [1]
    with Image.open(written[0]) as sheet:
        assert sheet.width == 4 * (3 * 128 + contact_sheet.MARGIN) + contact_sheet.MARGIN


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Unwritable, match="expected a folder to write into"):
        contact_sheet.write(tmp_path / "file", lambda _: None)


same: Callable[[str], str] = str


def test_a_screen_is_enlarged_dot_by_dot() -> None:
    seen = SeenScreen("asked", View(text("bids"), number="7"))
    sheet = contact_sheet.sheet([seen], same)
    edge = contact_sheet.MARGIN
    screen = sheet.crop((edge, edge, edge + 384, edge + 192))
    assert screen.resize((128, 64), Image.Resampling.NEAREST).resize((384, 192)).tobytes() == screen.tobytes()
    assert screens.called(seen) == "asked: bids"
