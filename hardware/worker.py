"""Runs a part, such as a display or a strip of lights, in a thread of its own.

1. `show` never waits for the part: it leaves the newest frame with it and wakes the thread.
2. Only this thread ticks and closes the part. Nothing the part does can end the thread or delay another one.
3. A thread whose part has nothing to do sleeps.
"""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from math import inf
from threading import Event, Lock, Thread
from typing import Generic, Protocol, TypeVar

from hardware.closing import close_all

_log = logging.getLogger(__name__)

HANG_S = 5.0
"""A tick that takes longer hangs in the driver: the slowest picture takes a tenth of a second, a dead bus a second."""

_RETRY_S = 1.0  # after a tick that failed
_JOIN_S = 5.0

Frame = TypeVar("Frame")
Frame_contra = TypeVar("Frame_contra", contravariant=True)


class WorkerTask(Protocol[Frame_contra]):
    """What the worker runs. Without a worker, call `tick` at every `next_deadline`."""

    @property
    def fault(self) -> str | None:
        """What is wrong with the part and what to do, in one sentence; `None`: nothing."""

    def show(self, frame: Frame_contra, /) -> None:
        """Remember the newest frame; safe while another thread ticks."""

    def tick(self, t: float) -> None:
        """Do the work due at `t`, seconds, monotonic."""

    def next_deadline(self) -> float | None:
        """When `tick` next has work to do, perhaps in the past; `None` or infinity: only after the next `show`."""

    def close(self) -> None:
        """Give the hardware back."""


def wait_s(deadline: float | None, now: float) -> float | None:
    """How long a part with this deadline may be left alone; `None`: until the next `show`."""
    return None if deadline in (None, inf) else max(deadline - now, 0.0)


class Worker(Generic[Frame]):
    """A running thread for a part, until `close`."""

    def __init__(self, part: WorkerTask[Frame], name: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._part = part
        self._clock = clock
        self._asleep = Lock()
        """Held while nothing has come since the last look: a lock alone wakes a thread sooner than an `Event`."""
        self._stopping = Event()
        self._flushing = Event()
        self._close: Callable[[], object] = part.close
        self.ticked_at = clock()
        """When the thread last finished a tick."""
        self._entered_at = inf  # when it entered the part; infinity: it is not in the part
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    @property
    def lives(self) -> bool:
        """Whether the thread exists, at work or hanging. Only a bug of ours ends it, and nothing restarts it."""
        return self._thread.is_alive()

    @property
    def hangs(self) -> bool:
        """Whether the thread has not come back from the part for longer than any work takes.

        Between two ticks it cannot hang, even if the process was stopped for long.
        """
        return self._clock() - self._entered_at > HANG_S

    @property
    def fault(self) -> str | None:
        """What is wrong with the part, or that it hangs, and what to do, in one sentence; `None`: nothing."""
        if self.hangs:
            return f"{self._thread.name}: no answer from its driver; unplug the part and plug it in again"
        return self._part.fault

    def show(self, frame: Frame) -> None:
        """Show this frame soon. Never blocks; the newest wins."""
        self._part.show(frame)
        self._wake()

    def flush(self, longest_s: float) -> bool:
        """Wait until all frames so far are sent, at most `longest_s`. False: the part is still sending."""
        done = self._flushing = Event()
        self._wake()
        return done.wait(longest_s)

    def close(self, close: Callable[[], object] | None = None) -> None:
        """Tick once more, close the part (by `close` if given) and end the thread; a thread that hangs is left."""
        self._close = close or self._close
        self._stopping.set()
        self._wake()
        self._thread.join(_JOIN_S)
        if self._thread.is_alive():
            self._close = lambda: None  # when it comes back, another program may have the part

    def _wake(self) -> None:
        with suppress(RuntimeError):  # it is awake
            self._asleep.release()

    def _run(self) -> None:
        while True:
            self._asleep.acquire(blocking=False)
            last = self._stopping.is_set()
            flushing = self._flushing
            may_wait_s = self._step()
            flushing.set()
            if last:
                return close_all(self._close)
            self._asleep.acquire(timeout=-1 if may_wait_s is None else may_wait_s)

    def _step(self) -> float | None:
        self._entered_at = self._clock()
        try:
            self._part.tick(self._entered_at)
            deadline = self._part.next_deadline()
        except Exception:
            _log.exception("%s: a tick failed", self._thread.name)
            deadline = self._clock() + _RETRY_S
        self.ticked_at = now = self._clock()
        self._entered_at = inf
        return wait_s(deadline, now)
