"""A folder boots as a system of its own, by systemd-nspawn; needs root.

Laws: two systems in one group of processes would end each other's, so each has a group of its own.
Where groups are mounted with nsdelegate, no system may move a process into them from outside, so what is run inside
starts in the group of its init.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

import pytest

from tests.wiring.debian import ENVIRONMENT, needs

BOOTED: Final = ("running", "degraded")
BOOTING: Final = ("initializing", "starting")
PATIENCE_S: Final = 120.0
ENTER: Final = (
    'init=$1; shift; echo $$ >"$0$(sed -n s/^0:://p "/proc/$init/cgroup")/cgroup.procs" && '
    'exec nsenter --target="$init" --all --wdns=/ "$@"'
)
"""A shell's words: join the group of the process $1, below $0, and run a command where that process is."""


class Machine:
    """A system that runs, until it is halted or ends by itself."""

    def __init__(self, root: Path, *options: str, init: tuple[str, ...] = (), states: tuple[str, ...] = BOOTED) -> None:
        """`options`: for systemd-nspawn. `init`: for the systemd inside. `states`: in one of them it is left alone."""
        needs("systemd-nspawn", "nsenter")
        self.root, self._init = root, ""
        self._cgroup = _cgroups() / f"{root.name}-{os.getpid()}"
        self._words = root.with_name(f"{root.name}.said")
        command = [
            *("sh", "-c", 'mkdir "$0" && echo $$ >"$0/cgroup.procs" && exec "$@"', str(self._cgroup)),
            *("systemd-nspawn", "--quiet", f"--directory={root}", "--boot", "--console=pipe", "--link-journal=no"),
            *("--register=no", "--keep-unit", f"--machine={self._cgroup.name}", *options, "--", *init),
        ]
        environment = {**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"}
        with self._words.open("w") as said:
            self._nspawn = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=said, stderr=said, env=environment
            )
        try:
            until(lambda: self._nspawn.poll() is not None or self._state() in states, "a running systemd")
            if self._nspawn.poll():
                # Nothing that could be installed would change it, so this is no skipped test.
                pytest.xfail(f"this machine may boot no other: {self.said()}")
        except BaseException:
            self.halt()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.halt()

    def _state(self) -> str:
        pid = self._nspawn.pid
        self._init = Path(f"/proc/{pid}/task/{pid}/children").read_text().strip()
        return self.run("systemctl", "is-system-running").stdout.strip() if self._init.isdecimal() else ""

    def run(self, *words: str, said: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command inside, as root; all its output is in `stdout`."""
        inside = ["sh", "-c", ENTER, str(_cgroups()), self._init, *words]
        return subprocess.run(
            inside,
            input=said,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=ENVIRONMENT,
            text=True,
            check=False,
            timeout=PATIENCE_S,
        )

    def beside(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a command of this machine in the other one's network; all its output is in `stdout`."""
        command = ["nsenter", f"--target={self._init}", "--net", *words]
        return subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True, timeout=PATIENCE_S
        )

    def systemctl(self, *words: str) -> int:
        """Run systemctl; gives its exit code."""
        return self.run("systemctl", *words).returncode

    def shows(self, unit: str, key: str) -> str:
        """A property of a unit, as it is now."""
        return self.run("systemctl", "show", unit, f"--property={key}", "--value").stdout.strip()

    def said(self) -> str:
        """The output of its console, and what systemd-nspawn says about it."""
        return self._words.read_text().strip()

    def halt(self) -> int:
        """Shut it down, as its button would; the exit code of the whole."""
        self._nspawn.terminate()
        return self.ended()

    def cut(self) -> None:
        """Pull its plug: no program of it does anything more. What it has written stays, flushed or not."""
        os.kill(int(self._init), signal.SIGKILL)
        self.ended()

    def ended(self) -> int:
        """Wait until it has ended by itself; the exit code of the whole."""
        try:
            return self._nspawn.wait(PATIENCE_S)
        finally:
            self._nspawn.kill()
            with suppress(FileNotFoundError):
                for group in (*sorted(self._cgroup.rglob("*/"), reverse=True), self._cgroup):
                    group.rmdir()


def until(happened: Callable[[], bool], what: str) -> None:
    """Wait for it, but not for ever."""
    end = time.monotonic() + PATIENCE_S
    while not happened():
        assert time.monotonic() < end, f"it never came: {what}"
        time.sleep(0.1)


def _cgroups() -> Path:
    """Where this machine's groups of processes are."""
    mounts = (line.split() for line in Path("/proc/mounts").read_text().splitlines())
    return Path(next((where for _, where, kind, *_ in mounts if kind == "cgroup2"), "/sys/fs/cgroup"))
