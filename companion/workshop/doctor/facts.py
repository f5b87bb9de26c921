"""What several checks need to know of a machine: which Pi it is, its settings, its service, the box's user.

Laws: each fact is looked up once, by the check that needs it first; other checks wait for it meanwhile. No fact raises
an error.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from companion import config
from companion.config import Config
from companion.daemon import owner, wired
from companion.daemon.systemd import WHY
from companion.daemon.trouble import legible_settings
from companion.daemon.wired import Wired
from companion.journal import look
from companion.kit.errors import BadConfig
from companion.workshop.doctor import units
from companion.workshop.doctor.boot import Boot, read
from companion.workshop.doctor.machine import Machine
from companion.workshop.doctor.units import SERVICE, TROUBLE, Unit
from hardware.pins import PinMap, read_pins

USER: Final = "companion"
BOOT: Final = "/boot/firmware/config.txt"
REVISION: Final = "/proc/device-tree/system/linux,revision"
STATE: Final = "/var/lib/companion"
VENV: Final = "/opt/companion"


class Person(msgspec.Struct, frozen=True):
    """A user of this machine."""

    name: str
    uid: int
    gid: int
    groups: frozenset[str]


T = TypeVar("T")


class Once(Generic[T]):
    """A fact, looked up once by the check that asks first (since Python 3.12 `cached_property` has no lock)."""

    def __init__(self, look: Callable[[Any], T]) -> None:
        self._look = look
        self.__doc__ = look.__doc__

    def __get__(self, facts: Facts, _owner: type[Facts]) -> T:
        name = self._look.__name__
        with facts.locks.setdefault(name, Lock()):
            if name not in facts.known:
                facts.known[name] = self._look(facts)
            found: T = facts.known[name]
            return found


class Facts:
    """The facts of one machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.known: dict[str, Any] = {}
        self.locks: dict[str, Lock] = {}

    # --- the Pi ------------------------------------------------------------------------------------------------------

    @Once
    def model(self) -> str:
        """`Raspberry Pi 5 Model B Rev 1.0`; empty: this is no Pi."""
        model = self.machine.words("/proc/device-tree/model") or ""
        return model if "Raspberry Pi" in model else ""

    @Once
    def boot_file(self) -> str | None:
        """The firmware's `config.txt`."""
        names = (BOOT, "/boot/config.txt")
        return next((name for name in names if self.machine.path(name).is_file()), None)

    @Once
    def boot(self) -> Boot | None:
        """What it says."""
        text = self.machine.words(self.boot_file) if self.boot_file is not None else None
        return read(text, self.model) if text is not None else None

    @Once
    def reads_boot(self) -> bool:
        """Whether this system's firmware obeys it: such a firmware tells the kernel the Pi's revision."""
        return self.machine.path(REVISION).exists()

    # --- the settings ------------------------------------------------------------------------------------------------

    @Once
    def settings(self) -> Config | BadConfig:
        """The owner's settings, or what is wrong with them."""
        try:
            return owner.load(self.machine.settings)
        except BadConfig as error:
            return error

    @Once
    def wired(self) -> Wired | BadConfig:
        """What `companion learn` found, which wins over the settings."""
        try:
            return wired.read(self.state)
        except BadConfig as error:
            return error

    @Once
    def config(self) -> Config:
        """The settings that the box will start with; those that are wrong are left out."""
        settings = self.settings if isinstance(self.settings, Config) else self._legible()
        return self.wired.over(settings) if isinstance(self.wired, Wired) else settings

    @Once
    def pins(self) -> PinMap:
        """The pins the box will open."""
        return (isinstance(self.wired, Wired) and self.wired.pins) or read_pins()

    def _legible(self) -> Config:
        """The sections of the parts, if these are right, from settings that are wrong."""
        raw = legible_settings(self.machine.settings) if self.machine.settings is not None else {}
        found: dict[str, msgspec.Struct] = {}
        for section, shape in (("display", config.DisplaySettings), ("lights", config.LightsSettings)):
            with suppress(msgspec.ValidationError):
                found[section] = msgspec.convert(raw.get(section, {}), shape)
        return replace(Config(), **found)

    # --- USB ---------------------------------------------------------------------------------------------------------

    @Once
    def ports(self) -> list[Path]:
        """Every serial device on USB, by its identity; devices that share one, by their socket."""
        found: dict[Path, Path] = {}
        for path in (*self.machine.there("/dev/serial/by-id/*"), *self.machine.there("/dev/serial/by-path/*usb*")):
            found.setdefault(path.resolve(), path)
        return list(found.values())

    @Once
    def usb(self) -> list[str]:
        """Vendor and product of every device plugged in."""
        found = self.machine.there("/sys/bus/usb/devices/*/idVendor")
        return [
            f"{self.machine.words(self.machine.name(path))}:"
            f"{self.machine.words(self.machine.name(path.with_name('idProduct')))}"
            for path in found
        ]

    # --- the service and who runs it ---------------------------------------------------------------------------------

    @Once
    def units(self) -> Mapping[str, Unit] | None:
        """The box's units; `None`: there is no systemd."""
        return units.ask(self.machine)

    @Once
    def is_installed(self) -> bool:
        """Whether the box is a service of this machine."""
        return self.units is not None and self.units[SERVICE].is_installed

    @Once
    def why(self) -> str | None:
        """Why the last start failed, in one sentence."""
        return self.machine.words(f"/run/companion/{WHY}") or None

    @Once
    def user(self) -> Person | None:
        """The box's user: its own once it is installed, else the one who asks; `None`: there is no such user."""
        for row in self._rows("/etc/passwd", 4):
            name, _, uid, gid = row[:4]
            if name == USER if self.is_installed else uid == str(self.machine.uid):
                more = self.units[SERVICE].told.get("SupplementaryGroups", "").split() if self.units else []
                mine = {
                    group
                    for group, _, number, members, *_ in self._rows("/etc/group", 4)
                    if number == gid or name in members.split(",") or group in more
                }
                return Person(name, int(uid), int(gid), frozenset(mine))
        return None

    @Once
    def groups(self) -> dict[str, int]:
        """The number of every group."""
        return {row[0]: int(row[2]) for row in self._rows("/etc/group", 4)}

    def user_name(self, uid: int) -> str:
        """The name of a user by number."""
        return next((row[0] for row in self._rows("/etc/passwd", 4) if row[2] == str(uid)), f"user {uid}")

    def _rows(self, name: str, columns: int) -> list[list[str]]:
        rows = [line.split(":") for line in (self.machine.words(name) or "").splitlines()]
        return [row for row in rows if len(row) >= columns and row[2].isdecimal()]

    @property
    def may_not_see(self) -> bool:
        """Whether the user who asks may see less than the box may."""
        return self.is_installed and self.machine.uid not in (0, self.user.uid if self.user is not None else 0)

    @Once
    def python(self) -> str:
        """The Python that runs the box."""
        own = self.machine.path(f"{VENV}/bin/python")
        return str(own) if own.exists() else self.machine.python

    @Once
    def has_rules(self) -> bool:
        """Whether udev gives the box's groups access to its parts."""
        return any(
            self.machine.path(f"{folder}/99-companion.rules").exists()
            for folder in ("/etc/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d")
        )

    # --- the games ---------------------------------------------------------------------------------------------------

    @Once
    def state(self) -> Path:
        """The folder of the games."""
        settings = self.settings if isinstance(self.settings, Config) else Config()
        if self.is_installed and settings.state_folder is None:
            return self.machine.path(STATE)
        return self.machine.path(config.state_folder(settings))

    def is_read_only(self, folder: Path) -> bool:
        """Whether the disk of a folder is read-only: the kernel makes a failed disk so."""
        try:
            return bool(os.statvfs(folder).f_flag & os.ST_RDONLY)
        except OSError:
            return False

    @property
    def _has_writer(self) -> bool:
        return look.is_at_work(self.state, self.machine.path(look.LOCKS))

    @Once
    def is_up(self) -> bool:
        """Whether a box is running: it then has the pins, the display and the controller."""
        return (self.is_installed and self.units is not None and self.units[SERVICE].runs) or self._has_writer

    @Once
    def has_display(self) -> bool:
        """Whether the box has the display, or the screen that tells why the box cannot start has it."""
        return self.is_up or (self.units is not None and self.units[TROUBLE].runs)
