"""USB sticks, for companion-update.service, which alone mounts them.

Laws: what it mounts nobody else sees, and it ends with the service; a disk that is mounted already is used where it is,
but nothing is written to one that the system has mounted for itself.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Final, Literal

from companion.daemon.newer import Refusing
from companion.daemon.programs import run

DISKS: Final = Path("/dev/disk/by-id"), "usb-*"
"""The names that udev gives to USB disks and to their partitions."""
KINDS: Final = "vfat,exfat,ext4"
"""The file systems of sticks."""
FOR_PEOPLE: Final = "/media", "/run/media", "/mnt"
"""There a desktop, or a person, mounts a stick."""


def disks() -> list[Path]:
    """All USB disks and their partitions."""
    return sorted(DISKS[0].glob(DISKS[1]))


def mounted(disk: Path, at: Path, how: Literal["ro", "rw"]) -> Path | None:
    """Where a disk is mounted; if it is not, it is mounted at `at` until this service ends. `None`: it cannot be."""
    told = run("findmnt", "--noheadings", "--first-only", "--output=TARGET", str(disk.resolve()))
    if told.returncode == 0:
        return Path(told.stdout.rstrip("\n"))
    at.mkdir(exist_ok=True)
    run("umount", str(at))
    told = run("mount", f"--types={KINDS}", f"--options={how},nosuid,nodev,noexec", str(disk), str(at))
    return at if told.returncode == 0 else None


def to_write(at: Path) -> Path:
    """The folder of the first stick that can be written, mounted at `at` if it was not. Raises Refusing."""
    is_there = False
    for disk in disks():
        folder = mounted(disk, at, "rw")
        if folder is None or not any(folder.is_relative_to(each) for each in (at, *FOR_PEOPLE)):
            continue
        if os.access(folder, os.W_OK):
            return folder
        is_there = True
    raise Refusing("stick_locked" if is_there else "no_stick")


def finish(folder: Path, at: Path) -> None:
    """See to it that all is on the stick, which can then be pulled out. Raises OSError."""
    told = run("sync", "--file-system", str(folder))
    if told.returncode == 0 and folder == at:
        told = run("umount", str(at))
    if told.returncode != 0:
        raise OSError(errno.EIO, told.stdout.strip())
