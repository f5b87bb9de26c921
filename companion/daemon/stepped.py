"""A whole twin in stepped time: nothing sleeps, and it uses the same drivers, pins, bus and pty as a live twin.

Laws: time steps from one deadline to the next; at every instant, all due work is done before time goes on. The box
steps when it would step in real time; in between, its parts work by themselves.
"""

from __future__ import annotations

import queue
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Final

from companion.daemon.assembly import Assembled
from companion.daemon.box import IDLE_S, Box
from companion.daemon.projector import Projector
from companion.players.stand_in import StandIn
from hardware.closing import close_all
from hardware.keyboard import Edge, KeyKnown
from hardware.keys import Keys
from hardware.twin.pins import tell_time

TICK_S: Final = 0.001
"""The least step of time: a deadline that has passed already is met a millisecond later."""
LATE_S: Final = 0.25
"""The longest delay for which the clock hurries to catch up; a longer delay is simply lost."""


class Stepped:
    """A box, its parts and a clock that the caller moves."""

    def __init__(self, assembled: Assembled, pace: float | None = None) -> None:
        config, parts = assembled.config, assembled.parts
        if parts.twin is None:
            raise AssertionError("stepped time needs a twin")
        self.now = 0.0
        self.parts = parts
        self.twin = parts.twin
        self._edges: deque[Edge | KeyKnown] = deque()
        self._calls: queue.SimpleQueue[Callable[[], object]] = queue.SimpleQueue()
        parts.open_pins()
        tell_time(lambda: self.now)
        self._keys = Keys(assembled.pins, self._edges.append)
        self._lights = Projector(parts.strip)
        outputs = parts.outputs(parts.oled, self._lights, parts.buzzer, config.lights)
        self.box = Box(assembled.table, outputs, config, StandIn(Random(0), config.keys.hold_s))
        self.box.keys_are_open(self._keys.held_at_start, self.now)
        self.twin.tell = self._edges.append
        self.pace = pace
        """Seconds at the table for each second of the world; `None`: as fast as possible, and nobody watches."""
        self._world = 0.0
        """The time of the world's clock when the table's time is `now`."""
        self._box_due_at = 0.0
        """When the box steps next, unless something happens before."""
        self.watch: Callable[[], None] | None = None
        """Called after every instant, when all due work is done."""
        self._settle()

    def press(self, key: str) -> None:
        """A finger goes down on a key of the twin."""
        self.twin.press(key)
        self._settle()

    def release(self, key: str) -> None:
        """The finger lets go."""
        self.twin.release(key)
        self._settle()

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        end = self.now + seconds
        self._plan()  # somebody may have used the table since its last step
        while (due := self._next_deadline()) < end:
            self._go_to(max(due, self.now + TICK_S))
        self._box_due_at = end
        self._go_to(end)

    def call(self, act: Callable[[], object]) -> None:
        """Call `act` soon, between two instants, when nothing is half done; safe in a signal handler."""
        self._calls.put(act)

    def close(self) -> None:
        """Darken the parts and give the pins back."""
        parts = self.parts
        close_all(self._keys.close, parts.oled.close, self._lights.close, parts.buzzer.close, self.twin.close)

    def _go_to(self, t: float) -> None:
        ahead = max(t - self.now, 0.0)  # the smallest step may have gone a little too far
        with suppress(queue.Empty):
            self._calls.get(timeout=0.0 if self.pace is None else self._wait_s(ahead / self.pace))()
            self._box_due_at = t
        self.now = t
        if self._edges or t >= self._box_due_at:
            self._settle()
        else:
            self._serve()

    def _wait_s(self, seconds: float) -> float:
        """How long to sleep until `seconds` more of the world have passed, less the time that the work took."""
        now = time.monotonic()
        self._world = (self._world if now - self._world <= LATE_S else now) + seconds
        return max(self._world - now, 0.0)

    def _settle(self) -> None:
        while self._edges:
            told = self._edges.popleft()
            self.box.on_key_known(told) if isinstance(told, KeyKnown) else self.box.feed(told)
        self.box.step(self.now)
        self._plan()
        self._serve()

    def _plan(self) -> None:
        self._box_due_at = min(self.box.next_deadline(self.now), self.now + IDLE_S)

    def _serve(self) -> None:
        """The parts do what is due now."""
        self.parts.oled.tick(self.now)
        self._lights.tick(self.now)
        self.parts.buzzer.tick(self.now)
        self.twin.controller.poll(self.now)
        if self.watch is not None:
            self.watch()

    def _next_deadline(self) -> float:
        parts = (self.parts.oled, self._lights, self.parts.buzzer)
        return min(self._box_due_at, *(part.next_deadline() for part in parts))
