"""What the twin's page shows and touches: keys, display, lights, buzzer, and the layout. It loads no web library.

Law: the page sees only the far ends of the wires, and the display's words, so it can do no more than a hand on the box.
"""

from __future__ import annotations

from typing import Final, Protocol

import msgspec

from companion.kit.chart import Chart
from companion.kit.view import Role

KEYS: Final[tuple[str, ...]] = (
    *(f"green{pair}" for pair in range(1, 7)),
    *(f"red{pair}" for pair in range(1, 7)),
    "table",
)
"""The box's thirteen keys."""


class SpaceLeds(msgspec.Struct, frozen=True):
    """A space on the board and the lights under it."""

    id: str
    role: Role
    label: str
    """The text printed there; empty: none."""
    leds: tuple[int, ...]
    """Positions on the strip, from 0."""
    after: tuple[str, ...] = ()
    """The ids of the spaces that can come next, the one on the main way first."""
    colour: str = ""
    """The colour of the seat that owns the space; empty: everybody's."""


class SeatLeds(msgspec.Struct, frozen=True):
    """A seat at the box and the lights beside its two keys."""

    pair: int
    """Which pair of keys, 1 … 6 from the left."""
    colour: str
    leds: tuple[int, ...]


class TwinLayout(msgspec.Struct, frozen=True):
    """What never changes while the box runs: the drawn board and the seats."""

    title: str
    spaces: tuple[SpaceLeds, ...]
    """The track from its hindmost space on, then the podium from first place on."""
    seats: tuple[SeatLeds, ...]
    chart: Chart = Chart()
    """How the board is drawn."""


class TwinWords(msgspec.Struct, frozen=True):
    """The words of the page, in the language of the table."""

    language: str
    keys: dict[str, str]
    """The name of each of `KEYS`."""
    page: dict[str, str]
    """The words, by their place on the page."""
    asleep: str
    """Shown over a dark display."""
    away: str
    """Shown when the box cannot be reached."""


class TwinWires(Protocol):
    """The simulated far ends of the box's wires. Called from the web server's thread; no call may block."""

    def press(self, key: str) -> None:
        """Push one of `KEYS` down, which was up."""

    def hold(self, key: str, held_s: float) -> None:
        """The key has been down for `held_s`; whether it stays down is unknown until the next message."""

    def release(self, key: str, held_s: float) -> None:
        """Release one of `KEYS`, which was down for `held_s`."""

    def keys(self) -> bytes:
        """Read the keys: a byte for each of `KEYS`, how often it has gone down or come up.

        It is odd while the key is down, and shows a press between two looks. If people play, only bots' presses count.
        """

    def memory(self) -> bytes:
        """Read the display: 1024 bytes, 8 pages of 128 columns, each byte 8 dots with the lowest bit on top (SSD1306).

        All zero when it is dark.
        """

    def reading(self) -> tuple[str, ...]:
        """Read the display in words: its lines, the first of which says who is asked what; none when it is dark."""

    def contrast(self) -> int:
        """Read how bright the display is: 0 to 255."""

    def colours(self) -> bytes:
        """Read the lights: 3 bytes (red, green, blue) for each, as the controller decoded them."""

    def tone(self) -> tuple[float, float]:
        """Hear the buzzer: hertz, and the share of each wave that is high; 0 and 0 when it is silent."""

    def layout(self) -> TwinLayout:
        """The layout."""

    def words(self) -> TwinWords:
        """The current words of the page."""
