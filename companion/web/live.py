"""The live wire between one browser and the box: pictures and tones out, key edges in.

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
PRESSED: Final = b"\x04"
"""First byte of a message with a byte for each key: how often it has gone down or come up."""
TONE: Final = b"\x05"
"""First byte of a message with a tone: hertz in two bytes, and the percentage of each wave that is high."""
WORDS: Final = b"\x06"
"""First byte of a message with what the page says, as JSON."""
FRAME_S: Final = 1 / 30
TONE_S: Final = 1 / 100
"""An ear is quicker than an eye."""
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


def frames(twin: Twin) -> dict[bytes, bytes]:
    """All that a browser is told of a twin, by the first byte of the message."""
    return {
        OLED: twin.memory(),
        LEDS: twin.colours(),
        CONTRAST: bytes((twin.contrast(),)),
        PRESSED: twin.keys(),
        WORDS: msgspec.json.encode(twin.words()),
    }


async def show(twin: Twin, socket: WebSocket) -> None:
    """Send the newest frame of each kind when it has changed, for as long as somebody looks."""
    shown: dict[bytes, bytes] = {}
    try:
        while True:
            for kind, frame in frames(twin).items():
                if frame != shown.get(kind):
                    await socket.send_bytes(kind + frame)
                    shown[kind] = frame
            await asyncio.sleep(FRAME_S)
    except WebSocketDisconnect:
        return


async def sing(twin: Twin, socket: WebSocket) -> None:
    """Send what the buzzer sounds when it has changed, for as long as somebody listens; at first a page is silent."""
    heard = (0.0, 0.0)
    try:
        while True:
            if (tone := twin.tone()) != heard:
                hertz, high = heard = tone
                await socket.send_bytes(TONE + round(hertz).to_bytes(2) + round(100 * high).to_bytes())
            await asyncio.sleep(TONE_S)
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
            telling = [tasks.create_task(tell(twin, socket)) for tell in (show, sing)]
            has_left = await feel(hands, socket)
            for task in telling:
                task.cancel()
    finally:
        hands.leave(socket)
    if not has_left:
        with suppress(WebSocketDisconnect):
            await socket.close(UNSUPPORTED_DATA, EXPECTED)
