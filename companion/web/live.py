"""The live wire between one browser and the box: pictures and tones out, keys in.

Laws: a message that is not about one key changes nothing and ends the connection; a browser that holds a key and falls
silent lets go of it; a connection that ends, however it ends, lets go of every key it held.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated, Final

import msgspec
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.web.audience import Audience
from companion.web.hands import Hands
from companion.web.twin import KEYS

UNSUPPORTED_DATA: Final = 1003
"""RFC 6455, 7.4.1."""
EXPECTED: Final = 'Expected {"key": "green1", "down": true, "held_ms": 0}: green1 … red6 or table, 0 ms or more.'
"""What a browser is told that sent anything else; a close reason holds at most 123 bytes."""
DISBELIEVED: Final = "Expected held_ms to be how long the key has been held: not less than before, nor ahead of time."
SILENT_S: Final = 3.0
"""After so long without a word a hand is gone; a page that holds a key says so twenty times a second."""

Milliseconds = Annotated[float, msgspec.Meta(ge=0, le=3_600_000)]


class Touch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A key went down, is held still, or came up."""

    key: str
    down: bool
    held_ms: Milliseconds
    """How long it has been held, by the clock of the page; 0 as it goes down."""

    @property
    def held_s(self) -> float:
        """In seconds."""
        return self.held_ms / 1000


def parse(text: str) -> Touch | None:
    """Read one message of a browser; `None` if it is not about one of the thirteen keys."""
    try:
        touch = msgspec.json.decode(text, type=Touch)
    except msgspec.DecodeError:
        return None
    return touch if touch.key in KEYS else None


async def heard(socket: WebSocket) -> Message | None:
    """What the browser says next, or that it has gone; `None`: it is silent."""
    with suppress(TimeoutError):
        async with asyncio.timeout(SILENT_S):
            return await socket.receive()
    return None


async def feel(hands: Hands, socket: WebSocket) -> str:
    """Pass touches on until the browser goes away (empty) or talks nonsense (what is expected instead)."""
    now = asyncio.get_running_loop().time
    while (message := await heard(socket)) is None or message["type"] == "websocket.receive":
        if message is None:
            hands.leave(socket)
            continue
        touch = parse(message.get("text") or "")
        if touch is None:
            return EXPECTED
        if not hands.believes(socket, touch.key, touch.held_s, now()):
            return DISBELIEVED
        pass_on(hands, socket, touch, now())
    return ""


def pass_on(hands: Hands, socket: WebSocket, touch: Touch, t: float) -> None:
    """Do with the key what the browser does."""
    if not touch.down:
        hands.release(socket, touch.key, touch.held_s)
    elif touch.held_ms == 0:
        hands.press(socket, touch.key, t)
    else:
        hands.hold(socket, touch.key, touch.held_s)


async def send(socket: WebSocket, frame: bytes) -> None:
    """Send it. Raises WebSocketDisconnect."""
    try:
        await socket.send_bytes(frame)
    except RuntimeError as error:  # so uvicorn calls it when it has closed the wire itself
        raise WebSocketDisconnect from error


async def show(audience: Audience, socket: WebSocket) -> None:
    """Show the twin until the browser goes away."""
    with suppress(WebSocketDisconnect):
        await audience.show(lambda frame: send(socket, frame))


async def live(audience: Audience, hands: Hands, socket: WebSocket) -> None:
    """Serve one browser from its coming to its going."""
    try:
        await socket.accept()
    except (OSError, RuntimeError):  # it has gone already
        return
    try:
        async with asyncio.TaskGroup() as tasks:
            showing = tasks.create_task(show(audience, socket))
            expected = await feel(hands, socket)
            showing.cancel()
    finally:
        hands.leave(socket)
    if expected:
        with suppress(WebSocketDisconnect, RuntimeError):  # it may have gone meanwhile
            await socket.close(UNSUPPORTED_DATA, expected)
