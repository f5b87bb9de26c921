"""What a process is told by signals. Law: whoever asked for one to be ignored (nohup) is heeded."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def stopped_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    """SIGTERM, SIGINT and SIGHUP call `stop`; a SIGHUP that is ignored (nohup) stays so."""
    numbers = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    heard = [number for number in numbers if signal.getsignal(number) != signal.SIG_IGN]
    before = {number: signal.signal(number, lambda *_: stop()) for number in heard}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
