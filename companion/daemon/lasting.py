"""The file system of the games' folder, and whether games survive a power cut there.

Law: the kernel is asked, through one file that is quick to read; if the kernel does not say, nothing is claimed.
"""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import Final

import msgspec

MOUNTINFO: Final = Path("/proc/self/mountinfo")
"""See proc_pid_mountinfo(5)."""
IN_MEMORY: Final = {"tmpfs", "ramfs"}
FOR_CAMERAS: Final = {"vfat", "msdos", "exfat"}
HIDDEN: Final = PurePosixPath("/upper/data")
"""Where raspi-config kept the upper folder until 2023: in memory, at a path that is no longer visible."""

PARTITION: Final = "give the games a partition of their own: wiring/OWNER.md, Games that last"
ORDERED: Final = "take data=writeback out of /etc/fstab and the kernel's command line, and start anew"
WRITABLE: Final = "give the companion a folder that it may write to: state_folder in the settings"


class Loss(msgspec.Struct, frozen=True):
    """Why games would be lost here."""

    why: str
    """What is wrong with the file system: "lies in memory: …"."""
    mend: str

    def said(self, folder: Path) -> str:
        """The loss and the advice in one sentence."""
        return f"{folder} {self.why}; {self.mend}"


class _Mount(msgspec.Struct, frozen=True):
    at: PurePosixPath
    kind: str
    options: frozenset[str]


def loss(folder: Path, mountinfo: str) -> Loss | None:
    """Why games in this folder would be lost; `None`: they last, according to the kernel."""
    mounts = [mount for line in mountinfo.splitlines() if (mount := _parsed(line)) is not None]
    below = _below(PurePosixPath(folder), mounts)
    return _told(below, mounts) if below is not None else None


def loss_here(folder: Path) -> Loss | None:
    """The same on this computer, for a folder that may not exist yet."""
    try:
        return loss(folder.resolve(), MOUNTINFO.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return None


def _told(mount: _Mount, mounts: list[_Mount]) -> Loss | None:
    if mount.kind in IN_MEMORY:
        return Loss("lies in memory: every game is gone when the power goes", PARTITION)
    if mount.kind == "overlay" and _is_in_memory(mount, mounts):
        return Loss("lies under an overlay in memory: every game is gone when the power goes", PARTITION)
    if "ro" in mount.options:
        return Loss("lies on a disk that is mounted read-only: no game is kept", WRITABLE)
    if mount.kind in FOR_CAMERAS:
        return Loss(f"lies on {mount.kind}, which a power cut can damage: games may be lost", PARTITION)
    if "data=writeback" in mount.options:
        return Loss("lies on a disk with data=writeback: a power cut can leave garbage in games", ORDERED)
    return None


def _is_in_memory(overlay: _Mount, mounts: list[_Mount]) -> bool:
    """Whether files written to this overlay are kept in memory."""
    upper = next((option.partition("=")[2] for option in overlay.options if option.startswith("upperdir=")), None)
    if upper is None:
        return False
    below = _below(PurePosixPath(upper), mounts)
    return PurePosixPath(upper) == HIDDEN or (below is not None and below.kind in IN_MEMORY)


def _below(path: PurePosixPath, mounts: list[_Mount]) -> _Mount | None:
    """The innermost mount above a path; of several at one place the last, which covers the others."""
    return max(
        (mount for mount in mounts if path.is_relative_to(mount.at)),
        key=lambda mount: (len(mount.at.parts), mounts.index(mount)),
        default=None,
    )


def _parsed(line: str) -> _Mount | None:
    """`36 35 98:0 /root /at rw,noatime shared:1 - ext4 /dev/mmcblk0p2 rw,data=writeback`."""
    left, dash, right = line.partition(" - ")
    fields, (kind, *source) = left.split(" "), right.split(" ") if right else [""]
    if not dash or len(fields) < 6 or len(source) < 2:
        return None
    options = frozenset((*fields[5].split(","), *map(_plain, source[1].split(","))))
    return _Mount(PurePosixPath(_plain(fields[4])), kind, options)


def _plain(escaped: str) -> str:
    r"""A blank is written as `\040`."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), escaped)
