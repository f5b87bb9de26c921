"""The plug is pulled under games on the ext4 partition of a card with `--overlay`, mounted as such a card mounts it.

The kernel's own `shutdown` of a file system stands for the plug: from one moment on nothing reaches the disk any more,
and what was not flushed is lost. Then come the check without a question, the journal of ext4 and the next start.
"""

from __future__ import annotations

import fcntl
import os
import signal
import struct
import subprocess
from pathlib import Path
from random import Random

import pytest

from tests.power import killed_process
from tests.power.company import Company
from tests.power.test_kills import LONGEST_LIFE_S, Life, comes_back, processes, reference
from wiring.card import partitions

pytestmark = [pytest.mark.slow, pytest.mark.in_box_time]

CUTS = int(os.environ.get("COMPANION_CUTS", "10"))
SHUTDOWN = 0x8004587D
"""FS_IOC_SHUTDOWN; see the kernel's ext4."""
AT_ONCE = struct.pack("I", 2)
"""Not even the journal is flushed."""
OPTIONS = partitions.GAMES.split()[3].replace(",nofail", "")
"""The last one is for systemd alone."""
MENDED = (0, 1)
"""How fsck ends when a disk is good, or good again."""


def run(*words: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*map(str, words)], capture_output=True, check=False)


class Card:
    """The games' partition."""

    def __init__(self, folder: Path) -> None:
        self.file, self.at = folder / "games.img", folder / "games"
        self.at.mkdir()
        with self.file.open("wb") as disk:
            disk.truncate(64 << 20)
        if os.geteuid() != 0:
            pytest.skip("only root may mount a disk")
        made = run("mkfs.ext4", "-q", "-F", "-L", "games", self.file)
        assert made.returncode == 0, made.stderr

    def mount(self) -> None:
        told = run("mount", "-t", "ext4", "-o", f"loop,{OPTIONS}", self.file, self.at)
        if told.returncode != 0:
            pytest.xfail(f"no disk can be mounted here: {told.stderr.decode().strip()}")

    def unmount(self) -> None:
        told = run("umount", self.at)
        assert told.returncode == 0, told.stderr

    def pull_the_plug(self) -> None:
        at = os.open(self.at, os.O_RDONLY)
        try:
            fcntl.ioctl(at, SHUTDOWN, AT_ONCE)
        finally:
            os.close(at)

    def check(self) -> None:
        """As systemd does it with `fsck.repair=yes`.

        The disk goes on as a copy: a system started meanwhile on this machine may hold the dead mount.
        """
        before, self.file = self.file, self.file.with_suffix(".copy" if self.file.suffix == ".img" else ".img")
        copied = run("cp", "--sparse=always", before, self.file)
        assert copied.returncode == 0, copied.stderr
        before.unlink()
        told = run("e2fsck", "-y", self.file)
        assert told.returncode in MENDED, told.stdout


def lives_until_the_plug_is_pulled(card: Card, folder: Path, seed: int, life_s: float) -> Life:
    ours, theirs = processes.Pipe(duplex=False)
    process = processes.Process(target=killed_process.play, args=(folder, seed, theirs, Company))
    process.start()
    theirs.close()
    process.join(life_s)
    assert process.pid is not None
    # A box does nothing after the plug is pulled. What it is just asking of the kernel goes on, and may be cut.
    if process.is_alive():
        os.kill(process.pid, signal.SIGSTOP)
    told = Life()
    while ours.poll(0):
        try:
            told.append(ours.recv_bytes())
        except EOFError:
            break
    card.pull_the_plug()
    process.kill()
    process.join()
    ours.close()
    process.close()
    return told


def test_pulled_plugs_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    luck, card = Random(1995), Card(tmp_path)
    cuts = acknowledged = seed = 0
    while cuts < CUTS:
        folder, before = card.at / str(seed), 0
        while cuts < CUTS:
            card.mount()
            try:
                told = lives_until_the_plug_is_pulled(card, folder, seed, luck.uniform(0.05, 2 * LONGEST_LIFE_S))
            finally:
                card.unmount()
            card.check()
            cuts += 1
            card.mount()
            try:
                before = comes_back(folder, seed, max(told.told, before), Company)
            finally:
                card.unmount()
            acknowledged += sum(word != b"over" for word in told)
            if before == len(reference(seed, Company).entries):
                break
        seed += 1
    assert acknowledged > CUTS
    print(f"{cuts} pulled plugs, {acknowledged} entries acknowledged, none lost")
