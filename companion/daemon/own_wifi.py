"""The box's own Wi-Fi: its name and password, what companion-wifi.service is asked to do, and what it answers.

Laws: name and password are made once for each box and stay; the box only writes a wish, since it may not touch the
network itself (`wifi.py` does, in a service of its own); an answer counts only for the wish it repeats.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.daemon.small_files import SmallFile, shaped
from companion.files import read_bytes
from companion.kit.errors import BadConfig
from companion.kit.text import Text, text, verbatim
from companion.kit.view import View
from companion.table.ports import WifiNetwork

_log = logging.getLogger(__name__)

FILE: Final = "own-wifi.json"
ANSWER: Final = Path("/run/companion-wifi/answer")
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Those that nobody takes for another one: 31, so that ten of them are 49 bits."""
GROUPS: Final = 5, 5
"""The letters of a password, which stands on the display in two rows."""

WhyNot: TypeAlias = Literal["", "password", "missing", "failed"]
"""Why the box is not in the home network: a wrong password, no such network there, or something else; empty: it is, or
nobody asked."""


class WifiWish(msgspec.Struct, frozen=True):
    """What companion-wifi.service is to do."""

    own: WifiNetwork
    """The box's own network."""
    home: WifiNetwork | None = None
    """A home network to try first; `None`: open the own one."""
    number: int = 0
    """Another one for each wish."""


class WifiAnswer(msgspec.Struct, frozen=True):
    """What companion-wifi.service has done."""

    number: int
    """The number of the wish."""
    device: str
    """The name of the Wi-Fi in Linux; empty: no network could be opened."""
    is_home: bool = False
    """The box is in the home network; otherwise in its own."""
    why: WhyNot = ""


WHY: Final[dict[WhyNot, Text]] = {
    "password": text("Wrong password."),
    "missing": text("It is not here."),
    "failed": text("It did not let us in."),
    "": text("The box is in it."),
}
OWN_AGAIN: Final = text("Back: the box's Wi-Fi")
NO_WIFI: Final = View(text("Wi-Fi"), lines=(text("It did not open:"), verbatim("companion doctor"), text("says why.")))
WISH: Final = SmallFile(FILE, shaped(WifiWish))


def made(random: Callable[[int], bytes] = os.urandom) -> WifiNetwork:
    """A new name and password; `random` gives that many bytes."""

    def letters(count: int) -> str:
        return "".join(LETTERS[int.from_bytes(random(8)) % len(LETTERS)] for _ in range(count))

    return WifiNetwork(f"companion-{letters(4)}", "-".join(map(letters, GROUPS)))


def read_wish(folder: Path) -> WifiWish | None:
    """The last wish; `None`: there is none, or it cannot be read."""
    try:
        found = WISH.look(folder / FILE)
    except OSError as error:
        _log.warning("%s: not read: %s", folder / FILE, error.strerror)
        return None
    return found.value if found is not None else None


def wish(folder: Path, home: WifiNetwork | None = None) -> bool:
    """Ask for the own network, or for this home network first; whether the disk saved it."""
    before = read_wish(folder) or WifiWish(made())
    try:
        return WISH.keep(folder / FILE, replace(before, home=home, number=before.number + 1))
    except BadConfig as error:
        _log.warning("the own Wi-Fi: %s", error)
        return False


def trying(home: WifiNetwork) -> View:
    """What the display shows while the box tries a home network."""
    return View(text("Home network"), lines=(verbatim(home.name), text("is being tried.")))


def news(asked: WifiWish, told: WifiAnswer) -> View:
    """What the display says of an answer."""
    if asked.home is None or (not told.device and not told.why):
        return NO_WIFI
    back = () if told.is_home else (OWN_AGAIN,)
    return View(text("Home network"), lines=(verbatim(asked.home.name), WHY[told.why], *back))


def answer(folder: Path, file: Path = ANSWER) -> WifiAnswer | None:
    """The answer to the last wish; `None`: there is none yet."""
    asked = read_wish(folder)
    try:
        told = msgspec.json.decode(read_bytes(file), type=WifiAnswer)
    except (OSError, msgspec.DecodeError):
        return None
    return told if asked is not None and told.number == asked.number else None
