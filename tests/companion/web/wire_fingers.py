"""Fingers of a program on the keys of a running box, over a page's wire: they say how long they hold, as pages do."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from math import inf
from threading import Event, Lock, Thread

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

BEAT_S = 0.05


class WireFingers:
    """Fingers on any keys."""

    def __init__(self, wire: ClientConnection) -> None:
        self._wire = wire
        self._since: dict[str, tuple[float, float]] = {}
        """For each key that is down: since when, and the longest hold to report, in seconds."""
        self._lock = Lock()
        self._is_over = Event()
        Thread(target=self._beat, daemon=True).start()

    def press(self, key: str, at_most: float = inf) -> None:
        """Press a key."""
        with self._lock:
            self._since[key] = time.monotonic(), at_most
            self._say(key, down=True, held_s=0.0)

    def release(self, key: str) -> None:
        """Release the key."""
        with self._lock:
            self._say(key, down=False, held_s=self._held_s(key))
            del self._since[key]

    def leave(self) -> None:
        """Say nothing any more."""
        self._is_over.set()

    def _beat(self) -> None:
        with suppress(ConnectionClosed):
            while not self._is_over.wait(BEAT_S):
                with self._lock:
                    for key in self._since:
                        self._say(key, down=True, held_s=self._held_s(key))

    def _held_s(self, key: str) -> float:
        since, at_most = self._since[key]
        return min(time.monotonic() - since, at_most)

    def _say(self, key: str, *, down: bool, held_s: float) -> None:
        self._wire.send(json.dumps({"key": key, "down": down, "held_ms": 1000 * held_s}))
