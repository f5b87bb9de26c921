"""Turns raw edges of wires into touches: which wires were down together, and how long. Pure: no clock, no thread.

1. A touch is told once, when all its wires are up again.
2. A wire that was down at the start, or that stays down, belongs to no touch until it has been let go.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

import msgspec

from hardware.debounce import Debounce
from hardware.edge import Edge

STAYS_S: Final = 8.0
"""Nobody who is asked to press a key holds it this long."""


class Touch(msgspec.Struct, frozen=True):
    """Wires that were down at the same time."""

    wires: tuple[str, ...]
    """The wires, in the order in which they went down."""
    held_s: float
    """Seconds from the first that went down to the last that came up."""


class Stays(msgspec.Struct, frozen=True):
    """A wire that does not come up."""

    wire: str


TouchEvent: TypeAlias = Touch | Stays


class Touches:
    """One instance watches all wires. Times in seconds, monotonic."""

    def __init__(self) -> None:
        self._debounce = Debounce()
        self._down: dict[str, float] = {}
        self._passed_over: set[str] = set()
        self._wires: list[str] = []
        self._since = 0.0

    def were_down_at_start(self, wires: Iterable[str]) -> tuple[TouchEvent, ...]:
        """Ignore these until they have been let go."""
        self._passed_over |= set(wires)
        return tuple(map(Stays, sorted(self._passed_over)))

    def feed(self, edge: Edge) -> tuple[TouchEvent, ...]:
        """Take a raw edge; give what has become known by then."""
        return (*self._settled(self._debounce.feed(edge)), *self._stuck(edge.at))

    def tick(self, t: float) -> tuple[TouchEvent, ...]:
        """Give what has become known by now."""
        return (*self._settled(self._debounce.tick(t)), *self._stuck(t))

    def next_deadline(self) -> float | None:
        """When `tick` will have something to do; `None`: only after the next edge."""
        deadlines = (self._debounce.next_deadline(), *(since + STAYS_S for since in self._down.values()))
        return min((at for at in deadlines if at is not None), default=None)

    def _settled(self, edges: Sequence[Edge]) -> list[TouchEvent]:
        told = [self._take(edge) for edge in edges]
        return [touch for touch in told if touch is not None]

    def _take(self, edge: Edge) -> Touch | None:
        if not edge.pressed:
            self._passed_over.discard(edge.key)
            if self._down.pop(edge.key, None) is not None and not self._down:
                return self._touched(edge.at)
        elif edge.key not in self._passed_over:
            if not self._down:
                self._wires, self._since = [], edge.at
            self._down[edge.key] = edge.at
            self._wires.append(edge.key)
        return None

    def _touched(self, t: float) -> Touch | None:
        wires = tuple(dict.fromkeys(wire for wire in self._wires if wire not in self._passed_over))
        return Touch(wires, t - self._since) if wires else None

    def _stuck(self, t: float) -> list[TouchEvent]:
        stuck = [wire for wire, since in self._down.items() if t >= since + STAYS_S]
        for wire in stuck:
            del self._down[wire]
            self._passed_over.add(wire)
        touch = self._touched(t) if stuck and not self._down else None
        return [*map(Stays, stuck), *([touch] if touch is not None else [])]
