"""What a process is told by signals.

Laws: whoever asked for one to be ignored (nohup) is heeded; SIGTERM and SIGHUP end a command as Ctrl-C does, so that it
leaves everything as it would then; signals that mean nothing here end nothing.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

STOPS: Final = (signal.SIGTERM, signal.SIGHUP)
MEANINGLESS: Final = (signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM)
SAME_S: Final = 1.0
"""What comes within this time is the same stop: a terminal that closes tells it twice."""


class Stopped(KeyboardInterrupt):
    """Somebody has ended this process by a signal of `STOPS`."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """What is within ends by `STOPS` as by Ctrl-C. Raises Stopped, anywhere."""
    heard_at = -SAME_S

    def stop(number: int, _: object) -> None:
        nonlocal heard_at
        before, heard_at = heard_at, time.monotonic()
        if heard_at >= before + SAME_S:
            raise Stopped(number)

    with _handled(dict.fromkeys(STOPS, stop) | dict.fromkeys(MEANINGLESS, _nothing)):
        yield


@contextmanager
def stopped_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    """SIGTERM, SIGINT and SIGHUP call `stop`."""
    stops = dict.fromkeys((*STOPS, signal.SIGINT), lambda *_: stop())
    with _handled(stops | dict.fromkeys(MEANINGLESS, _nothing)):
        yield


def code_of(stop: KeyboardInterrupt) -> int:
    """With which a command ends that has been stopped, as a shell tells it."""
    return 128 + (stop.number if isinstance(stop, Stopped) else signal.SIGINT)


def _nothing(*_: object) -> None:
    """A handler of ours, since what is ignored would be ignored by all programs that we start, too."""


@contextmanager
def _handled(handlers: Mapping[signal.Signals, Callable[[int, Any], object]]) -> Iterator[None]:
    heard = {number: handler for number, handler in handlers.items() if signal.getsignal(number) != signal.SIG_IGN}
    before = {number: signal.signal(number, handler) for number, handler in heard.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
