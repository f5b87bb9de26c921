"""The club as the real program, at a real Mosquitto: no message stops it, and it answers each record."""

from __future__ import annotations

import queue
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.club.topics import CLUB, ONLINE, Receipt, Record, TableState, sum_of, topic
from companion.club.wire import BrokerConnection, link_of
from tests.companion.club.brokers import Broker, broker, until
from tests.companion.club.databases import holds
from tests.companion.club.evenings import Evening
from tests.companion.club.night import Night, club

pytestmark = pytest.mark.slow

MALFORMED = (
    *(b"", b"\xff\x00", b"[" * 500, b'{"stage": 1}', b"x" * 100_000),
    b'{"x": ' + b"[" * 2000 + b"]" * 2000 + b"}",
    b'{"stage": "over", "game": "\xff", "began": "\xff"}',
)


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Broker]:
    with broker(tmp_path / "broker", "box") as made:
        yield made


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "club.sqlite")


@pytest.fixture
def night(here: Broker, database: str, tmp_path: Path) -> Iterator[Night]:
    with club(here, database, tmp_path) as made:
        yield made


@pytest.fixture
def wire(here: Broker, night: Night) -> Iterator[BrokerConnection]:
    """A box's wire, once the club is online."""
    assert night.process.poll() is None
    made = BrokerConnection(link_of(here.settings("box")), topic("box", "online"), [CLUB, topic("box", "receipt")])
    made.start()
    assert made.came.get(timeout=30) == (CLUB, ONLINE)
    yield made
    made.stop()


def message(evening: Evening) -> bytes:
    return msgspec.json.encode(Record("2026-11-22T20:15:00+01:00", evening.whole("Ada", "Bea", "Cem")))


def receipt(wire: BrokerConnection, seconds: float = 30) -> Receipt:
    where, words = wire.came.get(timeout=seconds)
    assert where == topic("box", "receipt")
    return msgspec.json.decode(words, type=Receipt)


def shows(night: Night, state: TableState) -> bool:
    """Whether the scoreboard shows this state of the box."""
    here = tables(night).get("box", {"is_online": False})
    return bool(here["is_online"]) and here["state"] == msgspec.to_builtins(state)


def peak_bytes(night: Night) -> float:
    """The most memory that the club has used so far."""
    status = Path(f"/proc/{night.process.pid}/status").read_text()
    (line,) = [line for line in status.splitlines() if line.startswith("VmHWM")]
    return int(line.split()[1]) * 1024


def tables(night: Night) -> dict[str, Any]:
    shown = night.now()["tables"]
    assert isinstance(shown, list)
    return {each["box"]: each for each in shown}


def test_whatever_comes_it_goes_on(wire: BrokerConnection, night: Night, evening: Evening, database: str) -> None:
    for channel in ("state", "online", "record", "event", "turn"):
        for words in MALFORMED:
            wire.say(f"companion/1/box/{channel}", words)
    refused = [receipt(wire).refused for _ in MALFORMED]
    assert all(said.startswith("expected a finished game") for said in refused)
    wire.say(topic("box", "record"), words := message(evening))
    assert receipt(wire) == Receipt(sum_of(words))
    wire.say(topic("box", "state"), msgspec.json.encode(TableState("playing", game="Galopp Royal")))
    wire.say(topic("box", "online"), ONLINE, keep=True)
    until(lambda: tables(night).get("box", {}).get("is_online"), "the box")
    assert tables(night)["box"]["state"]["game"] == "Galopp Royal"
    assert len(holds(database)["game"]) == 1


def test_a_record_that_comes_again_has_the_same_receipt_and_is_kept_once(
    wire: BrokerConnection, night: Night, evening: Evening, database: str
) -> None:
    words = message(evening)
    for _ in range(3):
        wire.say(topic("box", "record"), words)
    assert {receipt(wire) for _ in range(3)} == {Receipt(sum_of(words))}
    assert len(holds(database)["game"]) == 1
    until(lambda: night.now()["games"] == 1, "the game on the scoreboard")


def test_without_its_database_it_sends_no_receipt_and_takes_the_game_when_it_comes_again(
    wire: BrokerConnection, evening: Evening, database: str
) -> None:
    words = message(evening)
    with closing(sqlite3.connect(database)) as other:
        other.execute("BEGIN EXCLUSIVE")
        wire.say(topic("box", "record"), words)
        with pytest.raises(queue.Empty):
            receipt(wire, 8.0)
        other.rollback()
    wire.say(topic("box", "record"), words)
    assert receipt(wire) == Receipt(sum_of(words))
    assert len(holds(database)["game"]) == 1


def test_a_refusal_holds_nothing_that_a_database_or_a_terminal_does_not_take(
    wire: BrokerConnection, evening: Evening, database: str
) -> None:
    began, text = "2026-11-22T20:15:00+01:00", evening.whole("A\0", "Bea", "Cem")
    for record in (text, '{"record": "\\u0000\\u001b", "game": "nim"}', "\0" * 100_000):
        wire.say(topic("box", "record"), msgspec.json.encode(Record(began, record)))
        assert receipt(wire).refused.isprintable()
    reasons = [str(row[-1]) for row in holds(database)["refused"]]
    assert len(reasons) == 3
    assert all(why.isprintable() for why in reasons)


def test_a_hundred_kept_tables_of_a_megabyte_hide_no_other_from_a_club_that_opens_and_opens_again(
    here: Broker, database: str, tmp_path: Path
) -> None:
    flood = BrokerConnection(link_of(here.settings("club")), topic("box-0", "online"), ())
    flood.start()
    until(lambda: flood.is_up, "whoever floods it")
    own = msgspec.json.encode(TableState("playing", game="Galopp Royal"))
    sent = [flood.say(topic("box", "state"), own, keep=True), flood.say(topic("box", "online"), ONLINE, keep=True)]
    for number in range(100):
        huge = b'{"stage": "joining", "title": "%s"}' % (b"x" * 1_000_000)
        sent.append(flood.say(topic(f"box-{number}", "state"), huge, keep=True))
    until(lambda: all(each.is_published() for each in sent), "all of it", 60)
    for _ in range(2):
        with club(here, database, tmp_path) as night:
            shown = partial(shows, night)
            until(lambda: shown(TableState("playing", game="Galopp Royal")), "the box", 15)  # noqa: B023  # it is called here
            later = TableState("over", title="Behind all the others")
            flood.say(topic("box", "state"), msgspec.json.encode(later))
            until(lambda: shown(later), "what the box said last", 15)  # noqa: B023  # likewise
            assert tables(night).keys() == {"box", "box-0"}
            assert peak_bytes(night) < 150e6, "none of them is read"
    flood.stop()


def test_it_says_good_bye_so_that_boxes_know(wire: BrokerConnection, night: Night) -> None:
    night.process.terminate()
    assert wire.came.get(timeout=30) == (CLUB, b"offline")
    assert night.process.wait(10) == 0
