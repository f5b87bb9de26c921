"""A client that receives everything a box says."""

from __future__ import annotations

import msgspec

from companion.club.topics import LogEntry, parted
from companion.club.wire import BrokerConnection, link_of
from tests.companion.club.brokers import Broker


class Watcher:
    """A user of the broker who may only read."""

    def __init__(self, here: Broker) -> None:
        self.wire = BrokerConnection(link_of(here.settings("watcher")), "companion/1/watcher/online", ["companion/1/#"])
        self._came: list[tuple[str, bytes]] = []
        self._promised = 0
        """The number of the connection for which the broker last confirmed the subscription."""
        self.wire._client.on_subscribe = self._promise
        self.wire.start()

    @property
    def listens(self) -> bool:
        """Whether it will receive everything that is said from now on."""
        return self.wire.is_up and self._promised == self.wire.connections

    def heard(self, channel: str) -> list[bytes]:
        while not self.wire.came.empty():
            self._came.append(self.wire.came.get())
        return [words for where, words in self._came if parted(where) == ("box", channel)]

    def entries(self) -> list[LogEntry]:
        return [msgspec.json.decode(words, type=LogEntry) for words in self.heard("event")]

    def _promise(self, *_: object) -> None:
        self._promised = self.wire.connections
