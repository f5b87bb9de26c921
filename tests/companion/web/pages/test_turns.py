from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pytest

from companion.kit.errors import Busy
from companion.web.pages.turns import BUSY, WAITING, Turns

T = TypeVar("T")


def apart(work: Coroutine[object, object, T]) -> T:
    """Run in a thread of its own, since the loop of other tests' browser may still run in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def test_one_at_a_time_in_their_order_and_one_too_many_is_told() -> None:
    may_end, under_way, order = threading.Event(), list[int](), list[int]()

    def work(number: int) -> int:
        under_way.append(number)
        assert may_end.wait(10.0)
        assert under_way == [*order, number], "nobody else has begun"
        order.append(number)
        return number

    async def all_ask() -> list[int]:
        turns = Turns()
        asked = [asyncio.create_task(turns.take(lambda number=number: work(number))) for number in range(WAITING)]  # type: ignore[misc]  # each its own
        await asyncio.sleep(0)
        for _ in range(3):
            with pytest.raises(Busy, match=BUSY):
                await turns.take(lambda: work(99))
        may_end.set()
        done = await asyncio.gather(*asked)
        return [*done, await turns.take(lambda: work(WAITING))]

    assert apart(all_ask()) == order == list(range(WAITING + 1))


def test_what_fails_takes_its_turn_and_no_more() -> None:
    def fail() -> None:
        raise LookupError

    async def ask() -> int:
        turns = Turns()
        for _ in range(WAITING + 1):
            with pytest.raises(LookupError):
                await turns.take(fail)
        return await turns.take(lambda: 1)

    assert apart(ask()) == 1
