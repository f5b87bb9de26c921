"""Pages for phones and tablets in the menu: off and on, in another network, and where all may look.

How phones come in: test_inviting.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.galopp_royal.state import State
from companion.kit.text import text, verbatim
from companion.kit.view import Legend
from companion.table.owning import NO_WIFI_NAME, NO_WIFI_PASSWORD, Join
from companion.table.ports import JoinWifi, Network, Settings, SwitchPages, WifiNetwork
from companion.testing.whole_games import NAMES
from tests.companion.games.galopp_royal.positions import RULES
from tests.companion.table.at_the_table import HOLD_S, Hands, People, choose, open_menu, say
from tests.companion.table.screens.test_inviting import Guests, guests

WIFI = WifiNetwork("companion-ppbq", "je2n7-mpm7z")
CABLE, RADIO = Network("eth0", "10.0.0.6"), Network("wlan0", "10.0.0.7")


def without_pages(*, may_have_wifi: bool = False) -> Hands[State]:
    """A table that could have some."""
    duties = {duty.name: "box" for duty in RULES.duties}
    settings = Settings(("en",), NAMES, duties, {"confirmed": True}, HOLD_S, 2.0, 5.0)  # type: ignore[arg-type]
    table = Hands(RULES, replace(settings, may_have_pages=True, may_have_wifi=may_have_wifi))
    table.table.open(table.t)
    return table


def among(*networks: Network, is_in_its_own: bool) -> Guests[State]:
    table = guests()
    table.porter.networks, table.porter.is_in_a_network = networks, is_in_its_own
    return table


# --- on and off ------------------------------------------------------------------------------------------------------


def test_where_there_can_be_none_the_menu_has_no_word_of_them() -> None:
    open_menu(table := People())
    with pytest.raises(AssertionError, match="no Phones"):
        choose(table, "Phones")


def test_while_they_are_off_the_menu_says_so_and_offers_them() -> None:
    open_menu(table := without_pages())
    choose(table, "Phones")
    assert say(table.view) == "Menu |  | Phones | switched off"
    table.hold(1)
    assert say(table.view) == "Phones |  | Switch on: | home network"
    table.hold(1)
    assert table.table.request == SwitchPages(is_on=True)


def test_they_can_be_left_off() -> None:
    open_menu(table := without_pages())
    choose(table, "Phones")
    table.hold(1)
    choose(table, "Leave off")
    table.hold(1)
    assert table.table.request is None
    assert table.view.title == text("Who plays?")


def test_while_they_are_off_nobody_is_invited() -> None:
    table = without_pages()
    before = table.view
    assert before.legend == Legend(text("join"), red_hold=text("bot"))
    table.tap(2, "red")
    assert table.view == before


def test_they_are_switched_off_in_the_menu_too() -> None:
    open_menu(table := guests())
    choose(table, "Switch off:")
    table.hold(1)
    assert table.table.request == SwitchPages(is_on=False)


# --- where -----------------------------------------------------------------------------------------------------------


def test_switched_on_the_display_shows_where_until_somebody_presses_a_key() -> None:
    table = guests()
    before = table.view
    table.table.show_where(table.t)
    table.wait(600.0)
    assert (table.view.title, table.view.qr) == (text("The table"), "http://10.0.0.7/")
    assert table.view.lines == (verbatim("10.0.0.7"),)
    table.tap(4)
    assert (table.view, table.table.joined) == (before, ())


def test_the_menu_shows_it_again() -> None:
    open_menu(table := guests())
    choose(table, "The table")
    table.hold(1)
    assert table.view.qr == "http://10.0.0.7/"
    assert table.porter.invited == []


def test_where_there_are_none_nothing_is_shown() -> None:
    table = without_pages()
    before = table.view
    table.table.show_where(table.t)
    assert table.view == before


# --- networks --------------------------------------------------------------------------------------------------------


def test_of_several_networks_one_is_chosen_by_address_and_name() -> None:
    table = among(CABLE, RADIO, is_in_its_own=False)
    table.table.show_where(table.t)
    assert say(table.view) == "Which network? |  | 10.0.0.6 | eth0"
    table.tap(1)
    assert say(table.view) == "Which network? |  | 10.0.0.7 | wlan0"
    table.hold(1)
    assert table.table.request == SwitchPages(is_on=True, network="wlan0")


def test_when_their_network_is_gone_another_one_is_offered_and_without_any_that_is_said() -> None:
    table = among(CABLE, is_in_its_own=False)
    table.tap(2, "red")
    assert say(table.view) == "Which network? |  | 10.0.0.6 | eth0"
    table.tap(0, "table")
    table.porter.networks = ()
    table.table.show_where(table.t)
    assert (table.view.title, table.view.notice) == (text("Who plays?"), text("The box is in no network."))


def test_another_network_is_offered_where_there_is_one() -> None:
    for networks in ((RADIO,), (CABLE, RADIO)):
        open_menu(table := among(*networks, is_in_its_own=True))
        if len(networks) == 1:
            with pytest.raises(AssertionError, match="no Another network"):
                choose(table, "Another network")
        else:
            choose(table, "Another network")
            table.hold(1)
            choose(table, "eth0")
            table.hold(1)
            assert table.table.request == SwitchPages(is_on=True, network="eth0")


# --- the box's own Wi-Fi ---------------------------------------------------------------------------------------------


def with_wifi(own: WifiNetwork | None = WIFI, *, is_in_a_network: bool = True) -> Guests[State]:
    """A table of a box that can open a Wi-Fi of its own; `own`: the one that it has opened."""
    table = Guests(RULES, may_have_wifi=True, confirmed=True)
    table.porter.own_wifi, table.porter.is_in_a_network = own, is_in_a_network
    return table


def test_while_phones_are_off_the_menu_offers_it_beside_the_home_network() -> None:
    open_menu(table := without_pages(may_have_wifi=True))
    choose(table, "Phones")
    table.hold(1)
    assert say(table.view) == "Phones |  | Switch on: | home network"
    table.tap(1)
    assert say(table.view) == "Phones |  | Switch on: | the box's Wi-Fi"
    table.hold(1)
    assert table.table.request == SwitchPages(is_on=True, is_own=True)


def test_switched_on_the_display_shows_how_to_join_it_and_then_the_address() -> None:
    table = with_wifi()
    table.table.show_where(table.t)
    assert table.link == "WIFI:T:WPA;S:companion-ppbq;P:je2n7-mpm7z;;"
    assert table.view.lines == (verbatim("companion-ppbq"), verbatim("je2n7-mpm7z"))
    table.tap(1)
    assert table.link == "http://10.0.0.7/"
    table.tap(1)
    assert table.link == ""


def test_the_address_is_that_which_the_box_has_by_then() -> None:
    table = with_wifi(is_in_a_network=False)
    table.table.show_where(table.t)
    assert table.link == WIFI.link
    table.porter.is_in_a_network = True
    table.tap(1)
    assert table.link == "http://10.0.0.7/"


def test_the_menu_shows_its_name_and_password_again() -> None:
    open_menu(table := with_wifi())
    choose(table, "The box's Wi-Fi")
    table.hold(1)
    assert table.link == WIFI.link
    table.tap(1)
    assert table.link == ""


def test_while_it_opens_nobody_is_invited_and_the_display_says_why() -> None:
    table = with_wifi(is_in_a_network=False)
    table.tap(2, "red")
    assert table.view.notice == text("The Wi-Fi is opening.")


def test_where_no_network_is_it_is_offered() -> None:
    table = with_wifi(None, is_in_a_network=False)
    table.porter.networks = ()
    table.tap(2, "red")
    assert say(table.view) == "Which network? |  | The box's Wi-Fi"
    table.hold(1)
    assert table.table.request == SwitchPages(is_on=True, is_own=True)


@pytest.mark.parametrize(
    ("wifi", "scanned"),
    [
        (WifiNetwork('a;b\\,"c:', "p;assword"), 'WIFI:T:WPA;S:a\\;b\\\\\\,\\"c\\:;P:p\\;assword;;'),
        (WifiNetwork("open", ""), "WIFI:T:nopass;S:open;;"),
    ],
)
def test_what_a_phone_scans_has_its_signs_marked(wifi: WifiNetwork, scanned: str) -> None:
    assert wifi.link == scanned


# --- the home network, from the owner's page -------------------------------------------------------------------------


@pytest.mark.parametrize("password", ["eightchr", "x" * 63, ""])
def test_the_owner_names_the_home_network(password: str) -> None:
    table, home = with_wifi(), WifiNetwork("Heimnetz Müller", password)
    assert table.table.order(Join(home), table.t) is None
    assert table.table.request == JoinWifi(home)


def test_what_no_wifi_can_be_called_is_refused() -> None:
    table = with_wifi()
    for name in ("\n", "ü" * 17):
        assert table.table.order(Join(WifiNetwork(name, "12345678")), table.t) == NO_WIFI_NAME
    for password in ("1234567", "pässword", "with\ttab"):
        assert table.table.order(Join(WifiNetwork("home", password)), table.t) == NO_WIFI_PASSWORD
    assert table.table.request is None


def test_where_the_box_cannot_touch_the_network_nobody_joins() -> None:
    table = guests()
    assert table.table.order(Join(WifiNetwork("home", "12345678")), table.t) is not None
    assert table.table.request is None
