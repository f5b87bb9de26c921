"""The system under an overlay: `overlay.sh` as the kernel starts it, before systemd, and the partition of the games."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from companion.daemon.lasting import PARTITION, loss
from tests.wiring import debian
from tests.wiring.test_image import run
from wiring import image
from wiring.card import partitions

CARD = Path(image.__file__).parent / "card"
STATE = Path("/var/lib/companion")
INIT = """#!/bin/sh
# Stands for systemd: it looks around, writes, and ends.
tell=/media/root-ro/tell
[ -e $tell ] || tell=/tell
echo "$@" >$tell/arguments
cat /proc/self/mountinfo >$tell/mountinfo
touch /etc/written && touch $tell/could-write
mount -t ext4 -o noatime,data=ordered,commit=5 "$(cat $tell/games)" /var/lib/companion || exit
cat /proc/self/mountinfo >$tell/mountinfo-with-games
touch /var/lib/companion/game
umount /var/lib/companion
"""
# A root of its own that can only be read, as the kernel leaves it to PID 1.
ALONE = """
mount --bind "$0" "$0" && mount --bind "$1" "$0/tell" && mount --rbind /dev "$0/dev" && mount -o remount,bind,ro "$0" &&
cd "$0" && pivot_root . mnt && exec /usr/local/sbin/companion-overlay resize quiet
"""


@contextmanager
def loop(image_file: Path, mib: int) -> Iterator[str]:
    """An empty disk."""
    if os.geteuid() != 0:
        pytest.skip("only root has loop devices")
    with image_file.open("wb") as disk:
        disk.truncate(mib << 20)
    words = ["/usr/sbin/losetup", "--find", "--show", str(image_file)]
    made = subprocess.run(words, capture_output=True, text=True, check=False)
    if made.returncode != 0:
        pytest.xfail(f"there is no loop device here: {made.stderr.strip()}")
    try:
        yield made.stdout.strip()
    finally:
        run("losetup", "--detach", made.stdout.strip())


def furnished(folder: Path) -> tuple[Path, Path]:
    root, tell = debian.root("trixie", folder), folder / "tell"
    tell.mkdir()
    for place in ("tell", "media/root-ro", "media/root-rw", str(STATE)[1:], "usr/local/sbin"):
        (root / place).mkdir(parents=True, exist_ok=True)
    script = root / "usr/local/sbin/companion-overlay"
    script.write_bytes((CARD / "overlay.sh").read_bytes())
    (root / "usr/sbin/init").unlink()
    (root / "usr/sbin/init").write_text(INIT)
    for path in (script, root / "usr/sbin/init"):
        path.chmod(0o755)
    return root, tell


def starts(root: Path, tell: Path) -> str:
    words = ["/usr/bin/unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", ALONE, str(root), str(tell)]
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=60).stderr


@pytest.mark.slow
def test_nothing_reaches_the_system_and_games_reach_their_partition(tmp_path: Path) -> None:
    root, tell = furnished(tmp_path)
    with ExitStack() as leaving:
        disk = leaving.enter_context(loop(tmp_path / "games.img", 32))
        run("mkfs.ext4", "-q", "-L", "games", disk)
        (tell / "games").write_text(disk)
        said = starts(root, tell)
        assert (tell / "could-write").exists(), said
        assert (tell / "arguments").read_text() == "resize quiet\n"
        assert not (root / "etc/written").exists()
        plain = loss(STATE, (tell / "mountinfo").read_text())
        assert plain is not None, "the doctor does not see that games would be lost"
        assert plain.mend == PARTITION
        assert loss(STATE, (tell / "mountinfo-with-games").read_text()) is None, said
        listed = run("debugfs", "-R", "ls -p /", disk)
        assert "/game/" in listed


@pytest.mark.slow
def test_if_there_can_be_no_overlay_the_system_starts_without_one(tmp_path: Path) -> None:
    root, tell = furnished(tmp_path)
    (root / "media/root-rw").rmdir()
    starts(root, tell)
    assert (tell / "arguments").read_text() == "resize quiet\n"
    assert not (tell / "could-write").exists()


@pytest.mark.slow
def test_the_first_boot_makes_the_games_partition_once_and_switches_the_overlay_on_last(tmp_path: Path) -> None:
    root, boot = debian.root("trixie", tmp_path), tmp_path / "trixie-amd64/boot/firmware"
    (boot / "companion").mkdir(parents=True)
    for name, content in (("games", partitions.GAMES.encode()), ("overlay.sh", (CARD / "overlay.sh").read_bytes())):
        (boot / "companion" / name).write_bytes(content)
    (boot / "companion/firstrun.sh").write_bytes((CARD.parent / "firstrun.sh").read_bytes())
    (boot / "cmdline.txt").write_text("root=PARTUUID=4e639091-02 rootwait quiet\n")
    place = f"/dev/companion-card-{os.getpid()}p"
    with loop(tmp_path / "card.img", 64) as disk:
        stand_ins = {
            "findmnt": f"echo {place}2",
            "mkfs.ext4": 'echo "$*" >/root/made',
            "resize2fs": "echo grown >/root/grown",
            "systemctl": "true",
            "mount": 'mkdir -p "$1" && echo "$1" >>/root/mounted',
        }
        for name, line in stand_ins.items():
            path = root / "usr/local/bin" / name
            path.write_text(f"#!/bin/sh\n{line}\n")
            path.chmod(0o755)
        # The third partition of a disk; the loop device stands for it.
        first_boot = 'ln -s "$1" "$2" && sh /boot/firmware/companion/firstrun.sh'
        third = Path(f"{place}3")
        try:
            told = debian.run(root, "sh", "-c", first_boot, "sh", disk, str(third))
        finally:
            third.unlink(missing_ok=True)
        assert not (boot / "companion").exists(), told.stdout + (boot / "companion-log.txt").read_text()
    assert (root / "root/made").read_text() == f"-q -L games {place}3\n"
    assert (root / "root/grown").exists()
    assert (root / "root/mounted").read_text() == f"{STATE}\n"
    assert (root / "etc/fstab").read_text().endswith(partitions.GAMES)
    assert (boot / "cmdline.txt").read_text().endswith(" quiet init=/usr/local/sbin/companion-overlay\n")
    debian.run(root, "sh", "-c", "/usr/local/sbin/companion-overlay off; exit")  # not as PID 1
    assert (boot / "cmdline.txt").read_text() == "root=PARTUUID=4e639091-02 rootwait quiet\n"
