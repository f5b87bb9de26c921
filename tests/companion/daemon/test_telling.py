"""Nobody waits for the reader of the log."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from companion.daemon import telling
from companion.daemon.telling import HELP, Troubles, told_beside


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


def test_every_line_of_a_trouble_says_how_to_ask_for_help() -> None:
    lines = Troubles("companion: %(message)s")

    def line(level: int) -> str:
        return lines.format(logging.LogRecord("box", level, "", 0, "the disk is %s", ("full",), None))

    assert line(logging.WARNING) == f"companion: the disk is full. {HELP}."
    assert line(logging.ERROR) == line(logging.WARNING)
    assert line(logging.INFO) == "companion: the disk is full"


def test_what_the_box_says_on_stderr_does_so_too(capsys: pytest.CaptureFixture[str]) -> None:
    telling.say("the disk is full")
    assert capsys.readouterr().err == f"companion: the disk is full. {HELP}.\n"


def test_only_these_places_write_to_stderr() -> None:
    """Whoever has a trouble to tell uses them, so none is without help; `complain` also tells what is none. On Windows,
    of which `__main__` tells, nothing else can be loaded."""
    root = Path(telling.__file__).parents[1]
    printing = {
        str(path.relative_to(root))
        for path in root.rglob("*.py")
        if re.search(
            r"file=sys\.stderr|sys\.stderr\.write|logging\.(basicConfig|StreamHandler)", path.read_text("utf-8")
        )
    }
    assert printing == {"__main__.py", "cli/__init__.py", "cli/terminal.py", "daemon/telling.py"}
