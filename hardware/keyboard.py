"""The keyboard: raw edges in, gestures out, and news of keys that cannot be trusted. Pure: no clock, no thread.

1. Only a finger's press becomes gestures: bounce and, where it is wanted, tremor are taken out, and a stuck key or a
   noisy line gives nothing.
2. When a key cannot be trusted any more, that is told once. The press under way on it came from no finger, so it gives
   nothing more.
3. A press that wakes the box does nothing else.
4. An edge counts by its own time, however late it comes.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from typing import TypeAlias

from hardware.debounce import PRESS_S, Debounce
from hardware.edge import Edge, KeyKnown
from hardware.gestures import Down, Gesture, Gestures, Hold, Release, Stages, Tap
from hardware.key_health import Health, KeyHealth, Trouble
from hardware.tremor import Lapse, Steadiness, SteadyEdge, Tremor

__all__ = [
    "PRESS_S",
    "Down",
    "Edge",
    "Gesture",
    "Health",
    "Hold",
    "KeyEvent",
    "KeyKnown",
    "Keyboard",
    "Release",
    "Stages",
    "Steadiness",
    "Tap",
    "Trouble",
]

KeyEvent: TypeAlias = Gesture | Health


class Keyboard:
    """All keys of a box, each up at first. Times in seconds, monotonic."""

    def __init__(
        self,
        stages: Stages,
        wakes: Callable[[str, float], bool] = lambda *_: False,
        steadied: Mapping[str, Steadiness] | None = None,
    ) -> None:
        """`stages`: see `Gestures`; `wakes(key, at)` is called for every gesture and returns whether it wakes the
        box; `steadied`: the keys of hands that shake."""
        self._debounce = Debounce()
        self._tremor = Tremor(steadied or {})
        self._gestures = Gestures(stages)
        self._health = KeyHealth()
        self._wakes = wakes

    def were_down_at_start(self, keys: Iterable[str], t: float) -> None:
        """Do not trust these keys, which are down at the start `t`, until they have been let go."""
        for key in keys:
            self._health.was_down_at_start(key, t)

    def feed(self, edge: Edge) -> tuple[KeyEvent, ...]:
        """Take a raw edge; give what has become known by then."""
        settled = self._settled(self._steadied(edge.at))
        self._debounce.feed(edge)
        return (*settled, *self._withdrawn(self._health.feed(edge)))

    def on_key_known(self, seen: KeyKnown) -> None:
        """Learn up to which time it is known whether a key is held."""
        self._gestures.on_key_known(seen)

    def tick(self, t: float) -> tuple[KeyEvent, ...]:
        """Give what has become known by `t`; all edges up to then must have been fed."""
        return (
            *self._settled(self._steadied(t)),
            *self._awake(self._gestures.tick(t)),
            *self._withdrawn(self._health.tick(t)),
        )

    def next_deadline(self) -> float:
        """When `tick` will have something to do; infinity: only after the next edge."""
        parts = (self._debounce, self._tremor, self._gestures, self._health)
        return min((at for part in parts if (at := part.next_deadline()) is not None), default=inf)

    def _steadied(self, t: float) -> list[SteadyEdge]:
        """What is certain by `t`, in the order in which it became so."""
        told: list[SteadyEdge] = []
        while True:
            stable, steady = (_or_never(part.next_deadline()) for part in (self._debounce, self._tremor))
            if min(stable, steady) > t:
                return told
            if stable <= steady:
                told += [each for edge in self._debounce.tick(stable) for each in self._tremor.feed(edge)]
            else:
                told += self._tremor.tick(steady)

    def _settled(self, edges: Sequence[SteadyEdge]) -> list[Gesture]:
        """What such edges mean."""
        told: list[Gesture] = []
        for edge in edges:
            if isinstance(edge, Lapse):
                self._gestures.on_lapse(edge)
                continue
            gestures = self._gestures.feed(edge)
            if not self._health.believes(edge.key):
                self._gestures.swallow(edge.key)
            told += self._awake([gesture for gesture in gestures if self._health.believes(gesture.key)])
        return told

    def _awake(self, gestures: Sequence[Gesture]) -> list[Gesture]:
        """All gestures except those of a press that wakes the box."""
        told: list[Gesture] = []
        for gesture in gestures:
            if self._wakes(gesture.key, gesture.at) and isinstance(gesture, Down):
                self._gestures.swallow(gesture.key)
            else:
                told.append(gesture)
        return told

    def _withdrawn(self, news: tuple[Health, ...]) -> tuple[Health, ...]:
        """End the presses on keys that cannot be trusted any more: they give no more gestures."""
        for each in news:
            if each.trouble is not None:
                self._gestures.swallow(each.key)
        return news


def _or_never(at: float | None) -> float:
    return inf if at is None else at
