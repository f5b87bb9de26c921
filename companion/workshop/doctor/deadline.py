"""Work that may hang: all of it at once, each with a time limit.

Law: whoever hangs is left behind; nobody waits for it, not even the end of the program.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from threading import Thread
from typing import TypeVar

T = TypeVar("T")
Job = tuple[Callable[[], T], float]
"""What is to be done, and how many seconds it may take."""


def all_in_time(jobs: Mapping[str, Job[T]]) -> dict[str, T | Exception]:
    """What comes of each: its result or its error; of one that hangs, `TimeoutError`."""
    came: dict[str, T | Exception] = {}

    def do(name: str, work: Callable[[], T]) -> None:
        try:
            came[name] = work()
        except Exception as error:
            came[name] = error

    began = time.monotonic()
    threads = {name: Thread(target=do, args=(name, work), name=name, daemon=True) for name, (work, _) in jobs.items()}
    for thread in threads.values():
        thread.start()
    for name, thread in threads.items():
        thread.join(max(0.0, began + jobs[name][1] - time.monotonic()))
    return {name: came.get(name, TimeoutError()) for name in jobs}
