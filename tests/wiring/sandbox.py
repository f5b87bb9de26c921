"""A running systemd with the project's own units, in namespaces and a folder of its own; needs root and systemd-nspawn.

Law: of this machine it sees /usr, the interpreter and the project, each read-only.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest

from wiring.diagram import FOLDER

TOOLS: Final = ("systemd-nspawn", "nsenter", "journalctl")
UNITS: Final = ("companion.service", "companion-trouble.service")
SEEN: Final = dict.fromkeys(("/usr", sys.base_prefix, sys.prefix, str(FOLDER.parent)))
BOOTED: Final = ("running", "degraded")
PATIENCE_S: Final = 30.0

USERS: Final = "root:x:0:0::/:/bin/sh\ncompanion:x:900:900::/var/lib/companion:/usr/sbin/nologin\n"
"""As install.sh makes them, the groups too."""
GROUPS: Final = "root:x:0:\ncompanion:x:900:\ngpio:x:901:\ni2c:x:902:\ndialout:x:903:\n"


def until(happened: Callable[[], bool], what: str) -> None:
    """Wait for it, but not for ever."""
    end = time.monotonic() + PATIENCE_S
    while not happened():
        assert time.monotonic() < end, f"it never came: {what}"
        time.sleep(0.1)


class Sandbox:
    """A machine that has booted and has our units, with what is changed in them for it."""

    def __init__(self, folder: Path, changes: dict[str, str]) -> None:
        if missing := [tool for tool in TOOLS if shutil.which(tool) is None]:
            pytest.skip(f"{missing[0]} is not installed; Debian has it in systemd-container and util-linux")
        if os.geteuid() != 0:
            pytest.skip("only root may boot another system")
        self.root, self._said, self._init = folder / "machine", folder / "said", ""
        _furnish(self.root, changes)
        self._cgroup = _cgroups() / f"companion-{os.getpid()}"
        command = [
            *("sh", "-c", 'mkdir "$0" && echo $$ >"$0/cgroup.procs" && exec "$@"', str(self._cgroup)),
            *("systemd-nspawn", "--quiet", f"--directory={self.root}", "--boot", "--console=pipe", "--link-journal=no"),
            *("--register=no", "--keep-unit", f"--machine=companion-{os.getpid()}"),
            *(f"--bind-ro={path}" for path in SEEN),
            *("--", "--unit=sysinit.target"),
        ]
        environment = {**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"}
        with self._said.open("w") as said:
            self._nspawn = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=said, stderr=said, env=environment
            )
        try:
            until(self._has_booted, "a running systemd")
        except BaseException:
            self.halt()
            raise

    def _has_booted(self) -> bool:
        if self._nspawn.poll() is not None:
            # Nothing that could be installed would change it, so this is no skipped test.
            pytest.xfail(f"this machine may boot no other: {self._said.read_text().strip()}")
        pid = self._nspawn.pid
        self._init = Path(f"/proc/{pid}/task/{pid}/children").read_text().strip()
        return self._init.isdecimal() and self.run("systemctl", "is-system-running").stdout.strip() in BOOTED

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """A command inside, as root."""
        inside = ["nsenter", f"--target={self._init}", "--all", "--wd=/", *words]
        return subprocess.run(inside, capture_output=True, text=True, check=False, timeout=PATIENCE_S)

    def systemctl(self, *words: str) -> int:
        """Ask systemd for something; its exit code."""
        return self.run("systemctl", *words).returncode

    def shows(self, unit: str, key: str) -> str:
        """A property of a unit, as it is now."""
        return self.run("systemctl", "show", unit, f"--property={key}", "--value").stdout.strip()

    def journal(self, unit: str) -> list[str]:
        """All that a unit said, and systemd of it; also when the machine is off."""
        folder = f"--directory={self.root}/var/log/journal"
        words = ("journalctl", folder, f"--unit={unit}", "--output=cat", "--no-pager")
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()

    def halt(self) -> int:
        """Shut the machine down, as its button would; the exit code of the whole."""
        self._nspawn.terminate()
        try:
            return self._nspawn.wait(PATIENCE_S)
        finally:
            self._nspawn.kill()
            with suppress(FileNotFoundError):
                for group in (*sorted(self._cgroup.rglob("*/"), reverse=True), self._cgroup):
                    group.rmdir()


def _cgroups() -> Path:
    """Where this machine's groups of processes are; two systems in one group would end each other's."""
    mounts = (line.split() for line in Path("/proc/mounts").read_text().splitlines())
    return Path(next((where for _, where, kind, *_ in mounts if kind == "cgroup2"), "/sys/fs/cgroup"))


def _furnish(root: Path, changes: dict[str, str]) -> None:
    """The least a system boots with, and what install.sh brings."""
    for path in ("etc/tmpfiles.d", "opt", "root", "usr/lib", "var/log/journal"):
        (root / path).mkdir(parents=True)
    for name in ("bin", "sbin", "lib", "lib64"):
        (root / name).symlink_to(f"usr/{name}")
    etc = root / "etc"
    for name, text in (("passwd", USERS), ("group", GROUPS), ("machine-id", "")):
        (etc / name).write_text(text)
    for name in ("os-release", "ld.so.cache"):
        shutil.copy(Path("/etc") / name, etc / name)
    (etc / "tmpfiles.d/provision.conf").symlink_to("/dev/null")  # it would close /root, where an interpreter may be
    (root / "opt/companion").symlink_to(sys.prefix)
    for unit in UNITS:
        folder = etc / "systemd/system" / f"{unit}.d"
        folder.mkdir(parents=True)
        (folder / "sandbox.conf").write_text(changes[unit])
        shutil.copy(FOLDER / unit, folder.parent)
