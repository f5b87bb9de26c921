"""The twin: the box's far ends simulated, one level below every driver, and what its page shows of them.

Law: nothing here is higher than pins, bus and serial line; the same drivers run as on a Pi.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from math import inf

from companion.faces.strip import StripMap
from companion.kit.chart import Chart
from companion.kit.seats import COLOURS
from companion.kit.view import Track
from companion.locale import LANGUAGES
from companion.web.twin import KEYS, Layout, SeatLeds, SpaceLeds, Words
from companion.web.words import words
from hardware.keyboard import Seen
from hardware.twin.chip import Chip
from hardware.twin.controller import Controller
from hardware.twin.far_ends import Hand, Tone


class Twin:
    """The whole twin, as a hand on its keys and an eye on its page have it."""

    def __init__(self, open_pins: Callable[[], Hand], chip: Chip, controller: Controller, layout: Layout) -> None:
        self._open_pins = open_pins
        self.chip = chip
        self.controller = controller
        self._layout = layout
        self._edges = dict.fromkeys(KEYS, 0)
        """How often a key has been seen to go down or come up: odd while it is down."""
        self.shows_keys = False
        """Whether pages are told of the fingers on its keys. Where people play they are not: how often somebody taps in
        secret tells what is meant."""
        self.language: Callable[[], str] = lambda: LANGUAGES[0]
        """Spoken at the table."""
        self.tell: Callable[[Seen], object] = lambda _: None
        """Takes what is known of keys whose fingers are elsewhere."""
        self._since: dict[str, float] = {}
        """When a key went down last, as its edge has it."""

    def open_pins(self) -> None:
        """Put the simulated pins below gpiozero. Before that there is nothing to press."""
        self._hand = self._open_pins()

    def press(self, key: str) -> None:
        """A finger goes down; on a key that is not wired nothing comes of it."""
        if self.shows_keys:
            self.show_key(key, is_down=True)
        with suppress(KeyError):
            self.tell(Seen(key, inf))
            self._since[key] = self._hand.press(key)

    def hold(self, key: str, held_s: float) -> None:
        """It has been there for so long; whether it is any longer is not known, until that is said, too."""
        if key in self._since:
            self.tell(Seen(key, self._since[key] + held_s))

    def release(self, key: str, held_s: float | None = None) -> None:
        """It lets go: it was down for so long, or until now."""
        if self.shows_keys:
            self.show_key(key, is_down=False)
        with suppress(KeyError):
            self._hand.release(key, None if held_s is None else self._since[key] + held_s)

    def show_key(self, key: str, *, is_down: bool) -> None:
        """Let pages see a key go down or come up."""
        self._edges[key] += (self._edges[key] + is_down) % 2

    def keys(self) -> bytes:
        """A byte for each of `KEYS`: how often it has been seen to go down or come up."""
        return bytes(self._edges[key] % 256 for key in KEYS)

    def memory(self) -> bytes:
        """The display's memory: 1024 bytes; all zero when dark."""
        return self.chip.memory if self.chip.on else bytes(len(self.chip.memory))

    def contrast(self) -> int:
        """How bright the display is: 0 to 255."""
        return self.chip.contrast

    def colours(self) -> bytes:
        """What the controller decoded: 3 bytes a LED."""
        return b"".join(map(bytes, self.controller.colours))

    def tone(self) -> Tone:
        """What the buzzer sounds."""
        return self._hand.tone

    def layout(self) -> Layout:
        """What sits where."""
        return self._layout

    def words(self) -> Words:
        """What the page says."""
        return words(self.language())

    def close(self) -> None:
        """Pull the plug on the far ends."""
        self.controller.close()


def lay_out(title: str, track: Track, strip_map: StripMap, chart: Chart | None = None) -> Layout:
    """What sits where on the page: the board's spaces and the seats, with their LEDs."""
    spaces = tuple(
        SpaceLeds(
            space.id, space.role, space.label, tuple(strip_map.spaces.get(space.id, ())), space.after, space.colour
        )
        for space in track.spaces
    )
    seats = tuple(
        SeatLeds(pair, colour, tuple(leds))
        for pair, (colour, leds) in enumerate(zip(COLOURS, strip_map.seats, strict=True), 1)
    )
    return Layout(title, spaces, seats, chart or Chart())
