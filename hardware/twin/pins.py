"""Mock pins below gpiozero, and the fingers on their keys.

1. A key that is down keeps its pin low, whatever pull-up is set on it later.
2. An edge has the time of its pin factory's clock, as an edge of a real pin has the kernel's.
"""

from collections.abc import Callable

from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiPin

from hardware.pins import PinMap


class KeyPin(MockPin):  # type: ignore[misc]  # gpiozero publishes no types
    """A pin with a key to ground."""

    down = False

    def drive_high(self) -> None:
        """Let the pull-up lift the pin, if the key lets it."""
        if not self.down:
            super().drive_high()

    def _call_when_changed(self) -> None:
        PiPin._call_when_changed(self, self.factory.ticks(), self._state)


class Fingers:
    """Presses keys, by their names in the pin map."""

    def __init__(self, pins: PinMap, factory: MockFactory) -> None:
        self._pins = {key: factory.pin(f"GPIO{bcm}") for key, bcm in pins.keys.items()}

    def press(self, key: str) -> None:
        """Push a key down. Raises `KeyError` for a key that is not there."""
        self._pins[key].down = True
        self._pins[key].clear_states()  # gpiozero's mock keeps all it has been through
        self._pins[key].drive_low()

    def release(self, key: str) -> None:
        """Let a key go. Raises `KeyError` for a key that is not there."""
        self._pins[key].down = False
        self._pins[key].drive_high()


def mock_pins(pins: PinMap) -> Fingers:
    """Put mock pins of a Zero 2 W below gpiozero and give the fingers for this pin map."""
    factory = MockFactory(revision="902120", pin_class=KeyPin)
    Device.pin_factory = factory
    return Fingers(pins, factory)


def tell_time(clock: Callable[[], float]) -> None:
    """Let the pins that are now below gpiozero go by this clock. Real ones would not care."""
    Device.pin_factory.ticks = clock
