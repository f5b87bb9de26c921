"""A backup comes to the box in pieces, over a real server: only from the owner's page, and never too much of it."""

from __future__ import annotations

import socket
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException

import pytest

from companion.table.ports import OWNER
from companion.web.pages import bodies
from companion.web.pages.bringing import PATH, PIECE
from companion.web.pages.keys import OWNER_KEY, at_port
from companion.web.pages.owner import NOT_THE_OWNER

from .at_home import Home
from .test_owner import cookie, strange

WHOLE = b"PK" + bytes(range(256)) * 1200
"""Ten times what a client may say at once."""


def pieces() -> list[tuple[int, bytes]]:
    return [(at, WHOLE[at : at + PIECE]) for at in range(0, len(WHOLE), PIECE)]


def test_it_comes_whole_on_one_connection_however_long_it_is(home: Home) -> None:
    headers = {"Origin": home.origin, "Cookie": cookie(home)}
    with closing(HTTPConnection("127.0.0.1", home.port, timeout=5.0)) as asked:
        for at, piece in pieces():
            asked.request("POST", f"{PATH}?at={at}", piece, headers)
            answer = asked.getresponse()
            assert (answer.status, answer.read()) == (204, b"")
        asked.request("GET", PATH, headers=headers)
        answer = asked.getresponse()
        assert (answer.status, answer.read()) == (200, b'{"says":"two games"}')
    assert home.shelf.brought == WHOLE


def test_nobody_but_the_owner_brings_or_looks_at_anything(home: Home) -> None:
    for cookies in strange(home):
        for method, body in (("POST", b"PK"), ("GET", None)):
            answer, said = home.ask(method, f"{PATH}?at=0", body, Cookie=cookies)
            assert (answer.status, said) == (403, NOT_THE_OWNER)
    assert home.shelf.asked == []


@pytest.mark.parametrize("origin", ["http://evil.example", ""])
def test_another_page_brings_nothing_even_with_the_key(home: Home, origin: str) -> None:
    answer, said = home.ask("POST", f"{PATH}?at=0", b"PK", Cookie=cookie(home), Origin=origin)
    assert answer.status == 403
    assert said.startswith("Only the box's own page may do this")
    assert home.shelf.asked == []


@pytest.mark.parametrize("at", ["", "-1", "x", "01", "1" * 13, "%D9%A1"])
def test_a_place_that_is_none_is_refused(home: Home, at: str) -> None:
    answer, said = home.ask("POST", f"{PATH}?at={at}", b"PK", Cookie=cookie(home))
    assert (answer.status, said[:28]) == (400, "Expected /owner/restore?at=0")
    assert home.shelf.asked == []


def test_a_piece_in_the_wrong_place_and_no_backup_are_sentences(home: Home) -> None:
    key = cookie(home)
    answer, said = home.ask("POST", f"{PATH}?at=7", b"PK", Cookie=key)
    assert (answer.status, said) == (404, "Expected the piece at byte 0.")
    answer, said = home.ask("GET", PATH, Cookie=key)
    assert (answer.status, said) == (404, "This is no backup.")


def test_a_piece_that_is_too_long_is_refused(home: Home) -> None:
    answer, said = home.ask("POST", f"{PATH}?at=0", b"x" * (PIECE + 1), Cookie=cookie(home))
    assert (answer.status, said) == (413, f"Expected a piece of at most {PIECE} bytes.")
    assert home.shelf.asked == []


def half_a_piece(home: Home) -> bytes:
    key = f"{at_port(OWNER_KEY, home.port)}={home.key(OWNER)}"
    return (
        f"POST {PATH}?at=0 HTTP/1.1\r\nHost: {home.host}\r\nOrigin: {home.origin}\r\nCookie: {key}\r\n"
        "Content-Length: 100\r\n\r\nPK"
    ).encode()


def test_a_piece_that_does_not_come_is_not_waited_for(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "BODY_S", 0.1)
    with socket.create_connection(("127.0.0.1", home.port), timeout=5.0) as wire:
        wire.sendall(half_a_piece(home))
        assert b" 408 " in wire.recv(4096).splitlines()[0]
    assert home.shelf.asked == []


def test_a_browser_that_goes_in_the_middle_of_a_piece_has_brought_nothing(home: Home) -> None:
    home.raw(half_a_piece(home))
    assert home.ask("GET", "/owner", Cookie=cookie(home))[0].status == 200
    assert home.shelf.asked == []


def test_who_brings_a_piece_without_the_key_is_not_allowed_more_than_before(home: Home) -> None:
    answered = 0
    with closing(HTTPConnection("127.0.0.1", home.port, timeout=5.0)) as asked, suppress(OSError, HTTPException):
        for at, piece in pieces():
            asked.request("POST", f"{PATH}?at={at}", piece, {"Origin": home.origin})
            asked.getresponse().read()
            answered += 1
    assert answered <= 2
