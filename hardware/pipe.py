"""How edges come from the kernel to Python: lgpio's own thread, its pipe, and the one Python thread that reads it.

1. If the process was stopped or a thread was delayed, edges are still on this way. A marker of ours, written into the
   same pipe, comes out after them.
2. lgpio's own thread takes edges from the kernel every half a millisecond, and keeps them as long again to put them in
   order: after `PASSAGE_S` awake, it has passed on all of them.
3. Time awake is measured in short sleeps, since a long sleep does not show that the process was stopped meanwhile.
4. Nothing here waits longer than the caller's patience.
5. While there are no lines, that thread looks for some and then waits for a signal. A signal in between is lost
   (lgpio 0.2.2), and all keys stay deaf. The thread starts with the chip, so keys are opened a little later; and it
   gets another signal when a key's level differs from what it told: the kernel has kept its edges.
"""

import os
import struct
import sys
import threading
import time
from contextlib import suppress
from itertools import count

PASSAGE_S = 0.004
"""How long an edge may be under way in a process that is awake: three times what it needs."""
PIECE_S = 0.001
SETTLE_S = 1.5
"""An edge that is still missing after this long is given up, and the game goes on: a thread delayed for so long is
worse than a lost edge."""
WAITING = 10
"""After so many waits of `PASSAGE_S`, lgpio's own thread is waiting for a signal."""
LIBRARY_S = 1.0
"""The longest wait for this."""
LATE_S = 0.1
"""How much of a gap between two looks counts: for the rest the process was stopped and could do nothing."""

_NOBODY = 255
"""A chip and a pin that do not exist."""
_MESSAGE = struct.Struct("QBBBBI")
"""An edge as lgpio writes it: nanoseconds, chip, pin, level, flags, and four bytes without a meaning."""


class Patience:
    """A number of seconds; those in which the process was stopped do not count."""

    def __init__(self, seconds: float) -> None:
        self._left_s = seconds
        self._looked_at = time.monotonic()

    @property
    def is_over(self) -> bool:
        """Whether they have passed. A caller that waits asks again and again, and sleeps at most `LATE_S` between."""
        now = time.monotonic()
        self._left_s -= min(now - self._looked_at, LATE_S)
        self._looked_at = now
        return self._left_s <= 0.0


def be_awake(patience: Patience) -> float:
    """Sleep until this process has been awake for `PASSAGE_S`; gives the time at which it began.

    A sleep that ends late does not count: the process may have been stopped for any part of it.
    """
    began = now = time.monotonic()
    awake_s, piece_s = 0.0, PIECE_S
    while awake_s < PASSAGE_S and not patience.is_over:
        slept_at = now
        time.sleep(piece_s)
        now = time.monotonic()
        if now - slept_at < 2 * piece_s:
            awake_s += piece_s
        else:  # if every sleep ends late, longer ones end less late
            piece_s *= 2
    return began


def wait_for_the_library() -> None:
    """Give lgpio's own thread, which has just started, the time to get ready for lines."""
    patience = Patience(LIBRARY_S)
    for _ in range(WAITING):
        be_awake(patience)


def wake_the_library(chip: int) -> None:
    """Make lgpio's own thread look at its lines, by closing a handle of the chip; takes a tenth of a second."""
    lgpio = sys.modules["lgpio"]
    lgpio.gpiochip_close(lgpio.gpiochip_open(chip))


def edges_arrive() -> bool:
    """Whether lgpio's notify thread, which serves all keys, is alive. True for other pin libraries, which have none."""
    lgpio = sys.modules.get("lgpio")
    return lgpio is None or bool(lgpio._notify_thread.is_alive())


class Pipe:
    """lgpio's pipe, with an end for our markers."""

    def __init__(self) -> None:
        lgpio = sys.modules["lgpio"]
        # It had a name only while it was made; the kernel still knows it by lgpio's own number for it.
        file = f"/proc/self/fd/{lgpio._notify_thread._file.fileno()}"
        self._end = os.open(file, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        self._numbers = count(1)
        self._came = 0
        self._comes = threading.Event()
        self._callback = lgpio.callback(_NOBODY << 16, _NOBODY, lgpio.BOTH_EDGES, self._take)

    def drain(self, patience: Patience) -> None:
        """Wait until all that is in the pipe now has been told; do not wait for a dead thread."""
        number, is_written = next(self._numbers), False
        while self._came < number and edges_arrive() and not patience.is_over:
            self._comes.clear()
            if not is_written:
                with suppress(BlockingIOError):  # full: the thread that reads is held up
                    is_written = os.write(self._end, _MESSAGE.pack(number, _NOBODY, _NOBODY, 0, 0, 0)) > 0
            if self._came < number:
                self._comes.wait(LATE_S)

    def close(self) -> None:
        """Send no more markers."""
        self._callback.cancel()
        os.close(self._end)

    def _take(self, _chip: int, _pin: int, _level: int, number: int) -> None:
        self._came = number
        self._comes.set()
