"""The hatch between the journal's reader and the voice: both sides over a real socket, with a fake broker."""

from __future__ import annotations

import queue
import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.club import hatch, marks
from companion.club.hatch import Hatch, OuterSide
from companion.club.marks import Marks
from companion.club.publisher import Publisher
from companion.club.story import Place
from companion.club.topics import topic
from tests.companion.club.brokers import until
from tests.companion.club.evenings import Evening

EVENT, RECEIPT = topic("garden", "event"), topic("garden", "receipt")


class Info:
    """A message that the broker may or may not have."""

    is_there = False

    def is_published(self) -> bool:
        return self.is_there

    def wait_for_publish(self, timeout: float | None = None) -> None: ...


class MadeUpWire:
    """A fake broker for a voice."""

    def __init__(self) -> None:
        self.connections, self.is_up = 1, True
        self.came: queue.SimpleQueue[tuple[str, bytes]] = queue.SimpleQueue()
        self.said: list[tuple[str, bytes, bool, Info]] = []

    def say(self, topic: str, words: bytes, *, keep: bool = False) -> Info:
        self.said.append((topic, words, keep, info := Info()))
        return info

    @property
    def words(self) -> list[bytes]:
        return [words for _, words, *_ in self.said]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "hatch"


@pytest.fixture
def inside(path: Path) -> Iterator[Hatch]:
    hatch = Hatch(path)
    hatch.start()
    yield hatch
    hatch.stop()


def outside(path: Path, wire: Any) -> OuterSide:
    return OuterSide(path, wire)


def steps(side: OuterSide, holds: Callable[[], object], what: str) -> None:
    """Step the voice until this holds."""

    def is_so() -> object:
        assert side.step()
        return holds()

    until(is_so, what)


def test_what_is_handed_out_is_said_in_order_and_what_is_said_comes_in(inside: Hatch, path: Path) -> None:
    assert not inside.is_up
    wire = MadeUpWire()
    with closing(outside(path, wire)) as side:
        steps(side, lambda: inside.is_up, "the voice")
        sent = [inside.say(EVENT, words, keep=words == b"2") for words in (b"1", b"2")]
        until(lambda: len(wire.said) == 2, "both")
        assert [(where, words, keep) for where, words, keep, _ in wire.said] == [
            (EVENT, b"1", False),
            (EVENT, b"2", True),
        ]
        assert not any(message.is_published() for message in sent)
        wire.said[0][3].is_there = True
        steps(side, sent[0].is_published, "the first is there")
        assert not sent[1].is_published()
        wire.came.put((RECEIPT, b'{"sum":"1"}'))
        assert side.step()
        assert inside.came.get(timeout=9.0) == (RECEIPT, b'{"sum":"1"}')
        wire.is_up = False
        steps(side, lambda: not inside.is_up, "that the broker is away")
        wire.connections, wire.is_up = 2, True
        steps(side, lambda: inside.connections == 2, "that it is back")


def test_what_no_broker_has_is_handed_out_again_to_the_next_voice(inside: Hatch, path: Path) -> None:
    first, second = MadeUpWire(), MadeUpWire()
    with closing(outside(path, first)) as side:
        steps(side, lambda: inside.is_up, "the voice")
        sent = [inside.say(EVENT, str(n).encode()) for n in range(4)]
        until(lambda: len(first.said) == 4, "all four")
        for *_, info in first.said[:2]:
            info.is_there = True
        steps(side, sent[1].is_published, "two are there")
    until(lambda: not inside.is_up, "the voice is gone")
    with closing(outside(path, second)) as side:
        until(lambda: second.words == [b"2", b"3"], "the rest")
        for *_, info in second.said:
            info.is_there = True
        steps(side, sent[3].is_published, "all are there")
        sent[3].wait_for_publish(0.0)
    assert inside.connections == 2, "the next one is greeted anew"


@pytest.mark.parametrize(
    "rubbish",
    [
        b"seed?\n",
        b'{"type":"seed"}\n',
        b'{"type":"out","number":1,"topic":"t","words":"","keep":true}\n',
        b'{"type":"arrived","number":"x"}\n',
        b"\xff\n",
        b"x" * 65,
    ],
)
def test_a_voice_that_says_what_it_should_not_is_hung_up_on_and_the_next_is_heard(
    inside: Hatch, path: Path, rubbish: bytes, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(hatch, "LINE", 64)
    with socket.socket(socket.AF_UNIX) as taken:
        taken.settimeout(9.0)
        taken.connect(str(path))
        taken.sendall(rubbish)
        assert taken.recv(1) == b"", "hung up"
    assert "the voice is hung up on" in caplog.text
    with closing(outside(path, MadeUpWire())) as side:
        steps(side, lambda: inside.is_up, "the next one")


def test_without_somebody_inside_the_voice_hears_it(path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        outside(path, MadeUpWire())
    within = Hatch(path)
    within.start()
    with closing(outside(path, MadeUpWire())) as side:
        steps(side, lambda: within.is_up, "the voice")
        within.stop()
        until(lambda: not side.step(), "that nobody is inside")
    Hatch(path).stop()  # a socket file left there does no harm


def test_the_seed_of_a_game_in_progress_does_not_come_through(
    inside: Hatch, path: Path, tmp_path: Path, evening: Evening
) -> None:
    """The seed appears in nothing that a voice could read; for hidden hands see test_story."""
    session = evening.some(40)
    folder = tmp_path / "told"
    folder.mkdir()
    marks.keep(folder, Marks(Place(1)))
    publisher = Publisher("garden", evening.folder, folder, inside, "1")
    wire = MadeUpWire()
    with closing(outside(path, wire)) as side:
        steps(side, lambda: inside.is_up, "the voice")
        publisher.step(1.0)
        until(lambda: len([where for where, *_ in wire.said if where == EVENT]) == 40, "the game so far")
    assert all(session.seed.encode() not in words for words in wire.words)
