"""Pages of a stepped box on wires in memory: uvicorn and our limits, byte for byte, by the box's clock.

Only the kernel is left out, and the server's pings, which carry random bytes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any, Generic, NamedTuple, Self, TypeVar

import msgspec
import uvicorn
from uvicorn.server import ServerState

from companion.daemon.pages import EncodedPages, FromPages, moment
from companion.table.afar import PageWords, Reply
from companion.testing.traffic import replies
from companion.web.connection import http_of, watched
from companion.web.crowd import Crowd, Limits
from companion.web.pages.app import make_app
from companion.web.pages.doors import Doors, Entered
from companion.web.pages.keys import SEAT_KEY
from companion.web.words import home_words
from tests.bench.clients import TEXT, frame
from tests.companion.daemon.stepped_box import SteppedBox

B = TypeVar("B", bound=SteppedBox)

ROUNDS = 20
"""How many rounds of ready work are done before time goes on."""
STEP_S = 0.01
HOST = "127.0.0.1"


class Heard(NamedTuple):
    """Bytes that a phone gets, and when."""

    at: float
    sent: bytes


class SteppedLoop(asyncio.SelectorEventLoop):
    """An event loop that never waits: the test sets its time."""

    now = 0.0

    def time(self) -> float:
        """The time that was set last."""
        return self.now

    def go_to(self, t: float) -> None:
        """Set the time, and do everything that is due by then."""
        self.now = t
        for _ in range(ROUNDS):
            self.call_soon(self.stop)
            self.run_forever()


class Phone(asyncio.Transport):
    """The far end of a connection, which notes what it gets."""

    def __init__(self, wires: SteppedWires) -> None:
        super().__init__({"peername": (HOST, 50_000), "sockname": (HOST, 80)})
        self.heard: list[Heard] = []
        self._wires = wires
        self._protocol: asyncio.BaseProtocol
        self._is_closing = False

    def come(self, make: Callable[[], asyncio.Protocol], query: str, key: str) -> None:
        """Open the wire."""
        protocol = make()
        self._protocol = protocol
        protocol.connection_made(self)
        protocol.data_received(
            f"GET /live{query} HTTP/1.1\r\nHost: {HOST}\r\nOrigin: http://{HOST}\r\nCookie: {SEAT_KEY}={key}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )

    def says(self, words: PageWords) -> None:
        """Send this to the box, which answers."""
        protocol = self._protocol
        assert isinstance(protocol, asyncio.Protocol)
        payload = msgspec.json.encode(words)
        self._wires.do(lambda: protocol.data_received(frame(TEXT, payload)))

    def write(self, data: Any) -> None:
        """Note bytes from the box."""
        self.heard.append(Heard(self._wires.loop.now, bytes(data)))

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Note the new protocol: the connection is a WebSocket from now on."""
        self._protocol = protocol

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Do nothing: a phone reads everything at once."""

    def pause_reading(self) -> None:
        """Do nothing: a phone waits for every answer anyhow."""

    def resume_reading(self) -> None:
        """Do nothing, for the same reason."""

    def is_closing(self) -> bool:
        """Whether it is hung up."""
        return self._is_closing

    def close(self) -> None:
        """Close the connection."""
        self._is_closing = True

    abort = close


class SteppedWires:
    """The pages of a box."""

    def __init__(self, box: SteppedBox) -> None:
        self._box = box
        self._said: list[FromPages] = []
        self.loop = SteppedLoop()
        self._doors = Doors(random=Random(0).randbytes)
        inner = box.box.box
        inner.pages = pages = EncodedPages(moment(inner.table, box.box.now), self._said.append, home_words)
        crowd = Crowd(Limits())
        app = watched(make_app(pages, self._doors, lambda _: None), crowd)
        config = uvicorn.Config(
            app,
            http=http_of(crowd),
            ws=asyncio.Protocol,
            ws_per_message_deflate=False,
            ws_ping_interval=None,
            lifespan="off",
            server_header=False,
            date_header=False,
            log_config=None,
            log_level="critical",
        )
        config.load()
        self._make = lambda: http_of(crowd)(config, ServerState(), {}, self.loop)
        watch = box.box.watch

        def go_on() -> None:
            if watch is not None:
                watch()
            self.loop.go_to(box.box.now)

        box.box.watch = go_on

    def phone(self, pair: int | None = None) -> Phone:
        """Connect a phone of a pair of keys; `None`: a page that only watches."""
        phone, query, key = Phone(self), "", ""
        if pair is not None:
            entered = self._doors.enter(self._doors.code(pair, 0.0), 1.0)
            assert isinstance(entered, Entered)
            query, key = "?as=seat", entered.key
        self.do(lambda: phone.come(self._make, query, key))
        return phone

    def do(self, act: Callable[[], object]) -> None:
        """Do this in the loop; then the box gets what phones have sent, and a little time passes."""
        self.loop.call_soon(act)
        self.loop.go_to(self._box.box.now)
        while self._said:
            self._box.box.box.on_page_message(self._said.pop(0), self._box.box.now)
        self.wait(0.1)

    def wait(self, seconds: float) -> None:
        """Let time pass, in steps too small for a page to notice."""
        for _ in range(round(seconds / STEP_S)):
            self._box.box.wait(STEP_S)
            self.loop.go_to(self._box.box.now)

    def close(self) -> None:
        """Disconnect everybody."""
        for task in asyncio.all_tasks(self.loop):
            task.cancel()
        self.loop.go_to(self._box.box.now)
        self.loop.close()


class Phones(Generic[B]):
    """A box with a page that only looks, and the phones of the seat that is asked and of one that must not be told."""

    def __init__(self, box: B, asked: int, viewer: int | None) -> None:
        self.box = box
        self.wires = SteppedWires(box)
        self.table, self.asked = self.wires.phone(), self.wires.phone(asked)
        own = {None: self.table, asked: self.asked}
        self.own = own[viewer] if viewer in own else self.wires.phone(viewer)
        self._seat = asked

    @property
    def heard(self) -> list[list[Heard]]:
        """What the pages got that must be the same in two games."""
        return [self.table.heard, self.own.heard]

    @property
    def moment(self) -> int:
        """The moment that replies must name."""
        playing = self.box.box.box.table.playing
        assert playing is not None
        return playing.asked_at[playing.pairs.index(self._seat)]

    def choices(self) -> list[Reply]:
        """What the phone of whoever is asked may choose: a few paths of each sheet."""
        found = replies(self.box.session, self._seat, 6)
        return [msgspec.structs.replace(reply, moment=self.moment) for reply in found if reply is not None]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Switch all of it off."""
        self.wires.close()
        self.box.pull_the_plug()


def alike(here: Phones[B], there: Phones[B], do: Callable[[Phones[B]], object]) -> None:
    """Do the same at two boxes: the pages that must not tell them apart get the same bytes at the same times."""
    for phones in (here, there):
        do(phones)
        assert all(b'"kind":"table"' in b"".join(heard.sent for heard in wire) for wire in phones.heard)
    assert here.heard == there.heard
