"""Disks that fail, made by the limits of this process."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager


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
