"""A hostile game is refused, bounded or set aside, in one sentence each, and no other game is lost."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion import games
from companion.daemon.aside import silent
from companion.daemon.systemd import ENDED
from companion.faces import oled
from companion.faces.page import page
from companion.faces.speech import sentences
from companion.installed import join, kept, own_words, source_contract
from companion.installed.shelf import add
from companion.kit.errors import Unplayable
from companion.kit.seats import Seat
from companion.kit.table_items import Dice, SeatCards
from companion.kit.text import LONGEST, Text, verbatim
from companion.kit.view import MOST_LINES, SeatView, View
from companion.locale import translator
from companion.testing.whole_games import finish, seated
from tests.companion.daemon.stepped_box import SteppedBox, config
from tests.companion.installed.test_own_words import DE
from tests.companion.installed.wheels import RULES, beavers, compiled, manifest, sources, wheel

Add = Callable[..., str]

TEN_MB = "word " * 2_000_000


@pytest.fixture
def hostile(shelf_folder: Path, tmp_path: Path) -> Iterator[Add]:
    """Gives what adds hostile otters and says why they are refused, if they are; Beavers are installed, and they and
    the games of the box can be played afterwards."""
    add(beavers(tmp_path))

    def tried(files: dict[str, str | bytes], **more: str) -> str:
        why = ""
        try:
            add(wheel(tmp_path, files, **more))
        except Unplayable as error:
            why = str(error)
        join()
        assert len(why) < LONGEST + 200
        assert why.isprintable()
        return why.partition(".whl: ")[2]

    yield tried
    join()
    rules = games.find_rules("beavers")
    assert finish(rules, rules.begin(seated(rules, 2, "box"), {}), 1).entries
    assert [game.name for game in games.LIST][:2] == ["galopp-royal", "cat-royal"]
    assert kept(shelf_folder)["beavers"].why == ""


# --- it imports os ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "found"),
    [("import os", "os"), ("from os import system", "os"), ("__import__('os')", "__import__"), ("eval('1')", "eval")],
)
def test_what_imports_os_is_refused(hostile: Add, source: str, found: str) -> None:
    assert hostile(sources(more=source)) == f"otters: otters/more.py, line 1: a game may not use {found}"


# --- an endless loop in view -----------------------------------------------------------------------------------------


def test_what_never_returns_is_set_aside_at_the_next_start(
    hostile: Add, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That the loop of a real box hangs, and is ended: tests/companion/daemon/test_hanging.py."""
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    assert hostile(sources()) == ""
    box = SteppedBox(tmp_path / "games", config("otters"))
    box.tap("green1", "green3")
    box.hold("green3", "green3")
    box.pull_the_plug()
    (tmp_path / ENDED).write_text("watchdog\n", encoding="utf-8")
    again = SteppedBox(tmp_path / "games", config("beavers"))
    assert again.box.box.table.view(again.box.now).lines == silent("otters").lines
    again.tap("green1", "green3")
    again.hold("green3")
    assert again.session.rules.name == "beavers"
    again.pull_the_plug()


# --- 10 MB of text ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "view",
    [
        View(Text(TEN_MB)),
        View(verbatim("Matches"), lines=(Text(TEN_MB),)),
        View(verbatim("Matches"), lines=(verbatim(TEN_MB),) * 3, page_lines=(Text(TEN_MB),)),
        View(verbatim("Matches"), lines=(Text("{n:>10000000}", (("n", 1),)),)),
        View(verbatim("Matches"), lines=tuple(verbatim(f"line {n}") for n in range(200_000))),
        View(verbatim("Matches"), number=TEN_MB, caption=Text(TEN_MB)),
        View(verbatim("Matches"), notice=Text(TEN_MB), sentence=Text(TEN_MB)),
        View(verbatim("Matches"), seats=(SeatView(Seat(1), TEN_MB, "red", TEN_MB),)),
        View(verbatim("Matches"), table=(SeatCards(Seat(1), Text(TEN_MB), (TEN_MB,) * 20),) * 200_000),
        View(verbatim("Matches"), table=(Dice(Text(TEN_MB), (6,) * 1_000_000),)),
    ],
    ids=["title", "line", "lines", "width", "many lines", "number", "sentence", "seat", "hands", "dice"],
)
def test_a_screen_of_10_mb_is_cut(view: View) -> None:
    began = time.process_time()
    english = translator("en")
    assert oled.draw(view, english).size == (128, 64)
    assert len(msgspec.json.encode(page(view, english))) < (MOST_LINES + 10) * LONGEST
    assert len("".join(sentences(view, english, "full"))) < (MOST_LINES + 10) * LONGEST
    assert time.process_time() - began < 2.0, "on a Pi, too, long before the watchdog barks"


@pytest.mark.parametrize(
    ("files", "why"),
    [
        (sources(more=f'"""{TEN_MB}"""'), "otters: otters/more.py: expected at most 1 MB of source; came more"),
        (sources(init=manifest(licence=TEN_MB)), "otters: otters/__init__.py: expected at most 1 MB of source; came"),
        (sources(init=manifest().replace("'MIT'", "'word ' * 2000000")), "otters: its manifest: expected up to 100"),
        (sources(init=manifest().replace("'1.0'", "'1' * 10**7")), "otters: its kit: expected a version such as 1.0;"),
        (sources(init=f"raise ValueError('word ' * 2000000)\n{manifest()}"), "otters: it does not load: ValueError: w"),
        (sources() | {"otters/a.txt": TEN_MB, "otters/b.txt": TEN_MB}, "expected a wheel of at most 1000 files and 20"),
    ],
    ids=["source", "manifest", "licence", "kit", "error", "wheel"],
)
def test_a_wheel_of_10_mb_is_refused_in_a_sentence(hostile: Add, files: dict[str, str | bytes], why: str) -> None:
    assert hostile(files).startswith(why)


def test_a_catalogue_of_10_mb_is_passed_over_and_so_is_a_long_translation(hostile: Add) -> None:
    words = {"A": "x" * 10_000_000}, {"Otters swim.": "Otter schwimmen.", "Long": "lang " * LONGEST}
    assert hostile(sources() | {f"{DE}{n}.mo": compiled(each) for n, each in enumerate(words)}) == ""
    games.find_rules("otters")
    say = translator("de")
    assert [say("A"), say("Otters swim."), say("Long")] == ["A", "Otter schwimmen.", "Long"]


def test_ever_new_messages_take_no_more_memory(hostile: Add) -> None:
    assert hostile(sources()) == ""
    games.find_rules("otters")
    for n in range(own_words.ASKED + 10):
        translator("de")(f"{n} otters")
    assert own_words._said.cache_info().currsize <= own_words.ASKED


def test_the_limit_of_source_is_far_above_the_games_of_the_box() -> None:
    files = Path(games.__file__).parent.rglob("*.py")
    assert 50 * max(file.stat().st_size for file in files) < source_contract.BYTES


# --- names of other games --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ("cat-royal = otters:MANIFEST", "cat-royal: its name is taken by a game of the box"),
        ("beavers = otters:MANIFEST", "beavers: its name is taken by the package beavers"),
        ("otters = beavers:MANIFEST", "otters: its package beavers is not there"),
        ("otters = companion.games.cat_royal:MANIFEST", "otters: its package companion is not there"),
    ],
)
def test_the_name_of_another_game_is_refused(hostile: Add, entry: str, why: str) -> None:
    assert hostile(sources(), entry=f"[companion.games]\n{entry}\n") == why


@pytest.mark.parametrize("title", ["Galopp Royal", "CAT ROYAL", "beavers"])
def test_the_title_of_another_game_is_refused(hostile: Add, title: str) -> None:
    rules = RULES.replace('"Otters"', f'"{title}"')
    said = f"otters: its title {title} is taken by another game"
    assert hostile(sources(init=manifest(title=title), rules=rules)) == said


# --- control characters ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["\x1b[2J", "a\nb", "\x07", "\u202eretto", "\x00"])
def test_control_characters_of_a_catalogue_are_not_shown(hostile: Add, said: str) -> None:
    assert hostile(sources() | {f"{DE}otters.mo": compiled({"An eel": said, "A frog": "Ein Frosch"})}) == ""
    games.find_rules("otters")
    say = translator("de")
    assert [say("An eel"), say("A frog")] == ["An eel", "Ein Frosch"]


@pytest.mark.parametrize("more", [{"licence": "\x1b[2J"}, {"languages": ("en", "\x07")}, {"rulebooks": ("a\nb",)}])
def test_control_characters_of_a_manifest_are_refused(hostile: Add, more: dict[str, Any]) -> None:
    rules = RULES.replace("    pairs: Final", '    rulebooks: Final = {"a\\nb": ""}\n    pairs: Final')
    files = sources(init=manifest(**more), rules=rules if "rulebooks" in more else RULES)
    assert hostile(files).startswith("otters: its manifest: expected up to 100 letters in one line; came '")
