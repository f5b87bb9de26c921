from __future__ import annotations

import pytest

from companion.kit.text import text
from companion.table.controls import Press
from companion.table.menu import Choice, Menu

ALL = tuple(Choice)


def tap(menu: Menu, key: str) -> Menu:
    after = menu.after(Press(2, key, "tap"))  # type: ignore[arg-type]
    assert isinstance(after, Menu)
    return after


def test_it_offers_what_the_design_lists() -> None:
    assert {choice.value for choice in Choice} >= {"new game", "language", "calibrate", "self-test", "shut down"}


def test_it_opens_at_what_changes_nothing() -> None:
    assert Menu(can_redo=True).chosen is Choice.BACK
    assert Menu(can_redo=False).chosen is Choice.BACK


def test_redo_is_offered_only_if_something_was_undone() -> None:
    assert Menu(can_redo=True).choices == ALL
    assert set(ALL) - set(Menu(can_redo=False).choices) == {Choice.REDO}


@pytest.mark.parametrize("can_redo", [True, False])
@pytest.mark.parametrize(("key", "step"), [("green", +1), ("red", -1)])
def test_taps_go_round_all_choices_and_back_to_the_first(can_redo: bool, key: str, step: int) -> None:
    menu = Menu(can_redo)
    seen = []
    for _ in menu.choices:
        seen.append(menu.chosen)
        menu = tap(menu, key)
    assert seen == [menu.choices[0], *menu.choices[1:][::step]]
    assert menu.chosen is Choice.BACK


def test_green_held_chooses_red_held_and_the_table_key_leave() -> None:
    menu = tap(Menu(can_redo=False), "green")
    assert menu.after(Press(5, "green", "hold", 1)) is Choice.NEW_GAME
    assert menu.after(Press(5, "red", "hold", 1)) is Choice.BACK
    assert menu.after(Press(0, "table", "tap")) is Choice.BACK
    assert menu.after(Press(5, "green", "down")) is menu
    assert menu.after(Press(5, "green", "release", 1)) is menu


def test_every_choice_has_its_words_and_the_keys_theirs() -> None:
    views = [Menu(can_redo=True, at=at).view(0.0) for at in range(len(ALL))]
    assert len({view.lines for view in views}) == len(ALL)
    for view in views:
        assert view.title == text("Menu")
        assert view.lines
        assert view.legend is not None
        assert (view.legend.green_hold, view.legend.red_hold) == (text("OK"), text("Back"))


def test_a_new_game_says_what_it_costs() -> None:
    assert text("ends this one") in Menu(can_redo=False, at=1).view(0.0).lines
