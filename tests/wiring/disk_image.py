"""A file system of its own, whose power can be cut: what had not been written to the disk is lost, as ext4 leaves it.

The kernel's ext4 goes down on request (EXT4_IOC_SHUTDOWN without flushing its log, as xfstests does) and recovers with
the next mount, as after a power cut.
"""

from __future__ import annotations

import fcntl
import os
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.wiring.nspawn import until

SHUTDOWN: Final = 0x8004587D
NO_LOG_FLUSH: Final = struct.pack("I", 2)


def make(file: Path, tree: Path, megabytes: int) -> None:
    """A disk that holds a tree, in a new file."""
    _call("mke2fs", "-q", "-t", "ext4", "-d", str(tree), str(file), f"{megabytes}M").check_returncode()


def copy(file: Path, to: Path) -> None:
    """Another disk with the same content; what is empty is not written, and what is written waits for nothing later."""
    _call("cp", "--sparse=always", str(file), str(to)).check_returncode()
    _call("sync", str(to)).check_returncode()


@contextmanager
def mounted(file: Path, where: Path) -> Iterator[Path]:
    """The disk in use: recovered first, if its power was cut."""
    where.mkdir(exist_ok=True)
    told = _call("mount", "-o", "loop", str(file), str(where))
    if told.returncode != 0:
        # Nothing that could be installed would change it, so this is no skipped test.
        pytest.xfail(f"this machine may mount no disk: {told.stderr}")
    try:
        yield where
    finally:
        _call("umount", str(where)).check_returncode()
        # A program that was killed in it may hold it for a moment.
        until(lambda: not _call("losetup", "--associated", str(file)).stdout, "that nobody has it")


def cut(where: Path) -> None:
    """No further write reaches the disk."""
    folder = os.open(where, os.O_RDONLY)
    try:
        fcntl.ioctl(folder, SHUTDOWN, NO_LOG_FLUSH)
    finally:
        os.close(folder)


def _call(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, check=False)
