from __future__ import annotations

import pytest

from companion.kit.text import text, verbatim
from companion.kit.view import View
from companion.table.controls import Press
from companion.table.screen import Screen
from companion.table.screens.menu import Menu, MenuItem
from companion.table.screens.reading import KEYS, Reading

ONE, TWO = View(verbatim("one")), View(verbatim("two"))


@pytest.mark.parametrize(
    "press",
    [
        Press(1, "green", "tap"),
        Press(6, "red", "tap"),
        Press(0, "table", "tap"),
        Press(2, "green", "hold", 1),
        Press(3, "red", "hold", 1),
        Press(0, "table", "hold", 1),
    ],
)
def test_any_key_tapped_or_held_turns_the_page(press: Press) -> None:
    ends: list[float] = []
    reading: Screen | None = Reading((ONE, TWO), ends.append)
    assert reading is not None
    assert reading.view(0.0) == ONE
    assert reading.press(press, 1.0) is reading
    assert reading.view(1.0) == TWO
    assert not ends
    assert reading.press(press, 2.0) is None
    assert ends == [2.0]


def test_one_press_turns_one_page() -> None:
    reading = Reading((ONE, TWO), lambda _: None)
    down = [
        Press(1, "red", "down"),
        Press(1, "red", "hold", 1),
        Press(1, "red", "hold", 2),
        Press(1, "red", "release", 2),
    ]
    for press in [*down, Press(1, "green", "down"), Press(1, "green", "withdrawn")]:
        assert reading.press(press, 0.0) is reading
    assert reading.view(0.0) == TWO


def test_a_page_waits_for_as_long_as_somebody_reads() -> None:
    reading = Reading((ONE, TWO), lambda _: None)
    assert reading.next_deadline(0.0) is None
    assert reading.view(3600.0) == ONE


def test_what_comes_after_the_last_page_has_the_keys() -> None:
    menu = Menu(text("Menu"), (MenuItem((text("OK"),), lambda _: None),))
    assert Reading((ONE,), lambda _: menu).press(Press(1, "green", "tap"), 0.0) is menu


def test_the_pages_about_the_keys_name_each_kind_of_key_once() -> None:
    assert [page.title for page in KEYS] == [text("Key ●"), text("Key ○"), text("Table key")]
