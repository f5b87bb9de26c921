"""Work that can be given to other processes: a function of a module, and what may happen to its worker."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path


def square(number: int) -> int:
    return number * number


def unsendable(number: int) -> Iterator[int]:
    yield number


def kill_whoever(number: int, of: int, times: int, folder: Path) -> int:
    """End the process that has this piece, this many times."""
    if number == of and (died := len(list(folder.iterdir()))) < times:
        (folder / str(died)).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return square(number)


def half_told(number: int, folder: Path) -> int:
    """Once, die after the first bytes of a result."""
    if number == 7 and not folder.exists():
        folder.touch()
        os.write(sys.stdin.fileno(), (1000).to_bytes(4, "big") + b"half a result")
        os.kill(os.getpid(), signal.SIGKILL)
    return square(number)


def killing(folder: Path, *, times: int, of: int = 7) -> partial[int]:
    folder.mkdir()
    return partial(kill_whoever, of=of, times=times, folder=folder)
