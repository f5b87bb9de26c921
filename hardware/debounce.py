"""Takes the bounce out of raw edges. Pure: no clock, no thread.

1. A level counts once it has been stable: 5 ms for a press, 25 ms for a release.
2. The last raw level always wins.
3. What comes out does not depend on how often or how late `tick` is called.
"""

import msgspec

from hardware.edge import Edge

PRESS_S = 0.005
RELEASE_S = 0.025


class _Contact(msgspec.Struct):
    """One key: the raw level, since when it lasts, and the level last told."""

    raw: bool = False
    since: float = 0.0
    told: bool = False


class Debounce:
    """One instance serves all keys; at the start none is pressed. Times in seconds."""

    def __init__(self) -> None:
        self._contacts: dict[str, _Contact] = {}

    def feed(self, edge: Edge) -> tuple[Edge, ...]:
        """Take a raw edge; give those that became stable before it, each with the time of its first stable raw edge."""
        stable = self.tick(edge.at)
        contact = self._contacts.setdefault(edge.key, _Contact())
        if contact.raw != edge.pressed:
            contact.raw = edge.pressed
            contact.since = edge.at
        return stable

    def tick(self, t: float) -> tuple[Edge, ...]:
        """Give the edges that have become stable by now."""
        due = sorted(deadline for deadline in self._deadlines() if deadline[0] <= t)
        return tuple(self._accept(key) for _, key in due)

    def next_deadline(self) -> float | None:
        """When `tick` will have something to give; `None`: only after the next edge."""
        return min((at for at, _ in self._deadlines()), default=None)

    def _deadlines(self) -> list[tuple[float, str]]:
        return [
            (contact.since + (PRESS_S if contact.raw else RELEASE_S), key)
            for key, contact in self._contacts.items()
            if contact.raw != contact.told
        ]

    def _accept(self, key: str) -> Edge:
        contact = self._contacts[key]
        contact.told = contact.raw
        return Edge(key, contact.raw, contact.since)
