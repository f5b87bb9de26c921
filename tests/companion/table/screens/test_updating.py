"""A newer version of the box: asked for in the menu, and installed when somebody wants it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.galopp_royal.state import State
from companion.kit.event import Refused
from companion.kit.text import text
from companion.kit.view import Key, Legend
from companion.table.afar import MEANWHILE
from companion.table.owning import IN_A_GAME, Update
from companion.table.ports import PutBack, UpdateNews, Updates, UpdateStep
from tests.companion.games.galopp_royal.positions import RULES
from tests.companion.table.at_the_table import Hands, People, choose, open_menu, say

THERE = UpdateNews((text("is there."),), may_install=True)
LOOKING = UpdateNews((text("Looking for a newer"),), is_busy=True)
WRITING = UpdateNews((text("It is being written."),), is_busy=True, step="backup")


class Desk(Updates):
    """Writes down what is asked for, and has the news that a test gives it."""

    def __init__(self) -> None:
        self.asked: list[UpdateStep] = []
        self.told: UpdateNews | None = None

    def ask(self, step: UpdateStep, t: float) -> None:  # noqa: ARG002
        self.asked.append(step)
        self.told = WRITING if step == "backup" else replace(LOOKING, step=step)

    def news(self, t: float) -> UpdateNews | None:  # noqa: ARG002
        return self.told


def people(desk: Updates | None) -> Hands[State]:
    table = Hands(RULES, replace(People().settings, updates=desk))
    table.table.open(table.t)
    return table


def ordered(table: Hands[State], *, installs: bool) -> Refused | None:
    return table.table.order(Update(installs), table.t)


def test_a_box_that_cannot_look_has_no_word_of_it() -> None:
    table = people(None)
    assert ordered(table, installs=False) == MEANWHILE
    open_menu(table)
    with pytest.raises(AssertionError, match="no Update"):
        choose(table, "Update")


def test_it_is_looked_for_when_the_screen_opens_and_installed_by_a_hold() -> None:
    desk = Desk()
    open_menu(table := people(desk))
    choose(table, "Update")
    assert desk.asked == []
    table.hold(1)
    assert desk.asked == ["look"]
    assert say(table.view).startswith("Update |  | Looking for a newer")
    assert table.table.next_deadline(table.t) is not None
    table.hold(2)
    assert desk.asked == ["look"], "nothing is there yet"
    desk.told = THERE
    assert table.view.legend is not None
    assert table.view.legend.green_hold == text("Install")
    table.hold(2)
    assert desk.asked == ["look", "install"]


@pytest.mark.parametrize("leave", ["red", "table"])
def test_leaving_it_changes_nothing(leave: str) -> None:
    desk = Desk()
    open_menu(table := people(desk))
    choose(table, "Update")
    table.hold(1)
    desk.told = THERE
    if leave == "red":
        table.hold(1, "red")
    else:
        table.tap(0, "table")
    assert table.view.title != text("Update")
    assert desk.asked == ["look"]


def test_in_a_game_it_is_not_even_looked_for() -> None:
    table = people(desk := Desk())
    for pair in (1, 2, 3):
        table.tap(pair)
    table.hold(1)
    assert table.table.session is not None
    open_menu(table)
    choose(table, "Update")
    assert "after the game" in say(table.view)
    table.hold(1)
    open_menu(table)
    choose(table, "Put back")
    assert "after the game" in say(table.view)
    table.hold(1)
    assert ordered(table, installs=False) == IN_A_GAME
    assert desk.asked == []


@pytest.mark.parametrize("in_a_game", [False, True])
def test_a_backup_is_written_after_a_question_also_in_a_game(in_a_game: bool) -> None:
    table = people(desk := Desk())
    if in_a_game:
        for pair in (1, 2, 3):
            table.tap(pair)
        table.hold(1)
    open_menu(table)
    choose(table, "Backup")
    table.hold(1)
    assert "Plug in a USB stick" in say(table.view)
    assert table.view.legend == Legend(green_hold=text("OK"), red_hold=text("Back"))
    table.tap(1)
    assert desk.asked == []
    table.hold(3)
    assert desk.asked == ["backup"]
    assert say(table.view).startswith("Backup |  | It is being written.")
    assert table.table.next_deadline(table.t) is not None
    desk.told = UpdateNews((text("All is on the stick."),), step="backup")
    table.hold(2)
    assert desk.asked == ["backup"], "once"
    table.hold(2, "red")
    assert table.view.title == text("Service"), "not at the question that is answered"
    assert (table.table.session is not None) == in_a_game


def test_a_backup_is_put_back_when_somebody_has_read_what_it_holds() -> None:
    table = people(desk := Desk())
    open_menu(table)
    choose(table, "Put back")
    table.hold(1)
    assert desk.asked == ["bring"]
    table.hold(2)
    assert table.table.request is None, "nothing has come yet"
    desk.told = UpdateNews((text("It replaces all here."),), may_install=True, step="bring")
    assert say(table.view).startswith("Put back |  | It replaces all here.")
    table.hold(2)
    assert table.table.request == PutBack()
    assert desk.asked == ["bring"]


def test_the_owner_s_page_installs_no_backup() -> None:
    table = people(desk := Desk())
    desk.told = UpdateNews((text("It replaces all here."),), may_install=True, step="bring")
    assert ordered(table, installs=True) == MEANWHILE
    assert desk.asked == []


@pytest.mark.parametrize("leave", ["red", "table"])
def test_whoever_leaves_the_question_writes_nothing(leave: Key) -> None:
    open_menu(table := people(desk := Desk()))
    choose(table, "Backup")
    table.hold(1)
    if leave == "red":
        table.hold(1, "red")
    else:
        table.tap(0, "table")
    assert table.view.title != text("Backup")
    assert desk.asked == []


def test_the_owner_looks_and_installs_what_the_page_has_seen() -> None:
    table = people(desk := Desk())
    assert ordered(table, installs=True) == MEANWHILE
    assert ordered(table, installs=False) is None
    assert ordered(table, installs=True) == MEANWHILE
    desk.told = THERE
    assert ordered(table, installs=True) is None
    assert desk.asked == ["look", "install"]
