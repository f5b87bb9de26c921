"""What the commands say: the one place that prints, whoever has written the words.

Laws: no control character of a file or a name reaches the terminal, it is shown as it is spelled in code; what cannot
be written is told in a sentence, and a reader who has left is no fault; what is said takes the place of the line at the
foot of a terminal, which tells how far long work is.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, RLock, Thread
from typing import Final, TextIO

from companion.kit.errors import Unwritten
from companion.kit.text import plain

LONG_S: Final = 1.0
"""Before that nobody wonders."""
EACH_S: Final = 0.5
"""So often at most the line at the foot is another one."""


class Foot:
    """The last line of a terminal, on stderr; where there is none, or it cannot take back a line, nothing is told."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._since = self._due = 0.0
        self._is_up = False

    def begin(self) -> None:
        """A command begins."""
        self._since = self._due = time.monotonic()

    def show(self, words: str) -> None:
        """Tell how far it is, once it takes long."""
        with self._lock, suppress(OSError):
            now = time.monotonic()
            if is_terminal(sys.stderr) and now >= max(self._since + LONG_S, self._due):
                self._due, self._is_up = now + EACH_S, True
                print(f"\r{plain(words)[: width() - 1]}\x1b[K", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Make room for what is said."""
        with self._lock, suppress(OSError):
            if self._is_up:
                self._is_up = False
                print("\r\x1b[K", end="", file=sys.stderr, flush=True)


FOOT: Final = Foot()


def passing(words: str) -> None:
    """How far it is; the next words take the place of these."""
    FOOT.show(words)


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """For what says nothing of how far it is: what takes so long, and since when."""
    began, over = time.monotonic(), Event()

    def tick() -> None:
        while not over.wait(EACH_S):
            passing(f"{what}: {time.monotonic() - began:.0f} s")

    thread = Thread(target=tick, name="foot", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        FOOT.clear()


def is_terminal(stream: TextIO) -> bool:
    """Whether it is one that knows colours, and can take back a line."""
    return stream.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def width() -> int:
    """Of the terminal; 80 where there is none."""
    return shutil.get_terminal_size().columns


def say(words: str) -> None:
    """One line of the answer, on stdout."""
    with to_stdout():
        print(plain(words))


def complain(sentence: str) -> None:
    """One sentence beside the answer, on stderr; if nobody can read it, it is lost."""
    FOOT.clear()
    with suppress(OSError):
        print(f"companion: {plain(sentence)}", file=sys.stderr, flush=True)


@contextmanager
def to_stdout() -> Iterator[None]:
    """What is printed within may not get through. Raises Unwritten, BrokenPipeError."""
    FOOT.clear()
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Unwritten(f"stdout: the answer cannot be written; {error.strerror}") from None


def open_streams() -> None:
    """Lay something in the place of what was closed before the start, else a file of ours would be taken for it."""
    if sys.stdin is None:
        sys.stdin = open(_laid(0, os.O_RDONLY), closefd=False)  # noqa: SIM115
    if sys.stdout is None:  # it cannot be written to, so that who says something hears of it
        sys.stdout = open(_laid(1, os.O_RDONLY), "w", closefd=False)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(_laid(2, os.O_WRONLY), "w", closefd=False)  # noqa: SIM115


def _laid(number: int, flags: int) -> int:
    opened = os.open(os.devnull, flags)
    if opened != number:
        os.dup2(opened, number)
        os.close(opened)
    return number


def let_go() -> None:
    """What did not get through is forgotten, else Python would complain of it at its end."""
    try:
        sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
