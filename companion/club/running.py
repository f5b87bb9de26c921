"""What the box's voice and the club have in common as programs: the wire while they run, and a word on it.

Laws: each ends by a signal; a broker that is away ends neither, and is told of once; one that refuses us ends both with
a sentence, since that does not mend itself.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from typing import Protocol

from companion.club.wire import Wire
from companion.daemon.signals import stopped_by_signals
from companion.daemon.systemd import Systemd
from companion.kit.errors import BadConfig

_log = logging.getLogger(__name__)


class Watch:
    """Says what is wrong with the broker, to the log and to systemd."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._systemd = Systemd()
        self._systemd.ready()
        self._said = ""

    def look(self) -> None:
        """Say what is new. Raises BadConfig if the broker refuses us."""
        if self._wire.refused:
            raise BadConfig(self._wire.fault)
        fault = self._wire.fault
        if fault and fault != self._said:
            _log.warning("%s; nothing is lost, it is tried again", fault)
        self._said = fault
        self._systemd.status(fault or ("the broker is there" if self._wire.is_up else "the broker is called"))


class Runs(Protocol):
    """A wire, or a hatch."""

    def start(self) -> None:
        """From now on."""

    def stop(self) -> None:
        """No longer."""


@contextmanager
def running(wire: Runs) -> Iterator[Event]:
    """The wire, from its first try to its good-bye; gives what tells that a signal has come."""
    ended = Event()
    with stopped_by_signals(ended.set):
        wire.start()
        try:
            yield ended
        finally:
            wire.stop()
