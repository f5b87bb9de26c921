"""Two hundred clients of a page, good and bad, in their own process: `python -m tests.bench.clients PORT KEY …`.

Without keys they connect to the twin's page. With keys (the owner's, then those of seats) they connect to the pages for
tablets and phones, and clients with the owner's key or the first seat's key are bad, too. The process prints `ready`
when all have connected; at the end of its input it prints, as JSON, how each one ended. Law: a bad client that is cut
off connects again at once; a good one reads all, answers pings, and connects again soon, as a page does.
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
"""How a client opens the wire of the twin's page."""
OF_A_PAGE: Final = HANDSHAKE.replace(b"Connection", b"Origin: http://127.0.0.1:%d\r\nConnection")
ASK: Final = b"GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nCookie: companion-owner-%d=%s\r\nConnection: close\r\n\r\n"
ASKED: Final = (b"/owner/games", b"/owner/games/1", b"/owner/games/2/record", b"/owner/board?values=20,5,1")
"""Requests that take the box long."""
DRAFTS_S: Final = 1 / 20
"""Seconds between two choices of a bad client with a seat's key."""
OF_A_SEAT: Final = OF_A_PAGE.replace(b"/live", b"/live?as=seat").replace(
    b"Origin", b"Cookie: companion-seat-%d=%s\r\nOrigin"
)
TABLE: Final = b'{"kind":"table",'
"""The beginning of the message with the table, for pages of tablets and phones."""
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
AGAIN_S: Final = 0.01
"""The pause before a bad client connects again."""
PAUSE_S: Final = 0.25
"""The pause before a page connects again."""
DRIBBLE_S: Final = 0.5
CHOOSE_S: Final = 1.0
"""Seconds between two choices on a seat's page."""
PATIENCE_S: Final = 30.0
ESTABLISHED: Final = 1
"""The state of a TCP connection (linux/tcp_states.h)."""
SALVO: Final = 1000
"""How many messages a client at full speed writes at once."""

Wire: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Client: TypeAlias = "Callable[[Ground, Wire], Awaitable[None]]"


class Report(msgspec.Struct):
    """What happened to the clients."""

    shown: int = 0
    """How many good clients have got a picture."""
    lost: int = 0
    """How often a good client was cut off after that."""
    pictures: dict[str, int] = {}
    """The SHA-256 of each picture that is some good client's last one, and how many of them have it."""
    salvos: int = 0
    """How many salvos the clients at full speed have written."""
    cut_off: dict[str, int] = {}
    """How often clients were cut off, by what they do."""


class Ground(NamedTuple):
    """The server that the clients connect to, and the report on them."""

    port: int
    owner: bytes
    """The key of the owner's page."""
    keys: tuple[bytes, ...]
    """The keys of seats, the first for bad clients; empty: they use the twin's page."""
    free: list[bytes]
    """The key of a seat for each page that a good client may still open."""
    report: Report
    have_come: asyncio.Queue[None]

    @property
    def knock(self) -> bytes:
        """The handshake of a page that only watches."""
        return OF_A_PAGE % (self.port, self.port) if self.keys else HANDSHAKE % self.port

    def sit(self, key: bytes) -> bytes:
        """The handshake of a seat's page; at the twin it is the same for everybody."""
        return OF_A_SEAT % (self.port, self.port, key, self.port) if self.keys else self.knock

    @property
    def ill(self) -> bytes:
        """The handshake of a bad client with a seat's key."""
        return self.sit(self.keys[0] if self.keys else b"")

    @property
    def picture(self) -> bytes:
        """The beginning of the message with the picture."""
        return TABLE if self.keys else OLED

    @property
    def word(self) -> bytes:
        """A message that is allowed at any time and changes nothing."""
        return b'{"moment":0,"path":[0,7]}' if self.keys else b'{"key": "red6", "down": false, "held_ms": 0}'


def frame(opcode: int, payload: bytes) -> bytes:
    """A whole message as a client sends it, with a mask of zeros (RFC 6455, 5.2)."""
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
    """Read everything, as a page does."""
    await shake(ground.knock, wire)
    await _read(ground, wire)


async def sit(ground: Ground, wire: Wire) -> None:
    """The same for a seat's page, on which somebody chooses now and then."""
    key = ground.free.pop() if ground.keys else b""
    try:
        await shake(ground.sit(key), wire)
        async with choosing(ground, wire, CHOOSE_S):
            await _read(ground, wire)
    finally:
        ground.free.append(key)


async def draft(ground: Ground, wire: Wire) -> None:
    """Choose faster than any finger, on as many pages of one seat as are allowed."""
    await shake(ground.ill, wire)
    async with choosing(ground, wire, DRAFTS_S):
        await _read_away(wire)


async def ask(ground: Ground, wire: Wire) -> None:
    """Send requests that take the box long, again and again."""
    wire[1].write(ASK % (Random().choice(ASKED), ground.port, ground.port, ground.owner))
    await _read_away(wire)


@asynccontextmanager
async def choosing(ground: Ground, wire: Wire, pause_s: float) -> AsyncIterator[None]:
    """Within it, somebody chooses after every pause."""
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
    """Open a WebSocket and read nothing."""
    await shake(ground.knock, wire)
    await _stand(wire)


async def babble(ground: Ground, wire: Wire) -> None:
    """Send bytes that are not HTTP, not WebSocket, or only half a message."""
    _, writer = wire
    rubbish = Random().choice([*NO_HTTP, *NO_WEBSOCKET])
    if rubbish in NO_WEBSOCKET:
        await shake(ground.ill, wire)
    writer.write(rubbish)
    await _read_away(wire)


async def dribble(_ground: Ground, wire: Wire) -> None:
    """Send a request so slowly that it never ends."""
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
    """Read until the server hangs up."""
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
"""Bytes that are not HTTP, stop halfway, or never stop."""
NO_WEBSOCKET: Final = (
    frame(TEXT, b"\xff\xfe"),  # no UTF-8
    frame(TEXT, b"nonsense"),
    frame(CLOSE, b"\x00"),
    b"\x01\x80" + bytes(4) + (b"\x00\x80" + bytes(4)) * 1000,  # pieces without end
    b"\xff" * 100,
    b"\x81\xff" + b"\x7f" * 8 + bytes(4),  # the beginning of a very long message
)
"""The same for an open WebSocket."""
CLIENTS: Final[dict[Client, int]] = {
    look: 96, sit: 8, read_nothing: 50, babble: 20, dribble: 20, ping: 5, press_flat_out: 1
}  # fmt: skip
MEMBERS: Final[dict[Client, int]] = {draft: 30, ask: 9}
"""More clients, if there are keys."""
GOOD: Final = look, sit


# --- how they come ---------------------------------------------------------------------------------------------------


async def come(ground: Ground, client: Client) -> None:
    """Be this client; whenever its connection ends, connect again."""
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
    """How many clients are good."""
    return sum(CLIENTS[client] for client in GOOD)


async def all_come(port: int, keys: tuple[bytes, ...]) -> Report:
    """Run all clients until the input ends; `keys`: the owner's, then those of seats."""
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
