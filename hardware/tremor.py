"""Takes the tremor of a hand out of a key's debounced edges. Pure: no clock, no thread.

1. A press that is let go sooner than `shortest_s` is nothing: it begins no press, and ends or lengthens none.
2. Another press that begins within `again_s` after one was let go is one press with it. The time in between does not
   count as held: a hold that flickers is not broken, and repeated taps do not become a hold while nobody holds.
3. Edges keep their own times, but are told later: a press when it has lasted long enough, its end when none follows.
4. What comes out does not depend on how often or how late `tick` is called.
"""

from collections.abc import Mapping
from math import inf
from typing import TypeAlias

import msgspec

from hardware.debounce import PRESS_S, RELEASE_S
from hardware.edge import Edge


class Steadiness(msgspec.Struct, frozen=True):
    """What a key does about the tremor of its hand; 0: nothing."""

    shortest_s: float = 0.0
    """A press that is let go sooner is nothing."""
    again_s: float = 0.0
    """A press that begins so soon after the last one is one with it."""


class Lapse(msgspec.Struct, frozen=True):
    """A key that is down opens; it may be only for a moment."""

    key: str
    since: float
    until: float | None = None
    """When it was down again; `None`: it still is open."""


SteadyEdge: TypeAlias = Edge | Lapse


class Tremor:
    """One instance serves all keys; a key that is not in `keys` is told as it comes. Times in seconds."""

    def __init__(self, keys: Mapping[str, Steadiness]) -> None:
        self._hands = {key: _Hand(key, steadiness) for key, steadiness in keys.items()}

    def feed(self, edge: Edge) -> tuple[SteadyEdge, ...]:
        """Take a debounced edge; give what has become certain by it."""
        hand = self._hands.get(edge.key)
        return (edge,) if hand is None else hand.feed(edge)

    def tick(self, t: float) -> tuple[SteadyEdge, ...]:
        """Give what has become certain by now; all debounced edges up to then must have been fed."""
        due = sorted((hand.deadline, key) for key, hand in self._hands.items() if hand.deadline <= t)
        return tuple(self._hands[key].decide() for _, key in due)

    def next_deadline(self) -> float | None:
        """When `tick` will have something to give; `None`: only after the next edge."""
        due_at = min((hand.deadline for hand in self._hands.values()), default=inf)
        return None if due_at == inf else due_at


class _Hand(msgspec.Struct):
    """One key, up at first."""

    key: str
    steadiness: Steadiness
    began: float = inf
    """Since when a press lasts that may be too short; infinity: none does."""
    opened: float = inf
    """Since when the press that was told is open; infinity: none was told, or it is down."""

    @property
    def deadline(self) -> float:
        """When `decide` can say more: every debounced edge of before is known by then. Infinity: after an edge."""
        if self.began < inf:
            return self.began + self.steadiness.shortest_s + RELEASE_S
        return self.opened + self.steadiness.again_s + PRESS_S

    def decide(self) -> SteadyEdge:
        """The press has lasted long enough, or the open one has ended."""
        return self._counts() if self.began < inf else self._ends()

    def feed(self, edge: Edge) -> tuple[SteadyEdge, ...]:
        """Take a debounced edge; give what has become certain by it."""
        return self._pressed(edge.at) if edge.pressed else self._let_go(edge.at)

    def _pressed(self, at: float) -> tuple[SteadyEdge, ...]:
        ended = (self._ends(),) if at - self.opened >= self.steadiness.again_s else ()
        self.began = at
        return ended if self.steadiness.shortest_s > 0 else (*ended, self._counts())

    def _let_go(self, at: float) -> tuple[SteadyEdge, ...]:
        if self.began < inf and at - self.began < self.steadiness.shortest_s:
            self.began = inf
            return ()
        counted = (self._counts(),) if self.began < inf else ()
        self.opened = at
        return (*counted, self._ends() if self.steadiness.again_s == 0 else Lapse(self.key, at))

    def _counts(self) -> SteadyEdge:
        """A press begins, or the open one goes on."""
        began, opened = self.began, self.opened
        self.began = self.opened = inf
        return Edge(self.key, True, began) if opened == inf else Lapse(self.key, opened, began)

    def _ends(self) -> SteadyEdge:
        """The open press ends at the time at which it was let go."""
        opened, self.opened = self.opened, inf
        return Edge(self.key, False, opened)
