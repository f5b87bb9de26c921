"""Which keys cannot be trusted: stuck down, or on a line that never rests. Pure: no clock, no thread.

1. A key that is down longer than any player holds it is stuck; one that was down at the start is not trusted at all.
2. Contacts bounce and come to rest; a line that never rests is noisy.
3. Either is trusted again once it has been up, and at rest, for a while.
4. What comes out does not depend on how often or how late `tick` is called.
"""

from math import inf
from typing import Literal

import msgspec

from hardware.edge import Edge

Trouble = Literal["stuck", "noisy"]

STUCK_S = 60.0
"""Twice the longest hold that can be set, and longer than any player looks at cards or lets the die tumble."""
AT_START_S = 5.0
"""How long a key that was down at the start may be a finger before it is called stuck. Until then it does nothing."""
REST_S = 0.025
"""A line without an edge for this long is at rest: no contact bounces longer."""
NOISY_S = 0.25
"""A line without rest for this long is noisy: ten times what a worn contact needs, and far below any hold."""
CLEAN_S = 1.0


class Health(msgspec.Struct, frozen=True):
    """A key cannot be trusted any more, or can be trusted again."""

    key: str
    trouble: Trouble | None
    """`None`: it works again."""


class _Wire(msgspec.Struct):
    """One key, raw."""

    pressed: bool = False
    since: float = -inf
    """The last edge."""
    restless_since: float = -inf
    """The first edge after the last rest."""
    trouble: Trouble | None = None
    told: bool = False


class KeyHealth:
    """One instance watches all keys. Times in seconds, monotonic."""

    def __init__(self) -> None:
        self._wires: dict[str, _Wire] = {}

    def believes(self, key: str) -> bool:
        """Whether this key can be trusted now: a finger moves it."""
        return key not in self._wires or self._wires[key].trouble is None

    def was_down_at_start(self, key: str, t: float) -> None:
        """Do not trust this key, which is down at the start `t`, until it has been let go."""
        self._wires[key] = _Wire(pressed=True, since=t, restless_since=t, trouble="stuck")

    def feed(self, edge: Edge) -> tuple[Health, ...]:
        """Take a raw edge; give what has become known by then."""
        news = self.tick(edge.at)
        wire = self._wires.setdefault(edge.key, _Wire())
        if edge.at - wire.since > REST_S:
            wire.restless_since = edge.at
        if wire.pressed != edge.pressed:
            wire.pressed, wire.since = edge.pressed, edge.at
        if edge.at - wire.restless_since >= NOISY_S and wire.trouble is None:
            wire.trouble, wire.told = "noisy", True
            return (*news, Health(edge.key, "noisy"))
        return news

    def tick(self, t: float) -> tuple[Health, ...]:
        """Give what has become known by now."""
        news: list[Health] = []
        for key, wire in self._wires.items():
            if t < _deadline(wire):
                continue
            was_told = wire.told
            wire.trouble = (wire.trouble or "stuck") if wire.pressed else None
            wire.told = wire.pressed
            if wire.told or was_told:
                news.append(Health(key, wire.trouble))
        return tuple(news)

    def next_deadline(self) -> float | None:
        """When `tick` will have something to do; `None`: only after the next edge."""
        due_at = min(map(_deadline, self._wires.values()), default=inf)
        return None if due_at == inf else due_at


def _deadline(wire: _Wire) -> float:
    """When to look at this key again if no edge comes first."""
    match wire.pressed, wire.trouble, wire.told:
        case True, None, _:
            return wire.since + STUCK_S
        case True, _, False:
            return wire.since + AT_START_S
        case False, "stuck" | "noisy", _:
            return wire.since + CLEAN_S
        case _:
            return inf
