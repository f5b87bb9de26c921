"""Pages under load, over real sockets: a client over its rate limit delays nobody and leaves no line in the log."""

from __future__ import annotations

import json
import logging
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from http.client import HTTPConnection

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from companion.table.afar import Reply
from companion.table.ports import OWNER
from companion.web import server
from companion.web.assets import STATIC as TWIN_STATIC
from companion.web.crowd import Limits
from companion.web.pages.app import PAGES as PATHS_OF_PAGES
from companion.web.pages.app import STATIC
from companion.web.pages.doors import TRIES
from companion.web.pages.keys import OWNER_KEY, at_port
from companion.web.pages.turns import BUSY, WAITING
from companion.web.pages.wire import EXPECTED, FULL, LOOKS_A_SECOND, PAGES, SAYS_AT_ONCE, TOO_MUCH
from companion.web.upgraded import REASONS
from tests.bench.clients import NO_HTTP, NO_WEBSOCKET, frame

from .at_home import Box, Cupboard, Home, at_home, shake_hands, told

SHORT = Limits(comes_a_second=1e6, quiet_s=0.3, stalled_s=0.3, closing_s=0.2)
FILES = [
    *PATHS_OF_PAGES,
    *(f"{at}/{file.name}" for at, of in (("/static", STATIC), ("/board", TWIN_STATIC)) for file in of.iterdir()),
]
LONG = "x" * 300
"""The headers of a browser, which says a lot about itself."""
TEXT, BINARY = 1, 2


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "SWEEP_S", 0.05)


@pytest.fixture
def silent(caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]) -> Iterator[None]:
    """A test after which the log must be empty."""
    with caplog.at_level(logging.INFO):
        yield
    assert caplog.records == []
    assert capfd.readouterr() == ("", "")


def until(happens: Callable[[], object], within_s: float = 10.0) -> None:
    end = time.monotonic() + within_s
    while not happens():
        assert time.monotonic() < end, "it never happens"
        time.sleep(0.01)


def closed(wire: ClientConnection) -> tuple[int, str]:
    """The close code and reason."""
    with pytest.raises(ConnectionClosed) as error:
        list(iter(wire.recv, None))
    assert error.value.rcvd is not None
    return error.value.rcvd.code, error.value.rcvd.reason


# --- a family --------------------------------------------------------------------------------------------------------


def load(home: Home, paths: list[str]) -> list[int]:
    """A browser's connection, which asks for one file after the other as fast as it can."""
    wire = HTTPConnection("127.0.0.1", home.port, timeout=5.0)
    found = []
    for path in paths:
        wire.request("GET", path, headers={"Host": home.host, "User-Agent": LONG, "Accept": LONG})
        found.append(wire.getresponse())
        found[-1].read()
    wire.close()
    return [answer.status for answer in found]


@pytest.mark.untraced
def test_a_family_behind_one_address_loads_all_files_at_once(home: Home, silent: None) -> None:  # noqa: ARG001
    """Ten phones and tablets with six connections each, and again: somebody reloads."""
    with ThreadPoolExecutor(20) as browsers:
        shares = [FILES[nth::6] for nth in range(6)]
        loaded = list(browsers.map(lambda share: load(home, share), shares * 10 * 2))
    assert {status for statuses in loaded for status in statuses} == {200}
    assert load(home, FILES[: len(FILES) // 2]) == [200] * (len(FILES) // 2), "the files of a page by one connection"


# --- a phone that chooses and says -----------------------------------------------------------------------------------


def test_a_flood_of_choices_is_answered_at_a_page_s_pace_and_the_newest_counts(home: Home) -> None:
    with home.wire("?as=seat", home.key(4)) as phone, home.wire() as other:
        told(phone, "hello", "table", "own")
        told(other, "hello", "table")
        made, began = home.box.made, time.monotonic()
        for nth in range(400):
            phone.send(f'{{"moment":0,"path":[{nth}]}}')
        home.box.number += 1
        came = time.monotonic()
        told(other, "table")
        assert time.monotonic() - came < 1.0
        while json.loads(phone.recv(timeout=5.0)).get("path") != [399]:
            pass
        assert home.box.made - made <= (time.monotonic() - began) * LOOKS_A_SECOND + PAGES + 1 < 100
    assert home.box.said == []


def test_all_pages_of_a_key_have_one_share_of_what_is_made_for_them(home: Home) -> None:
    key, ended = home.key(4), threading.Event()

    def choose(phone: ClientConnection) -> None:
        for nth in range(10_000):
            if ended.wait(0.01):
                return
            phone.send(f'{{"moment":0,"path":[{nth}]}}')

    with ExitStack() as leaving:
        pages = [leaving.enter_context(home.wire("?as=seat", key)) for _ in range(PAGES)]
        for page in pages:
            told(page, "hello", "table", "own")
        other = leaving.enter_context(home.wire("?as=seat", home.key(5)))
        told(other, "hello", "table", "own")
        made, began = home.box.made, time.monotonic()
        with ThreadPoolExecutor(PAGES) as fingers:
            choosing = [fingers.submit(choose, page) for page in pages]
            time.sleep(1.0)
            came = time.monotonic()
            other.send('{"moment":0,"path":[7]}')
            assert told(other, "own")[0]["path"] == [7]
            assert time.monotonic() - came < 0.5
            ended.set()
        assert [each.result() for each in choosing] == [None] * PAGES
        assert home.box.made - made <= (time.monotonic() - began) * LOOKS_A_SECOND + PAGES + 2 < 40, "200 are chosen"


def test_a_fifth_page_of_a_key_is_told_so_and_comes_in_when_another_has_gone(home: Home) -> None:
    key = home.key(4)
    with ExitStack() as leaving:
        *_, last = pages = [leaving.enter_context(home.wire("?as=seat", key)) for _ in range(PAGES)]
        for page in pages:
            told(page, "hello", "table", "own")
        with home.wire("?as=seat", key) as fifth:
            assert told(fifth, "told")[0]["sentence"] == "full."
            assert closed(fifth) == FULL
        with home.wire("?as=seat", home.key(5)) as other, home.wire() as table:
            told(other, "hello", "table", "own")
            told(table, "hello", "table")
        last.close()

        def comes_in() -> bool:
            with home.wire("?as=seat", key) as again:
                return "own" in [json.loads(again.recv(timeout=5.0))["kind"] for _ in range(3)]

        until(lambda: any_of(comes_in))


def any_of(comes_in: Callable[[], bool]) -> bool:
    with suppress(ConnectionClosed):
        return comes_in()
    return False


# --- an owner who asks for much --------------------------------------------------------------------------------------


class SlowCupboard(Cupboard):
    """Each look takes until it may end."""

    def __init__(self) -> None:
        super().__init__()
        self.may_end = threading.Event()
        self.at_once = self.most = 0

    def games(self, before: int | None, language: str) -> bytes:
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        assert self.may_end.wait(10.0)
        self.at_once -= 1
        return super().games(before, language)


PATHS = ["/owner/board?values=1", "/owner/games", "/owner/games/1", "/owner/games/1/report", "/owner/games/1/record"]


@pytest.mark.parametrize("path", [*PATHS, "/owner/bundle", "/report"])
def test_what_takes_long_is_done_for_one_browser_at_a_time_and_one_too_many_is_told(path: str) -> None:
    shelf = SlowCupboard()
    with at_home(shelf=shelf) as home, ThreadPoolExecutor(WAITING + 1) as browsers:
        cookie = f"{at_port(OWNER_KEY, home.port)}={home.key(OWNER)}"
        asked = [browsers.submit(home.ask, "GET", "/owner/games", Cookie=cookie) for _ in range(WAITING + 1)]
        until(lambda: any(each.done() for each in asked))
        answer, sentence = home.ask("GET", path, Cookie=cookie)
        assert (answer.status, sentence) == (503, BUSY)
        shelf.may_end.set()
        assert sorted(each.result()[0].status for each in asked) == [200] * WAITING + [503]
        assert shelf.most == 1
        assert home.ask("GET", path, Cookie=cookie)[0].status == 200


def test_a_seat_that_says_too_much_is_told_so_on_all_its_pages_and_the_others_are_heard(home: Home) -> None:
    key, other = home.key(4), home.key(5)
    with home.wire("?as=seat", key) as phone, home.wire("?as=seat", key) as tablet:
        with suppress(ConnectionClosed):
            for _ in range(100):
                phone.send('{"moment": 0, "is_said": true}')
        assert closed(phone) == TOO_MUCH
        assert SAYS_AT_ONCE <= len(home.box.said) < SAYS_AT_ONCE + 5
        with suppress(ConnectionClosed):
            for _ in range(100):
                tablet.send('{"name": "Bo"}')
        assert closed(tablet) == TOO_MUCH
    with home.wire("?as=seat", other) as phone:
        told(phone, "hello", "table", "own")
        phone.send('{"moment": 0, "path": [1], "is_said": true}')
        assert told(phone, "told")[0]["sentence"] == "No."
    assert home.box.said[-1] == (5, Reply(0, (1,), is_said=True))


class LoudBox(Box):
    """Its table is so large that no wire holds it."""

    def table(self, language: str) -> bytes:
        assert not language, "nobody has asked for one"
        return b'{"number":%d,"much":"%s"}' % (self.number, b"x" * 500_000)


def test_a_page_that_reads_nothing_is_cut_off_and_the_others_are_shown_all() -> None:
    with ExitStack() as leaving:
        home = leaving.enter_context(at_home(box=LoudBox(), limits=SHORT))
        other = leaving.enter_context(home.wire(max_size=None))
        idle = leaving.enter_context(socket.create_connection(("127.0.0.1", home.port)))
        idle.sendall(home.handshake())
        for number in range(1, 11):
            home.box.number = number
            while json.loads(other.recv(timeout=10.0)).get("number") != number:
                pass
            time.sleep(0.1)
        time.sleep(1.0)
        idle.settimeout(5.0)
        with suppress(ConnectionError):
            while idle.recv(65_536):
                pass


class BrokenBox(Box):
    """What one seat may see cannot be made."""

    def own(self, pair: int, draft: Reply | None, language: str) -> bytes:
        raise RuntimeError(f"no page for {pair} in {language}: {draft}")


def test_a_fault_of_the_box_is_written_down_once_however_many_phones_meet_it(caplog: pytest.LogCaptureFixture) -> None:
    with at_home(box=BrokenBox()) as home:
        key = home.key(4)
        for _ in range(5):
            with home.wire("?as=seat", key) as phone, pytest.raises(ConnectionClosed):
                list(iter(phone.recv, None))
        with home.wire() as table:
            told(table, "hello", "table")
    assert len(caplog.records) == 1


# --- nonsense --------------------------------------------------------------------------------------------------------


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("opcode", "words", "code"),
    [
        (TEXT, b"x" * 1025, 1009),
        (TEXT, b"\xff\xfe", 1007),
        (TEXT, b"[" * 1000, EXPECTED.code),
        (TEXT, b'{"moment": 1e99}', EXPECTED.code),
        (TEXT, b'{"moment": 0, "path": [99999999999999999999999]}', EXPECTED.code),
        (BINARY, b'{"moment": 0, "path": [4], "is_said": true}', EXPECTED.code),
        (BINARY, b'{"name": "Bo"}', EXPECTED.code),
        (0x01 - 0x80, b"in pieces", REASONS["talked nonsense"][0]),
    ],
)
def test_what_is_no_message_ends_the_connection_with_a_code(
    opcode: int,
    words: bytes,
    code: int,
    silent: None,  # noqa: ARG001
) -> None:
    with at_home(limits=SHORT) as home, socket.create_connection(("127.0.0.1", home.port), timeout=5.0) as wire:
        shake_hands(wire, home, home.key(3))
        long = len(words) > 125
        head = bytes((0x80 + opcode, 0x80 | (126 if long else len(words)))) + (len(words).to_bytes(2) if long else b"")
        wire.sendall(head + bytes(4) + words + (frame(0, b"!") if opcode < 0 else b""))
        heard = b"".join(iter(lambda: wire.recv(65_536), b""))
    assert bytes((0x88,)) in heard
    assert code.to_bytes(2) in heard[heard.rindex(b"\x88") :]
    assert home.box.said == []


def test_nonsense_of_all_kinds_leaves_no_line_and_the_pages_stand(home: Home, silent: None) -> None:  # noqa: ARG001
    key = home.key(2)
    for leaves_at_once in (False, True):
        for rubbish in [*NO_HTTP, *NO_WEBSOCKET]:
            with socket.create_connection(("127.0.0.1", home.port), timeout=8.0) as wire, suppress(OSError):
                if rubbish in NO_WEBSOCKET:
                    shake_hands(wire, home, key)
                wire.sendall(rubbish)
                wire.shutdown(socket.SHUT_WR)
                while not leaves_at_once and wire.recv(65_536):
                    pass
    with home.wire("?as=seat", key) as phone:
        told(phone, "hello", "table", "own")


@pytest.mark.parametrize(
    "junk",
    [b"nonsense\r\n\r\n", b"\x16\x03\x01" * 50, b"POST /enter HTTP/1.1\r\nHost: evil.example\r\n\r\n", bytes(9000)],
)
def test_junk_behind_a_code_is_answered_or_hung_up_on(junk: bytes, silent: None) -> None:  # noqa: ARG001
    with at_home(limits=SHORT) as home:
        answer = say_a_code(home, junk)
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert re.fullmatch(rb"40[03]", answer.rpartition(b"HTTP/1.1 ")[2][:3])
    assert home.came == [1]


def say_a_code(home: Home, junk: bytes) -> bytes:
    """A right one, and junk behind it; all that is answered."""
    code = home.doors.code(1, time.monotonic())
    body = json.dumps({"code": code}).encode()
    head = (
        f"POST /enter HTTP/1.1\r\nHost: {home.host}\r\nOrigin: {home.origin}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", home.port), timeout=8.0) as wire:
        wire.sendall(head.encode() + body + junk)
        answer = wire.recv(65_536)
        while more := wire.recv(65_536):
            answer += more
    return answer


def test_who_leaves_while_the_box_talks_is_no_fault(home: Home, silent: None) -> None:  # noqa: ARG001
    key = home.key(6)
    stop = threading.Event()

    def play() -> None:
        while not stop.is_set():
            home.box.number += 1
            time.sleep(0.001)

    playing = threading.Thread(target=play)
    playing.start()
    try:
        for nth in range(60):
            with socket.create_connection(("127.0.0.1", home.port), timeout=5.0) as wire:
                wire.sendall(home.handshake("?as=seat", key))
                if nth % 3 == 1:
                    wire.recv(1000)
                if nth % 3 == 2:
                    wire.recv(1000)
                    with suppress(ConnectionError):  # it closes, and goes on at once
                        wire.sendall(frame(8, b"\x03\xe8"))
                        wire.sendall(frame(TEXT, b'{"moment": 0, "is_said": true}'))
    finally:
        stop.set()
        playing.join()
    assert home.ask("GET", "/")[0].status == 200


# --- guessing --------------------------------------------------------------------------------------------------------


def test_a_flood_of_guesses_from_one_address_keeps_nobody_else_out(home: Home, silent: None) -> None:  # noqa: ARG001
    """The flood uses no threads, and the family does not wait."""
    code = home.doors.code(2, time.monotonic())
    wrong = f"{(int(code) + 1) % 1_000_000:06}"
    stop, before, most = threading.Event(), threading.active_count(), []

    def guess() -> list[int]:
        found: list[int] = []
        while not stop.is_set():
            with suppress(OSError):
                found.append(home.enter(wrong)[0].status)
            most.append(threading.active_count())
        return found

    with ThreadPoolExecutor(10) as guessers, ExitStack() as leaving:
        leaving.callback(stop.set)
        guessing = [guessers.submit(guess) for _ in range(10)]
        time.sleep(0.5)
        began = time.monotonic()
        wire = leaving.enter_context(socket.create_connection(("127.0.0.1", home.port), 5.0, ("127.0.0.2", 0)))
        body = json.dumps({"code": code}).encode()
        wire.sendall(
            f"POST /enter HTTP/1.1\r\nHost: {home.host}\r\nOrigin: {home.origin}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        assert wire.recv(65_536).startswith(b"HTTP/1.1 200 ")
        assert time.monotonic() - began < 1.0
        stop.set()
        statuses = [status for guess in guessing for status in guess.result()]
    assert statuses.count(403) == TRIES
    assert set(statuses) == {403, 429}
    assert max(most) <= before + 10 + 1, "one of them waits for the disk"
    assert home.came == [2]
