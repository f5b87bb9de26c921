from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.types import Message
from starlette.websockets import WebSocket

from companion.web import live
from companion.web.audience import Audience
from companion.web.frames import LOOK_S, looks
from companion.web.hands import TwinHands
from companion.web.live import DISBELIEVED, EXPECTED, PageTouch, parse
from companion.web.talk import Farewell

from .fake_twin import FakeTwin


@pytest.mark.parametrize(
    "text",
    [
        "",
        "green1",
        "[]",
        "{}",
        '{"key": "green1"}',
        '{"key": "green1", "down": true}',
        '{"key": "green1", "down": false}',
        '{"key": "green7", "down": true, "held_ms": 0}',
        '{"key": "GREEN1", "down": true, "held_ms": 0}',
        '{"key": "green1", "down": 1, "held_ms": 0}',
        '{"key": ["green1"], "down": true, "held_ms": 0}',
        '{"key": "green1", "down": true, "held_ms": 0, "hold": 5}',
        '{"key": "green1", "down": true, "held_ms": 0} ' * 2,
        '{"key": "green1", "down": false, "held_ms": -1}',
        '{"key": "green1", "down": false, "held_ms": -0.001}',
        '{"key": "green1", "down": false, "held_ms": NaN}',
        '{"key": "green1", "down": false, "held_ms": Infinity}',
        '{"key": "green1", "down": false, "held_ms": 1e999}',
        '{"key": "green1", "down": false, "held_ms": 1e9}',
        '{"key": "green1", "down": false, "held_ms": "80"}',
        '{"key": "green1", "down": false, "held_ms": null}',
    ],
)
def test_what_is_not_about_one_key_and_how_long_it_is_held_is_nothing(text: str) -> None:
    assert parse(text) is None


def test_a_touch_is_read() -> None:
    touch = parse('{"key": "table", "down": false, "held_ms": 83.4}')
    assert touch == PageTouch("table", down=False, held_ms=83.4)
    assert touch.held_s == pytest.approx(0.0834)


@pytest.mark.parametrize("sentence", [EXPECTED, DISBELIEVED])
def test_the_sentences_fit_into_a_close_frame(sentence: Farewell) -> None:
    assert len(sentence.reason.encode()) <= 123


class Wire(WebSocket):
    """A browser's end: it says what it is given, then nothing more, or is gone."""

    def __init__(self, *said: str, fails: Exception | None = None) -> None:
        self.said = list(said)
        self.fails = fails

    async def accept(self, *_: Any, **__: Any) -> None:
        if self.fails is not None:
            raise self.fails

    async def receive(self) -> Message:
        if self.said:
            return {"type": "websocket.receive", "text": self.said.pop(0)}
        return await asyncio.get_running_loop().create_future()  # type: ignore[no-any-return]  # it never comes


def test_a_browser_that_falls_silent_lets_go_and_may_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "SILENT_S", 0.01)
    twin = FakeTwin()
    wire = Wire('{"key": "green1", "down": true, "held_ms": 0}', '{"key": "green1", "down": true, "held_ms": 5}')

    async def silent() -> None:
        feeling = asyncio.create_task(live.feel(TwinHands(twin), wire))
        while len(twin.calls) < 2:
            await asyncio.sleep(0.01)
        assert not feeling.done()
        feeling.cancel()

    asyncio.run(silent())
    assert twin.calls == [("press", "green1"), ("release", "green1")]
    assert twin.held[-1] == ("green1", 0.005)


@pytest.mark.parametrize("error", [RuntimeError("Unexpected ASGI message"), OSError("gone")])
def test_a_client_that_leaves_before_the_wire_stands_is_no_fault(error: Exception) -> None:
    twin = FakeTwin()
    asyncio.run(live.live(Audience(lambda: looks(twin), LOOK_S), TwinHands(twin), Wire(fails=error)))
    assert twin.calls == []
