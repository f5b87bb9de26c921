"""What goes into the log is told by a thread of its own.

Law: nobody who has something to say waits for whoever reads it: a log that nobody empties holds up no game.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Thread
from typing import Final

END_S: Final = 1.0
"""The longest that the last words are waited for."""


class Beside(logging.Handler):
    """Hands on to another handler, from its own thread."""

    def __init__(self, teller: logging.Handler) -> None:
        super().__init__()
        self.teller = teller
        self._words: SimpleQueue[logging.LogRecord | None] = SimpleQueue()
        self._thread = Thread(target=self._tell, name="log", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Soon; what it says is settled now."""
        record.msg, record.args = record.getMessage(), None
        self._words.put(record)

    def close(self) -> None:
        """Tell the last words."""
        self._words.put(None)
        self._thread.join(END_S)
        super().close()

    def _tell(self) -> None:
        while (record := self._words.get()) is not None:
            self.teller.handle(record)


@contextmanager
def told_beside() -> Iterator[None]:
    """Whatever handlers there are, nobody within waits for them."""
    root = logging.getLogger()
    before = root.handlers[:]
    root.handlers[:] = map(Beside, before)
    try:
        yield
    finally:
        for handler in root.handlers:
            handler.close()
        root.handlers[:] = before
