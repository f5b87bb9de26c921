"""A folder for the link to a simulated serial port, in place of `/dev/serial/by-id`.

1. While its process lives, it is locked; the kernel takes the lock away however the process ends.
2. What a process that was killed has left behind, the next one removes: an unlocked folder of this kind, its link and
   nothing else.
"""

import fcntl
import os
import tempfile
from contextlib import suppress
from pathlib import Path

_PREFIX = "simulated-port-"


class PortFolder:
    """A new folder with room for one link, until `close`."""

    def __init__(self, name: str) -> None:
        """`name`: of the link, which is not there yet."""
        _remove_leftovers(name)
        self.path, self._lock = _new_folder()
        self.link = self.path / name

    def close(self) -> None:
        """Leave nothing behind. A second time it does nothing."""
        if self._lock is not None:
            _remove(self.link)
            os.close(self._lock)
            self._lock = None


def _new_folder() -> tuple[Path, int | None]:
    """A locked one; another process that starts just now may take it for left behind before it is locked."""
    while True:
        path = Path(tempfile.mkdtemp(prefix=_PREFIX))
        with suppress(FileNotFoundError, BlockingIOError):
            return path, _lock(path)


def _remove_leftovers(name: str) -> None:
    for path in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):  # somebody has it, or it is not ours
            lock = _lock(path)
            _remove(path / name)
            os.close(lock)


def _lock(folder: Path) -> int:
    """Lock this folder. Raises `BlockingIOError` if somebody has it, `OSError` if it is not there or not ours."""
    lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        folder.stat()
    except OSError:
        os.close(lock)
        raise
    return lock


def _remove(link: Path) -> None:
    with suppress(OSError):
        link.unlink(missing_ok=True)
        link.parent.rmdir()
