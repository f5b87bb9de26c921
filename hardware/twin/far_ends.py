"""The simulated part of a box: all that is connected to its wires."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

import msgspec

from hardware.i2c import Bus
from hardware.twin.chip import Chip

if TYPE_CHECKING:
    from hardware.twin.controller import Controller

Tone: TypeAlias = tuple[float, float]
"""Hertz, and the share of each wave in which the pin is high."""
SILENCE: Final[Tone] = (0.0, 0.0)


class SimulatedHand(Protocol):
    """A hand that presses the keys of simulated pins, and hears the buzzer."""

    @property
    def tone(self) -> Tone:
        """The buzzer's tone now."""

    def press(self, key: str) -> float:
        """Put a finger down; gives the time that its edge has."""

    def release(self, key: str, at: float | None = None) -> None:
        """Let the key go, now or at `at`."""


class FarEnds(msgspec.Struct, frozen=True):
    """Keys and a buzzer, a display chip on its bus, a controller of LEDs."""

    open_pins: Callable[[], SimulatedHand]
    """Puts simulated pins below gpiozero."""
    chip: Chip
    bus: Bus
    controller: "Controller | None" = None
    """`None`: a controller that is set up as the settings say."""
