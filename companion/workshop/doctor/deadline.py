"""Work that may hang: all of it at once, each with a time limit.

Laws: work that hangs is left behind; nothing waits for it, not even the end of the program. Time in which this program
itself was delayed does not count.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from threading import Thread
from typing import Final, TypeVar

T = TypeVar("T")
TimedJob = tuple[Callable[[], T], float]
"""What to do, and how many seconds it may take."""
LOOK_S: Final = 0.05
"""Seconds between two looks at the clock; a later look shows that this program was delayed."""


def all_in_time(jobs: Mapping[str, TimedJob[T]], pace: float = 1.0) -> dict[str, T | Exception]:
    """The result of each job, or its error; `TimeoutError` for one that hangs. `pace` lengthens every limit."""
    came: dict[str, T | Exception] = {}

    def do(name: str, work: Callable[[], T]) -> None:
        try:
            came[name] = work()
        except Exception as error:
            came[name] = error

    threads = {name: Thread(target=do, args=(name, work), name=name, daemon=True) for name, (work, _) in jobs.items()}
    for thread in threads.values():
        thread.start()
    waited_s = 0.0
    for name, thread in threads.items():
        while thread.is_alive() and waited_s < jobs[name][1] * pace:
            began = time.monotonic()
            thread.join(LOOK_S)
            waited_s += min(LOOK_S, time.monotonic() - began)
    return {name: came.get(name, TimeoutError()) for name in jobs}
