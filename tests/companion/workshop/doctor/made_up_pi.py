"""A made-up Raspberry Pi 5 with the box installed: files below a folder, programs on a PATH, a display chip on a
simulated bus, a controller on a pty. All is well with it, until a test breaks something.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from smbus2 import i2c_msg

from companion.games import GAMES
from companion.journal.journal import Journal
from companion.workshop.doctor.examine import CheckResult
from companion.workshop.doctor.finding import Finding
from companion.workshop.doctor.machine import Machine
from hardware.chips import GpioChip
from hardware.i2c import Bus as AnyBus
from hardware.twin.chip import Chip, SimulatedBus
from hardware.twin.controller import Controller

UID, GID = os.getuid() or 991, os.getgid() or 991
"""The number of the user companion and of its parts' groups: the number of the user who runs the tests, but not
root."""
OWNER = 60_123
"""The number of the user pi."""
RULES = GAMES[0]
PORT = "/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0"
SETTINGS = "/etc/companion/companion.toml"
STATE = "/var/lib/companion"
CONFIG = "/boot/firmware/config.txt"
THROTTLED = "/sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled"
SPEED = "/sys/bus/i2c/devices/i2c-1/of_node/clock-frequency"
LGPIO = "/opt/companion/lib/python3.13/site-packages/lgpio.py"
LGPIO_INFO = "/opt/companion/lib/python3.13/site-packages/lgpio-0.2.2.0.dist-info/METADATA"

UP = {
    "LoadState": "loaded",
    "UnitFileState": "enabled",
    "ActiveState": "active",
    "SubState": "running",
    "Result": "success",
    "NRestarts": "0",
    "StatusText": "people join",
    "SupplementaryGroups": "gpio i2c dialout",
    "MainPID": "400",
    "ExecMainStartTimestampMonotonic": "21500000",
    "ActiveEnterTimestampMonotonic": "24150000",
}
DPKG = """[ "$1 $3" = '-W ${{db:Status-Abbrev}} ${{Version}}' ] && echo '{} 0.2.0~dev2+g1a2b3c4d'"""
"""Says how far the package is installed."""
STOPPED = {**UP, "ActiveState": "inactive", "SubState": "dead", "StatusText": ""}
SHUT = {"LoadState": "loaded", "UnitFileState": "static", "ActiveState": "inactive", "Listen": "0.0.0.0:80 (Stream)"}
QUIET = {"LoadState": "loaded", "UnitFileState": "static", "ActiveState": "inactive", "SubState": "dead"}

FILES = {
    "/proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0",
    "/proc/device-tree/system/linux,revision": "\0\xe0\x41\x70",
    "/proc/sys/kernel/osrelease": "6.12.96+rpt-rpi-2712\n",
    "/proc/400/status": "Name:\tcompanion\nVmHWM:\t   56320 kB\nVmRSS:\t   48128 kB\nThreads:\t9\n",
    "/proc/locks": "1: POSIX  ADVISORY  WRITE 400 00:1a:7 0 EOF\n",
    "/sys/devices/system/clocksource/clocksource0/current_clocksource": "arch_sys_counter\n",
    THROTTLED: "0\n",
    "/etc/os-release": 'NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n',
    "/etc/passwd": f"root:x:0:0::/:/bin/sh\npi:x:{OWNER}:{OWNER}::/home/pi:/bin/sh\ncompanion:x:{UID}:{UID}::/:/\n",
    "/etc/group": f"root:x:0:\ncompanion:x:{UID}:\ngpio:x:{GID}:\ni2c:x:{GID}:\ndialout:x:{GID}:\n",
    "/etc/udev/rules.d/99-companion.rules": "",
    CONFIG: "dtparam=i2c_arm=on\n[all]\ndtparam=i2c_arm_baudrate=400000\n",
    "/sys/class/net/lo/address": "00:00:00:00:00:00\n",
    "/sys/class/net/wlan0/address": "b8:27:eb:00:00:01\n",
    "/etc/hostname": "companion\n",
    "/dev/gpiochip0": "",
    "/dev/i2c-1": "",
    SETTINGS: 'state_folder = "/var/lib/companion"\n',
    f"{STATE}/board.toml": RULES.board_file.replace("confirmed = false", "confirmed = true"),
    "/opt/companion/lib/python3.13/site-packages/companion/__init__.py": "",
    LGPIO: 'def get_module_version():\n    return "lgpio.py_0.2.2.0"\n',
    LGPIO_INFO: "Metadata-Version: 2.1\nName: lgpio\nVersion: 0.2.2.0\n",
}


class MadeUpPi:
    """A Pi whose box is stopped, so that its parts can be checked."""

    def __init__(self, root: Path, controller: Controller) -> None:
        self.root = root
        self.controller = controller
        self.there: dict[int, Chip] = {0x3C: Chip()}
        self.bus: AnyBus | None = None
        self.chips: tuple[GpioChip, ...] = (GpioChip(0, "pinctrl-rp1", 54), GpioChip(10, "gpio-brcmstb@107d508500", 32))
        self.users: dict[int, str] = {}
        self.unit = dict(STOPPED)
        self.trouble = dict(QUIET)
        self.pages = dict(SHUT)
        self.club = dict(QUIET)
        self.addresses = {"wlan0": "192.168.178.123"}
        self.free = 20_000_000_000
        self.now = time.time()
        self.uid = 0
        self.answer_s = 1.0
        self.pace = 1.0
        self._grown_up: list[Path] = []
        for name, text in FILES.items():
            self.write(name, text, 0o660 if name.startswith("/dev/") else 0o644)
        self.path(SPEED).parent.mkdir(parents=True)
        self.path(SPEED).write_bytes((400_000).to_bytes(4, "big"))
        self.plug_in(controller)
        self.python("3.13.5")
        self.program("timedatectl", "echo yes")
        self.program("apt-cache", "echo Package: $2")
        self.program("journalctl", "echo '2026-11-20T20:00:00+0100 companion[400]: the display is back'")
        journal = Journal(self.path(STATE))
        journal.shut()
        self.give(STATE)

    def path(self, name: str) -> Path:
        return self.root / name.lstrip("/")

    def write(self, name: str, text: str, mode: int = 0o644) -> None:
        """A file of the user companion."""
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
        if os.getuid() == 0:
            os.chown(path, UID, GID)

    def add(self, name: str, text: str) -> None:
        """More at the end of a file."""
        self.write(name, self.path(name).read_text() + text)

    def remove(self, name: str) -> None:
        self.path(name).unlink()

    def give(self, name: str) -> None:
        """A folder and all that is in it to the user companion."""
        for path in (self.path(name), *self.path(name).rglob("*")):
            if os.getuid() == 0:
                os.chown(path, UID, GID)

    def program(self, name: str, script: str, folder: str = "/usr/bin") -> None:
        self.write(f"{folder}/{name}", f"#!/bin/sh\n{script}\n", 0o755)

    def python(self, version: str, lgpio: str = "echo 0.2.2.0") -> None:
        """Make the box's own Python; this script answers when it is asked for lgpio."""
        self.program("python", f'[ "$1" = -V ] && echo "Python {version}" && exit\n{lgpio}', "/opt/companion/bin")

    def real_python(self) -> None:
        """Make a Python that looks for lgpio only where it was installed."""
        site = self.path(LGPIO).parent
        self.python("3.13.5", f'PYTHONPATH={site} exec {sys.executable} -S "$@"')

    def plug_in(self, controller: Controller, port: str = PORT) -> None:
        """Plug in the controller: link its pty under this name."""
        path, tty = self.path(port), Path(controller.port).resolve()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(tty)
        tty.chmod(0o660)
        if os.getuid() == 0:
            os.chown(tty, UID, GID)

    def unplug(self, port: str = PORT) -> None:
        self.path(port).unlink()

    def machine(self, **more: Any) -> Machine:
        """The machine in its present state."""
        units = (self.unit, self.trouble, self.pages, self.club)
        blocks = ("\n".join(f"{key}={value}" for key, value in unit.items()) for unit in units)
        if not self.path("/usr/bin/systemctl").exists():
            told = "\n\n".join(blocks)
            self.program("systemctl", f"[ $1 = --version ] && echo systemd 257 && exit\necho '{told}'")
        settings = self.path(SETTINGS)
        given: dict[str, Any] = {
            "root": self.root,
            "settings": settings if settings.exists() else None,
            "uid": self.uid,
            "environment": {"PATH": str(self.path("/usr/bin"))},
            "bus": lambda _number: self.bus or SimulatedBus(self.there),
            "chips": lambda: self.chips,
            "users_of": lambda _chip, _lines: self.users,
            "free": lambda _path: self.free,
            "now": lambda: self.now,
            "address": self.addresses.get,
            "answer_s": self.answer_s,
            "pace": self.pace,
            "built": time.time() - 86_400,
        }
        return Machine(**(given | more))


class Failing:
    """A bus on which every transfer ends with this error."""

    def __init__(self, number: int) -> None:
        self._number = number

    def write_i2c_block_data(self, _address: int, _register: int, _data: Sequence[int], /) -> None:
        raise OSError(self._number, os.strerror(self._number))

    def i2c_rdwr(self, *_messages: i2c_msg) -> None:
        raise OSError(self._number, os.strerror(self._number))

    def read_byte_data(self, _address: int, _register: int, /) -> int:
        raise OSError(self._number, os.strerror(self._number))


def line(lines: Sequence[CheckResult], name: str) -> Finding:
    """The finding with this name."""
    return next(line.finding for line in lines if line.name == name)


def bad_lines(lines: Sequence[CheckResult]) -> list[str]:
    """The names of all bad findings."""
    return [line.name for line in lines if line.finding.state == "bad"]
