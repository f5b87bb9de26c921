"""The address of the twin's page, and what is printed of it."""

from __future__ import annotations

import socket
from typing import cast

import pytest

from companion.daemon import page
from companion.daemon.page import TwinPage
from companion.web.port import bind
from companion.web.twin import TwinWires


class Nobody:
    """Serves nothing."""

    def __init__(self, _app: object, sock: socket.socket) -> None:
        self.start = lambda: None
        self.stop = sock.close


@pytest.fixture(autouse=True)
def _nothing_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.server.Server", Nobody)
    monkeypatch.setattr("companion.web.app.make_app", lambda _: None)


def greeting(port: int | None, capsys: pytest.CaptureFixture[str]) -> str:
    here = TwinPage(port)
    here.serve(cast("TwinWires", None))
    here.stop()
    return capsys.readouterr().out


def test_it_says_where_it_is(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with bind(0) as free:
        port = free.getsockname()[1]
    monkeypatch.setattr(page, "TWIN_PORT", port)
    for named in (None, port):
        assert (
            greeting(named, capsys) == f"The twin is at http://127.0.0.1:{port}/ (Ctrl-C ends it; the game is kept).\n"
        )


def test_where_the_shipped_port_is_in_use_it_is_at_another_one_and_says_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with bind(0) as other:
        port = other.getsockname()[1]
        monkeypatch.setattr(page, "TWIN_PORT", port)
        told = greeting(None, capsys)
    assert f"http://127.0.0.1:{port}/" not in told
    assert told.endswith(f"/ (port {port} is in use; Ctrl-C ends it; the game is kept).\n")
