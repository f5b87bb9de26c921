"""Inviting a phone at the box: red while joining, the menu's rows; how an invitation ends, and who never sees it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest
from msgspec.structs import replace

from companion.games.cat_royal.rules import CAT_ROYAL
from companion.games.galopp_royal.state import State
from companion.kit.rules import Rules
from companion.kit.setup import Who
from companion.kit.text import speak, text, verbatim
from companion.kit.view import Key
from companion.table.afar import Sitting
from companion.table.layers import BUSY, PLAYS
from companion.table.ports import OWNER, Invitation, Network, Settings, WifiNetwork
from companion.table.screens.joining import NOBODY
from companion.testing.whole_games import NAMES
from tests.companion.games.galopp_royal.positions import RULES
from tests.companion.table.at_the_table import HOLD_S, HandedOver, Hands, People, choose, open_menu, say

S = TypeVar("S")

GOOD_S = 120.0


class Porter:
    """An entrance in a network, or in none, of a box that may be in others."""

    def __init__(self) -> None:
        self.is_in_a_network = True
        self.networks: tuple[Network, ...] = (Network("wlan0", "10.0.0.7"),)
        self.own_wifi: WifiNetwork | None = None
        self.invited: list[int] = []
        self.begun: list[float] = []
        self.shuts = 0

    @property
    def address(self) -> str | None:
        return "10.0.0.7" if self.is_in_a_network else None

    def invite(self, door: int, t: float) -> Invitation | None:
        if not self.is_in_a_network:
            return None
        self.invited.append(door)
        code = f"{len(self.invited):06}"
        return Invitation(f"http://10.0.0.7/s#{code}", "10.0.0.7", code, t + GOOD_S)

    def begin_game(self, t: float) -> None:
        self.begun.append(t)

    def shut(self) -> None:
        self.shuts += 1


class Guests(Hands[S]):
    """The people at a table with pages."""

    def __init__(self, rules: Rules[S], *, may_have_wifi: bool = False, **choices: object) -> None:
        self.porter = Porter()
        duties: dict[str, Who] = {duty.name: "box" for duty in rules.duties}
        settings = Settings(("en",), NAMES, duties, choices, HOLD_S, 2.0, 5.0)
        super().__init__(rules, replace(settings, entrance=self.porter, may_have_wifi=may_have_wifi))
        self.table.open(self.t)

    @property
    def link(self) -> str:
        return self.view.qr


def guests() -> Guests[State]:
    return Guests(RULES, confirmed=True)


# --- red, while people join ------------------------------------------------------------------------------------------


def test_red_tapped_while_joining_shows_the_invitation_of_that_pair() -> None:
    table = guests()
    assert table.view.legend is not None
    assert table.view.legend.red_tap == text("phone")
    table.tap(2, "red")
    assert table.porter.invited == [2]
    assert (table.view.title, table.view.qr) == (verbatim("Pia"), "http://10.0.0.7/s#000001")
    assert table.view.lines == (text("or type"), verbatim("10.0.0.7"), verbatim("000 001"))
    assert table.table.joined == (), "nobody has read it yet"


def test_where_there_are_no_pages_red_means_nothing() -> None:
    table = People()
    before = table.view
    assert before.legend is not None
    assert before.legend.red_tap is None
    table.tap(2, "red")
    assert table.view == before


def test_a_pair_that_plays_no_part_in_this_game_is_not_invited() -> None:
    table = Guests(CAT_ROYAL)
    table.tap(5, "red")
    assert (table.link, table.view.notice) == ("", text("Nobody plays here in this game."))
    assert table.porter.invited == []


def test_without_a_network_that_is_said() -> None:
    table = guests()
    table.porter.is_in_a_network, table.porter.networks = False, ()
    table.tap(2, "red")
    assert (table.link, table.view.notice) == ("", text("The box is in no network."))


# --- how it ends -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("pair", "key"), [(1, "green"), (2, "red"), (6, "green"), (0, "table")])
def test_any_key_takes_it_away_and_does_nothing_else(pair: int, key: Key) -> None:
    table = guests()
    before = table.view
    table.tap(2, "red")
    table.tap(pair, key)
    assert table.view == before
    assert table.table.joined == ()


def test_a_hold_takes_it_away_without_a_bar_and_begins_nothing() -> None:
    table = guests()
    for pair in (1, 2, 3):
        table.tap(pair)
    table.tap(2, "red")
    table.reach(1)
    assert table.link
    assert table.view.bar is None
    table.let_go(1)
    assert not table.link
    assert table.table.session is None


def test_it_goes_when_the_phone_is_in_and_that_is_said() -> None:
    table = guests()
    table.tap(2, "red")
    table.table.came_in(2, table.t)
    assert (table.link, table.view.notice) == ("", text("{name}'s phone is in.", name="Pia"))


def test_who_comes_in_plays_and_may_leave_and_come_again_on_the_page() -> None:
    table = guests()
    table.tap(2, "red")
    table.table.came_in(2, table.t)
    assert (table.table.joined, say(table.view).partition(" | ")[0]) == ((2,), "Pia joins")
    table.table.came_in(2, table.t)
    assert table.table.joined == (2,), "whoever comes again does not leave"
    assert table.table.prepare(2, Sitting(sits=False), table.t) is None
    assert say(table.view).startswith("Pia leaves")
    assert table.table.prepare(2, Sitting(sits=True), table.t) is None
    table.table.came_in(OWNER, table.t)
    assert say(table.view).startswith("Pia joins")


def test_who_comes_in_during_a_game_plays_in_the_next_one() -> None:
    table = begun()
    for door in (1, 5):
        table.table.came_in(door, table.t)
    assert len(table.view.seats) == 3
    assert table.table.prepare(3, Sitting(sits=False), table.t) == PLAYS
    assert table.table.prepare(6, Sitting(sits=True), table.t) is None
    open_menu(table)
    assert table.table.prepare(4, Sitting(sits=True), table.t) == BUSY
    choose(table, "New game:")
    table.hold(1)
    assert table.table.joined == (1, 2, 3, 5, 6)


def test_no_phone_plays_where_a_game_has_no_seat() -> None:
    cats = Guests(CAT_ROYAL)
    cats.table.came_in(6, cats.t)
    assert cats.table.prepare(6, Sitting(sits=True), cats.t) == NOBODY
    assert cats.table.joined == ()


def test_it_stays_when_another_phone_is_in() -> None:
    table = guests()
    table.tap(2, "red")
    table.table.came_in(3, table.t)
    assert table.link
    table.tap(2)
    assert speak(table.view.notice or "", str) == "Werner's phone is in."


def test_a_phone_may_come_when_nothing_is_shown() -> None:
    table = guests()
    table.table.came_in(1, table.t)
    assert speak(table.view.notice or "", str) == "Hans's phone is in."


def test_who_comes_in_where_a_bot_plays_takes_over_and_nobody_else_does() -> None:
    table = guests()
    for pair in (1, 3):
        table.tap(pair)
    for pair in (2, 4, 5):
        table.hold(pair, "red")
    table.table.came_in(4, table.t)
    assert [seat.is_bot for seat in table.view.seats] == [False, True, False, False, True]
    table.tap(4)
    table.hold(1)
    table.read()
    for door in (4, 1, OWNER):
        table.table.came_in(door, table.t)
    playing = table.table.playing
    assert playing is not None
    assert playing.bots == {2: "simple", 4: "simple"}
    table.table.came_in(2, table.t)
    assert playing.bots == {4: "simple"}
    assert table.paper.calls[-1] == HandedOver({4: "simple"})
    assert table.view.notice == text("{name} plays again.", name="Pia")


def test_it_goes_when_its_code_is_too_old() -> None:
    table = guests()
    table.tap(2, "red")
    table.wait(GOOD_S - 1.0)
    assert table.link
    deadline = table.table.next_deadline(table.t)
    assert deadline is not None
    table.wait(deadline - table.t)
    assert not table.link


# --- the menu --------------------------------------------------------------------------------------------------------


def begun() -> Guests[State]:
    table = guests()
    for pair in (1, 2, 3):
        table.tap(pair)
    table.hold(1)
    table.read()
    table.wait(60.0)
    return table


def test_the_menu_has_a_row_for_phones_and_one_for_the_owner_only_where_pages_are_on() -> None:
    open_menu(table := guests())
    choose(table, "Phones")
    choose(table, "Owner's page")
    open_menu(other := People())
    for words in ("Phones", "Owner's page"):
        with pytest.raises(AssertionError, match=f"no {words}"):
            choose(other, words)


@pytest.mark.parametrize("at", [guests, begun])
def test_in_the_menu_it_is_chosen_whose_phone_it_is(at: Callable[[], Guests[State]]) -> None:
    table = at()
    open_menu(table)
    choose(table, "Phones")
    table.hold(6)
    assert say(table.view) == "Whose phone? |  | Hans | Red"
    choose(table, "Werner")
    table.hold(6)
    assert (table.view.title, table.porter.invited) == (verbatim("Werner"), [3])
    table.table.came_in(3, table.t)
    assert not table.link


def test_the_owner_is_invited_from_the_menu() -> None:
    table = guests()
    open_menu(table)
    choose(table, "Owner's page")
    table.hold(1)
    assert speak(table.view.title, str) == "Owner"
    assert table.porter.invited == [OWNER]
    table.table.came_in(OWNER, table.t)
    assert (table.link, table.view.notice) == ("", text("The owner's page is open."))


def test_a_new_game_is_told_at_the_door_but_no_resumed_one_and_no_undo() -> None:
    table = guests()
    assert table.porter.begun == []
    table.tap(1)
    table.tap(2)
    table.tap(3)
    table.reach(1)
    began = table.t
    table.let_go(1)
    assert table.table.session is not None
    table.tap(1)
    table.hold(1)
    table.undo()
    table.table.go_on(table.table.session, (1, 2, 3), table.t)
    assert table.porter.begun == [began]


def test_all_phones_are_sent_out_from_the_menu() -> None:
    table = guests()
    open_menu(table)
    choose(table, "All phones out")
    table.hold(1)
    assert (table.porter.shuts, table.view.notice) == (1, text("Every phone needs a new code."))


# --- who never sees it -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [guests, begun])
def test_pages_never_see_it(at: Callable[[], Guests[State]]) -> None:
    table = at()
    open_menu(table)
    choose(table, "Phones")
    table.hold(1)
    before = table.table.seen(table.t)
    table.hold(1)
    assert table.link
    seen = table.table.seen(table.t)
    assert (seen, seen.qr) == (before, "")
    assert "000 001" not in say(seen)
