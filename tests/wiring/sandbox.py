"""A running systemd with the project's own units, in namespaces and a folder of its own; needs root and systemd-nspawn.

It boots this machine's own system, or a clean Debian of another age, with another systemd and another Python.
Law: of either it sees /usr, the interpreter and the project, each read-only.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import msgspec
import pytest

from tests.wiring import debian
from tests.wiring.nspawn import Machine
from wiring.diagram import FOLDER

UNITS: Final = ("companion.service", "companion-trouble.service", "companion-pages.socket", "companion-wifi.service")
PROJECT: Final = FOLDER.parent

USERS: Final = (
    "root:x:0:0::/:/bin/sh\ncompanion:x:900:900::/var/lib/companion:/usr/sbin/nologin\n"
    "companion-club:x:904:904::/:/usr/sbin/nologin\n"
)
"""Users and groups as install.sh makes them."""
GROUPS: Final = (
    "root:x:0:\ncompanion:x:900:\ngpio:x:901:\ni2c:x:902:\ndialout:x:903:\ncompanion-club:x:904:\naudio:x:905:\n"
)


class System(msgspec.Struct, frozen=True):
    """What a sandbox boots."""

    name: str
    root: Path
    """The folder with its /usr and a few files of its /etc."""
    companion: Path
    """The folder that is its /opt/companion."""
    seen: tuple[str, ...] = ()
    """Other folders of this machine that it sees at the same paths."""
    asks: str = ""
    """The looser settings that the units need in it."""


def this_machine() -> System:
    """Its own systemd, and the interpreter of this test."""
    return System(
        _systemd("systemctl", "--version"),
        Path("/"),
        Path(sys.prefix),
        tuple(dict.fromkeys((sys.base_prefix, sys.prefix, str(PROJECT)))),
        # The interpreter may be in a home, the project in /tmp.
        "ProtectHome=no\nPrivateTmp=no\nInaccessiblePaths=\nReadWritePaths=/tmp\n",
    )


def clean_debian(suite: str, folder: Path, more: str = "") -> System:
    """Debian's systemd and Debian's Python, with the project and what it needs laid out as the box has it; `more`: see
    `debian.root`."""
    root = debian.root(suite, folder, more=more)
    python = next((root / "usr/lib").glob("python3.*")).name
    companion = root / "opt/companion"
    packages = companion / "lib" / python / "site-packages"
    _fetch(packages, python.removeprefix("python"))
    for package in ("companion", "hardware", "wiring"):
        shutil.copytree(PROJECT / package, packages / package, ignore=shutil.ignore_patterns("__pycache__"))
    (known,) = Path(sys.prefix).glob("lib/python3.*/site-packages/companion_box-*.dist-info")
    shutil.copytree(known, packages / known.name)
    shutil.copy(FOLDER / "companion-pages.xml", companion)
    (companion / "bin").mkdir()
    (companion / "bin/python").symlink_to("/usr/bin/python3")
    (companion / "bin/companion").write_text(
        "#!/opt/companion/bin/python\nimport sys\n\nfrom companion.cli import main\n\nsys.exit(main())\n"
    )
    (companion / "bin/companion").chmod(0o755)
    (companion / "pyvenv.cfg").write_text("home = /usr/bin\ninclude-system-site-packages = true\n")
    debian.run(root, "/opt/companion/bin/python", "-m", "compileall", "-q", f"/opt/companion/lib/{python}")
    return System(_systemd("chroot", str(root), "systemctl", "--version"), root, companion)


def _systemd(*words: str) -> str:
    """Its own name and version."""
    if shutil.which(words[0]) is None:
        return "no systemd"
    return " ".join(subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()[:2])


def _fetch(packages: Path, python: str) -> None:
    """What the project needs, for this Python: as uv has kept it, else from the network."""
    uv = os.environ.get("UV") or shutil.which("uv")
    if uv is None:
        pytest.skip("uv is not there to fetch what another Python needs; start the tests by uv")
    words = [uv, "pip", "install", "--quiet", f"--target={packages}", f"--python-version={python}", "--link-mode=copy"]
    words += ["--only-binary=:all:", "--requirements", str(PROJECT / "pyproject.toml")]
    for more in (["--offline"], []):
        told = subprocess.run([*words, *more], capture_output=True, text=True, check=False, cwd=PROJECT)
        if told.returncode == 0:
            return
    pytest.skip(f"what Python {python} needs cannot be fetched: {told.stderr.strip()}")


class Sandbox(Machine):
    """A machine that has booted and has our units."""

    def __init__(
        self, system: System, folder: Path, more: dict[str, str], goal: str = "sysinit.target", *options: str
    ) -> None:
        """`more`: files of /etc/systemd/system, which change the units or add some. `goal`: how far it boots.
        `options`: for systemd-nspawn."""
        debian.needs("journalctl")
        _furnish(folder / "machine", system, more)
        seen = (f"{system.root / 'usr'}:/usr", *system.seen, f"{system.companion}:/opt/companion")
        options = (*(f"--bind-ro={path}" for path in seen), *options)
        super().__init__(folder / "machine", *options, init=(f"--unit={goal}",))

    def journal(self, unit: str) -> list[str]:
        """All log lines of a unit, and systemd's about it; also when the machine is off."""
        folder = f"--directory={self.root}/var/log/journal"
        words = ("journalctl", folder, f"--unit={unit}", "--output=cat", "--no-pager")
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()


def _furnish(root: Path, system: System, more: dict[str, str]) -> None:
    """The least a system boots with, and what install.sh brings."""
    for path in ("etc/tmpfiles.d", "opt", "root", "usr/lib", "var/log/journal"):
        (root / path).mkdir(parents=True)
    for name in ("bin", "sbin", "lib", "lib64"):
        (root / name).symlink_to(f"usr/{name}")
    etc = root / "etc"
    for name, text in (("passwd", USERS), ("group", GROUPS), ("machine-id", "")):
        (etc / name).write_text(text)
    for name in ("os-release", "ld.so.cache"):
        shutil.copy(system.root / "etc" / name, etc / name)
    (etc / "tmpfiles.d/provision.conf").symlink_to("/dev/null")  # it would close /root, where an interpreter may be
    units = etc / "systemd/system"
    units.mkdir(parents=True)
    for unit in UNITS:
        shutil.copy(FOLDER / unit, units)
    for name, text in more.items():
        (units / name).parent.mkdir(exist_ok=True)
        (units / name).write_text(text)
