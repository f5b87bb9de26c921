from __future__ import annotations

import pytest

from companion.kit.text import text
from companion.table.menu import Choice, Menu

ALL = (Choice.BACK, Choice.NEW_GAME, Choice.REDO, Choice.LANGUAGE)


def test_it_opens_at_what_changes_nothing() -> None:
    assert Menu(can_redo=True).chosen is Choice.BACK
    assert Menu(can_redo=False).chosen is Choice.BACK


def test_redo_is_offered_only_if_something_was_undone() -> None:
    assert Menu(can_redo=True).choices == ALL
    assert Menu(can_redo=False).choices == (Choice.BACK, Choice.NEW_GAME, Choice.LANGUAGE)


@pytest.mark.parametrize("can_redo", [True, False])
@pytest.mark.parametrize("way", [+1, -1])
def test_taps_go_round_all_choices_and_back_to_the_first(can_redo: bool, way: int) -> None:
    menu = Menu(can_redo)
    seen = []
    for _ in menu.choices:
        seen.append(menu.chosen)
        menu = menu.turned(way)
    assert seen == [menu.choices[0], *menu.choices[1:][::way]]
    assert menu.chosen is Choice.BACK


def test_every_choice_has_its_words_and_the_keys_theirs() -> None:
    views = [Menu(can_redo=True, at=at).view() for at in range(len(ALL))]
    assert len({view.lines for view in views}) == len(ALL)
    for view in views:
        assert view.title == text("Menu")
        assert view.lines
        assert view.keys is not None
        assert (view.keys.green_hold, view.keys.red_hold) == (text("OK"), text("Back"))


def test_a_new_game_says_what_it_costs() -> None:
    assert text("ends this one") in Menu(can_redo=False, at=1).view().lines


@pytest.mark.xfail(strict=True, reason="DESIGN 5 wants calibrate, self-test and shut down in the menu too")
def test_the_box_can_be_shut_down_from_its_menu() -> None:
    assert any("shut" in choice.value for choice in Choice)
