"""QR codes on the display: the box's own Wi-Fi, the page that all may see, the invitation of a phone or a tablet.

Laws: each is shown until a key is pressed; an invitation ends also when a phone has come in or its code expires. Only
people who see the display ever see a code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.kit.text import Wording, text, verbatim
from companion.kit.view import View
from companion.table.controls import Press
from companion.table.ports import Invitation, WifiNetwork
from companion.table.screen import Screen
from companion.table.screens.pause import UntilPressed

OR_TYPE: Final = text("or type")
"""Cameras read an OLED badly."""


class OwnWifi(UntilPressed):
    """The box's own Wi-Fi, to join; after it, if it is open by then, the address in it."""

    def __init__(self, wifi: WifiNetwork, after: Callable[[], Screen | None] = lambda: None) -> None:
        """`after`: gives the screen that follows, when this one has been left."""
        super().__init__()
        self._wifi = wifi
        self._after = after

    def press(self, press: Press, t: float) -> Screen | None:
        """Go on to what follows."""
        return self if super().press(press, t) is not None else self._after()

    def view(self, _t: float) -> View:
        """The link to scan; name and password to type."""
        wifi = self._wifi
        return View(text("Wi-Fi"), qr=wifi.link, lines=(verbatim(wifi.name), verbatim(wifi.password)))


class Where(UntilPressed):
    """The address of the page that all may see."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address

    def view(self, _t: float) -> View:
        """The link to scan; the address to type."""
        return View(text("The table"), qr=f"http://{self._address}/", lines=(verbatim(self._address),))


class Inviting(UntilPressed):
    """An invitation for the player at a pair of keys, or for the owner."""

    def __init__(self, door: int, name: Wording, invitation: Invitation) -> None:
        """`door`: the pair, or `ports.OWNER`."""
        super().__init__()
        self.door = door
        self._name = name
        self._invitation = invitation

    def view(self, _t: float) -> View:
        """The link to scan; address and code to type."""
        link, address, code = self._invitation.link, self._invitation.address, self._invitation.code
        return View(
            verbatim(self._name), qr=link, lines=(OR_TYPE, verbatim(address), verbatim(f"{code[:3]} {code[3:]}"))
        )

    def is_over(self, t: float) -> bool:
        """Whether its code has expired."""
        return t >= self._invitation.until

    def next_deadline(self, _t: float) -> float:
        """When its code expires."""
        return self._invitation.until
