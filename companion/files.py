"""Files of the owner's and of others: only true files are read, and what the box keeps is nobody else's.

Law: what is no file is told before it is opened, since a fifo would let the box wait for ever.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

_ODD: Final[tuple[tuple[Callable[[int], bool], str], ...]] = (
    (stat.S_ISFIFO, "a fifo"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
_OTHERS: Final = 0o077
"""What a mode gives to everybody but the owner."""


def oddity(path: Path) -> str | None:
    """What stands in the place of a file, `a fifo`; `None`: a file, a folder or nothing. Raises OSError."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return None
    return next((name for is_so, name in _ODD if is_so(mode)), None)


def read_bytes(path: Path) -> bytes:
    """What a file holds. Raises OSError, of anything else than a file too."""
    try:
        if (came := oddity(path)) is not None:
            raise OSError(errno.EINVAL, f"came {came}")
        return path.read_bytes()
    except ValueError:  # a zero byte in the name
        raise OSError(errno.EINVAL, "no file can have this name") from None


def make_folder(folder: Path) -> None:
    """A folder only its owner may look into; one that is there already is made so. Raises OSError."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except ValueError:  # a zero byte in the name
        raise NotADirectoryError(errno.ENOTDIR, "no file can have this name") from None
    tighten(folder)


def tighten(path: Path) -> None:
    """Shut everybody else out of what is ours, but never out of a folder that all share, as /tmp is."""
    with suppress(OSError):
        now = path.stat()
        if now.st_uid == os.geteuid() and now.st_mode & _OTHERS and not now.st_mode & stat.S_ISVTX:
            path.chmod(stat.S_IMODE(now.st_mode) & ~_OTHERS)


def private(path: str, flags: int) -> int:
    """Open for `open(…, opener=private)`: a file that is made is its owner's alone."""
    return os.open(path, flags, 0o600)
