"""The live wire between one browser and the box: pictures out, key edges in.

Laws: a browser that cannot keep up misses frames and holds up nobody; a message that is not one key edge changes
nothing and ends the connection; a connection that ends, however it ends, lets go of every key it held.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.web.hands import Hands
from companion.web.twin import KEYS, Twin

OLED: Final = b"\x01"
"""First byte of a message with the display's memory."""
LEDS: Final = b"\x02"
"""First byte of a message with the lights' colours."""
CONTRAST: Final = b"\x03"
"""First byte of a message with a second one: how bright the display is."""
WORDS: Final = b"\x04"
"""First byte of a message with what the page says, as JSON."""
FRAME_S: Final = 1 / 30
UNSUPPORTED_DATA: Final = 1003
"""RFC 6455, 7.4.1."""
EXPECTED: Final = 'Expected {"key": "green1", "down": true}: key green1 … green6, red1 … red6 or table.'
"""What a browser is told that sent anything else; a close reason holds at most 123 bytes."""


class WireEdge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A key went down or up."""

    key: str
    down: bool


def parse(text: str) -> WireEdge | None:
    """Read one message of a browser; `None` if it is not an edge of one of the thirteen keys."""
    try:
        edge = msgspec.json.decode(text, type=WireEdge)
    except msgspec.DecodeError:
        return None
    return edge if edge.key in KEYS else None


async def show(twin: Twin, socket: WebSocket) -> None:
    """Send the newest frame of each kind when it has changed, for as long as somebody looks."""
    shown: dict[bytes, bytes] = {}
    try:
        while True:
            contrast = bytes((twin.contrast(),))
            words = msgspec.json.encode(twin.words())
            for kind, frame in ((OLED, twin.memory()), (LEDS, twin.colours()), (CONTRAST, contrast), (WORDS, words)):
                if frame != shown.get(kind):
                    await socket.send_bytes(kind + frame)
                    shown[kind] = frame
            await asyncio.sleep(FRAME_S)
    except WebSocketDisconnect:
        return


async def feel(hands: Hands, socket: WebSocket) -> bool:
    """Pass key edges on until the browser goes away (true) or talks nonsense (false)."""
    while (message := await socket.receive())["type"] == "websocket.receive":
        edge = parse(message.get("text") or "")
        if edge is None:
            return False
        (hands.press if edge.down else hands.release)(socket, edge.key)
    return True


async def live(twin: Twin, hands: Hands, socket: WebSocket) -> None:
    """Serve one browser from its coming to its going."""
    await socket.accept()
    try:
        async with asyncio.TaskGroup() as tasks:
            showing = tasks.create_task(show(twin, socket))
            has_left = await feel(hands, socket)
            showing.cancel()
    finally:
        hands.leave(socket)
    if not has_left:
        with suppress(WebSocketDisconnect):
            await socket.close(UNSUPPORTED_DATA, EXPECTED)
