"""Checks of the pages for tablets and phones: whether they are on, their address, and why they cannot be reached.

Law: a box plays without them, so nothing here is needed.
"""

from __future__ import annotations

import re
from typing import Final

from companion.config import PAGES_PORT, Config
from companion.daemon.switch import Switch, read_switch, switch_of
from companion.web.port import HTTP
from companion.workshop.doctor import mending
from companion.workshop.doctor.facts import Facts
from companion.workshop.doctor.finding import Finding, bad, good, note, unknown
from companion.workshop.doctor.units import PAGES, Unit

JOIN: Final = "put the Pi into your network: sudo nmtui"
UNMASK: Final = f"sudo systemctl unmask {PAGES} && {mending.START_AGAIN}"
OCCUPANT: Final = "sudo ss --listening --tcp --processes"


def pages(facts: Facts) -> Finding | None:
    """Whether pages are on, who switched them on, and at which address."""
    if not isinstance(facts.settings, Config):
        return None
    if facts.may_not_see:
        return unknown("Only root can see whether pages are on.", run=mending.ASK_AS_ROOT)
    port, by = _port_of_systemd(facts), "settings" if read_switch(facts.state) is None else "menu"
    switch = switch_of(facts.settings, facts.state)
    if not switch.is_on:
        return _off(port, by)
    if port is not None and not port.runs:
        return _shut(port)
    if switch.is_own:
        return good(f"Pages are on, by the {by}, in the box's own Wi-Fi.")
    if (wrong := _network(facts, switch, by)) is not None:
        return wrong
    address = facts.machine.address(switch.interface or "")
    if address is None:
        return bad(f"Pages are on, but {switch.interface} has no address.", do=JOIN, needed=False)
    links = " and ".join(_links(facts, address, _number(port) or facts.settings.pages.port or PAGES_PORT))
    return good(f"Pages are on, by the {by}, in {switch.interface}: {links}.")


def _off(port: Unit | None, by: str) -> Finding:
    if port is not None and port.runs:
        return bad("Pages are off, but their port is still open.", run=mending.START_AGAIN, needed=False)
    return note("Pages for tablets and phones are off." + (" The menu says so." if by == "menu" else ""))


def _shut(port: Unit) -> Finding:
    if port.told.get("LoadState") == "masked":
        return bad("Pages are on, but their port is locked for good.", run=UNMASK, needed=False)
    if port.told.get("ActiveState") == "failed":
        said = f"Pages are on, but another program has their port ({_listens(port)})."
        return bad(said, run=OCCUPANT, needed=False)
    return bad("Pages are on, but their port is shut.", run=mending.START_AGAIN, needed=False)


def _network(facts: Facts, switch: Switch, by: str) -> Finding | None:
    """What is wrong with the pages' network."""
    there = ", ".join(path.name for path in facts.machine.there("/sys/class/net/*"))
    if switch.interface is None:
        return bad(f"Pages are on, but in no network; there are {there}.", do="choose Phones in the menu", needed=False)
    if facts.machine.path(f"/sys/class/net/{switch.interface}").exists():
        return None
    settings = f"write the right interface below [pages] in {mending.settings_file(facts)}"
    do = settings if by == "settings" else "choose Phones, Another network in the menu"
    return bad(f"Pages are on, but there is no network {switch.interface}; there are {there}.", do=do, needed=False)


def _port_of_systemd(facts: Facts) -> Unit | None:
    """The port of a box that is a service; `None`: the box opens its port itself."""
    return facts.units[PAGES] if facts.units is not None and facts.is_installed else None


def _listens(port: Unit) -> str:
    return port.told.get("Listen", "").removesuffix(" (Stream)")


def _number(port: Unit | None) -> int | None:
    found = re.search(r":(\d+)$", _listens(port)) if port is not None else None
    return int(found[1]) if found else None


def _links(facts: Facts, address: str, port: int) -> list[str]:
    """The pages' links, by address and, if avahi runs, by name."""
    name = (facts.machine.words("/etc/hostname") or "").partition(".")[0].lower()
    hosts = [address, *([f"{name}.local"] if name and facts.machine.path("/run/avahi-daemon").exists() else [])]
    return [f"http://{host}{'' if port == HTTP else f':{port}'}/" for host in hosts]
