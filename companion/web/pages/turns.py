"""Slow work is done for one browser at a time.

Law: a few requests wait for their turn; further ones are refused at once, so requests cannot overload the box.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

from starlette.concurrency import run_in_threadpool

from companion.kit.errors import Busy

T = TypeVar("T")

WAITING: Final = 4
"""How many may wait, including the one whose turn it is."""
BUSY: Final = "The box looks something up for others: expected fewer at once; ask again in some seconds."


class Turns:
    """The turns of all browsers at one box."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def take(self, work: Callable[[], T]) -> T:
        """Do the work in a thread when its turn comes. Raises Busy, and what the work raises."""
        if self._waiting >= WAITING:
            raise Busy(BUSY)
        self._waiting += 1
        try:
            async with self._turn:
                return await run_in_threadpool(work)
        finally:
            self._waiting -= 1
