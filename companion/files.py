"""Reading and writing files: only regular files are read, and only the owner may read what the box writes.

Laws: anything but a regular file is refused before it is opened, since a fifo would block the box for ever; after
`put`, either the old file or the new one is there, and whole, whatever happens.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

_ODD: Final[tuple[tuple[Callable[[int], bool], str], ...]] = (
    (stat.S_ISFIFO, "a fifo"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
_OTHERS: Final = 0o077
"""The permission bits of everybody but the owner."""


def oddity(path: Path) -> str | None:
    """What this path is if it is neither a file nor a folder, such as `a fifo`; otherwise `None`. Raises OSError."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return None
    return next((name for is_so, name in _ODD if is_so(mode)), None)


def is_there(path: Path) -> bool:
    """Whether it exists. Raises OSError if nobody can say: from Python 3.14 on, `Path.exists` says no then."""
    try:
        path.stat()
    except ValueError:  # a zero byte in the name
        return False
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP):
            return False
        raise
    return True


def read_bytes(path: Path) -> bytes:
    """The content of a file. Raises OSError, also if it is not a regular file."""
    try:
        if (came := oddity(path)) is not None:
            raise OSError(errno.EINVAL, f"came {came}")
        return path.read_bytes()
    except ValueError:  # a zero byte in the name
        raise OSError(errno.EINVAL, "no file can have this name") from None


def folder_of_home(variable: str, usual: str) -> Path | None:
    """A folder for the user's files, which a variable of the environment may name; `None`: the user has no home."""
    if chosen := os.environ.get(variable):
        return Path(chosen)
    try:
        return Path.home() / usual
    except RuntimeError:
        return None


def make_folder(folder: Path) -> None:
    """Make a folder that only its owner may read; an existing folder becomes private. Raises OSError."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except ValueError:  # a zero byte in the name
        raise NotADirectoryError(errno.ENOTDIR, "no file can have this name") from None
    tighten(folder)


def tighten(path: Path) -> None:
    """Take all rights to our file from everybody else, but never to a shared folder such as /tmp."""
    with suppress(OSError):
        now = path.stat()
        if now.st_uid == os.geteuid() and now.st_mode & _OTHERS and not now.st_mode & stat.S_ISVTX:
            path.chmod(stat.S_IMODE(now.st_mode) & ~_OTHERS)


def as_its_folder(path: Path) -> None:
    """Give a file that root has made to the owner of its folder."""
    if os.geteuid() == 0:
        now = path.parent.stat()
        os.chown(path, now.st_uid, now.st_gid)


def private(path: str, flags: int) -> int:
    """An opener for `open(…, opener=private)`: only the owner may read a file that it creates."""
    return os.open(path, flags, 0o600)


def put(path: Path, content: bytes, owner: tuple[int, int] | None = None) -> None:
    """Replace a file: the content is written beside it, then renamed. Raises OSError.

    `owner`: the user and group that get the file; otherwise it keeps those of the old file. A device or a pipe is
    written to directly.
    """
    put_by(path, lambda file: file.write(content), owner)


def put_by(path: Path, write: Callable[[BinaryIO], object], owner: tuple[int, int] | None = None) -> None:
    """The same for a content that is too long to be held in memory: `write` writes it. Raises OSError."""
    if oddity(path) is not None:
        with path.open("wb") as device:
            write(device)
        return
    target = _place(path)
    new = _beside(target)
    try:
        with new.open("xb") as file:
            write(file)
            file.flush()
            _give(file.fileno(), target, owner)
            os.fsync(file.fileno())
        new.replace(target)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise


def try_to_put(path: Path) -> None:
    """Check early whether `put` could write here. Raises OSError as `put` would."""
    if oddity(path) is None:
        new = _beside(_place(path))
        try:
            new.touch(exist_ok=False)
        finally:
            new.unlink(missing_ok=True)


def _place(path: Path) -> Path:
    """The target of a link; a read-only file is refused. Raises OSError."""
    target = path.resolve()
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return target


def _beside(target: Path) -> Path:
    """A free name in the same folder, no longer than the file's own, so that the file system accepts it too."""
    return target.with_name(f".{os.urandom(8).hex()}.new")


def _give(file: int, target: Path, owner: tuple[int, int] | None) -> None:
    """Give the new file the rights and the owner of the old one, as far as we may."""
    with suppress(FileNotFoundError):
        before = target.stat()
        os.fchmod(file, stat.S_IMODE(before.st_mode))
        owner = owner or (before.st_uid, before.st_gid)
    if owner is not None:
        with suppress(PermissionError):
            os.fchown(file, *owner)
