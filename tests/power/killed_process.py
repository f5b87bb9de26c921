"""The process that is killed: it plays, and reports every entry once it is on disk."""

from __future__ import annotations

import os
import signal
import sqlite3
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from unittest.mock import patch

from companion.journal.journal import Journal
from companion.match.history import Entry
from tests.power.killed_box import Bots


class Told(Journal):
    """A journal that acknowledges."""

    tell: Callable[[], None]

    def append(self, entry: Entry) -> None:
        """Report an entry only after it is on disk."""
        super().append(entry)
        assert self.is_saved
        self.tell()


def play(folder: Path, seed: int, pipe: Connection, people: type[Bots] = Bots) -> None:
    """Play the game in `folder` to its end."""
    journal = Told(folder)
    journal.tell = lambda: pipe.send_bytes(b"%d" % journal._last.length)
    for _ in people(journal, seed).play():
        pass
    pipe.send_bytes(b"over")


def play_until_statement(folder: Path, seed: int, pipe: Connection, kill_at: int, people: type[Bots] = Bots) -> None:
    """Play, and die right before SQLite runs this statement, counted from the process's first."""
    connect, left = sqlite3.connect, iter(range(kill_at))

    def counted(*words: Any, **named: Any) -> sqlite3.Connection:
        db: sqlite3.Connection = connect(*words, **named)
        db.set_trace_callback(lambda _: die() if next(left, None) is None else None)
        return db

    with patch("sqlite3.connect", counted):
        play(folder, seed, pipe, people)


def play_until_step(folder: Path, seed: int, pipe: Connection, entries: int, kill_at: int) -> None:
    """Play this many entries, and die at this step of SQLite's machine while the next one is appended."""
    journal = Told(folder)

    def tell() -> None:
        pipe.send_bytes(b"%d" % journal._last.length)
        if journal._last.length == entries:
            left = iter(range(kill_at))
            journal._db.set_progress_handler(lambda: die() if next(left, None) is None else None, 1)
        elif journal._last.length > entries:
            pipe.send_bytes(b"over")
            die()

    journal.tell = tell
    for _ in Bots(journal, seed).play():
        pass


def die() -> None:
    """The plug."""
    os.kill(os.getpid(), signal.SIGKILL)
