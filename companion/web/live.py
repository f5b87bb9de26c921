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
from starlette.websockets import WebSocket

from companion.web.audience import Audience, Looker
from companion.web.hands import Hands
from companion.web.talk import UNSUPPORTED_DATA, Farewell, send, talk
from companion.web.twin import KEYS

EXPECTED: Final = Farewell(
    UNSUPPORTED_DATA,
    'Expected {"key": "green1", "down": true, "held_ms": 0}: green1 … red6 or table, 0 ms or more.',
)
"""What a browser is told that sent anything else."""
DISBELIEVED: Final = Farewell(
    UNSUPPORTED_DATA,
    "Expected held_ms to be how long the key has been held: not less than before, nor ahead of time.",
)
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


_TOUCH: Final = msgspec.json.Decoder(Touch)


def parse(text: str) -> Touch | None:
    """Read one message of a browser; `None` if it is not about one of the thirteen keys."""
    try:
        touch = _TOUCH.decode(text)
    except msgspec.DecodeError:
        return None
    return touch if touch.key in KEYS else None


async def heard(socket: WebSocket) -> Message | None:
    """What the browser says next, or that it has gone; `None`: it is silent."""
    with suppress(TimeoutError):
        async with asyncio.timeout(SILENT_S):
            return await socket.receive()
    return None


async def feel(hands: Hands, socket: WebSocket) -> Farewell | None:
    """Pass touches on until the browser goes away (`None`) or talks nonsense; then its hands are off every key."""
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


def pass_on(hands: Hands, socket: WebSocket, touch: Touch, t: float) -> None:
    """Do with the key what the browser does."""
    if not touch.down:
        hands.release(socket, touch.key, touch.held_s)
    elif touch.held_ms == 0:
        hands.press(socket, touch.key, t)
    else:
        hands.hold(socket, touch.key, touch.held_s)


async def live(audience: Audience, hands: Hands, socket: WebSocket) -> None:
    """Serve one browser from its coming to its going."""

    async def tell(kind: bytes, frame: bytes) -> None:
        await send(socket, kind + frame)

    await talk(socket, lambda: audience.show(Looker(tell)), lambda: feel(hands, socket))
