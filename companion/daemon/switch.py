"""Whether there are pages for tablets and phones: `pages.json` in the state folder, else the settings.

Laws: what was chosen at the box wins; of a damaged file counts what is whole. Systemd opens the port as long as
`pages-on` lies in the folder that it gives to the box: see companion-pages.socket.
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

PAGES_OFF: Final = View(text("Phones"), lines=(text("switched off"),))
NO_PORT: Final = View(text("Phones"), lines=(text("cannot come in:"), verbatim("companion doctor"), text("says why.")))
"""What has come of switching, where no address can be shown."""


class Switch(msgspec.Struct, frozen=True):
    """As it was left at the box."""

    is_on: bool
    interface: Interface | None = None
    """The network they are in; `None`: the one of the settings, else the only one there is."""
    is_news: bool = False
    """It has not been told yet what came of it."""


PAGES: Final = SmallFile(FILE, shaped(Switch))


def read_switch(folder: Path) -> Switch | None:
    """`None`: at the box nothing was chosen, or it cannot be read."""
    try:
        found = PAGES.look(folder / FILE)
    except OSError as error:
        _log.warning("%s: not read (%s); the settings say whether there are pages", folder / FILE, error)
        return None
    return found.value if found is not None else None


def keep_switch(folder: Path, switch: Switch) -> bool:
    """Write it down; whether the disk has taken it."""
    try:
        return PAGES.keep(folder / FILE, switch)
    except BadConfig as error:
        _log.warning("pages: %s", error)
        return False


def switch_of(config: Config, folder: Path) -> Switch:
    """As it stands, by the box or by the settings."""
    chosen, interface = read_switch(folder), config.pages.interface
    if chosen is None:
        return Switch(interface is not None, interface)
    return msgspec.structs.replace(chosen, interface=chosen.interface or interface)


def ask_for_port(*, is_on: bool) -> bool:
    """Let systemd open the port, or shut it, at the box's next start; whether that is another answer than before."""
    folder = state()
    if folder is None or (folder / MARK).exists() == is_on:
        return False
    try:
        (folder / MARK).touch() if is_on else (folder / MARK).unlink()
    except OSError as error:
        _log.warning("%s: not changed: %s", folder / MARK, error.strerror)
        return False
    return True
