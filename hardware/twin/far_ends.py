"""What is simulated of a box: all that hangs on its wires."""

from collections.abc import Callable
from typing import Final, Protocol, TypeAlias

import msgspec

from hardware.i2c import Bus
from hardware.twin.chip import Chip
from hardware.twin.controller import Controller

Tone: TypeAlias = tuple[float, float]
"""Hertz, and the share of each wave in which the pin is high."""
SILENCE: Final[Tone] = (0.0, 0.0)


class Hand(Protocol):
    """What pushes the keys of simulated pins, and feels what the buzzer sounds."""

    @property
    def tone(self) -> Tone:
        """Of the buzzer, now."""

    def press(self, key: str) -> float:
        """A finger goes down; gives when, as the edge has it."""

    def release(self, key: str, at: float | None = None) -> None:
        """It lets go, now or at `at`."""


class FarEnds(msgspec.Struct, frozen=True):
    """Keys and a buzzer, a display chip on its bus, a controller of LEDs."""

    open_pins: Callable[[], Hand]
    """Puts simulated pins below gpiozero."""
    chip: Chip
    bus: Bus
    controller: Controller | None = None
    """`None`: one that is set up as the settings say."""
