"""A file of lines, each on disk before the next one begins, and each under its own checksum.

Laws: a torn last line counts as none, any other damage is refused; no two programs write into one file.
"""

from __future__ import annotations

import errno
import fcntl
import itertools
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from zlib import crc32

from companion import files
from companion.kit.errors import WrongUse


class CheckedFile:
    """One file, for as long as somebody writes into it."""

    def __init__(self, path: Path, flags: int) -> None:
        """Raises OSError, where another run writes into it too."""
        self.path = path
        self._descriptor = os.open(path, os.O_RDWR | flags, 0o666)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.close()
            raise OSError(errno.EBUSY, "another run is at work with it") from None
        self.size = os.fstat(self._descriptor).st_size

    @classmethod
    def begin(cls, path: Path) -> CheckedFile:
        """A new file; where there is one of its name, the name gets a number. Raises OSError."""
        numbered = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in itertools.count(2))
        for name in itertools.chain((path,), numbered):
            with suppress(FileExistsError):
                return cls(name, os.O_CREAT | os.O_EXCL)
        raise AssertionError("numbers have no end")

    @classmethod
    def open(cls, path: Path) -> CheckedFile:
        """One that is there. Raises OSError."""
        files.read_bytes(path)  # what is no file is told before it is opened
        return cls(path, 0)

    def read(self) -> list[bytes]:
        """All whole lines. Raises OSError, WrongUse."""
        *lines, _ = files.read_bytes(self.path).split(b"\n")
        if lines and _checked(lines[-1]) is None:
            lines.pop()
        return [self._whole(number, line) for number, line in enumerate(lines, 1)]

    def _whole(self, number: int, line: bytes) -> bytes:
        if (words := _checked(line)) is None:
            raise WrongUse(f"{self.path}, line {number}: expected what was written; it is damaged: begin again")
        return words

    def append(self, words: bytes) -> None:
        """One line more. Raises OSError; then it counts as none, and may be given again."""
        line = _line(words)
        os.ftruncate(self._descriptor, self.size)
        _put(self._descriptor, line, self.size)
        self.size += len(line)

    def rewrite(self, lines: Iterable[bytes]) -> None:
        """These lines in place of all. Raises OSError; then all is as before."""
        new = CheckedFile(self.path.with_name(f"{self.path.name}.new"), os.O_CREAT | os.O_TRUNC)
        try:
            for words in lines:
                new.append(words)
            new.path.replace(self.path)
            self._descriptor, new._descriptor = new._descriptor, self._descriptor
            self.size = new.size
        finally:
            new.path.unlink(missing_ok=True)
            new.close()

    def close(self) -> None:
        """Let others have it."""
        os.close(self._descriptor)


def _line(words: bytes) -> bytes:
    return b"%08x %b\n" % (crc32(words), words)


def _checked(line: bytes) -> bytes | None:
    """The words of a line; `None`: they are not what was written."""
    words = line[9:]
    return words if _line(words) == line + b"\n" else None


def _put(descriptor: int, raw: bytes, at: int) -> None:
    while raw:
        written = os.pwrite(descriptor, raw, at)
        raw, at = raw[written:], at + written
    os.fsync(descriptor)
