"""A socket between two users of this computer: public messages go out through it, the club's answers come in.

The process on the inner side reads the journal, with seeds and hidden hands, and has no network. The voice, on the
outer side, has the network and sees only what the inner side hands out.

Laws: each message is handed out to one voice after another until a voice says that the broker has it; a voice that
breaks the protocol is disconnected.
"""

from __future__ import annotations

import logging
import queue
import socket
import struct
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Condition, Thread
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from companion.club.topics import PACKET

if TYPE_CHECKING:  # the inner side needs no client of MQTT
    from companion.club.wire import BrokerConnection, Sent

_log = logging.getLogger(__name__)

LINE: Final = 2 * PACKET
"""The longest line that is read: longer than a packet, since bytes are written as text."""
GIVE_S: Final = 10
"""How long a voice may take to read."""


class HandedOut(msgspec.Struct, frozen=True, tag="out"):
    """A message for the broker; the order of the fields is the order on the line."""

    number: int
    topic: str
    words: bytes
    keep: bool


_HANDED_OUT: Final = msgspec.json.Decoder(HandedOut)


class Arrived(msgspec.Struct, frozen=True, tag="arrived"):
    """The broker has this message."""

    number: int


class HandedIn(msgspec.Struct, frozen=True, tag="in"):
    """A message from the broker."""

    topic: str
    words: bytes


class Stand(msgspec.Struct, frozen=True, tag="stand"):
    """The voice's connection to the broker."""

    connections: int
    is_up: bool


Inward: TypeAlias = Arrived | HandedIn | Stand
_INWARD: Final[msgspec.json.Decoder[Inward]] = msgspec.json.Decoder(Inward)


class Handed:
    """A message on its way to the broker."""

    def __init__(self, hatch: Hatch, message: HandedOut) -> None:
        self.message = message
        self._hatch = hatch

    def is_published(self) -> bool:
        """Whether the broker has it."""
        return self._hatch.has(self.message.number)

    def wait_for_publish(self, timeout: float | None = None) -> None:
        """Wait until the broker has it, or for `timeout` seconds."""
        self._hatch.wait_for(self.message.number, timeout)


class Hatch:
    """The inner side: a wire to the broker through a voice, one voice at a time."""

    def __init__(self, path: Path) -> None:
        """Open it at `path`; every user that may write there can connect. Raises OSError."""
        path.unlink(missing_ok=True)
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(str(path))
        self.came: queue.SimpleQueue[tuple[str, bytes]] = queue.SimpleQueue()
        """The messages that have come: topic and bytes."""
        self.connections = 0
        """How often a voice has connected to a broker."""
        self.is_up = False
        self._change = Condition()
        self._numbers = 0
        self._owed: dict[int, HandedOut] = {}
        """The messages that no broker has yet."""
        self._voice: socket.socket | None = None

    def start(self) -> None:
        """Accept voices."""
        self._server.listen(1)
        Thread(target=self._serve, name="hatch", daemon=True).start()

    def stop(self) -> None:
        """Accept no voice any more."""
        self._server.close()
        with self._change:
            self._hang_up()

    def say(self, topic: str, words: bytes, *, keep: bool = False) -> Handed:
        """Hand a message out. `keep`: the broker retains it for later subscribers."""
        with self._change:
            self._numbers += 1
            message = HandedOut(self._numbers, topic, words, keep)
            self._owed[message.number] = message
            self._give(message)
        return Handed(self, message)

    def has(self, number: int) -> bool:
        """Whether the broker has this message."""
        return number not in self._owed

    def wait_for(self, number: int, timeout: float | None) -> None:
        """Wait until the broker has this message, or for `timeout` seconds."""
        with self._change:
            self._change.wait_for(lambda: self.has(number), timeout)

    def _give(self, message: HandedOut) -> None:
        if self._voice is not None:
            try:
                self._voice.sendall(msgspec.json.encode(message) + b"\n")
            except OSError:  # the next voice gets it again
                self._hang_up()

    def _hang_up(self) -> None:
        self.is_up = False
        if self._voice is not None:
            with suppress(OSError):
                self._voice.shutdown(socket.SHUT_RDWR)
            self._voice = None

    def _serve(self) -> None:
        while True:
            try:
                voice, _ = self._server.accept()
            except OSError:
                return
            with voice:
                self._hear(voice)

    def _hear(self, voice: socket.socket) -> None:
        voice.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("@ll", GIVE_S, 0))
        with self._change:
            self._voice = voice
            for message in list(self._owed.values()):
                self._give(message)
        try:
            for line in lines(voice):
                self._take(_INWARD.decode(line))
        except (OSError, ValueError) as why:
            _log.warning("the voice is hung up on: %s", why)
        with self._change:
            self._hang_up()

    def _take(self, came: Inward) -> None:
        match came:
            case Arrived(number):
                with self._change:
                    self._owed.pop(number, None)
                    self._change.notify_all()
            case HandedIn(topic, words):
                self.came.put((topic, words))
            case Stand(_, is_up):
                self.connections += is_up
                self.is_up = is_up


class OuterSide:
    """The voice's end of the hatch; the owner of the clock calls `step`."""

    def __init__(self, path: Path, wire: BrokerConnection) -> None:
        """Connect to the hatch at `path`. Raises OSError if there is none, or we may not use it."""
        self._wire = wire
        self._sock = socket.socket(socket.AF_UNIX)
        try:
            self._sock.connect(str(path))
        except OSError:
            self._sock.close()
            raise
        self._on_the_way: deque[tuple[int, Sent]] = deque()
        self._stood = Stand(0, is_up=False)
        self._listener = Thread(target=self._listen, name="hatch", daemon=True)
        self._listener.start()

    def step(self) -> bool:
        """Report what the broker has, says, and whether it is connected; returns whether the inner side is there."""
        try:
            if (stand := Stand(self._wire.connections, self._wire.is_up)) != self._stood:
                self._stood = stand
                self._give(stand)
            while self._on_the_way and self._on_the_way[0][1].is_published():
                self._give(Arrived(self._on_the_way.popleft()[0]))
            with suppress(queue.Empty):
                while True:
                    self._give(HandedIn(*self._wire.came.get_nowait()))
        except OSError:
            return False
        return self._listener.is_alive()

    def close(self) -> None:
        """Close the connection."""
        with suppress(OSError):
            self._sock.shutdown(socket.SHUT_RDWR)
        self._listener.join()
        self._sock.close()

    def _give(self, message: Inward) -> None:
        self._sock.sendall(msgspec.json.encode(message) + b"\n")

    def _listen(self) -> None:
        with suppress(OSError):
            for line in lines(self._sock):
                message = _HANDED_OUT.decode(line)
                sent = self._wire.say(message.topic, message.words, keep=message.keep)
                self._on_the_way.append((message.number, sent))


def lines(sock: socket.socket) -> Iterator[bytes]:
    """The lines from the far end until it hangs up. Raises OSError; ValueError if a line is too long."""
    with sock.makefile("rb") as file:
        while line := file.readline(LINE):
            if not line.endswith(b"\n"):
                raise ValueError("it has said something without an end")
            yield line
