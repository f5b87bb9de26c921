"""Two hundred clients of a page, good and bad, in their own process: `python -m tests.bench.clients PORT KEY …`.

Without keys they are at the twin's page; with some, the first the owner's and each other that of a seat, at the pages
for tablets and phones, and more of them are bad: whoever has the owner's key, or that of the first seat. It says
`ready` when all have come, and at the end of its input, as JSON, how each ended. Law: bad ones come again at once
when they are cut off; good ones read all, answer pings, and come again soon, as a page does.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from itertools import count
from random import Random
from typing import Final, NamedTuple, TypeAlias

import msgspec

from companion.web.frames import OLED
from companion.web.pages.wire import PAGES

HANDSHAKE: Final = (
    b"GET /live HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
"""At the twin's page."""
OF_A_PAGE: Final = HANDSHAKE.replace(b"Connection", b"Origin: http://127.0.0.1:%d\r\nConnection")
ASK: Final = b"GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nCookie: companion-owner-%d=%s\r\nConnection: close\r\n\r\n"
ASKED: Final = (b"/owner/games", b"/owner/games/1", b"/owner/games/2/record", b"/owner/board?values=20,5,1")
"""What takes the box long."""
DRAFTS_S: Final = 1 / 20
"""How often a member chooses who means ill."""
OF_A_SEAT: Final = OF_A_PAGE.replace(b"/live", b"/live?as=seat").replace(
    b"Origin", b"Cookie: companion-seat-%d=%s\r\nOrigin"
)
TABLE: Final = b'{"kind":"table",'
"""So begins what a page for tablets and phones shows of the table."""
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
AGAIN_S: Final = 0.01
"""So soon a bad client comes again."""
PAUSE_S: Final = 0.25
"""So soon a page does."""
DRIBBLE_S: Final = 0.5
CHOOSE_S: Final = 1.0
"""How often somebody chooses on a seat's page."""
PATIENCE_S: Final = 30.0
ESTABLISHED: Final = 1
"""The state of a TCP connection (linux/tcp_states.h)."""
SALVO: Final = 1000
"""Messages that a client flat out writes at once."""

Wire: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Client: TypeAlias = "Callable[[Ground, Wire], Awaitable[None]]"


class Report(msgspec.Struct):
    """How each of them ended."""

    shown: int = 0
    """Good ones that have been shown a picture."""
    lost: int = 0
    """How often one of these was cut off."""
    pictures: dict[str, int] = {}
    """The last picture that they have: its SHA-256, and how many have it."""
    salvos: int = 0
    """Written by clients flat out."""
    cut_off: dict[str, int] = {}
    """How often bad clients were, by what they do."""


class Ground(NamedTuple):
    """Where they are, and what is written down of them."""

    port: int
    owner: bytes
    """The key of the owner's page."""
    keys: tuple[bytes, ...]
    """Of seats, the first that of a member who means ill; none: it is the twin's page."""
    free: list[bytes]
    """For each page that a good one may still open, the key of its seat."""
    report: Report
    have_come: asyncio.Queue[None]

    @property
    def knock(self) -> bytes:
        """How a page that only looks opens its wire."""
        return OF_A_PAGE % (self.port, self.port) if self.keys else HANDSHAKE % self.port

    def sit(self, key: bytes) -> bytes:
        """How the page of a seat does, which is anybody's at the twin."""
        return OF_A_SEAT % (self.port, self.port, key, self.port) if self.keys else self.knock

    @property
    def ill(self) -> bytes:
        """How that of the member does who means ill."""
        return self.sit(self.keys[0] if self.keys else b"")

    @property
    def picture(self) -> bytes:
        """How the message with the picture begins."""
        return TABLE if self.keys else OLED

    @property
    def word(self) -> bytes:
        """What may be said at any time and changes nothing."""
        return b'{"moment":0,"path":[0,7]}' if self.keys else b'{"key": "red6", "down": false, "held_ms": 0}'


def frame(opcode: int, payload: bytes) -> bytes:
    """A whole message as a client sends it, masked by nothing (RFC 6455, 5.2)."""
    return bytes((0x80 | opcode, 0x80 | len(payload))) + bytes(4) + payload


async def read_frame(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """A message of the server. Raises IncompleteReadError when it has hung up."""
    first, length = await reader.readexactly(2)
    if length == 126:
        length = int.from_bytes(await reader.readexactly(2))
    return first & 0x0F, await reader.readexactly(length)


async def shake(handshake: bytes, wire: Wire) -> None:
    """Open a WebSocket."""
    reader, writer = wire
    writer.write(handshake)
    await reader.readuntil(b"\r\n\r\n")


# --- who comes -------------------------------------------------------------------------------------------------------


async def look(ground: Ground, wire: Wire) -> None:
    """Read all there is, as a page does."""
    await shake(ground.knock, wire)
    await _read(ground, wire)


async def sit(ground: Ground, wire: Wire) -> None:
    """The same as a seat's page, on which somebody chooses now and then."""
    key = ground.free.pop() if ground.keys else b""
    try:
        await shake(ground.sit(key), wire)
        async with choosing(ground, wire, CHOOSE_S):
            await _read(ground, wire)
    finally:
        ground.free.append(key)


async def draft(ground: Ground, wire: Wire) -> None:
    """Choose as fast as nobody's fingers do, on as many pages of one seat as there may be."""
    await shake(ground.ill, wire)
    async with choosing(ground, wire, DRAFTS_S):
        await _read_away(wire)


async def ask(ground: Ground, wire: Wire) -> None:
    """Ask for what takes the box long, again and again."""
    wire[1].write(ASK % (Random().choice(ASKED), ground.port, ground.port, ground.owner))
    await _read_away(wire)


@asynccontextmanager
async def choosing(ground: Ground, wire: Wire, pause_s: float) -> AsyncIterator[None]:
    """Somebody does, so often."""
    chooses = asyncio.create_task(_choose(ground, wire, pause_s))
    try:
        yield
    finally:
        chooses.cancel()


async def _choose(ground: Ground, wire: Wire, pause_s: float) -> None:
    for nth in count():
        await asyncio.sleep(pause_s)
        if ground.keys:
            wire[1].write(frame(TEXT, b'{"moment":%d,"path":[0,%d]}' % (nth, nth)))


async def _read(ground: Ground, wire: Wire) -> None:
    reader, writer = wire
    pictures, shown, begins = ground.report.pictures, "", ground.picture
    try:
        while True:
            opcode, payload = await read_frame(reader)
            if opcode == PING:
                writer.write(frame(PONG, payload))
            elif payload.startswith(begins):
                ground.report.shown += not shown
                pictures[shown] = pictures.get(shown, 0) - 1
                shown = sha256(payload.removeprefix(begins)).hexdigest()
                pictures[shown] = pictures.get(shown, 0) + 1
    finally:
        ground.report.lost += bool(shown)
        pictures[shown] = pictures.get(shown, 0) - 1


async def read_nothing(ground: Ground, wire: Wire) -> None:
    """Open a WebSocket and leave unread what comes."""
    await shake(ground.knock, wire)
    await _stand(wire)


async def babble(ground: Ground, wire: Wire) -> None:
    """Say what is no HTTP, or no WebSocket, or stops halfway."""
    _, writer = wire
    rubbish = Random().choice([*NO_HTTP, *NO_WEBSOCKET])
    if rubbish in NO_WEBSOCKET:
        await shake(ground.ill, wire)
    writer.write(rubbish)
    await _read_away(wire)


async def dribble(_ground: Ground, wire: Wire) -> None:
    """Ask so slowly that it never ends."""
    _, writer = wire
    writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
    while True:
        await asyncio.sleep(DRIBBLE_S)
        writer.write(b"x")
        await writer.drain()


async def ping(ground: Ground, wire: Wire) -> None:
    """Ping as fast as the wire takes it, and read no answer."""
    await shake(ground.knock, wire)
    await _flood(ground, wire, frame(PING, b"x" * 100))


async def press_flat_out(ground: Ground, wire: Wire) -> None:
    """Touch a key, or choose, as fast as the wire takes it."""
    await shake(ground.ill, wire)
    await _flood(ground, wire, frame(TEXT, ground.word))


async def _flood(ground: Ground, wire: Wire, message: bytes) -> None:
    _, writer = wire
    while True:
        writer.write(message * SALVO)
        await writer.drain()
        ground.report.salvos += 1


async def _read_away(wire: Wire) -> None:
    """Until the other end has hung up."""
    while await wire[0].read(65_536):
        pass


async def _stand(wire: Wire) -> None:
    """Do nothing until the other end has hung up."""
    end = wire[1].transport.get_extra_info("socket")
    while end.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] == ESTABLISHED:
        await asyncio.sleep(DRIBBLE_S)


NO_HTTP: Final = (
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # the beginning of a TLS hello
    bytes(range(256)) * 8,
    b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 5000,
    b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n",
    b"GET /live HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 500,
)
"""What is no HTTP, stops halfway, or never stops."""
NO_WEBSOCKET: Final = (
    frame(TEXT, b"\xff\xfe"),  # no UTF-8
    frame(TEXT, b"nonsense"),
    frame(CLOSE, b"\x00"),
    b"\x01\x80" + bytes(4) + (b"\x00\x80" + bytes(4)) * 1000,  # pieces without end
    b"\xff" * 100,
    b"\x81\xff" + b"\x7f" * 8 + bytes(4),  # the beginning of a very long message
)
"""Likewise, once a WebSocket is open."""
CLIENTS: Final[dict[Client, int]] = {
    look: 96, sit: 8, read_nothing: 50, babble: 20, dribble: 20, ping: 5, press_flat_out: 1
}  # fmt: skip
MEMBERS: Final[dict[Client, int]] = {draft: 30, ask: 9}
"""With keys, these too."""
GOOD: Final = look, sit


# --- how they come ---------------------------------------------------------------------------------------------------


async def come(ground: Ground, client: Client) -> None:
    """Be this client; a bad one again and again."""
    while True:
        with suppress(OSError, asyncio.IncompleteReadError):
            wire = await asyncio.open_connection("127.0.0.1", ground.port, limit=1024)
            ground.have_come.put_nowait(None)
            try:
                await client(ground, wire)
            finally:
                wire[1].transport.abort()
        does = getattr(client, "__name__", "")
        ground.report.cut_off[does] = ground.report.cut_off.get(does, 0) + 1
        await asyncio.sleep(PAUSE_S if client in GOOD else AGAIN_S)


def many_good() -> int:
    """So many are good."""
    return sum(CLIENTS[client] for client in GOOD)


async def all_come(port: int, keys: tuple[bytes, ...]) -> Report:
    """Let them come and do what they do until the input ends; `keys`: the owner's, then those of seats."""
    owner, *seats = keys or (b"",)
    ground = Ground(port, owner, tuple(seats), seats[1:] * PAGES, Report(), asyncio.Queue())
    there = [*CLIENTS.items(), *(MEMBERS.items() if seats else ())]
    clients = [asyncio.create_task(come(ground, client)) for client, many in there for _ in range(many)]
    for _ in clients:
        await ground.have_come.get()
    began = time.monotonic()
    while ground.report.shown < many_good() and time.monotonic() < began + PATIENCE_S:
        await asyncio.sleep(AGAIN_S)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    report = msgspec.structs.replace(ground.report, pictures=dict(ground.report.pictures))
    for each in clients:
        each.cancel()
    return report


if __name__ == "__main__":
    os.nice(19)  # they stand for other machines, and shall not take this one's time from the box
    print(
        msgspec.json.encode(
            asyncio.run(all_come(int(sys.argv[1]), tuple(key.encode() for key in sys.argv[2:])))
        ).decode(),
        flush=True,
    )
