"""Where games would be lost silently: what real systems say of their disks, and what the box concludes."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.daemon.lasting import ORDERED, PARTITION, WRITABLE, Loss, loss, loss_here

STATE = Path("/var/lib/companion")

PLAIN = """\
22 27 0:21 / /proc rw,nosuid,nodev,noexec,relatime shared:12 - proc proc rw
27 1 179:2 / / rw,noatime shared:1 - ext4 /dev/mmcblk0p2 rw
31 27 0:26 / /run rw,nosuid,nodev shared:5 - tmpfs tmpfs rw,size=175980k,nr_inodes=819200,mode=755
40 27 179:1 / /boot/firmware rw,relatime shared:30 - vfat /dev/mmcblk0p1 rw,fmask=0022,dmask=0022,codepage=437
44 27 0:33 / /tmp rw,nosuid,nodev shared:33 - tmpfs tmpfs rw,nr_inodes=1048576
"""
"""Raspberry Pi OS 13."""
OVERLAYROOT = """\
24 29 0:22 / /proc rw,nosuid,nodev,noexec,relatime shared:13 - proc proc rw
29 1 0:25 / / rw,relatime shared:1 - overlay overlayroot rw,lowerdir=/media/root-ro,upperdir=/media/root-rw/overlay,\
workdir=/media/root-rw/overlay-workdir/_
30 29 179:2 / /media/root-ro ro,relatime shared:2 - ext4 /dev/mmcblk0p2 ro
31 29 0:24 / /media/root-rw rw,relatime shared:3 - tmpfs tmpfs-root rw
"""
"""The same after `raspi-config` has switched the overlay on, as overlayroot mounts it."""
RECURSED = (
    OVERLAYROOT
    + """\
47 29 0:41 / /games rw,relatime shared:40 - overlay /media/root-ro/games rw,lowerdir=/media/root-ro/games,\
upperdir=/media/root-rw/overlay/games,workdir=/media/root-rw/overlay-workdir/games
48 30 179:3 / /media/root-ro/games ro,relatime shared:41 - ext4 /dev/mmcblk0p3 ro
"""
)
"""The overlay with a partition for games, which it covers, too."""
NOT_RECURSED = OVERLAYROOT + "47 29 179:3 / /var/lib/companion rw,noatime shared:40 - ext4 /dev/mmcblk0p3 rw\n"
"""The same overlay with `recurse=0`."""
BULLSEYE = """\
25 1 0:22 / / rw,noatime shared:1 - overlay overlay rw,lowerdir=/lower,upperdir=/upper/data,workdir=/upper/work
"""
CONTAINER = """\
612 480 0:61 / / rw,relatime - overlay overlay rw,lowerdir=/var/lib/docker/overlay2/l/A:/var/lib/docker/overlay2/l/B,\
upperdir=/var/lib/docker/overlay2/3c/diff,workdir=/var/lib/docker/overlay2/3c/work
"""
"""A container: only its host knows where its upper folder is."""
SANDBOXED = """\
540 480 179:2 / / ro,noatime master:1 - ext4 /dev/mmcblk0p2 rw
560 540 179:2 /var/lib/private/companion /var/lib/companion rw,nosuid,nodev,noatime master:1 - ext4 /dev/mmcblk0p2 rw
"""
"""The mounts as a service with `ProtectSystem=strict` sees them."""


def with_state(rest: str) -> str:
    return f"{PLAIN}60 27 179:3 / /var/lib/companion {rest}\n"


IN_MEMORY = Loss("lies in memory: every game is gone when the power goes", PARTITION)
UNDER_OVERLAY = Loss("lies under an overlay in memory: every game is gone when the power goes", PARTITION)
READ_ONLY = Loss("lies on a disk that is mounted read-only: no game is kept", WRITABLE)
ON_VFAT = Loss("lies on vfat, which a power cut can damage: games may be lost", PARTITION)
WRITEBACK = Loss("lies on a disk with data=writeback: a power cut can leave garbage in games", ORDERED)


@pytest.mark.parametrize(
    ("folder", "mountinfo", "expected"),
    [
        (STATE, PLAIN, None),
        (Path("/run/companion"), PLAIN, IN_MEMORY),
        (Path("/run/user/1000/games"), PLAIN, IN_MEMORY),
        (Path("/runs/companion"), PLAIN, None),
        (Path("/boot/firmware/games"), PLAIN, ON_VFAT),
        (STATE, OVERLAYROOT, UNDER_OVERLAY),
        (Path("/games"), RECURSED, UNDER_OVERLAY),
        (STATE, NOT_RECURSED, None),
        (STATE, BULLSEYE, UNDER_OVERLAY),
        (STATE, CONTAINER, None),
        (STATE, SANDBOXED, None),
        (Path("/srv"), SANDBOXED, READ_ONLY),
        (STATE, with_state("rw,relatime - ramfs none rw"), IN_MEMORY),
        (STATE, with_state("rw,relatime - ext4 /dev/sda1 ro"), READ_ONLY),
        (STATE, with_state("rw,relatime - ext4 /dev/sda1 rw,data=writeback"), WRITEBACK),
        (STATE, with_state("rw,relatime - ext4 /dev/sda1 rw,data=ordered"), None),
        (
            STATE,
            with_state("rw,relatime - tmpfs none rw") + "61 60 8:1 / /var/lib/companion rw - ext4 /dev/a rw\n",
            None,
        ),
        (Path("/my games/here"), PLAIN + "60 27 0:7 / /my\\040games rw - tmpfs none rw\n", IN_MEMORY),
        (STATE, "", None),
        (STATE, "what no kernel says\n1 2 3 - \n - - -\n" + PLAIN, None),
    ],
)
def test_what_lies_below_decides(folder: Path, mountinfo: str, expected: Loss | None) -> None:
    assert loss(folder, mountinfo) == expected


def test_of_this_computer_it_can_be_asked_before_the_folder_is_there(tmp_path: Path) -> None:
    assert loss_here(tmp_path / "not" / "there") == loss_here(tmp_path)


@contextmanager
def mounted(at: Path, *words: str) -> Iterator[Path]:
    at.mkdir(parents=True)
    if (
        os.geteuid() != 0
        or subprocess.run(["/bin/mount", *words, at], check=False, capture_output=True).returncode != 0
    ):
        pytest.skip("only root may mount, and not in every container")
    try:
        yield at
    finally:
        subprocess.run(["/bin/umount", at], check=True)


@pytest.mark.slow
def test_real_memory_and_a_real_overlay_over_it(tmp_path: Path) -> None:
    with mounted(tmp_path / "memory", "-t", "tmpfs", "none") as memory:
        assert loss_here(memory / "games") == IN_MEMORY
        for name in ("low", "memory/up", "memory/work"):
            (tmp_path / name).mkdir()
        how = f"lowerdir={tmp_path}/low,upperdir={memory}/up,workdir={memory}/work"
        with mounted(tmp_path / "over", "-t", "overlay", "overlay", "-o", how) as over:
            assert loss_here(over) == UNDER_OVERLAY


@pytest.mark.slow
def test_a_real_disk_that_can_only_be_read(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    with mounted(tmp_path / "again", "--bind", f"{tmp_path}/games") as again:
        subprocess.run(["/bin/mount", "-o", "remount,bind,ro", again], check=True)
        assert loss_here(again) == (loss_here(tmp_path) or READ_ONLY)
