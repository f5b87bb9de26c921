from __future__ import annotations

import asyncio

import msgspec
import pytest
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.web.live import EXPECTED, WORDS, WireEdge, parse, show, sing

from .fake_twin import FakeTwin


@pytest.mark.parametrize(
    "text",
    [
        "",
        "green1",
        "[]",
        "{}",
        '{"key": "green1"}',
        '{"key": "green7", "down": true}',
        '{"key": "GREEN1", "down": true}',
        '{"key": "green1", "down": 1}',
        '{"key": ["green1"], "down": true}',
        '{"key": "green1", "down": true, "hold": 5}',
        '{"key": "green1", "down": true} ' * 2,
    ],
)
def test_what_is_not_one_edge_of_a_key_is_nothing(text: str) -> None:
    assert parse(text) is None


def test_an_edge_is_read() -> None:
    assert parse('{"key": "table", "down": false}') == WireEdge("table", down=False)


def test_the_sentence_fits_into_a_close_frame() -> None:
    assert len(EXPECTED.encode()) <= 123


class Socket(WebSocket):
    """A browser's end that writes down what it is sent."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    async def send_bytes(self, data: bytes) -> None:
        self.sent.append(data)


def shown_by(twin: FakeTwin, frames: list[tuple[bytes, bytes] | None], monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What `show` sends while the twin goes through these (memory, colours), one a tick; `None`: the browser goes."""
    socket = Socket()
    coming = iter(frames)

    async def tick(_seconds: float) -> None:
        frame = next(coming)
        if frame is None:
            raise WebSocketDisconnect
        twin.oled, twin.leds = frame

    monkeypatch.setattr("companion.web.live.asyncio.sleep", tick)
    asyncio.run(show(twin, socket))
    return socket.sent


def test_a_browser_first_gets_pictures_how_bright_keys_and_words(monkeypatch: pytest.MonkeyPatch) -> None:
    twin = FakeTwin()
    first = [b"\x01" + twin.oled, b"\x02" + twin.leds, b"\x03\xcf", b"\x04" + bytes(13)]
    assert shown_by(twin, [None], monkeypatch) == [*first, WORDS + msgspec.json.encode(twin.words())]


def test_frames_that_did_not_change_are_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    twin = FakeTwin()
    dark, lit = (twin.oled, twin.leds), (b"\xff" * 1024, twin.leds)
    sent = shown_by(twin, [dark, dark, lit, lit, dark, None], monkeypatch)
    assert sent[5:] == [b"\x01" + lit[0], b"\x01" + dark[0]]


def test_lights_alone_change_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    twin = FakeTwin()
    red = b"\xff\x00\x00" * 35
    assert shown_by(twin, [(twin.oled, red), None], monkeypatch)[5:] == [b"\x02" + red]


def test_a_tone_is_told_when_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    twin, socket = FakeTwin(), Socket()
    tones = iter([(440.0, 0.5), (440.0, 0.5), (261.63, 0.1), (0.0, 0.0)])

    async def tick(_seconds: float) -> None:
        tone = next(tones, None)
        if tone is None:
            raise WebSocketDisconnect
        twin.sounding = tone

    monkeypatch.setattr("companion.web.live.asyncio.sleep", tick)
    asyncio.run(sing(twin, socket))
    assert socket.sent == [b"\x05\x01\xb8\x32", b"\x05\x01\x06\x0a", b"\x05\x00\x00\x00"]
