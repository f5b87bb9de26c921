"""Tries one part: what trying the keys, the display, the lights and the sound has in common.

Laws: trying changes nothing; time is an argument; the table key ends it.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Final

from msgspec import Struct

from companion.daemon.wired import WiredDisplay
from companion.kit.text import Text, text
from companion.workshop.find_keys import TABLE
from companion.workshop.job import JobAnswer
from companion.workshop.touches import Stays, Touches, TouchEvent
from hardware.buzzer import BuzzerNote
from hardware.edge import Edge
from hardware.pins import PinMap

END: Final = text("table key: end")
VERDICT_S: Final = 6.0
"""How long the result stays on the display, unless a key is touched."""


class TriedBox(Struct, frozen=True):
    """The box that is tried."""

    pins: PinMap
    display: WiredDisplay
    port: str | None
    """The port of the lights; `None`: the only one there is."""
    count: int
    """How many LEDs there are."""
    order: str
    milliamps: int
    """The current that all LEDs together may draw."""
    may_speak: bool = False
    """Whether it has a voice."""


class Trying:
    """One part being tried, from `t` on, with the box's own keys and all parts as they are wired."""

    is_over: bool = False
    melody: tuple[BuzzerNote, ...] = ()
    said: Text | None = None

    def __init__(self, box: TriedBox, t: float) -> None:
        self._box = box
        self._touches = Touches()
        self._since = self._now = t
        self._over_at = inf

    def were_down_at_start(self, wires: Iterable[str], _t: float) -> None:
        """Learn which keys were down before the first question."""
        for told in self._touches.were_down_at_start(wires):
            self._touched(told)

    def feed(self, edge: Edge) -> None:
        """Take a raw edge of a key, by its name."""
        for told in self._touches.feed(edge):
            self._touched(told)

    def answer(self, answer: JobAnswer, _t: float) -> None:
        """Take an answer typed on the terminal."""
        if answer == "quit" or self._is_done:
            self.is_over = True
        else:
            self._say(yes=answer == "yes")

    def tick(self, t: float) -> None:
        """Let time pass to `t`."""
        for told in self._touches.tick(t):
            self._touched(told)
        self._now = t
        self._pass()
        self.is_over = self.is_over or t >= self._over_at

    def next_deadline(self) -> float:
        """When `tick` next has something to do."""
        deadlines = (self._touches.next_deadline(), self._next_step(), self._over_at)
        return min(at for at in deadlines if at is not None)

    @property
    def display(self) -> WiredDisplay:
        """As it is wired."""
        return self._box.display

    @property
    def is_lit(self) -> bool:
        """Whether it needs the lights: only the job that tries the lights does."""
        return False

    @property
    def port(self) -> str | None:
        """As it is wired."""
        return self._box.port

    @property
    def count(self) -> int:
        """How many LEDs get a colour: all."""
        return self._box.count

    def colours(self) -> bytes:
        """All lights dark."""
        return bytes(3 * self._box.count)

    def _touched(self, told: TouchEvent) -> None:
        if isinstance(told, Stays) or len(told.wires) > 1:
            return
        if told.wires == (TABLE,) or self._is_done:
            self.is_over = True
        else:
            self._say(yes=told.wires[0].startswith("green"))

    @property
    def _is_done(self) -> bool:
        """Whether only the verdict is left."""
        return self._over_at < inf

    def _conclude(self) -> None:
        """Show the verdict for a while."""
        self._over_at = self._now + VERDICT_S

    def _say(self, *, yes: bool) -> None:
        """Somebody has said yes or no."""

    def _pass(self) -> None:
        """Time has passed."""

    def _next_step(self) -> float | None:
        """When the next step comes by itself."""
        return None
