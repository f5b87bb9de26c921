"""The live wire between one browser and the box: pictures and tones out, keys in.

Laws: a message that is not about one key changes nothing and ends the connection; a browser that becomes silent
releases the keys it holds, and so does a connection that ends for any reason.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated, Final

import msgspec
from starlette.types import Message
from starlette.websockets import WebSocket

from companion.web.audience import Audience, Looker
from companion.web.hands import TwinHands
from companion.web.talk import UNSUPPORTED_DATA, Farewell, send, talk
from companion.web.twin import KEYS

EXPECTED: Final = Farewell(
    UNSUPPORTED_DATA,
    'Expected {"key": "green1", "down": true, "held_ms": 0}: green1 … red6 or table, 0 ms or more.',
)
"""The answer to any other message."""
DISBELIEVED: Final = Farewell(
    UNSUPPORTED_DATA,
    "Expected held_ms to be how long the key has been held: not less than before, nor ahead of time.",
)
SILENT_S: Final = 3.0
"""A hand is gone after this time without a message; a page that holds a key sends twenty a second."""

Milliseconds = Annotated[float, msgspec.Meta(ge=0, le=3_600_000)]


class PageTouch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A key went down, is still held, or came up."""

    key: str
    down: bool
    held_ms: Milliseconds
    """How long the key has been held, by the page's clock; 0 when it goes down."""

    @property
    def held_s(self) -> float:
        """`held_ms` in seconds."""
        return self.held_ms / 1000


_TOUCH: Final = msgspec.json.Decoder(PageTouch)


def parse(text: str) -> PageTouch | None:
    """Read one message of a browser; `None` if it is not about one of the thirteen keys."""
    try:
        touch = _TOUCH.decode(text)
    except msgspec.DecodeError:
        return None
    return touch if touch.key in KEYS else None


async def heard(socket: WebSocket) -> Message | None:
    """The browser's next message, or its disconnection; `None`: it is silent."""
    with suppress(TimeoutError):
        async with asyncio.timeout(SILENT_S):
            return await socket.receive()
    return None


async def feel(hands: TwinHands, socket: WebSocket) -> Farewell | None:
    """Pass touches on until the browser leaves (`None`) or sends nonsense; then take its hand off all keys."""
    now = asyncio.get_running_loop().time
    try:
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
        return None
    finally:
        hands.leave(socket)


def pass_on(hands: TwinHands, socket: WebSocket, touch: PageTouch, t: float) -> None:
    """Do to the key what the browser reports."""
    if not touch.down:
        hands.release(socket, touch.key, touch.held_s)
    elif touch.held_ms == 0:
        hands.press(socket, touch.key, t)
    else:
        hands.hold(socket, touch.key, touch.held_s)


async def live(audience: Audience, hands: TwinHands, socket: WebSocket) -> None:
    """Serve one browser from its connection to its end."""

    async def tell(kind: bytes, frame: bytes) -> None:
        await send(socket, kind + frame)

    await talk(socket, lambda: audience.show(Looker(tell)), lambda: feel(hands, socket))
