"""Runs a job on the parts: edges and typed answers in; picture, colours, tones and sentences out.

Laws: the drivers are those of the box; the owner of the clock calls `step`: here the loop, in tests the test; systemd
is told that the box lives.
"""

from __future__ import annotations

import os
import queue
import select
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from msgspec import Struct
from PIL import Image

from companion.daemon.systemd import Systemd
from companion.daemon.wired import WiredDisplay
from companion.faces import oled, patterns
from companion.faces.patterns import Pattern
from companion.faces.speech import ReadOut, sentences
from companion.kit.text import Text, speak
from companion.kit.view import View
from companion.workshop.job import ANSWERS, Job
from hardware.buzzer import Buzzer
from hardware.closing import close_all
from hardware.edge import Edge
from hardware.i2c import Bus
from hardware.oled import Oled
from hardware.strip import Strip

IDLE_S: Final = 0.1
"""How often the terminal is read when nothing else is due."""


class KeyWires(Struct, frozen=True):
    """The wires to listen to, as `Keys` wants them."""

    keys: Mapping[str, int]
    """BCM number of each."""


class Ends(Struct, frozen=True):
    """Where the parts are connected."""

    bus: Bus
    """The display's bus."""
    buzzer: Buzzer
    baud: int
    """The baud rate of the strip's line."""
    say: Callable[[str], object] = lambda _: None
    """Takes words for the box's voice."""


class Running:
    """One job on these ends, one strip at a time. `clock` is for the strip: `None` in stepped time.

    `read_out` takes the lines of the display for somebody who does not see it; a test pattern has none.
    """

    def __init__(
        self,
        job: Job,
        ends: Ends,
        translate: Callable[[str], str],
        clock: Callable[[], float] | None = None,
        read_out: ReadOut = lambda _: None,
    ) -> None:
        self._job = job
        self._ends = ends
        self._buzzer = ends.buzzer
        self._buzzer.show(job.melody)
        self._translate = translate
        self._clock = clock
        self._read_out = read_out
        self._panel: tuple[WiredDisplay, Oled] | None = None
        self._strip: tuple[str | None, Strip] | None = None
        self._drawn: View | Pattern | None = None
        self._sentence = ""
        self._said: Text | None = None
        self._faults: dict[str, str | None] = {}
        self.tell: Callable[[str], None] = lambda sentence: print(sentence, flush=True)

    def step(self, t: float) -> None:
        """Let time pass to `t` (seconds, monotonic) and bring every part up to date."""
        self._job.tick(t)
        if not self._job.is_over:
            self._show(t)
            self._light(t)
        self._buzzer.tick(t)
        self._complain("sound", self._buzzer.fault)
        self._speak()
        if (sentence := self._job.sentence()) != self._sentence:
            self._sentence = sentence
            self.tell(sentence)

    def next_deadline(self) -> float:
        """When `step` next has something to do without an edge or an answer."""
        parts = (part[1] for part in (self._panel, self._strip) if part is not None)
        own = (self._job.next_deadline(), self._buzzer.next_deadline())
        return min((*own, *(part.next_deadline() for part in parts)))

    def close(self) -> None:
        """Darken the parts, and end the sound."""
        parts = (part[1].close for part in (self._panel, self._strip) if part is not None)
        close_all(*parts, self._buzzer.close)

    def _show(self, t: float) -> None:
        wired = self._job.display
        if self._panel is None or self._panel[0] != wired:
            # The display before it is not darkened: it may be the same panel, driven as another chip.
            panel = Oled(
                self._ends.bus, wired.chip, wired.address, wired.column_offset, rotate=2 if wired.is_upside_down else 0
            )
            self._panel = wired, panel
            self._drawn = None
        panel, scene = self._panel[1], self._job.scene()
        if scene != self._drawn:
            self._drawn = scene
            panel.show(self._picture(scene))
            self._read_out(() if isinstance(scene, Pattern) else sentences(scene, self._translate))
        panel.tick(t)
        self._complain("display", panel.fault)

    def _picture(self, scene: View | Pattern) -> Image.Image:
        if isinstance(scene, Pattern):
            return patterns.draw(scene, self._translate)
        return oled.draw(scene, self._translate)

    def _light(self, t: float) -> None:
        port = self._job.port
        if self._strip is not None and not (self._job.is_lit and self._strip[0] == port):
            self._strip[1].close()
            self._strip = None
        if self._job.is_lit:
            if self._strip is None:
                self._strip = port, Strip(port, self._job.count, self._ends.baud, clock=self._clock)
            strip = self._strip[1]
            strip.show(self._job.colours())
            strip.tick(t)
            self._complain("lights", strip.fault)

    def _speak(self) -> None:
        if (said := self._job.said) is not None and said != self._said:
            self._said = said
            self._ends.say(speak(said, self._translate))

    def _complain(self, part: str, fault: str | None) -> None:
        if fault != self._faults.get(part):
            self._faults[part] = fault
            self.tell(f"{fault}." if fault else f"{part}: back again.")


def run(job: Job, running: Running, inbox: queue.SimpleQueue[Edge | None]) -> bool:
    """Run by the clock until the job is over (true), or until `None` comes in (false)."""
    systemd = Systemd()
    while not job.is_over:
        now = time.monotonic()
        for edge in _edges(inbox, min(max(running.next_deadline() - now, 0.0), IDLE_S)):
            if edge is None:
                return False
            job.feed(edge)
        now = time.monotonic()
        for letter in _typed():
            if letter in ANSWERS:
                job.answer(ANSWERS[letter], now)
        running.step(now)
        systemd.beat(now)
    return True


def _edges(inbox: queue.SimpleQueue[Edge | None], wait_s: float) -> list[Edge | None]:
    found: list[Edge | None] = []
    with suppress(queue.Empty):
        found.append(inbox.get(timeout=wait_s))
        found += [inbox.get_nowait() for _ in range(inbox.qsize())]
    return found


def _typed() -> list[str]:
    """The first letter of every line typed so far, if there is a terminal."""
    if not sys.stdin or not sys.stdin.isatty():
        return []
    lines = []
    while select.select([sys.stdin.fileno()], [], [], 0)[0]:
        line = os.read(sys.stdin.fileno(), 256)
        if not line:
            break
        lines += line.decode(errors="replace").lower().splitlines()
    return [line.strip()[:1] for line in lines]
