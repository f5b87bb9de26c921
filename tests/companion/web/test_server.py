from __future__ import annotations

import gc
import logging
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from types import SimpleNamespace

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.protocol import State
from websockets.sync.client import connect

from companion.web.app import make_app
from companion.web.port import bind
from companion.web.server import STOP_S, SWEEP_S, Server
from companion.web.upgraded import Ws
from tests.bench.clients import CLOSE, HANDSHAKE, TEXT, frame

from .fake_twin import FakeTwin

pytestmark = pytest.mark.slow


@pytest.fixture
def twin() -> FakeTwin:
    return FakeTwin()


@pytest.fixture
def port(twin: FakeTwin) -> Iterator[int]:
    sock = bind(0)
    port: int = sock.getsockname()[1]
    server = Server(make_app(twin), sock)
    server.start()
    yield port
    began = time.monotonic()
    server.stop()
    server.stop()
    assert time.monotonic() - began < STOP_S
    with pytest.raises(OSError, match="refused"):
        connect(f"ws://127.0.0.1:{port}/live")


def test_a_taken_port_is_an_oserror() -> None:
    with bind(0) as taken, pytest.raises(OSError, match="in use"):
        bind(taken.getsockname()[1])


def test_it_listens_on_this_computer_only() -> None:
    with bind(0) as sock:
        assert sock.getsockname()[0] == "127.0.0.1"


def test_a_server_that_never_started_stops_too(twin: FakeTwin) -> None:
    sock = bind(0)
    Server(make_app(twin), sock).stop()
    assert sock.fileno() == -1


def test_pictures_come_and_keys_go_over_a_real_wire(port: int, twin: FakeTwin) -> None:
    with connect(f"ws://127.0.0.1:{port}/live", compression=None) as wire:
        assert wire.recv() == b"\x01" + twin.oled
        assert wire.recv() == b"\x02" + twin.leds
        assert wire.recv() == b"\x03" + bytes([twin.level])
        assert wire.recv() == b"\x04" + twin.felt
        assert wire.recv()[:1] == b"\x06"
        wire.send('{"key": "green1", "down": true, "held_ms": 0}')
        while not twin.calls:
            time.sleep(0.01)
        twin.oled = b"\xff" * 1024
        assert wire.recv() == b"\x01" + twin.oled
    assert twin.calls[0] == ("press", "green1")


def test_a_long_message_ends_the_connection(port: int, twin: FakeTwin) -> None:
    with connect(f"ws://127.0.0.1:{port}/live") as wire:
        wire.send("x" * 2000)
        with pytest.raises(ConnectionClosed, match="1009"):
            list(iter(wire.recv, None))
    assert twin.calls == []


def test_a_foreign_page_is_refused(port: int) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        connect(f"ws://127.0.0.1:{port}/live", additional_headers={"Origin": "https://evil.example"})


def test_stopping_hangs_up_and_lets_go(twin: FakeTwin) -> None:
    sock = bind(0)
    server = Server(make_app(twin), sock)
    server.start()
    with connect(f"ws://127.0.0.1:{sock.getsockname()[1]}/live") as wire:
        assert [wire.recv()[0] for _ in range(5)] == [1, 2, 3, 4, 6]
        wire.send('{"key": "table", "down": true, "held_ms": 0}')
        while not twin.calls:
            time.sleep(0.01)
        began = time.monotonic()
        server.stop()
        assert time.monotonic() - began < STOP_S
        with pytest.raises(ConnectionClosed):
            wire.recv()
    assert twin.calls == [("press", "table"), ("release", "table")]


@contextmanager
def on_the_wire(twin: FakeTwin) -> Iterator[tuple[Server, socket.socket]]:
    """A server, and a client that has opened the wire of the page by hand."""
    sock = bind(0)
    address = sock.getsockname()
    server = Server(make_app(twin), sock)
    server.start()
    with socket.create_connection(address) as browser:
        browser.sendall(HANDSHAKE % address[1])
        assert browser.recv(12) == b"HTTP/1.1 101"
        yield server, browser
    server.stop()


@pytest.mark.parametrize("wait_s", [0.0, 0.001, 0.01, 0.05])
def test_who_comes_in_the_last_instant_is_hung_up_too(
    twin: FakeTwin, wait_s: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A socket that nobody has closed would be told as it is collected."""
    left: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda told: left.append(told.exc_value))
    for _ in range(3):
        sock = bind(0)
        server = Server(make_app(twin), sock)
        with socket.create_connection(sock.getsockname()):
            server.start()
            time.sleep(wait_s)
            with socket.create_connection(sock.getsockname()):
                server.stop()
        gc.collect()
    assert left == []


def test_a_dead_client_releases_its_key_within_ten_seconds_and_leaves_nothing(twin: FakeTwin) -> None:
    with on_the_wire(twin) as (server, browser):
        browser.sendall(frame(TEXT, b'{"key": "table", "down": true, "held_ms": 0}'))
        while not twin.calls:
            time.sleep(0.01)
        began = time.monotonic()
        while len(twin.calls) < 2:
            time.sleep(0.01)
        assert time.monotonic() - began < 5
        while server._server.server_state.connections:
            time.sleep(0.1)
        assert time.monotonic() - began < 10


def test_it_ends_in_the_instant_in_which_a_client_says_goodbye(
    twin: FakeTwin, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hear = Ws.data_received

    def hear_and_end(wire: Ws, data: bytes) -> None:
        hear(wire, data)
        if wire.conn.state is State.CLOSING:
            wire.shutdown()

    monkeypatch.setattr(Ws, "data_received", hear_and_end)
    with on_the_wire(twin) as (_, browser):
        browser.sendall(frame(CLOSE, b"\x03\xe8"))
        while browser.recv(4096):
            pass
    assert not [entry for entry in caplog.records if entry.levelno >= logging.ERROR]


class LoudTwin(FakeTwin):
    """Its lights change so much that no wire holds them."""

    def colours(self) -> bytes:
        return secrets.token_bytes(500_000)


def test_a_browser_that_reads_nothing_holds_up_nobody() -> None:
    twin, sock = LoudTwin(), bind(0)
    address = sock.getsockname()
    server = Server(make_app(twin), sock)
    server.start()
    with socket.create_connection(address) as browser:
        browser.sendall(HANDSHAKE % address[1])
        time.sleep(1)
        began = time.monotonic()
        server.stop()
        assert time.monotonic() - began < STOP_S
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(address)


def test_while_nobody_is_connected_it_sleeps_and_the_next_one_gets_the_right_time(
    twin: FakeTwin, monkeypatch: pytest.MonkeyPatch
) -> None:
    sock = bind(0)
    server = Server(make_app(twin), sock)
    server.start()

    def date() -> str:
        page = HTTPConnection("127.0.0.1", sock.getsockname()[1], timeout=5)
        page.request("GET", "/layout")
        answer = page.getresponse()
        answer.read()
        page.close()
        return answer.headers["Date"]

    assert date()[-3:] == "GMT"
    end = time.monotonic() + 5
    while not server._server._is_asleep:
        assert time.monotonic() < end
        time.sleep(0.01)
    ticks = []
    on_tick = server._server.on_tick

    async def counted(counter: int) -> bool:
        ticks.append(counter)
        return await on_tick(counter)

    monkeypatch.setattr(server._server, "on_tick", counted)
    monkeypatch.setattr("uvicorn.server.time", SimpleNamespace(time=lambda: 86_400.0))
    time.sleep(3 * SWEEP_S)
    assert ticks == []
    assert date() == "Fri, 02 Jan 1970 00:00:00 GMT"
    assert ticks
    server.stop()


def test_the_library_of_websockets_waits_for_the_first_page_that_asks() -> None:
    asked = "import sys, companion.web.app, companion.web.server; print('websockets' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"
