"""Mock pins below gpiozero, the fingers on their keys, and the sound of the buzzer.

1. A key that is down keeps its pin low, even if a pull-up is set on it later.
2. An edge has the time of its pin factory's clock, as a real pin's edge has the kernel's; if a finger's move is told
   late, the edge has the time of the move.
3. Any pin can make waves, as with lgpio.
"""

from collections.abc import Callable
from math import inf

from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin
from gpiozero.pins.pi import PiPin

from hardware.pins import PinMap
from hardware.twin.far_ends import SILENCE, Tone

REST_S = 0.05
"""A finger needs at least this long to come back to a key; the keyboard takes shorter gaps for bounce."""


class Pin(MockPWMPin):  # type: ignore[misc]  # gpiozero publishes no types
    """A pin with a key to ground, or a buzzer."""

    down = False
    _at: float | None = None
    """When a finger moves it; `None`: now."""

    @property
    def tone(self) -> Tone:
        """The wave on it."""
        hertz, share = self.frequency, self.state  # read once: another thread may end it meanwhile
        return (hertz, share) if hertz and share else SILENCE

    def move(self, at: float, drive: Callable[[], None]) -> None:
        """Drive it to another level; its edge has this time."""
        self._at = at
        drive()
        self._at = None

    def drive_high(self) -> None:
        """Let the pull-up lift the pin, if the key lets it."""
        if not self.down:
            super().drive_high()

    def _set_state(self, value: float) -> None:
        self.clear_states()  # gpiozero's mock keeps all it has been through
        super()._set_state(value)

    def _call_when_changed(self) -> None:
        at = self.factory.ticks() if self._at is None else self._at
        PiPin._call_when_changed(self, at, self._state)


class Fingers:
    """Presses keys, by their names in the pin map, and hears the buzzer."""

    def __init__(self, pins: PinMap, factory: MockFactory) -> None:
        self._pins = {key: factory.pin(f"GPIO{bcm}") for key, bcm in pins.keys.items()}
        self._buzzer = factory.pin(f"GPIO{pins.buzzer}")
        self._factory = factory
        self._up_at: dict[str, float] = {}
        """When each key last came up, or will come up, if that was told."""

    @property
    def tone(self) -> Tone:
        """What the buzzer sounds now."""
        tone: Tone = self._buzzer.tone
        return tone

    def press(self, key: str) -> float:
        """Push a key down now, or soon if it has yet to come up; gives the time. Raises `KeyError` for no such key."""
        at: float = max(self._factory.ticks(), self._up_at.get(key, -inf) + REST_S)
        self._pins[key].down = True
        self._pins[key].clear_states()
        self._pins[key].move(at, self._pins[key].drive_low)
        return at

    def release(self, key: str, at: float | None = None) -> None:
        """Let a key go now, or at `at`. Raises `KeyError` for a key that is not there."""
        self._pins[key].down = False
        if at is None:
            self._pins[key].drive_high()
        else:
            self._up_at[key] = at
            self._pins[key].move(at, self._pins[key].drive_high)


def mock_pins(pins: PinMap) -> Fingers:
    """Put mock pins of a Zero 2 W below gpiozero and give the fingers for this pin map."""
    factory = MockFactory(revision="902120", pin_class=Pin)
    Device.pin_factory = factory
    return Fingers(pins, factory)


def tell_time(clock: Callable[[], float]) -> None:
    """Let the mock pins that are now below gpiozero use this clock."""
    Device.pin_factory.ticks = clock
