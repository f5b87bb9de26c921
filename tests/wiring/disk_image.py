"""A file system of its own, in a file."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.wiring.nspawn import until


def make(file: Path, tree: Path, megabytes: int) -> None:
    """A disk that holds a tree, in a new file."""
    _call("mke2fs", "-q", "-t", "ext4", "-d", str(tree), str(file), f"{megabytes}M").check_returncode()


def copy(file: Path, to: Path) -> None:
    """Another disk with the same content; what is empty is not written."""
    _call("cp", "--sparse=always", str(file), str(to)).check_returncode()


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


def _call(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, check=False)
