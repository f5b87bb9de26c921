"""Nobody waits for the reader of the log."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from threading import Event

import pytest

from companion.daemon import telling
from companion.daemon.telling import told_beside


class Slow(logging.Handler):
    """A log handler whose reader reads nothing for a while."""

    def __init__(self) -> None:
        super().__init__()
        self.may = Event()
        self.read: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        assert self.may.wait(10.0)
        self.read.append(self.format(record))


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    reader = Slow()
    monkeypatch.setattr(logging.getLogger(), "handlers", [reader])
    yield reader
    reader.may.set()


def test_who_tells_does_not_wait_and_all_is_told_in_its_order_as_it_was_then(slow: Slow) -> None:
    log, names = logging.getLogger(__name__), ["green1"]
    with told_beside():
        began = time.monotonic()
        for number in range(3):
            log.warning("%d: %s", number, names)
        names.append("red1")
        log.warning("that was all", exc_info=OSError(5, "Input/output error"))
        assert time.monotonic() - began < 1.0
        slow.may.set()
    assert slow.read[:3] == ["0: ['green1']", "1: ['green1']", "2: ['green1']"]
    assert slow.read[3] == "that was all\nOSError: [Errno 5] Input/output error"
    assert slow in logging.getLogger().handlers, "afterwards all is as before"


def test_the_last_words_are_not_waited_for_for_ever(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "END_S", 0.02)
    with told_beside():
        logging.getLogger(__name__).warning("nobody reads this")
    assert slow.read == []
