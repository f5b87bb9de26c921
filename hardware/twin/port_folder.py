"""A folder for the link to a simulated serial port, in place of `/dev/serial/by-id`.

1. It is locked while its process lives; the kernel removes the lock when the process ends in any way.
2. A process removes what a killed process has left behind: an unlocked folder of this kind and its link, nothing else.
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
        """`name`: the name of the link, which does not exist yet."""
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
    """Make a locked folder; before it is locked, another process that just starts may take it for a leftover."""
    while True:
        path = Path(tempfile.mkdtemp(prefix=_PREFIX))
        with suppress(FileNotFoundError, BlockingIOError):
            return path, _lock(path)


def _remove_leftovers(name: str) -> None:
    for path in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):  # another process has it, or it is not ours
            lock = _lock(path)
            _remove(path / name)
            os.close(lock)


def _lock(folder: Path) -> int:
    """Lock this folder. Raises `BlockingIOError` if another process has it, `OSError` if it is missing or not ours."""
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
