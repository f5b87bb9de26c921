"""A real server of the pages on a real port, and browsers at it; only the box behind it is made up."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from typing import Any

import msgspec
from websockets.sync.client import ClientConnection, connect

from companion.kit.errors import CompanionError, Unusable, Unwritten, WrongUse
from companion.locale import LANGUAGES
from companion.table.afar import PageWords, Reply
from companion.table.owning import Back, Orders
from companion.table.ports import WifiNetwork
from companion.web.crowd import Limits
from companion.web.pages.app import make_app
from companion.web.pages.doors import Door, Doors, Entered
from companion.web.pages.keys import SEAT_KEY, at_port
from companion.web.port import bind
from companion.web.server import LIMITS, Server
from companion.web.words import home_words


def _in(language: str) -> dict[str, str]:
    return {"language": language} if language else {}


class Box:
    """A source that counts calls, and refuses replies whose path has an odd sum. Its table speaks German."""

    def __init__(self) -> None:
        self.number = 0
        self.said: list[tuple[int, PageWords]] = []
        self.orders: list[Orders] = []
        self.looked = 0
        self.read: list[str] = []
        """The languages of all tables that were made."""
        self.made = 0
        """How often a private view was made."""

    def hello(self, language: str) -> bytes:
        language = language or "de"
        told = {"version": 1, "language": language, "words": home_words(language), "languages": LANGUAGES}
        return msgspec.json.encode(told)

    def table(self, language: str) -> bytes:
        self.looked += 1
        self.read.append(language)
        return b'{"number":%d}' % self.number

    def own(self, pair: int, draft: Reply | None, language: str) -> bytes:
        self.made += 1
        return json.dumps({"pair": pair, "path": draft.path if draft is not None else None, **_in(language)}).encode()

    def seat(self, pair: int) -> int | None:
        return pair - 1 if pair > 1 else None

    def word(self, place: str, language: str) -> str:
        return f"{place}{language}."

    def say(self, pair: int, words: PageWords, told: Callable[[str], None], language: str) -> None:
        self.said.append((pair, words))
        told(f"No{language}." if isinstance(words, Reply) and sum(words.path) % 2 else "")

    def owner(self, language: str) -> bytes:
        self.made += 1
        return json.dumps({"title": "Toy", **_in(language)}).encode()

    def order(self, order: Orders, told: Callable[[str], None], language: str) -> None:
        self.orders.append(order)
        told(f"No{language}." if order == Back(1) else "")

    def board(self, values: tuple[int, ...], language: str) -> bytes:
        self.looked += 1
        if not values:
            raise WrongUse(f"No game fits such a board{language}.")
        return json.dumps({"values": values}).encode()


class Cupboard:
    """A shelf with one game, whose replay is sent in more than one piece."""

    def __init__(self) -> None:
        self.asked: list[object] = []
        self.read: list[str] = []
        """The language of each question that has one."""
        self.no_end: CompanionError | None = None
        self.brought = b""

    def games(self, before: int | None, language: str) -> bytes:
        self.asked.append(before)
        self.read.append(language)
        return b'{"games":[]}'

    def replay(self, number: int, language: str) -> bytes:
        self.asked.append(number)
        self.read.append(language)
        if number != 1:
            raise WrongUse(f"There is no game {number}: expected one of the list.")
        return b"[" + b"0," * 20_000 + b"0]"

    def record(self, number: int) -> str:
        self.asked.append(number)
        if number != 1:
            raise Unusable("the games cannot be read")
        return '{"record": 1}\n'

    def qr(self, number: int, language: str) -> bytes:
        self.asked.append(number)
        self.read.append(language)
        if number != 1:
            raise WrongUse(f"There is no game {number}: expected one of the list.")
        return b"<svg/>"

    def report(self, number: int, language: str) -> bytes:
        self.asked.append(number)
        self.read.append(language)
        if number != 1:
            raise Unwritten("the report could not be made")
        return b'{"curve":null}'

    def ended(self, language: str) -> bytes:
        self.asked.append("ended")
        self.read.append(language)
        if self.no_end is not None:
            raise self.no_end
        return b'{"curve":null,"players":[["a"],["b"]]}'

    def backup(self) -> bytes:
        self.asked.append("backup")
        return b"PK"

    def take(self, at: int, piece: bytes) -> None:
        self.asked.append("take")
        if at != len(self.brought):
            raise WrongUse(f"Expected the piece at byte {len(self.brought)}.")
        self.brought += piece

    def examined(self, language: str) -> bytes:
        self.asked.append("examined")
        self.read.append(language)
        if self.brought[:2] != b"PK":
            raise WrongUse("This is no backup.")
        return b'{"says":"two games"}'

    def bundle(self) -> bytes:
        self.asked.append("bundle")
        return b"PK"


class Home:
    """The pages of a box at 127.0.0.1."""

    def __init__(self, port: int, box: Box, doors: Doors, came: list[Door], shelf: Cupboard) -> None:
        self.port, self.box, self.doors, self.came, self.shelf = port, box, doors, came, shelf
        self.host = f"127.0.0.1:{port}"
        self.origin = f"http://{self.host}"

    def key(self, door: Door) -> str:
        """A new key for this door."""
        entered = self.doors.enter(self.doors.code(door, 0.0), 1.0)
        assert isinstance(entered, Entered)
        return entered.key

    def wire(self, query: str = "", key: str | None = None, **more: Any) -> ClientConnection:
        """Open the wire as a page of the box does; `key`: the key of a seat."""
        cookie = {"Cookie": f"{at_port(SEAT_KEY, self.port)}={key}"} if key is not None else {}
        more = {"origin": self.origin} | more
        more["additional_headers"] = cookie | more.get("additional_headers", {})
        return connect(f"ws://{self.host}/live{query}", **more)

    def handshake(self, query: str = "", key: str = "") -> bytes:
        """The bytes with which a page opens its wire."""
        return (
            f"GET /live{query} HTTP/1.1\r\nHost: {self.host}\r\nOrigin: {self.origin}\r\n"
            f"Cookie: {at_port(SEAT_KEY, self.port)}={key}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        ).encode()

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[HTTPResponse, str]:
        """Send a request as a page of the box does, but with these headers (`_` stands for `-`; empty: left out)."""
        usual = {"Host": self.host, "Origin": self.origin, "Content-Type": "application/json"}
        sent = {**usual, **{name.replace("_", "-"): value for name, value in headers.items()}}
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=5.0)) as asked:
            asked.putrequest(method, path, skip_host=True)
            for name, value in sent.items():
                if value:
                    asked.putheader(name, value)
            if body is not None:
                asked.putheader("Content-Length", str(len(body)))
            asked.endheaders(body)
            answer = asked.getresponse()
            return answer, answer.read().decode()

    def enter(self, code: str, **headers: str) -> tuple[HTTPResponse, str]:
        """Say a code."""
        return self.ask("POST", "/enter", json.dumps({"code": code}).encode(), **headers)

    def raw(self, sent: bytes) -> bytes:
        """The whole answer to any bytes, even if they are not HTTP."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=10.0) as wire:
            wire.sendall(sent)
            wire.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: wire.recv(65_536), b""))


@contextmanager
def at_home(
    doors: Doors | None = None,
    box: Box | None = None,
    limits: Limits = LIMITS,
    shelf: Cupboard | None = None,
    own_wifi: WifiNetwork | None = None,
) -> Iterator[Home]:
    """Within it, the pages are served."""
    box, doors, came = box or Box(), doors or Doors(), list[Door]()
    sock = bind(0)
    home = Home(sock.getsockname()[1], box, doors, came, shelf or Cupboard())
    server = Server(make_app(box, doors, came.append, lambda: home.shelf, lambda: own_wifi), sock, limits)
    server.start()
    try:
        yield home
    finally:
        server.stop()


def told(wire: ClientConnection, *kinds: str) -> list[dict[str, Any]]:
    """Receive the next messages; they must be of these kinds."""
    came = [json.loads(wire.recv(timeout=5.0)) for _ in kinds]
    assert [each["kind"] for each in came] == [*kinds]
    return came


def shake_hands(wire: socket.socket, home: Home, key: str) -> None:
    """Open the wire of a seat, and read its first messages."""
    wire.sendall(home.handshake("?as=seat", key))
    read_until(wire, b'"path": null')


def read_until(wire: socket.socket, words: bytes) -> bytes:
    """Read up to these words; gives everything that came."""
    heard = b""
    while words not in heard:
        came = wire.recv(65_536)
        assert came, heard
        heard += came
    return heard
