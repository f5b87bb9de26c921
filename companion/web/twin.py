"""What the page shows and touches: keys, display, lights, buzzer and where the lights sit. It loads no web library.

Law: nothing here is higher than the far ends of the wires, so the page cannot do more than a hand on the box.
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
    """What is printed there; empty: nothing."""
    leds: tuple[int, ...]
    """Positions on the strip, from 0."""
    after: tuple[str, ...] = ()
    """The ids of those that can come next, the one on the main way first."""
    colour: str = ""
    """Whose it is; empty: everybody's."""


class SeatLeds(msgspec.Struct, frozen=True):
    """A seat at the box and the lights beside its two keys."""

    pair: int
    """Which pair of keys, 1 … 6 from the left."""
    colour: str
    leds: tuple[int, ...]


class Layout(msgspec.Struct, frozen=True):
    """What never changes while the box runs: the board as it is drawn, and the seats."""

    title: str
    spaces: tuple[SpaceLeds, ...]
    """Along the track from its hindmost space on, then the podium from its first place on."""
    seats: tuple[SeatLeds, ...]
    chart: Chart = Chart()
    """How the board is drawn."""


class Words(msgspec.Struct, frozen=True):
    """What the page says, in the language of the table."""

    language: str
    keys: dict[str, str]
    """What each of `KEYS` is called."""
    page: dict[str, str]
    """By what the page calls the place where it stands."""
    asleep: str
    """Over a dark display."""
    away: str
    """When the box is not there."""


class Twin(Protocol):
    """The simulated far ends of the box's wires. Called from the web server's thread; no call may wait."""

    def press(self, key: str) -> None:
        """Push one of `KEYS` down; it was up."""

    def hold(self, key: str, held_s: float) -> None:
        """Say that it has been down for so long; whether it is down for longer is not known until that is said."""

    def release(self, key: str, held_s: float) -> None:
        """Let one of `KEYS` go; it was down for so long."""

    def keys(self) -> bytes:
        """Read the keys, whoever presses them: a byte for each of `KEYS`, how often it has gone down or come up.

        It is odd while the key is down, and tells of a press between two looks. Where people play, only bots' are told.
        """

    def memory(self) -> bytes:
        """Read the display: 1024 bytes, 8 pages of 128 columns, each byte 8 dots with the lowest bit on top (SSD1306).

        All zero when it is dark.
        """

    def contrast(self) -> int:
        """Read how bright the display is: 0 to 255."""

    def colours(self) -> bytes:
        """Read the lights: 3 bytes (red, green, blue) for each, as the controller decoded them."""

    def tone(self) -> tuple[float, float]:
        """Hear the buzzer: hertz, and the share of each wave that is high; 0 and 0 when it is silent."""

    def layout(self) -> Layout:
        """Say what is where."""

    def words(self) -> Words:
        """Say what the page says now."""
