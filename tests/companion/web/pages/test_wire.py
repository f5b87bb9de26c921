"""The wire of a page over a real server and a real socket; only the box behind it is made up."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import closing, suppress

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from companion.table.afar import Naming, Reply, Sitting
from companion.table.ports import OWNER
from companion.web.pages import wire as wires
from companion.web.pages.doors import EVENING_S
from companion.web.pages.wire import BEAT_S, EXPECTED, NO_SEAT, TAKEN

from .at_home import Box, Home, read_until, shake_hands, told

PAIR = 4
SAID = b'{"moment": 0, "path": [4], "is_said": true}'


@pytest.fixture
def box(home: Home) -> Box:
    return home.box


@pytest.fixture
def phone(home: Home) -> Iterator[ClientConnection]:
    with home.wire("?as=seat", home.key(PAIR)) as wire:
        yield wire


def test_a_page_that_only_looks_is_told_what_all_may_see_and_then_what_changes(home: Home, box: Box) -> None:
    with home.wire() as wire:
        hello, table = told(wire, "hello", "table")
        assert (hello["version"], table["number"]) == (1, 0)
        box.number = 1
        assert told(wire, "table")[0]["number"] == 1


def test_nothing_is_sent_or_made_while_nothing_changes(home: Home, box: Box) -> None:
    with home.wire() as wire:
        told(wire, "hello", "table")
        looked = box.looked
        with pytest.raises(TimeoutError):
            wire.recv(timeout=0.5)
        assert box.looked == looked


def test_now_and_then_the_box_says_that_it_is_still_there(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    assert BEAT_S < 5, "a page waits for ten seconds"
    monkeypatch.setattr(wires, "BEAT_S", 0.2)
    with home.wire() as wire:
        told(wire, "hello", "table", "beat", "beat")
        assert home.box.looked == 1


def test_what_a_seat_chooses_is_shown_to_it_and_what_it_says_is_passed_on(phone: ClientConnection, box: Box) -> None:
    assert told(phone, "hello", "table", "own")[2]["path"] is None
    phone.send('{"moment": 3, "path": [1, 2]}')
    assert told(phone, "own") == [{"kind": "own", "pair": PAIR, "path": [1, 2]}]
    assert box.said == []
    phone.send('{"moment": 3, "path": [1, 2], "is_said": true}')
    assert {each["sentence"] for each in told(phone, "told")} == {"No."}
    assert box.said == [(PAIR, Reply(3, (1, 2), is_said=True))]


@pytest.mark.parametrize(("words", "meant"), [('{"name": "Bo"}', Naming("Bo")), ('{"sits": true}', Sitting(True))])
def test_a_name_or_a_seat_is_passed_on_and_what_is_chosen_stays(
    phone: ClientConnection, box: Box, words: str, meant: Naming | Sitting
) -> None:
    phone.send('{"moment": 3, "path": [1, 2]}')
    told(phone, "hello", "table", "own")
    phone.send(words)
    while (came := json.loads(phone.recv(timeout=5.0)))["kind"] != "told":
        assert came == {"kind": "own", "pair": PAIR, "path": [1, 2]}
    assert box.said == [(PAIR, meant)]


@pytest.mark.parametrize(
    "words",
    [
        "",
        "[]",
        "{}",
        '{"moment": "1"}',
        '{"moment": 1, "more": 2}',
        '{"moment": 1, "path": 3}',
        "[" * 1000,
        '{"m":' * 200,
    ],
)
def test_what_is_no_reply_ends_the_connection(phone: ClientConnection, box: Box, words: str) -> None:
    phone.send(words)
    with pytest.raises(ConnectionClosed) as closed:
        list(iter(phone.recv, None))
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == EXPECTED
    assert box.said == []


def test_a_page_that_only_looks_may_not_speak(home: Home, box: Box) -> None:
    with home.wire() as wire:
        wire.send('{"moment": 1, "path": [0], "is_said": true}')
        with pytest.raises(ConnectionClosed, match="1003"):
            list(iter(wire.recv, None))
    assert box.said == []


@pytest.mark.parametrize("key", ["", "00" * 16, "no key", "00" * 16 + " ", '"\\303\\244"', "0" * 4000])
def test_a_wrong_key_opens_nothing(home: Home, key: str) -> None:
    with home.wire("?as=seat", key) as wire, pytest.raises(ConnectionClosed, match=f"{NO_SEAT.code}.*say the code"):
        wire.recv(timeout=5.0)
    assert home.box.looked == 0


def test_the_owner_s_key_is_no_seat_s(home: Home) -> None:
    with home.wire("?as=seat", home.key(OWNER)) as wire, pytest.raises(ConnectionClosed, match=str(NO_SEAT.code)):
        wire.recv(timeout=5.0)


# --- another phone ---------------------------------------------------------------------------------------------------


def test_of_two_phones_for_a_seat_the_older_is_told_and_closed(home: Home, phone: ClientConnection) -> None:
    told(phone, "hello", "table", "own")
    with home.wire("?as=seat", home.key(PAIR)) as newer:
        told(newer, "hello", "table", "own")
        assert told(phone, "told")[0]["sentence"] == "taken."
        with pytest.raises(ConnectionClosed) as closed:
            phone.recv(timeout=5.0)
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == TAKEN
        newer.send('{"moment": 0, "path": [4], "is_said": true}')
        told(newer, "told")
    assert home.box.said == [(PAIR, Reply(0, (4,), is_said=True))]


def test_a_key_that_fits_no_more_opens_nothing(home: Home) -> None:
    old = home.key(PAIR)
    home.key(PAIR)
    with home.wire("?as=seat", old) as wire, pytest.raises(ConnectionClosed, match=str(NO_SEAT.code)):
        wire.recv(timeout=5.0)
    assert (home.box.looked, home.box.made) == (0, 0)


def test_pages_of_one_seat_may_be_several(home: Home, box: Box) -> None:
    key = home.key(PAIR)
    with home.wire("?as=seat", key) as phone, home.wire("?as=seat", key) as tablet:
        for page in (phone, tablet):
            told(page, "hello", "table", "own")
        phone.send('{"moment": 3, "path": [1]}')
        assert told(phone, "own")[0]["path"] == [1]
        box.number = 1
        assert told(tablet, "table")[0]["number"] == 1, "what another page has chosen is not its business"


def test_phones_of_other_seats_stay(home: Home, phone: ClientConnection) -> None:
    told(phone, "hello", "table", "own")
    home.key(PAIR + 1)
    home.key(OWNER)
    with pytest.raises(TimeoutError):
        phone.recv(timeout=0.3)


def test_all_are_out_when_the_doors_are_shut(home: Home, phone: ClientConnection) -> None:
    told(phone, "hello", "table", "own")
    home.doors.shut()
    told(phone, "told")
    with pytest.raises(ConnectionClosed, match=str(TAKEN.code)):
        phone.recv(timeout=5.0)


def test_a_phone_is_of_this_evening_as_long_as_its_wire_is_open(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wires, "BEAT_S", 0.1)
    key = home.key(PAIR)
    with home.wire("?as=seat", key) as phone:
        told(phone, "hello", "table", "own", "beat", "beat")
        home.doors.begin_game(time.monotonic() + EVENING_S - 1.0)
        told(phone, "beat")
    home.doors.begin_game(time.monotonic() + EVENING_S + 1.0)
    with home.wire("?as=seat", key) as phone, pytest.raises(ConnectionClosed, match=str(NO_SEAT.code)):
        phone.recv(timeout=5.0)


def test_a_phone_that_does_not_hang_up_sees_and_says_nothing_more(home: Home) -> None:
    """Its program is not a browser: it ignores what it is told, and goes on."""
    with closing(socket.create_connection(("127.0.0.1", home.port), timeout=5.0)) as wire:
        shake_hands(wire, home, home.key(PAIR))
        wire.sendall(masked(SAID))
        read_until(wire, b'"kind":"told"')
        assert len(home.box.said) == 1
        home.key(PAIR)
        heard = read_until(wire, b"Another phone has this seat.")
        home.box.number += 1
        for _ in range(20):
            with suppress(OSError):
                wire.sendall(masked(SAID))
            time.sleep(0.02)
        wire.settimeout(0.5)
        with suppress(OSError):
            heard += wire.recv(65_536)
    assert b'"number":1' not in heard
    assert len(home.box.said) == 1


def masked(words: bytes) -> bytes:
    """A text frame as a client sends it (RFC 6455, 5.2), under a mask of noughts."""
    return bytes((0x81, 0x80 | len(words), 0, 0, 0, 0)) + words


def test_a_client_that_has_gone_gets_nothing_more(home: Home, box: Box) -> None:
    with home.wire() as wire:
        told(wire, "hello", "table")
    time.sleep(0.2)
    looked, box.number = box.looked, 5
    time.sleep(0.3)
    assert box.looked == looked
