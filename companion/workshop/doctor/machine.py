"""The world as the doctor sees it: files below a root, programs, the bus, the user who asks.

Laws: looking changes nothing; a program that hangs is ended, with all its children. A slow or busy machine gets more
time, in proportion.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

import companion
from companion.web.port import address
from hardware.chips import GpioChip, gpio_chips
from hardware.i2c import Bus, RealBus
from hardware.probe import users_of

PATIENCE_S: Final = 2.5
"""For a program."""
_COUNTED: Final = 100_000
_COUNTED_S: Final = 0.02
"""What a Pi Zero 2 W at rest takes to count this far; all limits of the doctor are made for such a Pi."""
LONGEST_PACE: Final = 8.0
"""Even on the slowest machine the doctor ends in little more than a minute."""


class Ran(NamedTuple):
    """What a program has said."""

    code: int
    out: str
    err: str


def _address(interface: str) -> str | None:
    with socket.socket() as sock:
        return address(sock, interface)


def pace() -> float:
    """How many times slower this machine is now than a Pi Zero 2 W at rest, from 1 to `LONGEST_PACE`."""
    began = time.monotonic()
    sum(range(_COUNTED))
    slow = (time.monotonic() - began) / _COUNTED_S
    waiting = os.getloadavg()[0] / (os.cpu_count() or 1)
    return min(LONGEST_PACE, max(1.0, slow) * max(1.0, waiting))


class Machine(msgspec.Struct, frozen=True):
    """This machine; in tests a made-up one."""

    root: Path = Path("/")
    settings: Path | None = None
    """The owner's settings file; `None`: there is none."""
    uid: int = msgspec.field(default_factory=os.geteuid)
    """The environment of the user who asks."""
    environment: Mapping[str, str] = msgspec.field(default_factory=lambda: os.environ)
    python: str = sys.executable
    bus: Callable[[int], Bus] = RealBus
    chips: Callable[[], tuple[GpioChip, ...]] = gpio_chips
    users_of: Callable[[int, Iterable[int]], Mapping[int, str]] = users_of
    """Which of a chip's lines are in use, and the names of their users."""
    free: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free
    """Free bytes on the disk of a folder."""
    now: Callable[[], float] = time.time
    address: Callable[[str], str | None] = _address
    """The address of a network interface, if it has one."""
    answer_s: float = 2.5
    """How long a controller may take: an Arduino takes up to two seconds, since opening its port resets it."""
    pace: float = msgspec.field(default_factory=pace)
    """How many times longer than usual everything may take here."""
    built: float = Path(companion.__file__).stat().st_mtime
    """When this companion was built or installed: a right clock never shows an earlier time."""

    def path(self, name: str | Path) -> Path:
        """The path of a file of this machine."""
        return self.root / str(name).lstrip("/")

    def name(self, path: Path) -> str:
        """A file's name for its owner."""
        return f"/{path.relative_to(self.root)}" if path.is_relative_to(self.root) else str(path)

    def said(self, error: Exception) -> str:
        """An error's sentence, with the owner's names of files."""
        return str(error).replace(f"{self.root}/", "/").rstrip(".") + "."

    def words(self, name: str | Path) -> str | None:
        """The text of a file, without the zero that a device tree adds; `None`: it cannot be read."""
        try:
            return self.path(name).read_text(encoding="utf-8", errors="replace").strip("\0 \n\t")
        except OSError:
            return None

    def there(self, pattern: str) -> list[Path]:
        """The files with such a name."""
        try:
            return sorted(self.root.glob(pattern.lstrip("/")))
        except OSError:
            return []

    def has_program(self, name: str) -> bool:
        """Whether a program is installed."""
        return shutil.which(name, path=self._search) is not None

    def run(self, program: str, *words: str, patience_s: float = PATIENCE_S) -> Ran | None:
        """What a program says; `None`: it is missing, or does not end in this time, lengthened by the pace."""
        found = shutil.which(program, path=self._search)
        if found is None:
            return None
        try:
            started = subprocess.Popen(  # noqa: S603
                [found, *words],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**self.environment, "LC_ALL": "C.UTF-8"},
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
        except OSError:
            return None
        with started:
            try:
                out, err = started.communicate(timeout=patience_s * self.pace)
            except subprocess.TimeoutExpired:
                with suppress(ProcessLookupError):
                    os.killpg(started.pid, signal.SIGKILL)
                return None
        return Ran(started.returncode, out.strip(), err.strip())

    @property
    def _search(self) -> str:
        """Where to look for programs: an owner who is not root has no sbin in the PATH."""
        return f"{self.environment.get('PATH', os.defpath)}:{self.path('/usr/sbin')}"
