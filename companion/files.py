"""Files of the owner's and of others: only true files are read, and what the box keeps is nobody else's.

Laws: what is no file is told before it is opened, since a fifo would let the box wait for ever; where `put` writes, the
file of before stands or the new one, whole, whatever happens.
"""

from __future__ import annotations

import errno
import os
import secrets
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


def put(path: Path, content: bytes, owner: tuple[int, int] | None = None) -> None:
    """Put this in the place of a file: it is written beside it, then renamed. Raises OSError.

    `owner`: the user and group it is for; else what replaces a file is for whom that one was. A device or a pipe is
    written to as it is.
    """
    if oddity(path) is not None:
        path.write_bytes(content)
        return
    target = _place(path)
    new = _beside(target)
    try:
        with new.open("xb") as file:
            file.write(content)
            file.flush()
            _give(file.fileno(), target, owner)
            os.fsync(file.fileno())
        new.replace(target)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise


def try_to_put(path: Path) -> None:
    """Find out whether `put` would find a place, while nothing is lost yet. Raises OSError as it would."""
    if oddity(path) is None:
        new = _beside(_place(path))
        try:
            new.touch(exist_ok=False)
        finally:
            new.unlink(missing_ok=True)


def _place(path: Path) -> Path:
    """Where a link leads; what its owner has locked stays as it is. Raises OSError."""
    target = path.resolve()
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return target


def _beside(target: Path) -> Path:
    """A name that nothing has, in the same folder and as short, so that it fits wherever the file does."""
    return target.with_name(f".{secrets.token_hex(8)}.new")


def _give(file: int, target: Path, owner: tuple[int, int] | None) -> None:
    """The new file the rights of the one before, and to whom it is for, as far as we may."""
    with suppress(FileNotFoundError):
        before = target.stat()
        os.fchmod(file, stat.S_IMODE(before.st_mode))
        owner = owner or (before.st_uid, before.st_gid)
    if owner is not None:
        with suppress(PermissionError):
            os.fchown(file, *owner)
