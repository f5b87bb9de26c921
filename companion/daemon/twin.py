"""The twin: simulated far ends of the box, one level below every driver, and what its page shows of them.

Laws: only pins, bus and serial line are simulated; the drivers are the same as on a Pi. The lines of the display come
beside its wire, for somebody who does not see it: they say no more than its picture.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from math import inf
from typing import Final

from companion.faces.strip import StripMap
from companion.kit.chart import Chart
from companion.kit.seats import COLOURS
from companion.kit.view import Track
from companion.locale import LANGUAGES
from companion.web.twin import KEYS, SeatLeds, SpaceLeds, TwinLayout, TwinWords
from companion.web.words import words
from hardware.keyboard import KeyKnown
from hardware.twin.chip import Chip
from hardware.twin.controller import Controller
from hardware.twin.far_ends import SimulatedHand, Tone

SHORTEST_S: Final = 0.02
"""A busy browser may report a click shorter than a millisecond, too short for a finger: keys take that for bounce."""


class Twin:
    """The whole twin, for hands on its keys and eyes on its page."""

    def __init__(
        self, open_pins: Callable[[], SimulatedHand], chip: Chip, controller: Controller, layout: TwinLayout
    ) -> None:
        self._open_pins = open_pins
        self.chip = chip
        self.controller = controller
        self._layout = layout
        self._edges = dict.fromkeys(KEYS, 0)
        """How often a key has visibly gone down or come up: odd while it is down."""
        self.shows_keys = False
        """Whether pages see the fingers on the keys. If people play, they do not: the number of secret taps would
        reveal the answer."""
        self.language: Callable[[], str] = lambda: LANGUAGES[0]
        """The language of the table."""
        self._reading: tuple[str, ...] = ()
        self.tell: Callable[[KeyKnown], object] = lambda _: None
        """Takes what is known of keys that remote fingers hold."""
        self._since: dict[str, float] = {}
        """When a key last went down, by the time of its edge."""

    def open_pins(self) -> None:
        """Connect the simulated pins to gpiozero. Before that, no key can be pressed."""
        self._hand = self._open_pins()

    def press(self, key: str) -> None:
        """A finger goes down; a key that is not wired does nothing."""
        if self.shows_keys:
            self.show_key(key, is_down=True)
        with suppress(KeyError):
            self.tell(KeyKnown(key, inf))
            self._since[key] = self._hand.press(key)

    def hold(self, key: str, held_s: float) -> None:
        """The finger has been down for `held_s`; whether it still is, is unknown until the next message."""
        if key in self._since:
            self.tell(KeyKnown(key, self._since[key] + held_s))

    def release(self, key: str, held_s: float | None = None) -> None:
        """The finger lets go: it was down for `held_s`, or until now."""
        if self.shows_keys:
            self.show_key(key, is_down=False)
        with suppress(KeyError):
            self._hand.release(key, None if held_s is None else self._since[key] + max(held_s, SHORTEST_S))

    def show_key(self, key: str, *, is_down: bool) -> None:
        """Show pages that a key goes down or comes up."""
        self._edges[key] += (self._edges[key] + is_down) % 2

    def keys(self) -> bytes:
        """A byte for each of `KEYS`: how often it has visibly gone down or come up."""
        return bytes(self._edges[key] % 256 for key in KEYS)

    def memory(self) -> bytes:
        """The display's memory: 1024 bytes; all zero when dark."""
        return self.chip.memory if self.chip.on else bytes(len(self.chip.memory))

    def read_out(self, lines: tuple[str, ...]) -> None:
        """Keep the lines of the display for those who do not see it."""
        self._reading = lines

    def reading(self) -> tuple[str, ...]:
        """The lines of the display; none when it is dark."""
        return self._reading if self.chip.on else ()

    def contrast(self) -> int:
        """How bright the display is: 0 to 255."""
        return self.chip.contrast

    def colours(self) -> bytes:
        """The colours that the controller decoded: 3 bytes an LED."""
        return b"".join(map(bytes, self.controller.colours))

    def tone(self) -> Tone:
        """The buzzer's tone."""
        return self._hand.tone

    def layout(self) -> TwinLayout:
        """The layout of board and seats."""
        return self._layout

    def words(self) -> TwinWords:
        """The words of the page."""
        return words(self.language())

    def close(self) -> None:
        """Disconnect the far ends."""
        self.controller.close()


def lay_out(title: str, track: Track, strip_map: StripMap, chart: Chart | None = None) -> TwinLayout:
    """The layout of the page: the board's spaces and the seats, with their LEDs."""
    spaces = tuple(
        SpaceLeds(
            space.id, space.role, space.label, tuple(strip_map.spaces.get(space.id, ())), space.after, space.colour
        )
        for space in track.spaces
    )
    keys = strip_map.keys or [()] * len(COLOURS)
    seats = tuple(
        SeatLeds(pair, colour, (*leds, *own))
        for pair, (colour, leds, own) in enumerate(zip(COLOURS, strip_map.seats, keys, strict=True), 1)
    )
    return TwinLayout(title, spaces, seats, chart or Chart())
