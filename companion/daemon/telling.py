"""A thread of its own writes the log.

Law: no thread that logs waits for the reader of the log, so a log that nobody reads does not delay the game.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Thread
from typing import Final

END_S: Final = 1.0
"""How long the end waits for the last lines."""


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
    """A sentence on stderr."""
    print(f"companion: {sentence}.", file=sys.stderr)
