"""The box between its keys and its lights: edges in, frames out. No thread and no clock of its own.

Laws: edges become gestures, gestures go to the table, its view goes to every face; a face is drawn only when its view
has changed; what is wrong with a part or a key is told and costs nothing else; a press that lights the box only lights
it; nothing is asked before the keys are open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Any, Protocol

import msgspec
from PIL import Image

from companion.config import Config, Holds
from companion.daemon.faults import Faults, Faulty, Watched
from companion.daemon.idle import CONTRAST, Dimness, Idle, dimmed
from companion.daemon.presses import as_press, place_of
from companion.faces import oled
from companion.faces.drift import Shift, due, next_step
from companion.faces.strip import Lights
from companion.kit.view import View
from companion.locale import translator
from companion.table.controls import LONGER_S, Press
from companion.table.table import Table
from hardware.debounce import Debounce
from hardware.doubts import Doubt, Doubts
from hardware.edge import Edge
from hardware.gestures import Down, Gesture, Gestures


class Screen(Faulty, Protocol):
    """Where pictures go."""

    def show(self, picture: Image.Image) -> None:
        """Show this picture; the newest wins."""


class Strip(Faulty, Protocol):
    """Where colours go."""

    def show(self, colours: bytes) -> None:
        """Show these colours; the newest wins."""


class Panel(Protocol):
    """How bright pictures are. Only `Screen.show` makes sure that it is soon so."""

    def contrast(self, level: int | None) -> None:
        """0 to 255; `None`: as usual."""

    def power(self, on: bool) -> None:
        """Light or dark."""


class Outputs(msgspec.Struct):
    """Where a box shows itself."""

    screen: Screen
    panel: Panel
    strip: Strip
    lights: Lights
    watch: tuple[Watched, ...]


class Box:
    """Everything between a finger and a light, stepped by whoever owns the clock."""

    def __init__(self, table: Table[Any], outputs: Outputs, config: Config, t: float = 0.0) -> None:
        """Switched on at `t`."""
        self.table = table
        self.idle = Idle(config.display.dim_after_s, config.display.off_after_s, t)
        self._screen = outputs.screen
        self._panel = outputs.panel
        self._strip = outputs.strip
        self._lights = outputs.lights
        self._faults = Faults(outputs.watch)
        self._debounce = Debounce()
        self._gestures = Gestures(_stages(config.keys), config.keys.hold_s)
        self._doubts = Doubts()
        self._may_ask = False
        self._drawn: tuple[View, str, Shift, Dimness] | None = None
        self.colours = b""
        """Of the strip, as last shown: 3 bytes a LED."""

    def keys_are_open(self, down: Sequence[str], t: float) -> None:
        """From now on the table may ask. What is down does nothing until it is let go: nobody had seen a question."""
        self._may_ask = True
        for key in down:
            self._doubts.was_down_at_start(key, t)

    def feed(self, edge: Edge) -> None:
        """A raw edge of a key, with its own time."""
        self._settle(self._debounce.feed(edge))
        self._doubt(self._doubts.feed(edge), edge.at)

    def step(self, t: float) -> None:
        """Let time pass to `t` (seconds, monotonic): holds ripen, screens change, faces are drawn."""
        self._settle(self._debounce.tick(t))
        self._take(self._gestures.tick(t))
        self._doubt(self._doubts.tick(t), t)
        for said in self._faults.look():
            self.table.say(said, t)
        self.table.faults = self._faults.lines
        self.table.tick(t)
        self._draw(t)

    def keys_deadline(self) -> float:
        """When what a key does, or does not do, next means something: `step` there only if all edges are known."""
        parts = (self._debounce, self._gestures, self._doubts)
        return min((at for part in parts if (at := part.next_deadline()) is not None), default=inf)

    def next_deadline(self, t: float) -> float:
        """When `step` next has something to do without an edge."""
        deadlines = (
            self.keys_deadline(),
            self.table.next_deadline(t),
            self.idle.next_deadline(t),
            next_step(t),
            None if self.idle.light(t) == "dark" else self._lights.next_deadline(),
        )
        return min(deadline for deadline in deadlines if deadline is not None)

    def _settle(self, edges: Sequence[Edge]) -> None:
        for edge in edges:
            gestures = self._gestures.feed(edge)
            if edge.key in self._doubts:
                self._gestures.swallow(edge.key)
            self._take([gesture for gesture in gestures if gesture.key not in self._doubts])

    def _take(self, gestures: Sequence[Gesture]) -> None:
        for gesture in gestures:
            is_woken = self.idle.touch(gesture.at)
            if is_woken and isinstance(gesture, Down):
                self._gestures.swallow(gesture.key)
            else:
                self.table.press(as_press(gesture), gesture.at)

    def _doubt(self, doubts: Sequence[Doubt], t: float) -> None:
        for doubt in doubts:
            if (said := self._faults.doubt(doubt)) is not None:
                self._gestures.swallow(doubt.key)
                self.table.press(Press(*place_of(doubt.key), "withdrawn"), t)
                self.table.say(said, t)

    def _draw(self, t: float) -> None:
        view = self.table.view(t) if self._may_ask else self.table.opening()
        language, shift, light = self.table.language, due(t), self.idle.light(t)
        drawn = view, language, shift, light
        if drawn != self._drawn:
            self._drawn = drawn
            self._panel.contrast(CONTRAST[light])
            self._panel.power(light != "dark")
            self._screen.show(oled.draw(view, translator(language), shift))
            self._lights.show(view, t)
        colours = dimmed(self._lights.colours(t), light)
        if colours != self.colours:
            self.colours = colours
            self._strip.show(colours)


def _stages(keys: Holds) -> Callable[[str], tuple[float, ...]]:
    stages = {
        "green": (keys.hold_s,),
        "red": (keys.hold_s, keys.hold_s + LONGER_S),
        "table": (keys.undo_s, keys.menu_s),
    }
    return lambda key: stages[place_of(key)[1]]
