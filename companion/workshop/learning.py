"""Finds out how a box is wired, with its owner's help: the pin of each key, its display, its lights.

1. The box asks, the owner presses, looks, and says yes or no: on the terminal, or with any green and red key that has
   been found.
2. Nothing is kept until the owner has seen the result and has said yes; leaving earlier changes nothing.
3. Pure: time is an argument; what answers on bus and ports is given once, at the beginning.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from companion.daemon.wired import Wired, WiredDisplay
from companion.faces.patterns import Pattern
from companion.kit.text import Text, text, verbatim
from companion.kit.view import Legend, View
from companion.workshop.find_display import FindDisplay, FoundDisplay, possible
from companion.workshop.find_keys import TABLE, FindKeys, pin_map
from companion.workshop.find_lights import FindLights
from companion.workshop.job import JobAnswer
from companion.workshop.touches import Touch, Touches, TouchEvent
from hardware.buzzer import BuzzerNote
from hardware.edge import Edge
from hardware.pins import PinMap

LEAVE_S: Final = 2.0
"""Holding the table key for this long ends it."""
PATIENCE_S: Final = 300.0
"""After this long without a touch or an answer, the job ends: nobody is there."""
LEAST_SEATS: Final = 3
"""Fewer seats cannot play."""
KEEP_OR_NOT: Final = Legend(green_tap=text("keep"), red_tap=text("anew"))


class Around(Struct, frozen=True):
    """What is known before the first question."""

    pins: PinMap
    """The pin map that came with the box."""
    display: WiredDisplay
    """The display in the settings."""
    panels: tuple[FoundDisplay, ...]
    """The displays that answer on the bus."""
    ports: tuple[str, ...]
    """Ports with a device, the likeliest first."""
    needed: int
    """LEDs that the board needs."""


class Learning:
    """One walk through all questions; begun at `t`."""

    found: Wired | None = None
    """The result the owner has said yes to; `None`: nothing is kept."""
    is_over: bool = False
    melody: tuple[BuzzerNote, ...] = ()
    said: Text | None = None

    def __init__(self, around: Around, t: float) -> None:
        self._around = around
        self._touches = Touches()
        self._heard_at = t
        self._begin()

    def _begin(self) -> None:
        around = self._around
        self._keys = FindKeys()
        self._display = FindDisplay(possible(around.panels, around.display.chip))
        self._lights = FindLights(around.ports, around.needed)

    # --- what comes in -----------------------------------------------------------------------------------------------

    def were_down_at_start(self, wires: Iterable[str], t: float) -> None:
        """Learn which wires were down before the first question."""
        self._take(self._touches.were_down_at_start(wires), t)

    def feed(self, edge: Edge) -> None:
        """Take a raw edge of a wire, named by its BCM number."""
        self._take(self._touches.feed(edge), edge.at)

    def answer(self, answer: JobAnswer, t: float) -> None:
        """Take an answer typed on the terminal."""
        self._heard_at = t
        if answer == "quit":
            self.is_over = True
        elif not self._keys.is_over:
            self._keys = self._keys.skipped() if answer == "skip" else self._keys
        elif answer == "skip":
            self._skip()
        else:
            self._say(yes=answer == "yes")

    def tick(self, t: float) -> None:
        """Let time pass to `t` (seconds, monotonic)."""
        self._take(self._touches.tick(t), t)
        self.is_over = self.is_over or t >= self._heard_at + PATIENCE_S

    def next_deadline(self) -> float:
        """When `tick` next has something to do."""
        deadline = self._touches.next_deadline()
        patience = self._heard_at + PATIENCE_S
        return patience if deadline is None else min(deadline, patience)

    def _take(self, told: Iterable[TouchEvent], t: float) -> None:
        for each in told:
            if isinstance(each, Touch):
                self._heard_at = t
            self._touched(each)

    def _touched(self, told: TouchEvent) -> None:
        is_table = isinstance(told, Touch) and told.wires == (self._keys.found.get(TABLE),)
        if is_table and isinstance(told, Touch) and told.held_s >= LEAVE_S:
            self.is_over = True
        elif not self._keys.is_over:
            self._keys = self._keys.after(told)
        elif is_table:
            self._skip()
        elif isinstance(told, Touch) and (yes := self._meaning(told)) is not None:
            self._say(yes=yes)

    def _meaning(self, touch: Touch) -> bool | None:
        """Green is yes, red is no; two keys at once mean nothing."""
        keys = [key for key, wire in self._keys.found.items() if touch.wires == (wire,)]
        return keys[0].startswith("green") if keys else None

    def _say(self, *, yes: bool) -> None:
        if not self._display.is_over:
            self._display = self._display.answered(yes=yes)
        elif not self._lights.is_over:
            self._lights = self._lights.answered(yes=yes)
        elif yes:
            self.found, self.is_over = self._result, True
        else:
            self._begin()

    def _skip(self) -> None:
        """Skip this part: its settings stay."""
        if not self._display.is_over:
            self._display = FindDisplay(())
        elif not self._lights.is_over:
            self._lights = FindLights((), self._around.needed)

    # --- what goes out -----------------------------------------------------------------------------------------------

    @property
    def display(self) -> WiredDisplay:
        """How to drive the display now."""
        return self._display.display or self._around.display

    @property
    def is_lit(self) -> bool:
        """Only during the questions about the lights, and while their port is known."""
        return self._keys.is_over and self._display.is_over and self._lights.port is not None

    @property
    def port(self) -> str | None:
        """The port being asked about."""
        return self._lights.port

    @property
    def count(self) -> int:
        """How many LEDs get a colour."""
        return self._lights.sent

    def colours(self) -> bytes:
        """What the strip shows."""
        return self._lights.colours()

    def scene(self) -> View | Pattern:
        """What the display shows."""
        if not self._keys.is_over:
            return self._keys.view()
        if not self._display.is_over:
            return self._display.scene()
        if not self._lights.is_over:
            return self._lights.view()
        return View(text("Keep this?"), lines=self._summary(), legend=KEEP_OR_NOT)

    def sentence(self) -> str:
        """What the terminal says."""
        if not self._keys.is_over:
            return f"{self._keys.remark} {self._keys.sentence()}".strip()
        if not self._display.is_over:
            return self._display.sentence()
        if not self._lights.is_over:
            return self._lights.sentence()
        return f"Found: {self._told()}. Keep it? (y/n; n begins anew)"

    @property
    def _result(self) -> Wired:
        pins = pin_map(self._keys.found, self._around.pins)
        return Wired(pins if pins.seats else None, self._display.found, self._lights.found)

    def _summary(self) -> tuple[Text, ...]:
        found = self._result
        seats = len(found.pins.seats) if found.pins is not None else 0
        display = verbatim(f"{found.display.chip} {found.display.address:X}") if found.display else text("as before")
        lights = verbatim(f"{found.lights.count} {found.lights.order}") if found.lights else text("as before")
        return (
            text("Seats\t{n}", n=seats),
            text("Display\t{found}", found=display),
            text("Lights\t{found}", found=lights),
        )

    def _told(self) -> str:
        found = self._result
        pins, display, lights = found.pins, found.display, found.lights
        seats = len(pins.seats) if pins is not None else 0
        few = f" (a game takes {LEAST_SEATS})" if seats < LEAST_SEATS else ""
        told = [f"the table key and the keys of {seats} seats{few}" if pins is not None else "no seat"]
        told.append(f"an {display.chip} at 0x{display.address:02X}" if display else "no display")
        if lights is not None:
            short = f", {self._around.needed} are needed" if lights.count < self._around.needed else ""
            told.append(f"{lights.count} lights at {lights.port}{short}, colours in the order {lights.order}")
        else:
            told.append("no lights")
        return "; ".join(told)
