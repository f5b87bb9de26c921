"""The pages under attack: a real server, real sockets, and anything that a client in the home network can send."""

from __future__ import annotations

import json
import logging
import re
import socket
import time
from io import BytesIO

import pytest
import segno
from websockets.exceptions import InvalidStatus

from companion.table.ports import OWNER
from companion.web.pages.app import PAGES
from companion.web.pages.doors import TRIES
from companion.web.pages.keys import KEPT_S, OWNER_KEY, SEAT_KEY

from .at_home import Home, told

FORM = "application/x-www-form-urlencoded"


# --- pages -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PAGES)
def test_every_page_comes_from_the_box_and_may_load_nothing_from_elsewhere(home: Home, path: str) -> None:
    answer, said = home.ask("GET", path)
    assert answer.status == 200
    assert answer.headers["Content-Type"].startswith("text/html")
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert not re.search(r"https?://|//cdn|@import|\son\w+=|style=|<script>", said)


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/static/",
        "/static/nowhere.js",
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/%2e%2e/app.py",
        "/static/..\\app.py",
        "/static//etc/passwd",
        "/board/../../../files.py",
        "/static/%00",
        "/static/%ff",
        "/static/" + "a" * 5000,
        "/s/123456",
    ],
)
def test_nothing_else_can_be_had(home: Home, path: str, caplog: pytest.LogCaptureFixture) -> None:
    answer, said = home.ask("GET", path)
    assert (answer.status, said) == (404, "There is nothing here: expected /, /seat, /s.")
    assert caplog.records == []


def test_the_wrong_method_gets_a_sentence(home: Home) -> None:
    for method, path in (("POST", "/"), ("GET", "/enter"), ("PUT", "/enter"), ("DELETE", "/static/enter.js")):
        answer, said = home.ask(method, path)
        assert answer.status == 405, (method, path)
        assert said.startswith("Expected another method here")


# --- who may come in -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["evil.example", "localhost", "127.0.0.1", "127.0.0.1:1", "companion.local"])
def test_under_another_name_nothing_is_given(home: Home, host: str) -> None:
    code = home.doors.code(1, time.monotonic())
    for answer, said in (
        home.ask("GET", "/", Host=host, Origin=""),
        home.enter(code, Host=host, Origin=f"http://{host}"),
    ):
        assert answer.status == 403
        assert said.startswith(f"Only the box itself is here: expected the address {home.origin}/, got '{host}'")
        assert answer.headers["Content-Type"].startswith("text/plain")
        assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    with socket.create_connection(("127.0.0.1", home.port), timeout=5.0) as wire:
        wire.sendall(home.handshake("?as=seat", home.key(2)).replace(home.host.encode(), host.encode()))
        refused = wire.recv(65_536)
    assert refused.startswith(b"HTTP/1.1 403 ")
    assert home.box.made == 0
    assert home.came == []
    assert home.enter(code)[0].status == 200, "it was no try"


@pytest.mark.parametrize("origin", ["", "null", "http://evil.example", "http://127.0.0.1", "https://127.0.0.1:{port}"])
def test_another_page_can_neither_enter_nor_listen(home: Home, origin: str) -> None:
    """A page of another site in a browser of this network; that of another port of this box, too."""
    code, origin = home.doors.code(1, time.monotonic()), origin.format(port=home.port)
    answer, said = home.enter(code, Origin=origin)
    assert (answer.status, said.startswith("Only the box's own page may do this")) == (403, True)
    for query in ("", "?as=seat"):
        with pytest.raises(InvalidStatus, match="403"), home.wire(query, home.key(2), origin=origin or None):
            pass
    assert home.came == []
    assert home.box.looked == 0


def test_its_names_are_good_with_the_right_port(home: Home) -> None:
    for name in ("companion.local", f"{socket.gethostname().partition('.')[0]}.local"):
        host = f"{name}:{home.port}"
        assert home.ask("GET", "/", Host=host, Origin="")[0].status == 200
        code = home.doors.code(1, time.monotonic())
        assert home.enter(code, Host=host, Origin=f"http://{host}")[0].status == 200
        assert home.enter(code, Host=host)[0].status == 403, "a page of the address is not one of the name"


def test_two_hosts_are_none(home: Home) -> None:
    asked = f"GET / HTTP/1.1\r\nHost: {home.host}\r\nHost: evil.example\r\n\r\n".encode()
    assert home.raw(asked).startswith(b"HTTP/1.1 400 ")
    assert home.raw(b"GET / HTTP/1.1\r\n\r\n").startswith(b"HTTP/1.1 400 ")
    assert home.raw(b"GET / HTTP/1.0\r\n\r\n").startswith(b"HTTP/1.1 403 ")


# --- the way in ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("door", "cookie"), [(3, SEAT_KEY), (OWNER, OWNER_KEY)])
def test_a_right_code_gives_a_key_that_no_script_and_no_other_site_can_use(home: Home, door: int, cookie: str) -> None:
    answer, said = home.enter(home.doors.code(door, time.monotonic()))
    assert (answer.status, json.loads(said), home.came) == (200, {"door": door}, [door])
    name, *attributes = answer.headers["Set-Cookie"].split("; ")
    key = re.fullmatch(rf"{cookie}-{home.port}=([0-9a-f]{{32}})", name)
    assert key is not None
    assert home.doors.opened_by(key[1]) == door
    assert {each.lower() for each in attributes} == {
        "httponly",
        "samesite=strict",
        "path=/",
        f"max-age={KEPT_S}",
    }
    assert key[1] not in said


def test_the_key_opens_the_seat(home: Home) -> None:
    answer, _ = home.enter(home.doors.code(5, time.monotonic()))
    key = answer.headers["Set-Cookie"].partition(";")[0].partition("=")[2]
    with home.wire("?as=seat", key) as wire:
        assert told(wire, "hello", "table", "own")[2]["pair"] == 5


def test_whoever_guesses_is_told_to_wait_and_so_is_everybody_at_that_address(home: Home) -> None:
    code = home.doors.code(1, time.monotonic())
    wrong = f"{(int(code) + 1) % 1_000_000:06}"
    for _ in range(TRIES):
        answer, said = home.enter(wrong)
        assert (answer.status, said) == (
            403,
            "This code is wrong, or too old: expected the one that stands on the display.",
        )
    for each in (wrong, code):
        answer, said = home.enter(each)
        assert answer.status == 429
        assert 55 <= int(answer.headers["Retry-After"]) <= 61
        assert re.fullmatch(r"Too many wrong codes came: wait \d\d seconds, then use a new one\.", said)
    assert home.came == []


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"123456",
        b"{}",
        b"[]",
        b'{"code": 123456}',
        b'{"code": "12345"}',
        b'{"code": "1234567"}',
        b'{"code": "123456\\n"}',
        b'{"code": "123 456"}',
        b'{"code": "\xef\xbc\x91\xef\xbc\x91\xef\xbc\x91\xef\xbc\x91\xef\xbc\x91\xef\xbc\x91"}',
        b'{"code": "\xd9\xa1\xd9\xa1\xd9\xa1\xd9\xa1\xd9\xa1\xd9\xa1"}',
        b'{"code": "\\ud800"}',
        b'{"code": "12345\xff"}',
        b'{"code\xff": "123456"}',
        b'{"code": "123456", "door": 0}',
        b'{"code": ["123456"]}',
        b"\xff\xfe{",
        b"[" * 60,
    ],
)
def test_what_is_no_code_is_no_try_and_gets_a_sentence(
    home: Home, body: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    code = home.doors.code(1, time.monotonic())
    for _ in range(TRIES + 1):
        answer, said = home.ask("POST", "/enter", body)
        assert (answer.status, said) == (400, 'Expected {"code": "123456"}, six digits.')
    assert home.enter(code)[0].status == 200
    assert caplog.records == []


@pytest.mark.parametrize("kind", ["", "text/plain", FORM, "multipart/form-data", "application/json5", "x" * 900])
def test_what_a_form_of_another_site_could_send_is_no_code(home: Home, kind: str) -> None:
    answer, said = home.enter(home.doors.code(1, time.monotonic()), Content_Type=kind)
    assert (answer.status, said.startswith("Expected application/json, got ")) == (415, True)
    assert home.came == []


def test_a_long_body_is_not_read_to_its_end(home: Home) -> None:
    answer, said = home.ask("POST", "/enter", b"x" * 65)
    assert (answer.status, said) == (413, "Expected a code of six digits, got more than 64 bytes.")
    head = f"POST /enter HTTP/1.1\r\nHost: {home.host}\r\nOrigin: {home.origin}\r\nContent-Type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", home.port), timeout=5.0) as wire:
        wire.sendall((head + "Content-Length: 1000000000\r\n\r\n").encode() + b"x" * 1000)
        assert wire.recv(65_536).startswith(b"HTTP/1.1 413 ")
    chunks = b"".join(b"1\r\nx\r\n" for _ in range(100))
    assert home.raw((head + "Transfer-Encoding: chunked\r\n\r\n").encode() + chunks).startswith(b"HTTP/1.1 413 ")


def test_a_client_that_leaves_during_a_body_leaves_no_trace(
    home: Home, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    head = f"POST /enter HTTP/1.1\r\nHost: {home.host}\r\nOrigin: {home.origin}\r\nContent-Type: application/json\r\n"
    with caplog.at_level(logging.INFO):
        for _ in range(20):
            with socket.create_connection(("127.0.0.1", home.port), timeout=5.0) as wire:
                wire.sendall((head + 'Content-Length: 20\r\n\r\n{"code"').encode())
                time.sleep(0.01)
        assert home.enter(home.doors.code(1, time.monotonic()))[0].status == 200
    assert caplog.records == []
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_who_never_ends_a_body_is_answered_after_five_seconds(home: Home) -> None:
    head = f"POST /enter HTTP/1.1\r\nHost: {home.host}\r\nOrigin: {home.origin}\r\nContent-Type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", home.port), timeout=9.0) as wire:
        wire.sendall((head + 'Content-Length: 20\r\n\r\n{"code"').encode())
        answer = wire.recv(65_536)
        while (more := wire.recv(65_536)) and b"seconds." not in answer:
            answer += more
    assert answer.startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize(
    "cookie", [f"{SEAT_KEY}", f"{SEAT_KEY}=;;;", "=", f"{OWNER_KEY}=" + "0" * 32, f'{SEAT_KEY}="\\x"', "\xff=\xff"]
)
def test_odd_cookies_open_nothing_and_leave_no_trace(
    home: Home, cookie: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    answer = home.raw(
        f"GET /live?as=seat HTTP/1.1\r\nHost: {home.host}\r\nOrigin: {home.origin}\r\nConnection: Upgrade\r\n"
        f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        f"Cookie: {cookie}\r\n\r\n".encode("latin-1")
    )
    assert b'"kind"' not in answer
    assert caplog.records == []
    assert capfd.readouterr() == ("", "")


def test_the_code_on_a_page_is_the_bare_address_that_this_browser_uses(home: Home) -> None:
    answer, said = home.ask("GET", "/seat.svg")
    assert answer.headers["Content-Type"] == "image/svg+xml"
    drawn = BytesIO()
    segno.make_qr(f"{home.origin}/seat", error="m").save(drawn, kind="svg", light="#fff", border=4)
    assert said == drawn.getvalue().decode()
