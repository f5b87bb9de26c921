"""Checks of the box's own Wi-Fi: what it needs, whether it is open, and on which boards it is known to fail.

Law: while it is off there is nothing to say.
"""

from __future__ import annotations

from typing import Final

import msgspec

from companion.config import Config
from companion.daemon.own_wifi import ANSWER, WifiAnswer, read_wish
from companion.daemon.switch import NMCLI, switch_of
from companion.web.port import OWN_ADDRESS
from companion.workshop.doctor.facts import Facts
from companion.workshop.doctor.finding import Finding, bad, good, note, unknown

DNSMASQ: Final = "/usr/sbin/dnsmasq"
INSTALL: Final = "sudo apt install network-manager dnsmasq-base"
LOG: Final = "journalctl --unit companion-wifi --pager-end"
AT_HOME: Final = "choose Phones, Another network in the menu, or plug in a Wi-Fi stick"
ZERO_W: Final = "A Zero W opens no Wi-Fi with a password under Debian 13 (raspberrypi/linux #7247)."
ZERO_2_W: Final = (
    "The box's own Wi-Fi {name} is open. Some Zero 2 W let no phone in (RPi-Distro/firmware-nonfree #59): then choose "
    "Another network in the menu. If it does not get into a home network for WPA2 and WPA3 (raspberrypi/linux #7634), "
    "set the router to WPA2 alone."
)


def own_wifi(facts: Facts) -> Finding | None:
    """Whether the own Wi-Fi is open, if it was asked for."""
    if not isinstance(facts.settings, Config) or facts.may_not_see:
        return None
    switch, wish = switch_of(facts.settings, facts.state), read_wish(facts.state)
    if not (switch.is_on and switch.is_own) or wish is None:
        return None
    if lacking := [name for name in (str(NMCLI), DNSMASQ) if not facts.machine.path(name).exists()]:
        return bad(f"The box's own Wi-Fi needs {' and '.join(lacking)}.", run=INSTALL, needed=False)
    if not facts.machine.there("/sys/class/net/*/phy80211"):
        return bad("The box's own Wi-Fi needs a radio; here is none.", do=AT_HOME, needed=False)
    told = _answer(facts)
    if told is None or told.number != wish.number:
        return unknown("The box's own Wi-Fi is opening, or says nothing.", run=LOG)
    if not told.device:
        if "Zero W" in facts.model:
            return bad(ZERO_W, do=AT_HOME, needed=False)
        return bad("The box's own Wi-Fi did not open; its log says why.", run=LOG, needed=False)
    if "Zero 2 W" in facts.model:
        return note(ZERO_2_W.format(name=wish.own.name))
    return good(f"The box's own Wi-Fi {wish.own.name} is open: http://{OWN_ADDRESS}/. Its password: menu, Phones.")


def _answer(facts: Facts) -> WifiAnswer | None:
    said = facts.machine.words(ANSWER)
    try:
        return msgspec.json.decode(said, type=WifiAnswer) if said else None
    except msgspec.DecodeError:
        return None
