from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse, WebSocketTestSession
from starlette.types import ASGIApp
from starlette.websockets import WebSocketDisconnect

from companion.web.app import make_app
from companion.web.assets import STATIC
from companion.web.frames import CONTRAST, LEDS, OLED, PRESSED, WORDS
from companion.web.live import DISBELIEVED, EXPECTED
from companion.web.twin import TwinLayout

from .fake_twin import FakeTwin, sample_layout

LIVE = "ws://127.0.0.1:8000/live"


@pytest.fixture
def twin() -> FakeTwin:
    return FakeTwin()


@pytest.fixture
def client(twin: FakeTwin) -> Iterator[TestClient]:
    with TestClient(make_app(twin), base_url="http://127.0.0.1:8000") as client:
        yield client


def see_both(socket: WebSocketTestSession) -> None:
    """Take the two pictures every browser gets first, and how bright."""
    assert [socket.receive_bytes()[:1] for _ in range(5)] == [OLED, LEDS, CONTRAST, PRESSED, WORDS]


def test_the_page_and_all_it_loads_come_from_the_box(client: TestClient) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    for file in STATIC.iterdir():
        assert client.get(f"/static/{file.name}").content == file.read_bytes()


def test_the_layout_is_told_as_json(client: TestClient) -> None:
    answer = client.get("/layout")
    assert answer.headers["content-type"] == "application/json"
    assert msgspec.json.decode(answer.content, type=TwinLayout) == sample_layout()


def test_every_answer_forbids_loading_from_elsewhere(client: TestClient) -> None:
    for path in ("/", "/layout", "/static/twin.js", "/nowhere"):
        headers = client.get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self';")
        assert headers["x-content-type-options"] == "nosniff"


def test_no_word_of_a_game_stands_in_the_page() -> None:
    for file in (*STATIC.iterdir(), *STATIC.parent.glob("*.py")):
        assert not re.search(r"\b(chair|bearer|pond|bid)s?\b", file.read_text(), re.IGNORECASE), file.name


def test_another_host_gets_403_and_a_sentence(client: TestClient) -> None:
    answer = client.get("/", headers={"host": "evil.example"})
    assert answer.status_code == 403
    assert "127.0.0.1 or localhost" in answer.text


@pytest.mark.parametrize(
    "headers", [{"host": "evil.example"}, {"origin": "https://evil.example"}, {"origin": "http://127.0.0.1:8001"}]
)
def test_a_foreign_websocket_gets_403_and_touches_nothing(
    client: TestClient, twin: FakeTwin, headers: dict[str, str]
) -> None:
    with (
        pytest.raises(WebSocketDenialResponse) as refused,
        client.websocket_connect(LIVE, headers=headers),
    ):
        pass
    assert refused.value.status_code == 403
    assert "got 'http" in refused.value.text or "got 'evil" in refused.value.text
    assert twin.calls == []


def test_a_websocket_from_the_page_gets_the_pictures_and_moves_the_keys(client: TestClient, twin: FakeTwin) -> None:
    with client.websocket_connect(LIVE, headers={"origin": "http://127.0.0.1:8000"}) as socket:
        assert socket.receive_bytes() == b"\x01" + bytes(1024)
        assert socket.receive_bytes() == b"\x02" + bytes(105)
        assert socket.receive_bytes() == b"\x03\xcf"
        assert [socket.receive_bytes()[:1] for _ in range(2)] == [PRESSED, WORDS]
        socket.send_json({"key": "green1", "down": True, "held_ms": 0})
        socket.send_json({"key": "green1", "down": False, "held_ms": 80})
    assert twin.calls == [("press", "green1"), ("release", "green1")]


def test_a_hand_that_goes_away_releases_its_keys(client: TestClient, twin: FakeTwin) -> None:
    with client.websocket_connect(LIVE) as socket:
        socket.send_json({"key": "red6", "down": True, "held_ms": 0})
        socket.send_json({"key": "table", "down": True, "held_ms": 0})
    assert twin.calls == [("press", "red6"), ("press", "table"), ("release", "red6"), ("release", "table")]


def test_two_browsers_share_the_keys(client: TestClient, twin: FakeTwin) -> None:
    with client.websocket_connect(LIVE) as one:
        one.send_json({"key": "green1", "down": True, "held_ms": 0})
        with client.websocket_connect(LIVE) as two:
            two.send_json({"key": "green1", "down": True, "held_ms": 0})
            two.send_json({"key": "red1", "down": True, "held_ms": 0})
        assert ("release", "green1") not in twin.calls
        assert ("release", "red1") in twin.calls
    assert twin.calls[-1] == ("release", "green1")


@pytest.mark.parametrize("message", ["nonsense", '{"key": "green9", "down": true, "held_ms": 0}'])
def test_nonsense_changes_nothing_and_is_told_so(client: TestClient, twin: FakeTwin, message: str) -> None:
    with client.websocket_connect(LIVE) as socket:
        see_both(socket)
        socket.send_text(message)
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_bytes()
    assert (closed.value.code, closed.value.reason) == EXPECTED
    assert twin.calls == []


def test_bytes_are_nonsense_too(client: TestClient) -> None:
    with client.websocket_connect(LIVE) as socket:
        see_both(socket)
        socket.send_bytes(b'{"key": "green1", "down": true, "held_ms": 0}')
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_bytes()
    assert closed.value.code == 1003


@pytest.mark.parametrize("held_ms", [-1, -1e9, 1e9, 40, 20_000])
def test_a_lie_about_how_long_a_key_is_held_is_told_and_lets_go(
    client: TestClient, twin: FakeTwin, held_ms: float
) -> None:
    with client.websocket_connect(LIVE) as socket:
        see_both(socket)
        socket.send_json({"key": "green1", "down": True, "held_ms": 0})
        socket.send_json({"key": "green1", "down": True, "held_ms": 50})
        socket.send_json({"key": "green1", "down": False, "held_ms": held_ms})
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_bytes()
    assert closed.value.code == 1003
    assert closed.value.reason in {EXPECTED.reason, DISBELIEVED.reason}
    assert "0 ms or more" in closed.value.reason or "not less than before" in closed.value.reason
    assert twin.calls == [("press", "green1"), ("release", "green1")]
    assert twin.held[-1] == ("green1", 0.05), "as long as it was believed"


class BrokenTwin(FakeTwin):
    """Its display breaks when a key is touched."""

    def memory(self) -> bytes:
        if self.calls:
            raise RuntimeError("no display")
        return super().memory()


def press_and_look(app: ASGIApp) -> None:
    with TestClient(app).websocket_connect(LIVE) as socket:
        socket.send_json({"key": "green2", "down": True, "held_ms": 0})
        while True:
            socket.receive_bytes()


def test_a_broken_twin_ends_the_connection_and_lets_go() -> None:
    twin = BrokenTwin()
    with pytest.raises(ExceptionGroup):
        press_and_look(make_app(twin))
    assert twin.calls == [("press", "green2"), ("release", "green2")]
