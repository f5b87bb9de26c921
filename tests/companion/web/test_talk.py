"""A wire from its coming to its going: who has gone is told nothing more, and that is no fault."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.web.talk import Farewell, hang_up, send, talk

ENOUGH = Farewell(4000, "That is enough.")


class Wire(WebSocket):
    """A browser's end; on a wire that `fails` nothing can be told."""

    def __init__(self, fails: Exception | None = None) -> None:
        self.told: list[object] = []
        self.fails = fails

    async def accept(self, *_: Any, **__: Any) -> None:
        await self._tell("welcome")

    async def send_bytes(self, data: bytes) -> None:
        await self._tell(data)

    async def send_text(self, data: str) -> None:
        await self._tell(data)

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        await self._tell((code, reason))

    async def _tell(self, told: object) -> None:
        if self.fails is not None:
            raise self.fails
        self.told.append(told)


def talked(wire: Wire, farewell: Farewell | None, heard_s: float = 0.01) -> list[object]:
    """A picture is shown again and again until it has been heard for so long."""

    async def show() -> None:
        while True:
            await send(wire, "picture")
            await asyncio.sleep(1.0)

    async def hear() -> Farewell | None:
        await asyncio.sleep(heard_s)
        return farewell

    asyncio.run(talk(wire, show, hear))
    return wire.told


def test_it_is_shown_all_while_it_is_heard_and_told_why_it_is_hung_up_on() -> None:
    assert talked(Wire(), ENOUGH) == ["welcome", "picture", ENOUGH]


def test_a_client_that_has_gone_is_not_hung_up_on() -> None:
    assert talked(Wire(), None) == ["welcome", "picture"]


def test_a_client_that_leaves_before_the_wire_stands_is_not_heard() -> None:
    for error in (RuntimeError("Unexpected ASGI message"), OSError("gone")):
        assert talked(Wire(error), ENOUGH, heard_s=1e9) == []


def test_a_fault_of_the_box_ends_the_wire_and_is_told_to_whoever_serves_it() -> None:
    async def show() -> None:
        raise ValueError("no display")

    async def hear() -> None:
        await asyncio.sleep(1e9)

    with pytest.raises(ExceptionGroup):
        asyncio.run(talk(Wire(), show, hear))


@pytest.mark.parametrize("error", [RuntimeError("Unexpected ASGI message"), WebSocketDisconnect(1006)])
@pytest.mark.parametrize("frame", [b"picture", "words"])
def test_a_wire_that_the_server_has_closed_is_gone_and_no_fault(error: Exception, frame: bytes | str) -> None:
    wire = Wire(error)

    async def show() -> None:
        with pytest.raises(WebSocketDisconnect):
            await send(wire, frame)
        await hang_up(wire, ENOUGH)

    asyncio.run(show())
