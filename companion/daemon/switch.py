"""Whether pages for tablets and phones are on: `pages.json` in the state folder, else the settings.

Laws: the choice at the box wins; of a damaged file, the whole parts count. Systemd opens the port while the file
`pages-on` is in the folder that it gives to the box: see companion-pages.socket.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

import msgspec

from companion.config import Config, Interface
from companion.daemon.small_files import SmallFile, shaped
from companion.daemon.systemd import state
from companion.kit.errors import BadConfig
from companion.kit.text import text, verbatim
from companion.kit.view import View

_log = logging.getLogger(__name__)

FILE: Final = "pages.json"
MARK: Final = "pages-on"
WIFI_MARK: Final = "wifi-on"
"""While this file is in the folder that systemd gives to the box, companion-wifi.service starts with the box."""
NMCLI: Final = Path("/usr/bin/nmcli")
"""The command of NetworkManager."""

PAGES_OFF: Final = View(text("Phones"), lines=(text("switched off"),))
NO_PORT: Final = View(text("Phones"), lines=(text("cannot come in:"), verbatim("companion doctor"), text("says why.")))
"""The result of switching pages on if no address can be shown."""


class Switch(msgspec.Struct, frozen=True):
    """The switch, as it was last set at the box."""

    is_on: bool
    interface: Interface | None = None
    """The network of the pages; `None`: the one in the settings, else the only one there is."""
    is_own: bool = False
    """By the box's own Wi-Fi."""
    is_news: bool = False
    """Whether the table has not been told the result yet."""


PAGES: Final = SmallFile(FILE, shaped(Switch))


def read_switch(folder: Path) -> Switch | None:
    """The stored switch; `None`: nothing was chosen at the box, or it cannot be read."""
    try:
        found = PAGES.look(folder / FILE)
    except OSError as error:
        _log.warning("%s: not read (%s); the settings say whether there are pages", folder / FILE, error)
        return None
    return found.value if found is not None else None


def keep_switch(folder: Path, switch: Switch) -> bool:
    """Write the switch down; whether the disk saved it."""
    try:
        return PAGES.keep(folder / FILE, switch)
    except BadConfig as error:
        _log.warning("pages: %s", error)
        return False


def switch_of(config: Config, folder: Path) -> Switch:
    """The switch that counts: the one set at the box, else the settings."""
    chosen, interface = read_switch(folder), config.pages.interface
    if chosen is None:
        return Switch(interface is not None, interface)
    return msgspec.structs.replace(chosen, interface=chosen.interface or interface)


def may_open_wifi() -> bool:
    """Whether systemd and NetworkManager are here to open a Wi-Fi of the box's own."""
    return state() is not None and NMCLI.exists()


def ask_for(mark: str, *, is_on: bool) -> bool:
    """Let systemd start or stop what this mark stands for, at the box's next start; whether this is a change."""
    folder = state()
    if folder is None or (folder / mark).exists() == is_on:
        return False
    try:
        (folder / mark).touch() if is_on else (folder / mark).unlink()
    except OSError as error:
        _log.warning("%s: not changed: %s", folder / mark, error.strerror)
        return False
    return True
