"""Which user may write and read which topics, and how much, at a real Mosquitto with the files in the club's README."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.club.topics import CLUB, MOST, ONLINE, PACKET, topic
from companion.club.wire import BrokerConnection, link_of
from tests.companion.club.brokers import PASSWORD, Broker, until
from tests.papers import ROOT

README = (ROOT / "companion/club/README.md").read_text(encoding="utf-8")

pytestmark = pytest.mark.slow


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Broker]:
    (shown,) = re.findall(r"```\n(user club\n.*?)```", README, flags=re.DOTALL)
    made = Broker(tmp_path, "box-1", "box-2", tls=False)
    (tmp_path / "acl").write_text(shown)
    (limit,) = re.findall(r"^(max_packet_size \d+)$", README, flags=re.MULTILINE)
    with (tmp_path / "mosquitto.conf").open("a") as conf:
        conf.write(f"{limit}\n")
    made.start()
    yield made
    made.kill()


def wire(here: Broker, user: str, own: str, *heard: str) -> BrokerConnection:
    made = BrokerConnection(link_of(here.settings(user)), own, heard)
    made.start()
    until(lambda: made.is_up, user)
    return made


def forge(here: Broker, whose: str) -> None:
    """One box publishes in another's name; wait until the broker has decided."""
    forger = wire(here, "box-1", topic("box-1", "online"))
    said = forger.say(topic(whose, "state"), b"forged")
    until(lambda: said.is_published() or not forger.is_up or forger.connections > 1, "an answer")
    forger.stop()


def test_a_box_speaks_for_itself_hears_the_club_and_is_no_other(here: Broker) -> None:
    club = wire(here, "club", CLUB, "companion/1/+/state")
    box = wire(here, "box-1", topic("box-1", "online"), CLUB, topic("box-2", "state"))
    assert box.came.get(timeout=30) == (CLUB, ONLINE)
    for whose in ("box-2", "club"):
        forge(here, whose)
    other = wire(here, "box-2", topic("box-2", "online"))
    for each, whose in ((box, "box-1"), (other, "box-2"), (box, "box-1")):
        each.say(topic(whose, "state"), b"its own")
        assert club.came.get(timeout=30) == (topic(whose, "state"), b"its own")
    assert box.came.empty(), "what another box says is for the club"
    for each in (other, box, club):
        each.stop()


def test_a_broker_takes_the_longest_record_and_keeps_nothing_larger(here: Broker) -> None:
    club = wire(here, "club", CLUB, "companion/1/+/record", "companion/1/+/state")
    box = wire(here, "box-1", topic("box-1", "online"))
    box.say(topic("box-1", "record"), bytes(MOST["record"]))
    assert club.came.get(timeout=30) == (topic("box-1", "record"), bytes(MOST["record"]))
    with socket.create_connection(("127.0.0.1", here.port)) as call:  # paho would send it again and again
        call.sendall(hello("box-2"))
        assert call.recv(4) == b"\x20\x02\0\0", "it lets box-2 in"
        with pytest.raises(OSError, match=r"reset|Broken pipe"):
            call.sendall(packet(0x31, named(topic("box-2", "state")) + bytes(PACKET)))
    late = wire(here, "club", topic("late", "online"), "companion/1/+/state")
    box.say(topic("box-1", "state"), b"its own", keep=True)
    assert late.came.get(timeout=30) == (topic("box-1", "state"), b"its own"), "of box-2 nothing is kept"
    for each in (box, club, late):
        each.stop()


def named(words: str) -> bytes:
    """A string in MQTT's encoding."""
    return len(words.encode()).to_bytes(2, "big") + words.encode()


def packet(kind: int, body: bytes) -> bytes:
    """A packet of MQTT 3.1.1."""
    size, left = b"", len(body)
    while left >= 0x80:
        size, left = size + bytes([0x80 | left % 0x80]), left // 0x80
    return bytes([kind]) + size + bytes([left]) + body


def hello(user: str) -> bytes:
    """The user's first packet, with the password."""
    return packet(0x10, named("MQTT") + b"\x04\xc2\0\x3c" + named("by hand") + named(user) + named(PASSWORD))


def test_mosquitto_has_nothing_to_warn_of(here: Broker) -> None:
    wire(here, "club", CLUB).stop()
    log = (here.folder / "mosquitto.log").read_text()
    assert [line for line in log.splitlines() if "run as root" not in line] == []
