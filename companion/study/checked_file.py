"""A file of lines, each on disk before the next one begins, and each under its own checksum.

Laws: a torn last line is ignored, any other damage is refused; two programs never write into one file.
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
    """One file, while a program writes into it."""

    def __init__(self, path: Path, flags: int) -> None:
        """Raises OSError if another run writes into it, too."""
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
        """Make a new file; if its name exists, the new name gets a number. Raises OSError."""
        numbered = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in itertools.count(2))
        for name in itertools.chain((path,), numbered):
            with suppress(FileExistsError):
                return cls(name, os.O_CREAT | os.O_EXCL)
        raise AssertionError("numbers have no end")

    @classmethod
    def open(cls, path: Path) -> CheckedFile:
        """Open an existing file. Raises OSError."""
        files.read_bytes(path)  # raises for what is no file before it is opened
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
        """Add a line. Raises OSError; then the line does not count and may be given again."""
        line = _line(words)
        os.ftruncate(self._descriptor, self.size)
        _put(self._descriptor, line, self.size)
        self.size += len(line)

    def rewrite(self, lines: Iterable[bytes]) -> None:
        """Replace all lines by these. Raises OSError; then the file is as before."""
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
        """Close it, so that other programs may write into it."""
        os.close(self._descriptor)


def _line(words: bytes) -> bytes:
    return b"%08x %b\n" % (crc32(words), words)


def _checked(line: bytes) -> bytes | None:
    """The words of a line; `None`: the line is damaged."""
    words = line[9:]
    return words if _line(words) == line + b"\n" else None


def _put(descriptor: int, raw: bytes, at: int) -> None:
    while raw:
        written = os.pwrite(descriptor, raw, at)
        raw, at = raw[written:], at + written
    os.fsync(descriptor)
