"""Disks for tests: those that fail are made by the limits of this process; one is none."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

MEMORY = Path("/dev/shm")  # noqa: S108  # a folder of its own is made in it

Files = dict[str, bytes]
"""What lies in a folder, by name."""


@contextmanager
def full() -> Iterator[None]:
    """No file takes a byte more, and none changes."""
    with _limited(resource.RLIMIT_FSIZE):
        yield


@contextmanager
def gone() -> Iterator[None]:
    """No file can be opened."""
    with _limited(resource.RLIMIT_NOFILE):
        yield


@contextmanager
def _limited(what: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(what)
    resource.setrlimit(what, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(what, (soft, hard))


@contextmanager
def none() -> Iterator[Path]:
    """A folder in memory, where there can be one, for thousands of starts: it waits for no disk."""
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as name:
        yield Path(name)


def files(folder: Path) -> Files:
    """What is in a folder of games but for the lock, which holds nothing."""
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*")) if path.name != "lock"}


def lay(folder: Path, left: Files) -> None:
    """Let the folder hold these files and no other."""
    for path in folder.iterdir():
        path.unlink()
    for name, content in left.items():
        (folder / name).write_bytes(content)
