"""How troubles are told on stderr and in the log, which a thread of its own writes.

Laws: no thread that logs waits for the reader of the log, so a log that nobody reads does not delay the game; every
sentence of a trouble says how to ask for help.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Thread
from typing import Final

HELP: Final = "For help: companion doctor --bundle box.zip"
END_S: Final = 1.0
"""How long the end waits for the last lines."""


def helped(sentence: str) -> str:
    """The sentence of a trouble, with how to ask for help."""
    return f"{sentence.rstrip('.')}. {HELP}."


class Troubles(logging.Formatter):
    """A line of the log: a warning, or worse, is a trouble."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        told = super().format(record)
        return helped(told) if record.levelno >= logging.WARNING else told


class Beside(logging.Handler):
    """Passes records on to another handler, from its own thread."""

    def __init__(self, teller: logging.Handler) -> None:
        super().__init__()
        self.teller = teller
        self._words: SimpleQueue[logging.LogRecord | None] = SimpleQueue()
        self._thread = Thread(target=self._tell, name="log", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Queue a record; its text is fixed now and written soon."""
        record.msg, record.args = record.getMessage(), None
        self._words.put(record)

    def close(self) -> None:
        """Write the last lines."""
        self._words.put(None)
        self._thread.join(END_S)
        super().close()

    def _tell(self) -> None:
        while (record := self._words.get()) is not None:
            self.teller.handle(record)


@contextmanager
def told_beside() -> Iterator[None]:
    """Within the block, nobody waits for the present log handlers."""
    root = logging.getLogger()
    before = root.handlers[:]
    root.handlers[:] = map(Beside, before)
    try:
        yield
    finally:
        for handler in root.handlers:
            handler.close()
        root.handlers[:] = before


def say(sentence: str) -> None:
    """The sentence of a trouble, on stderr."""
    print(f"companion: {helped(sentence)}", file=sys.stderr)
