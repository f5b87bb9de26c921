"""Bad clients over real sockets at a real server, which has short time limits here."""

from __future__ import annotations

import logging
import re
import secrets
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress

import pytest
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.web import crowd, server
from companion.web.app import make_app
from companion.web.crowd import Limits
from companion.web.frames import LOOK_S
from companion.web.port import bind
from companion.web.server import Server, within_reach
from companion.web.talk import send
from companion.web.upgraded import REASONS
from tests.bench.clients import CLOSE, HANDSHAKE, NO_HTTP, NO_WEBSOCKET, PING, TEXT, frame

from .fake_twin import FakeTwin

SHORT = Limits(connections=30, of_one_peer=20, comes_a_second=1e6, quiet_s=0.3, stalled_s=0.3, closing_s=0.2)
GET = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
SOON_S = 1.5
PATIENCE_S = 5.0
DOWN = b'{"key": "green1", "down": true, "held_ms": 0}'


def listening(app: ASGIApp, leaving: ExitStack, limits: Limits = SHORT) -> tuple[str, int]:
    """The address of a server."""
    sock = bind(0)
    address: tuple[str, int] = sock.getsockname()
    box = Server(app, sock, limits)
    box.start()
    leaving.callback(box.stop)
    return address


class Served:
    """A server, and the clients that connect to it."""

    def __init__(self, twin: FakeTwin, limits: Limits, leaving: ExitStack) -> None:
        self.twin = twin
        self.address = listening(make_app(twin), leaving, limits)
        self.leaving = leaving

    def comes(self, said: bytes = b"", peer: str = "127.0.0.1") -> socket.socket:
        """A client that sends this."""
        sock = self.leaving.enter_context(socket.create_connection(self.address, PATIENCE_S, (peer, 0)))
        sock.sendall(said)
        return sock

    def looks(self) -> socket.socket:
        """A client with a WebSocket."""
        sock = self.comes(HANDSHAKE % self.address[1])
        assert sock.recv(12) == b"HTTP/1.1 101"
        return sock


@contextmanager
def serving(limits: Limits = SHORT, twin: FakeTwin | None = None) -> Iterator[Served]:
    with ExitStack() as leaving:
        yield Served(twin or FakeTwin(), limits, leaving)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "SWEEP_S", 0.05)


@pytest.fixture
def box() -> Iterator[Served]:
    with serving() as served:
        yield served


def is_up(sock: socket.socket) -> bool:
    """Whether the other end has not hung up; reads nothing of what is there, and waits for nothing."""
    patience_s = sock.gettimeout()
    sock.setblocking(False)
    try:
        return sock.recv(1, socket.MSG_PEEK) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        sock.settimeout(patience_s)


def until(happens: Callable[[], object]) -> None:
    end = time.monotonic() + SOON_S
    while not happens():
        assert time.monotonic() < end, "it never happens"
        time.sleep(0.005)


def rest_of(sock: socket.socket) -> bytes:
    """Read everything until the other end hangs up."""
    heard = b""
    with suppress(ConnectionResetError):
        while piece := sock.recv(65536):
            heard += piece
    return heard


def pour(sock: socket.socket, bytes_: bytes, most: int) -> int:
    """Say it again and again without reading; gives how often the wire has taken it before it was cut."""
    said = 0
    with suppress(OSError):
        while said < most:
            sock.sendall(bytes_)
            said += 1
            time.sleep(0.01)
    return said


def test_a_crowd_of_idle_connections_leaves_room_for_a_page_and_files(box: Served) -> None:
    idle = [box.comes() for _ in range(110)]
    page = box.comes(GET)
    assert page.recv(15) == b"HTTP/1.1 200 OK"
    until(lambda: sum(map(is_up, idle)) <= SHORT.of_one_peer)
    until(lambda: not any(map(is_up, idle)))


def test_one_address_leaves_room_for_others(box: Served) -> None:
    looking = [box.looks() for _ in range(SHORT.of_one_peer)]
    refused = box.comes(GET)
    until(lambda: not is_up(refused))
    other = box.comes(GET, "127.0.0.2")
    assert other.recv(15) == b"HTTP/1.1 200 OK"
    assert all(map(is_up, looking))


@pytest.mark.parametrize("said", [b"", b"GET / HTT", GET, GET + b"GET"])
def test_who_does_not_end_a_request_is_cut_off(box: Served, said: bytes) -> None:
    came = time.monotonic()
    client = box.comes(said)
    until(lambda: not is_up_after_reading(client))
    assert time.monotonic() - came > SHORT.quiet_s / 2


def test_who_dribbles_is_cut_off(box: Served) -> None:
    came = time.monotonic()
    client = box.comes(GET[:-2] + b"X: ")

    def is_over() -> bool:
        with suppress(OSError):
            client.sendall(b"x")
        return not is_up_after_reading(client)

    until(is_over)
    assert time.monotonic() - came > SHORT.quiet_s / 2


def test_a_request_without_end_is_refused(box: Served) -> None:
    answer = rest_of(box.comes(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: yyyyyyyy\r\n" * 1500))
    assert answer[:12] in {b"HTTP/1.1 400", b""}, "it was reset, or told"


@pytest.mark.parametrize("opcode", [PING, TEXT])
def test_who_says_too_much_is_told_so_and_hung_up_on(box: Served, opcode: int) -> None:
    client = box.looks()
    words = b'{"key": "red6", "down": false, "held_ms": 0}'
    said = pour(client, frame(opcode, words) * 20, 1000)
    assert said < 100, "of 1000"
    code, reason = REASONS["said too much"]
    assert frame_of(CLOSE, code, reason) in rest_of(client)
    assert box.twin.calls == []


def frame_of(opcode: int, code: int, reason: str) -> bytes:
    """A close frame of the server."""
    payload = code.to_bytes(2) + reason.encode()
    return bytes((0x80 | opcode, len(payload))) + payload


def test_a_message_in_pieces_is_refused(box: Served) -> None:
    client = box.looks()
    client.sendall(b"\x01\x80" + bytes(4) + (b"\x00\x80" + bytes(4)) * 100)
    code, reason = REASONS["talked nonsense"]
    assert rest_of(client).endswith(frame_of(CLOSE, code, reason))


def test_requests_one_behind_the_other_are_bounded(box: Served) -> None:
    client = box.comes()
    assert pour(client, GET * 10, 1000) < 100


class LoudTwin(FakeTwin):
    """Its lights change so much that no wire holds them."""

    def colours(self) -> bytes:
        return secrets.token_bytes(500_000)


def test_who_reads_nothing_is_cut_off_and_lets_go_and_the_others_are_shown_all() -> None:
    with serving(twin=LoudTwin()) as box:
        client, other = box.looks(), box.looks()
        client.sendall(frame(TEXT, DOWN))
        until(lambda: box.twin.calls == [("press", "green1")])
        seen = 0
        while ("release", "green1") not in box.twin.calls:
            seen += len(other.recv(1 << 20))
            assert seen < SOON_S / LOOK_S * 500_000
        assert seen > 2_000_000
        assert is_up(other)


def test_nonsense_of_all_kinds_is_one_line_in_the_log(
    box: Served, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.WARNING)
    comers = [(box.comes, rubbish) for rubbish in NO_HTTP] + [(box.looks, rubbish) for rubbish in NO_WEBSOCKET]
    for leaves_at_once in (False, True):
        for comes, rubbish in comers * 3:
            client = comes()
            with suppress(OSError):
                client.sendall(rubbish)
                client.shutdown(socket.SHUT_WR)
            if not leaves_at_once:
                rest_of(client)
            client.close()
    assert caplog.records == []
    monkeypatch.setattr(crowd, "FEW", 1)
    monkeypatch.setattr(crowd, "TELL_S", 0.0)
    until(lambda: caplog.records)
    monkeypatch.setattr(crowd, "TELL_S", 60.0)
    (line,) = caplog.messages
    _, _, told = line.partition("connections to the page that were refused or cut off: ")
    counted = {why: int(count) for count, why in re.findall("([0-9]+) ([a-z ]+)", told)}
    assert counted.keys() == {"said too much", "talked nonsense"}
    assert min(counted.values()) >= 3, "who leaves at once may have gone before it is counted"


def test_a_client_that_leaves_during_a_look_leaves_no_line_in_the_log(
    box: Served, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A box that was busy still has to send the page frames of every kind."""
    owes, has_gone, is_told = threading.Event(), threading.Event(), threading.Event()

    async def endpoint(page: WebSocket) -> None:
        await page.accept()
        owes.set()
        has_gone.wait(PATIENCE_S)
        with suppress(WebSocketDisconnect):
            for _ in range(20):
                await send(page, b"frame")
        is_told.set()

    monkeypatch.setattr(box, "address", listening(Starlette(routes=[WebSocketRoute("/live", endpoint)]), box.leaving))
    client = box.looks()
    owes.wait(PATIENCE_S)
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # a reset, as of a phone that dies
    client.close()
    has_gone.set()
    assert is_told.wait(PATIENCE_S)
    assert caplog.records == []


def test_a_close_that_is_never_answered_ends_all_the_same(box: Served) -> None:
    client = box.looks()
    client.sendall(frame(TEXT, b"nonsense"))
    until(lambda: not is_up_after_reading(client))


def is_up_after_reading(sock: socket.socket) -> bool:
    while is_up(sock):
        try:
            sock.setblocking(False)
            sock.recv(65536)
        except BlockingIOError:
            return True
        finally:
            sock.settimeout(PATIENCE_S)
    return False


def test_the_limits_are_within_what_this_process_may_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda _: (1024, 4096))
    assert within_reach(Limits()) == Limits(), "as on a Pi"
    monkeypatch.setattr("resource.getrlimit", lambda _: (256, 4096))
    assert within_reach(Limits()).connections == 85
    for open_now, room in ((18, 3), (24, 1)):
        monkeypatch.setattr("resource.getrlimit", lambda _: (24, 24))
        monkeypatch.setattr("os.listdir", lambda _, many=open_now: ["0"] * many)
        assert within_reach(Limits()).connections == room
