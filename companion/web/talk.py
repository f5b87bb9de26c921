"""What is told over one WebSocket and what it says, from its coming to its going.

Law: who has gone, whenever and however, is told nothing more, and that is no fault.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, Final, NamedTuple

from starlette.websockets import WebSocket, WebSocketDisconnect

UNSUPPORTED_DATA: Final = 1003
POLICY_VIOLATION: Final = 1008
"""RFC 6455, 7.4.1."""


class Farewell(NamedTuple):
    """Why somebody is hung up on."""

    code: int
    reason: str
    """A sentence of at most 123 bytes: a close frame holds no more."""


async def talk(
    socket: WebSocket,
    show: Callable[[], Coroutine[Any, Any, None]],
    hear: Callable[[], Awaitable[Farewell | None]],
) -> None:
    """Accept; `show` until it has gone; `hear` it until it has (`None`), or says what it may not."""
    try:
        await socket.accept()
    except (OSError, RuntimeError):  # it has gone already
        return
    async with asyncio.TaskGroup() as tasks:
        showing = tasks.create_task(_show(show))
        farewell = await hear()
        showing.cancel()
    if farewell is not None:
        await hang_up(socket, farewell)


async def _show(show: Callable[[], Awaitable[None]]) -> None:
    with suppress(WebSocketDisconnect):
        await show()


async def send(socket: WebSocket, frame: bytes | str) -> None:
    """Send it. Raises WebSocketDisconnect."""
    try:
        await (socket.send_text(frame) if isinstance(frame, str) else socket.send_bytes(frame))
    except RuntimeError as error:  # so uvicorn calls it when it has closed the wire itself
        raise WebSocketDisconnect from error


async def hang_up(socket: WebSocket, farewell: Farewell) -> None:
    """Say why, unless it has gone meanwhile."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(*farewell)
