"""The menu for phones and tablets: switch the pages on and off, let phones in one by one, log all out.

Law: a switch is a request to the program that runs the table, which restarts with it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from companion.kit.seats import COLOUR_NAMES
from companion.kit.text import Wording, text, verbatim
from companion.table.notices import Notices
from companion.table.ports import OWNER, Entrance, JoinWifi, Request, Settings, SwitchPages, WifiNetwork
from companion.table.screen import Screen
from companion.table.screens.inviting import Inviting, OwnWifi, Where
from companion.table.screens.joining import Joining
from companion.table.screens.menu import Menu, MenuItem

OWN_WIFI: Final = SwitchPages(is_on=True, is_own=True)


class Phones:
    """The phones of one table."""

    def __init__(
        self, joining: Joining[Any], settings: Settings, notices: Notices, ask: Callable[[Request, float], None]
    ) -> None:
        self._joining = joining
        self._settings = settings
        self._notices = notices
        self._ask = ask

    def rows(self) -> tuple[MenuItem, ...]:
        """The rows of the main menu."""
        if (entrance := self._settings.entrance) is not None:
            return (
                MenuItem((text("Phones"), text("scan a code")), lambda _: self._whose_phone()),
                MenuItem((text("Owner's page"), text("scan a code")), partial(self.invite, OWNER)),
                MenuItem((text("The table"), text("for all to see")), self.where),
                *self._of_wifi(entrance),
                MenuItem((text("All phones out"), text("each scans anew")), partial(self._shut_out, entrance)),
                *self._of_the_switch(entrance),
            )
        off = MenuItem((text("Phones"), text("switched off")), lambda _: self._switch_on())
        return (off,) if self._settings.may_have_pages else ()

    def invite(self, door: int, t: float) -> Screen | None:
        """An invitation for a pair of keys, or for the `OWNER`; if there is none, a notice tells why."""
        entrance = self._settings.entrance
        if entrance is None:
            return None
        if door not in (OWNER, *self._joining.rules.pairs):
            self._notices.say(text("Nobody plays here in this game."), t)
            return None
        if (invitation := entrance.invite(door, t)) is None:
            return self._astray(entrance, t)
        return Inviting(door, self._name(door), invitation)

    def where(self, t: float) -> Screen | None:
        """The screen with the address of the page that all may see; if there is none, a notice tells why."""
        if (entrance := self._settings.entrance) is None:
            return None
        if (wifi := entrance.own_wifi) is not None:
            return OwnWifi(wifi, lambda: _address(entrance))
        return _address(entrance) or self._astray(entrance, t)

    def join(self, network: WifiNetwork, t: float) -> None:
        """The owner's page names the home network."""
        self._ask(JoinWifi(network), t)

    def came_in(self, door: int, t: float) -> None:
        """A phone has come in by the code of a pair of keys, or of the `OWNER`."""
        owner, phone = text("The owner's page is open."), text("{name}'s phone is in.", name=self._name(door))
        self._notices.say(owner if door == OWNER else phone, t)

    def _switch_on(self) -> Menu:
        on = MenuItem((text("Switch on:"), text("home network")), partial(self._ask, SwitchPages(is_on=True)))
        own = MenuItem((text("Switch on:"), text("the box's Wi-Fi")), partial(self._ask, OWN_WIFI))
        off = MenuItem((text("Leave off"),), lambda _: None)
        return Menu(text("Phones"), (on, *((own,) if self._settings.may_have_wifi else ()), off))

    def _of_wifi(self, entrance: Entrance) -> tuple[MenuItem, ...]:
        wifi = entrance.own_wifi
        if wifi is None:
            return ()
        return (MenuItem((text("The box's Wi-Fi"), text("scan a code")), lambda _: OwnWifi(wifi)),)

    def _whose_phone(self) -> Menu:
        """The menu "whose phone": each name above the colour of its keys."""
        pairs, joining = self._joining.rules.pairs, self._joining
        rows = (
            MenuItem((verbatim(player.said), COLOUR_NAMES[player.colour]), partial(self.invite, pair))
            for pair, player in zip(pairs, joining.names.players(pairs), strict=True)
        )
        return Menu(text("Whose phone?"), tuple(rows))

    def _of_the_switch(self, entrance: Entrance) -> tuple[MenuItem, ...]:
        another = MenuItem((text("Another network"),), lambda _: self._which_network(entrance))
        off = MenuItem((text("Switch off:"), text("no phones")), partial(self._ask, SwitchPages(is_on=False)))
        return (another, off) if len(entrance.networks) + self._settings.may_have_wifi > 1 else (off,)

    def _astray(self, entrance: Entrance, t: float) -> Screen | None:
        """The box is not in its network: offer another one, if there is any."""
        if entrance.own_wifi is not None:
            self._notices.say(text("The Wi-Fi is opening."), t)
            return None
        if entrance.networks or self._settings.may_have_wifi:
            return self._which_network(entrance)
        self._notices.say(text("The box is in no network."), t)
        return None

    def _which_network(self, entrance: Entrance) -> Menu:
        rows = (
            MenuItem(
                (verbatim(network.address), verbatim(network.name)), partial(self._ask, SwitchPages(True, network.name))
            )
            for network in entrance.networks
        )
        own = MenuItem((text("The box's Wi-Fi"),), partial(self._ask, OWN_WIFI))
        is_offered = self._settings.may_have_wifi and entrance.own_wifi is None
        return Menu(text("Which network?"), (*rows, *((own,) if is_offered else ())))

    def _shut_out(self, entrance: Entrance, t: float) -> None:
        entrance.shut()
        self._notices.say(text("Every phone needs a new code."), t)

    def _name(self, door: int) -> Wording:
        """The name of the player at a pair, or of the owner."""
        return text("Owner") if door == OWNER else self._joining.names.players((door,))[0].said


def _address(entrance: Entrance) -> Where | None:
    """The address of the page that all may see; `None`: the box is not in that network."""
    return Where(address) if (address := entrance.address) is not None else None
