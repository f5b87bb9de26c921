"""The output of the commands: the only place that prints.

Laws: no control character of a file or a name reaches the terminal: it is shown as in code. A failed write is reported
in a sentence, but a reader that has left is no fault. The last line of a terminal tells the progress of long work, and
every message replaces it.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, RLock, Thread
from typing import Final, TextIO

from companion.kit.errors import Unwritten
from companion.kit.text import plain

LONG_S: Final = 1.0
"""Progress is shown only after this long."""
EACH_S: Final = 0.5
"""The last line changes at most this often."""


class Foot:
    """The last line of a terminal, on stderr; without a terminal that can erase a line, nothing is shown."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._since = self._due = 0.0
        self._is_up = False

    def begin(self) -> None:
        """Note that a command begins."""
        self._since = self._due = time.monotonic()

    def show(self, words: str) -> None:
        """Show progress once the work takes long; the next words replace these."""
        with self._lock, suppress(OSError):
            now = time.monotonic()
            if is_terminal(sys.stderr) and now >= max(self._since + LONG_S, self._due):
                self._due, self._is_up = now + EACH_S, True
                print(f"\r{plain(words)[: width() - 1]}\x1b[K", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Make room for a message."""
        with self._lock, suppress(OSError):
            if self._is_up:
                self._is_up = False
                print("\r\x1b[K", end="", file=sys.stderr, flush=True)


FOOT: Final = Foot()


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Within it, show the name of work that reports no progress, and how long it has taken."""
    began, over = time.monotonic(), Event()

    def tick() -> None:
        while not over.wait(EACH_S):
            FOOT.show(f"{what}: {time.monotonic() - began:.0f} s")

    thread = Thread(target=tick, name="foot", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        FOOT.clear()


def is_terminal(stream: TextIO) -> bool:
    """Whether this stream is a terminal that knows colours and can erase a line."""
    return stream.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def width() -> int:
    """The terminal's width; 80 if there is none."""
    import shutil

    return shutil.get_terminal_size().columns


def say(words: str) -> None:
    """Print one line of the answer, on stdout."""
    with to_stdout():
        print(plain(words))


def complain(sentence: str) -> None:
    """Print one sentence beside the answer, on stderr; if it cannot be written, it is lost."""
    FOOT.clear()
    with suppress(OSError):
        print(f"companion: {plain(sentence)}", file=sys.stderr, flush=True)


@contextmanager
def to_stdout() -> Iterator[None]:
    """Print within; a failed write raises Unwritten or BrokenPipeError."""
    FOOT.clear()
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Unwritten(f"stdout: the answer cannot be written; {error.strerror}") from None


def open_streams() -> None:
    """Replace each standard stream that was closed at the start, or our next file would take its number."""
    if sys.stdin is None:
        sys.stdin = open(_laid(0, os.O_RDONLY), closefd=False)  # noqa: SIM115
    if sys.stdout is None:  # in its place, a stream that nobody can write to, so that printing raises
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
    """Forget unwritten output; otherwise Python would complain about it when it ends."""
    try:
        sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
