"""What the programs `publish` and `club` share: they run the wire and report its faults.

Laws: each program ends by a signal; if the broker is away, the program goes on and says so once; if the broker refuses
us, the program ends with a sentence, since waiting would not help.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from typing import Protocol

from companion.club.wire import BrokerConnection
from companion.daemon.signals import stopped_by_signals
from companion.daemon.systemd import Systemd
from companion.kit.errors import BadConfig

_log = logging.getLogger(__name__)


class Watch:
    """Reports faults of the broker to the log and to systemd."""

    def __init__(self, wire: BrokerConnection) -> None:
        self._wire = wire
        self._systemd = Systemd()
        self._systemd.ready()
        self._said = ""

    def look(self) -> None:
        """Report what has changed. Raises BadConfig if the broker refuses us."""
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
        """Begin to run."""

    def stop(self) -> None:
        """Stop running."""


@contextmanager
def running(wire: Runs) -> Iterator[Event]:
    """Run the wire from its first try to its good-bye; the event is set when a signal comes."""
    ended = Event()
    with stopped_by_signals(ended.set):
        wire.start()
        try:
            yield ended
        finally:
            wire.stop()
