"""How a process reacts to signals.

Laws: a signal that the caller ignores (nohup) stays ignored; SIGTERM and SIGHUP end a command like Ctrl-C, so that it
leaves everything in the same state; signals without a meaning here end nothing.
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
"""Signals within this time are one stop: a terminal that closes sends two."""


class Stopped(KeyboardInterrupt):
    """A signal of `STOPS` has ended this process."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """The block ends by `STOPS` as by Ctrl-C. Raises Stopped, anywhere."""
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
    """The exit code of a stopped command, as shells report it."""
    return 128 + (stop.number if isinstance(stop, Stopped) else signal.SIGINT)


def _nothing(*_: object) -> None:
    """A handler of our own: a signal that we ignore would also be ignored by all programs that we start."""


@contextmanager
def _handled(handlers: Mapping[signal.Signals, Callable[[int, Any], object]]) -> Iterator[None]:
    heard = {number: handler for number, handler in handlers.items() if signal.getsignal(number) != signal.SIG_IGN}
    before = {number: signal.signal(number, handler) for number, handler in heard.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
