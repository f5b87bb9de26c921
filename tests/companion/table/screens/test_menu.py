from __future__ import annotations

import pytest

from companion.kit.text import text, verbatim
from companion.kit.view import Key
from companion.table.controls import Press
from companion.table.screen import Screen
from companion.table.screens.menu import Menu, MenuItem


class Chosen:
    """What has been chosen, and when."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, float]] = []
        self.inner = Menu(text("Inner"), (MenuItem((text("again"),), lambda _: None),))

    def menu(self) -> Menu:
        def row(name: str, leads_to: Screen | None) -> MenuItem:
            def choose(t: float) -> Screen | None:
                self.rows.append((name, t))
                return leads_to

            return MenuItem((verbatim(name),), choose)

        return Menu(text("Menu"), (row("tea", None), row("cake", self.inner), row("bed", None)))


def tap(menu: Menu, key: Key) -> None:
    assert menu.press(Press(2, key, "tap"), 0.0) is menu


@pytest.mark.parametrize(("key", "order"), [("green", ["tea", "cake", "bed"]), ("red", ["tea", "bed", "cake"])])
def test_taps_go_round_all_rows_and_back_to_the_first(key: Key, order: list[str]) -> None:
    menu = Chosen().menu()
    seen = []
    for _ in range(4):
        seen.append(menu.view(0.0).lines)
        tap(menu, key)
    assert seen == [(verbatim(name),) for name in [*order, "tea"]]


def test_green_held_chooses_what_is_shown_and_gives_what_has_the_keys_then() -> None:
    chosen = Chosen()
    menu = chosen.menu()
    assert menu.press(Press(5, "green", "hold", 1), 1.5) is None
    tap(menu, "green")
    assert menu.press(Press(5, "green", "hold", 1), 2.5) is chosen.inner
    assert chosen.rows == [("tea", 1.5), ("cake", 2.5)]


def test_red_held_and_the_table_key_leave_and_choose_nothing() -> None:
    chosen = Chosen()
    for press in (Press(5, "red", "hold", 1), Press(0, "table", "tap"), Press(0, "table", "withdrawn")):
        assert chosen.menu().press(press, 0.0) is None
    assert chosen.rows == []


def test_the_keys_that_opened_it_are_let_go_unnoticed() -> None:
    menu = Chosen().menu()
    for press in (Press(0, "table", "release", 2), Press(5, "green", "down"), Press(5, "green", "release", 1)):
        assert menu.press(press, 0.0) is menu


def test_a_bar_grows_for_both_keys_and_nothing_moves_by_itself() -> None:
    menu = Chosen().menu()
    assert menu.accepts_hold(1, "green", 0.0)
    assert menu.accepts_hold(1, "red", 0.0)
    assert not menu.is_private
    assert menu.next_deadline(0.0) is None
