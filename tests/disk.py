"""Disks for tests: limits of this process make a disk that fails; one folder is in memory, so on no disk."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

MEMORY = Path("/dev/shm")  # noqa: S108  # a folder of its own is made in it

Files = dict[str, bytes]
"""The files of a folder, by name."""


@contextmanager
def full() -> Iterator[None]:
    """No file can grow or change."""
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
    """A folder in memory, if possible, for thousands of starts: it never waits for a disk."""
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as name:
        yield Path(name)


def files(folder: Path) -> Files:
    """The files in a folder of games without the lock, which is empty."""
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*")) if path.name != "lock"}


def lay(folder: Path, left: Files) -> None:
    """Make the folder hold only these files."""
    for path in folder.iterdir():
        path.unlink()
    for name, content in left.items():
        (folder / name).write_bytes(content)
