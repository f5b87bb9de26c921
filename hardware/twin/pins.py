"""Mock pins below gpiozero, the fingers on their keys, and what is heard of the buzzer.

1. A key that is down keeps its pin low, whatever pull-up is set on it later.
2. An edge has the time of its pin factory's clock, as an edge of a real pin has the kernel's.
3. Any pin can make waves, as with lgpio.
"""

from collections.abc import Callable

from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin
from gpiozero.pins.pi import PiPin

from hardware.pins import PinMap
from hardware.twin.far_ends import SILENCE, Tone


class Pin(MockPWMPin):  # type: ignore[misc]  # gpiozero publishes no types
    """A pin with a key to ground, or a buzzer."""

    down = False

    @property
    def tone(self) -> Tone:
        """The wave on it."""
        hertz, share = self.frequency, self.state  # read once: another thread may end it meanwhile
        return (hertz, share) if hertz and share else SILENCE

    def drive_high(self) -> None:
        """Let the pull-up lift the pin, if the key lets it."""
        if not self.down:
            super().drive_high()

    def _set_state(self, value: float) -> None:
        self.clear_states()  # gpiozero's mock keeps all it has been through
        super()._set_state(value)

    def _call_when_changed(self) -> None:
        PiPin._call_when_changed(self, self.factory.ticks(), self._state)


class Fingers:
    """Presses keys, by their names in the pin map, and feels what the buzzer sounds."""

    def __init__(self, pins: PinMap, factory: MockFactory) -> None:
        self._pins = {key: factory.pin(f"GPIO{bcm}") for key, bcm in pins.keys.items()}
        self._buzzer = factory.pin(f"GPIO{pins.buzzer}")

    @property
    def tone(self) -> Tone:
        """What the buzzer sounds now."""
        tone: Tone = self._buzzer.tone
        return tone

    def press(self, key: str) -> None:
        """Push a key down. Raises `KeyError` for a key that is not there."""
        self._pins[key].down = True
        self._pins[key].clear_states()
        self._pins[key].drive_low()

    def release(self, key: str) -> None:
        """Let a key go. Raises `KeyError` for a key that is not there."""
        self._pins[key].down = False
        self._pins[key].drive_high()


def mock_pins(pins: PinMap) -> Fingers:
    """Put mock pins of a Zero 2 W below gpiozero and give the fingers for this pin map."""
    factory = MockFactory(revision="902120", pin_class=Pin)
    Device.pin_factory = factory
    return Fingers(pins, factory)


def tell_time(clock: Callable[[], float]) -> None:
    """Let the pins that are now below gpiozero go by this clock. Real ones would not care."""
    Device.pin_factory.ticks = clock
