"""Turns debounced edges into gestures. Pure: no clock, no thread.

1. A press gives `Down`, then a `Hold` for each stage it lasts, then exactly one of `Tap` and `Release`.
2. Keys are independent; all may be down at once.
3. A swallowed press gives nothing more.
4. A hold is told once it is known that the key was held that long (`on_key_known`); its time is when it reached its
   stage. While a press lapses, no stage is reached: this time does not count.
"""

from collections.abc import Callable
from math import inf
from typing import Final, TypeAlias

import msgspec

from hardware.edge import Edge, KeyKnown
from hardware.tremor import Lapse


class Down(msgspec.Struct, frozen=True):
    """A key went down."""

    key: str
    at: float
    """Seconds, monotonic."""


class Tap(msgspec.Struct, frozen=True):
    """A key was let go quickly."""

    key: str
    at: float
    """When it was let go."""


class Hold(msgspec.Struct, frozen=True):
    """A key has been down long enough for a stage."""

    key: str
    at: float
    """When the stage was reached: the time of the press plus the stage's time."""
    stage: int
    """The number of the stage, from 1."""


class Release(msgspec.Struct, frozen=True):
    """A key was let go too late for a tap."""

    key: str
    at: float
    """When it was let go."""
    held: float
    """Seconds, without those that it was open in between."""
    stage: int
    """The last stage told; 0 when it was let go between a tap and the first stage."""


Gesture: TypeAlias = Down | Tap | Hold | Release
Stages: TypeAlias = Callable[[str], tuple[float, ...]]
"""The times in seconds, rising, at which a hold of a key reaches its stages."""
TAP: Final = 0.5
"""A tap is shorter than this share of the first stage: a longer press is meant as a hold."""


class _Press(msgspec.Struct):
    """A key that is down."""

    since: float
    """When it began, plus the time that it was open in between."""
    stages: tuple[float, ...]
    stage: int = 0
    swallowed: bool = False
    opened: float = inf
    """Since when it lapses."""


class Gestures:
    """A press shorter than half of its first stage is a tap. `stages` is asked once for each press.

    Debouncing tells a release 25 ms late, so a key that was let go just before a stage may still give its hold.
    """

    def __init__(self, stages: Stages) -> None:
        self._stages = stages
        self._presses: dict[str, _Press] = {}
        self._seen: dict[str, float] = {}
        """For some keys, the time up to which it is known whether they are held; for all others this is always
        known."""

    def on_key_known(self, seen: KeyKnown) -> None:
        """Learn up to which time it is known whether a key is held."""
        self._seen[seen.key] = seen.until

    def feed(self, edge: Edge) -> tuple[Gesture, ...]:
        """Take a debounced edge; give the holds reached by then and what the edge itself means."""
        if edge.key in self._seen:
            self._seen[edge.key] = max(self._seen[edge.key], edge.at)
        holds = self.tick(edge.at)
        if edge.pressed and edge.key not in self._presses:
            self._presses[edge.key] = _Press(edge.at, self._stages(edge.key))
            return (*holds, Down(edge.key, edge.at))
        if not edge.pressed and edge.key in self._presses:
            return (*holds, *self._let_go(edge))
        return holds

    def on_lapse(self, lapse: Lapse) -> None:
        """A key that is down opens for a moment, or is down again."""
        press = self._presses[lapse.key]
        if lapse.until is None:
            press.opened = lapse.since
        else:
            press.since += lapse.until - lapse.since
            press.opened = inf

    def tick(self, t: float) -> tuple[Gesture, ...]:
        """Give the holds whose stage has been reached by now, in the order of their times."""
        holds: list[Gesture] = []
        while (due := min(self._deadlines(), default=None)) is not None and due[0] <= t:
            at, key = due
            press = self._presses[key]
            press.stage += 1
            holds.append(Hold(key, at, press.stage))
        return tuple(holds)

    def next_deadline(self) -> float | None:
        """When the next stage of a hold is reached; `None`: only after the next edge."""
        return min((at for at, _ in self._deadlines()), default=None)

    def swallow(self, key: str) -> None:
        """Give nothing more for the press now under way on this key, not even for its release."""
        if key in self._presses:
            self._presses[key].swallowed = True

    def _deadlines(self) -> list[tuple[float, str]]:
        stages = [
            (press.since + press.stages[press.stage], key, press.opened)
            for key, press in self._presses.items()
            if not press.swallowed and press.stage < len(press.stages)
        ]
        return [(at, key) for at, key, opened in stages if at <= min(opened, self._seen.get(key, inf))]

    def _let_go(self, edge: Edge) -> tuple[Gesture, ...]:
        press = self._presses.pop(edge.key)
        held = edge.at - press.since
        if press.swallowed:
            return ()
        if press.stage == 0 and held < TAP * min(press.stages, default=inf):
            return (Tap(edge.key, edge.at),)
        return (Release(edge.key, edge.at, held, press.stage),)
