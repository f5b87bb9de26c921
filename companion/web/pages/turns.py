"""What takes the box long is done for one browser at a time.

Law: a few wait for their turn, and whoever finds these waiting is told so at once: nobody's asking adds to what the box
bears.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

from starlette.concurrency import run_in_threadpool

from companion.kit.errors import Busy

T = TypeVar("T")

WAITING: Final = 4
"""So many at most, with the one whose turn it is."""
BUSY: Final = "The box looks something up for others: expected fewer at once; ask again in some seconds."


class Turns:
    """Of all browsers at one box."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def take(self, work: Callable[[], T]) -> T:
        """Do it in a thread once it is its turn. Raises Busy, and what it raises."""
        if self._waiting >= WAITING:
            raise Busy(BUSY)
        self._waiting += 1
        try:
            async with self._turn:
                return await run_in_threadpool(work)
        finally:
            self._waiting -= 1
