"""Clean Debian systems as folders: fetched once a machine, laid out anew for each test.

Law: what runs inside has no network, unless a test asks for it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest

SYSTEM: Final = "apt,dbus,libpam-systemd,passwd,polkitd,python3,systemd,systemd-sysv,udev"
"""Packages besides the essential ones in a system of this machine's own kind, to boot and for the box."""
PROGRAMS: Final = (
    "base-files,coreutils,dash,debconf,diffutils,dpkg,findutils,grep,init-system-helpers,libc-bin,passwd,perl-base,"
    "python3,sed"
)
"""Packages of a system of another kind: unpacked, not set up, since its programs are emulated, which is slow."""

PACKAGES: Final = {
    **{"mmdebstrap": "mmdebstrap", "systemd-nspawn": "systemd-container", "journalctl": "systemd"},
    **{"apt-ftparchive": "apt-utils", "gpg": "gnupg"},
    **{"nsenter": "util-linux", "unshare": "util-linux", "ip": "iproute2"},
}
"""The packages of tools that a fresh machine may lack."""

OWN: Final = "amd64"
PATIENCE_S: Final = 600.0
ENVIRONMENT: Final = {
    **{"PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8"},
    "DEBIAN_FRONTEND": "noninteractive",
}

BINFMT: Final = Path("/proc/sys/fs/binfmt_misc")
QEMU: Final = "/usr/bin/qemu-aarch64-static"
# The first bytes of a program for arm64, and which of their bits count. F: the kernel opens the emulator now, outside.
ARM64: Final = "".join(
    (
        r":qemu-aarch64:M::\x7fELF\x02\x01\x01" + r"\x00" * 9 + r"\x02\x00\xb7\x00",
        ":" + r"\xff" * 7 + r"\x00" + r"\xff" * 8 + r"\xfe\xff\xff\xff",
        f":{QEMU}:F",
    )
)

# Mounts in a namespace of their own are gone with the last program in it.
INSIDE: Final = 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"'


def needs(*tools: str) -> None:
    """Skip the test where one of them is missing, or where this is not root."""
    for tool in tools:
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed; Debian has it in {PACKAGES[tool]}")
    if os.geteuid() != 0:
        pytest.skip("only root may make or boot another system")


def root(suite: str, folder: Path, arch: str = OWN, more: str = "") -> Path:
    """A clean system of `suite`, as `trixie`, in a new folder in `folder`; the caller removes it.

    `more`: packages besides, with commas."""
    needs("mmdebstrap", "unshare")
    if arch != OWN:
        _emulate()
    where = folder / f"{suite}-{arch}"
    where.mkdir(parents=True)
    _call("tar", "--extract", f"--file={_archive(suite, arch, more)}", f"--directory={where}").check_returncode()
    (where / "etc/dpkg/dpkg.cfg.d/fast").write_text("force-unsafe-io\n")
    return where


def run(
    root: Path, *words: str, network: bool = False, env: Mapping[str, str] | None = None, said: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run a command inside, as root; all its output is in `stdout`."""
    alone = ["unshare", "--mount", "--pid", "--fork", "--kill-child", *([] if network else ["--net"])]
    return _call(*alone, "sh", "-c", INSIDE, str(root), *words, env={**ENVIRONMENT, **(env or {})}, said=said)


def files(root: Path) -> set[str]:
    """Every path of a system, as seen from inside."""
    walk = ((Path("/", os.path.relpath(where, root)), (*folders, *names)) for where, folders, names in os.walk(root))
    return {str(where / name) for where, names in walk for name in names}


def dpkg_deb(*words: object) -> str:
    """Make or open a package; gives what it says."""
    command = ["dpkg-deb", *map(str, words)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def _call(*words: str, env: Mapping[str, str] | None = None, said: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words,
        input=said,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=env,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )


def _archive(suite: str, arch: str, more: str) -> Path:
    """The system as it was fetched; it is fetched again when other packages are asked for."""
    folder = Path(os.environ.get("COMPANION_TEST_CACHE") or Path.home() / ".cache" / "companion-tests")
    variant, packages = ("essential", SYSTEM) if arch == OWN else ("extract", PROGRAMS)
    packages = ",".join(filter(None, (packages, more)))
    archive = folder / f"{suite}-{arch}-{sha256(packages.encode()).hexdigest()[:8]}.tar"
    if not archive.exists():
        folder.mkdir(parents=True, exist_ok=True)
        ours = archive.with_suffix(f".{os.getpid()}.tar")
        wanted = (f"--variant={variant}", f"--architectures={arch}", f"--include={packages}")
        patient = ['--aptopt=Acquire::Retries "10"']
        if suite == "testing":  # a mirror's copy of its list may have expired; it is still signed
            patient.append('--aptopt=Acquire::Check-Valid-Until "false"')
        for rest_s in (20.0, 60.0, 0.0):  # a mirror that is just being changed does not fit together
            told = _call("mmdebstrap", "--quiet", "--mode=root", *patient, *wanted, suite, str(ours))
            if told.returncode == 0:
                break
            ours.unlink(missing_ok=True)
            time.sleep(rest_s)
        else:
            pytest.skip(f"Debian's {suite} cannot be fetched: {told.stdout.strip()[-300:]}")
        ours.rename(archive)
    return archive


def _emulate() -> None:
    """Let the kernel run programs for arm64, each in an emulator."""
    if not Path(QEMU).exists():
        pytest.skip(f"{QEMU} is not installed; Debian has it in qemu-user-static")
    if not (BINFMT / "register").exists():
        _call("mount", "-t", "binfmt_misc", "binfmt_misc", str(BINFMT))
    if not (BINFMT / "qemu-aarch64").exists():
        # Nothing that could be installed would change it, so this is no skipped test.
        if not (BINFMT / "register").exists():
            pytest.xfail("this machine may emulate no other")
        with suppress(FileExistsError):  # another test was faster
            (BINFMT / "register").write_text(ARM64)
