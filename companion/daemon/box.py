"""The box between its keys and its lights: edges in, frames out. No thread and no clock of its own.

Laws: edges become gestures, gestures go to the desk, the desk's view goes to every face; a face is drawn only when its
view has changed; a part that fails, a key too, costs one plain line and nothing else; a press that lights the box only
lights it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

import msgspec
from PIL import Image

from companion.config import Config, Keys
from companion.daemon.idle import CONTRAST, Idle, Light, dimmed
from companion.faces import oled
from companion.faces.drift import Shift, next_step, wish
from companion.faces.strip import Lights
from companion.kit.text import Text, speak, text
from companion.kit.view import Key, View
from companion.locale import translator
from companion.table.controls import Press
from companion.table.desk import Desk
from hardware.debounce import Debounce
from hardware.doubts import Doubt, Doubts, Trouble
from hardware.edge import Edge
from hardware.gestures import Down, Gesture, Gestures, Hold, Release, Tap

_log = logging.getLogger(__name__)


class Faulty(Protocol):
    """A part that can fail and come back."""

    @property
    def fault(self) -> str | None:
        """What is wrong and what to do; `None`: nothing."""


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


class Watched(msgspec.Struct):
    """A part whose faults are told at the table."""

    part: Faulty
    lost: Text
    found: Text
    fault: str | None = None


class Outputs(msgspec.Struct):
    """Where a box shows itself."""

    screen: Screen
    panel: Panel
    strip: Strip
    lights: Lights
    watch: tuple[Watched, ...]


def watched(oled_part: Faulty, strip_part: Faulty) -> tuple[Watched, ...]:
    """The display and the lights, with what the table is told of them."""
    return (
        Watched(oled_part, text("The display does not answer."), text("The display is back.")),
        Watched(strip_part, text("The lights do not answer."), text("The lights are back.")),
    )


class Box:
    """Everything between a finger and a light, stepped by whoever owns the clock."""

    def __init__(self, desk: Desk[Any], outputs: Outputs, config: Config, t: float = 0.0) -> None:
        """Switched on at `t`."""
        self.desk = desk
        self.idle = Idle(config.display.dim_after_s, config.display.off_after_s, t)
        self._screen = outputs.screen
        self._panel = outputs.panel
        self._strip = outputs.strip
        self._lights = outputs.lights
        self._watch = outputs.watch
        self._debounce = Debounce()
        self._gestures = Gestures(_stages(config.keys), config.keys.hold_s)
        self._doubts = Doubts()
        self._drawn: tuple[View, str, Shift, Light] | None = None
        self.colours = b""
        """Of the strip, as last shown: 3 bytes a LED."""

    def were_down_at_start(self, keys: Sequence[str], t: float) -> None:
        """Let these keys do nothing until they have been let go: nobody had seen a question."""
        for key in keys:
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
        self._look_after_parts(t)
        self.desk.tick(t)
        self._draw(t)

    def next_deadline(self, t: float) -> float:
        """When `step` next has something to do without an edge."""
        deadlines = (
            self._debounce.next_deadline(),
            self._gestures.next_deadline(),
            self._doubts.next_deadline(),
            self.desk.next_deadline(t),
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
                self.desk.press(as_press(gesture), gesture.at)

    def _doubt(self, doubts: Sequence[Doubt], t: float) -> None:
        for doubt in doubts:
            _log.warning("key %s %s", doubt.key, _SENTENCES[doubt.trouble])
            if doubt.trouble is not None:
                place, key = _place(doubt.key)
                self._gestures.swallow(doubt.key)
                self.desk.withdraw(place, key)
                self.desk.say(_notice(doubt.trouble, place, key), t)

    def _draw(self, t: float) -> None:
        view, language, shift, light = drawn = self.desk.view(t), self.desk.language, wish(t), self.idle.light(t)
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

    def _look_after_parts(self, t: float) -> None:
        for watched_part in self._watch:
            fault = watched_part.part.fault
            if fault != watched_part.fault:
                _log.warning("%s", fault or speak(watched_part.found, str))
                self.desk.say(watched_part.lost if fault else watched_part.found, t)
                watched_part.fault = fault


def as_press(gesture: Gesture) -> Press:
    """A gesture on a pin's key as a press at a place of the table."""
    place, key = _place(gesture.key)
    match gesture:
        case Down():
            return Press(place, key, "down")
        case Tap():
            return Press(place, key, "tap")
        case Hold(stage=stage):
            return Press(place, key, "hold", stage)
        case Release(stage=stage):
            return Press(place, key, "release", stage)


def _place(key: str) -> tuple[int, Key]:
    if key.startswith("green"):
        return int(key.removeprefix("green")), "green"
    if key.startswith("red"):
        return int(key.removeprefix("red")), "red"
    return 0, "table"


_SENTENCES: Final[Mapping[Trouble | None, str]] = {
    "stuck": "is stuck: it has been down too long and is ignored until it is up; check the key and its wire",
    "noisy": "never rests: it is ignored until it does; check its wire for a loose end",
    None: "works again",
}


def _notice(trouble: Trouble, place: int, key: Key) -> Text:
    match trouble, key:
        case "stuck", "green":
            return text("Green key of seat {n} is stuck.", n=place)
        case "stuck", "red":
            return text("Red key of seat {n} is stuck.", n=place)
        case "stuck", _:
            return text("The table key is stuck.")
        case _, "green":
            return text("Green key of seat {n}: loose wire.", n=place)
        case _, "red":
            return text("Red key of seat {n}: loose wire.", n=place)
        case _:
            return text("Table key: loose wire.")


def _stages(keys: Keys) -> Callable[[str], tuple[float, ...]]:
    return lambda key: (keys.undo_s, keys.menu_s) if key == "table" else (keys.hold_s,)
