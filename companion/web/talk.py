"""One WebSocket from its connection to its end: sending and receiving.

Law: a client may go at any moment; nothing more is sent to it, and this is not an error.
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
    """The close reason of a WebSocket."""

    code: int
    reason: str
    """A sentence of at most 123 bytes, the limit of a close frame."""


async def talk(
    socket: WebSocket,
    show: Callable[[], Coroutine[Any, Any, None]],
    hear: Callable[[], Awaitable[Farewell | None]],
) -> None:
    """Accept; `show` until the client has gone; `hear` until it has gone (`None`) or sent a forbidden message."""
    try:
        await socket.accept()
    except (OSError, RuntimeError):  # the client has gone already
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
    """Send a frame. Raises WebSocketDisconnect."""
    try:
        await (socket.send_text(frame) if isinstance(frame, str) else socket.send_bytes(frame))
    except RuntimeError as error:  # uvicorn's error after it has closed the wire itself
        raise WebSocketDisconnect from error


async def hang_up(socket: WebSocket, farewell: Farewell) -> None:
    """Close with a reason, unless the client has gone meanwhile."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(*farewell)
