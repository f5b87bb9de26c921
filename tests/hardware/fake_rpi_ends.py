"""The drivers over fake-rpi, in place of our own simulated far ends.

fake-rpi imitates the interfaces of RPi.GPIO and smbus, but reads random levels, fires no edge and stores no byte.
Here it is given a memory, so that gpiozero's RPiGPIOFactory and luma work over it.
"""

import contextlib
import importlib
import io
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from unittest.mock import patch

from gpiozero import Device
from smbus2 import i2c_msg

from hardware.pins import PinMap
from hardware.twin import chip
from hardware.twin.far_ends import SILENCE, Tone

with contextlib.redirect_stdout(io.StringIO()):  # it prints a line for everything it does
    import fake_rpi
    import fake_rpi.smbus
    from fake_rpi.RPi import _GPIO

fake_rpi.toggle_print(False)


class Gpio(_GPIO):  # type: ignore[misc]  # fake-rpi publishes no types
    """fake-rpi's RPi.GPIO with levels, pulls and edges."""

    def __init__(self) -> None:
        with contextlib.redirect_stdout(io.StringIO()):
            super().__init__()
        self._callbacks: dict[int, Callable[[int], None]] = {}
        self._down: set[int] = set()

    def setup(self, channel: int, *_state_and_pull: int) -> None:
        self._settle(channel)

    def gpio_function(self, _channel: int) -> int:
        return int(self.IN)

    def add_event_detect(self, channel: int, _edge: int, callback: Callable[[int], None], **_bounce: int) -> None:
        self._callbacks[channel] = callback

    def remove_event_detect(self, channel: int) -> None:
        self._callbacks.pop(channel, None)

    def drive(self, channel: int, *, down: bool) -> None:
        """Push the key on this pin down or let it go."""
        (self._down.add if down else self._down.discard)(channel)
        before, after = self.input(channel), self._settle(channel)
        if before != after and channel in self._callbacks:
            self._callbacks[channel](channel)

    def _settle(self, channel: int) -> int:
        level: int = self.LOW if channel in self._down else self.HIGH
        self.set_input(channel, level)
        return level


class Fingers:
    """Presses keys, by their names in the pin map, as `hardware.twin.pins.Fingers` does."""

    def __init__(self, pins: PinMap, gpio: Gpio) -> None:
        self._keys, self._gpio = pins.keys, gpio

    @property
    def tone(self) -> Tone:
        """Silence: fake-rpi's waves cannot be heard."""
        return SILENCE

    def press(self, key: str) -> float:
        self._gpio.drive(self._keys[key], down=True)
        return time.monotonic()

    def release(self, key: str, at: float | None = None) -> None:
        assert at is None, "fake-rpi has its own clock"
        self._gpio.drive(self._keys[key], down=False)


class Bus(fake_rpi.smbus.SMBus):  # type: ignore[misc]  # fake-rpi publishes no types
    """fake-rpi's SMBus that hands on what is written to the chips at its addresses."""

    def __init__(self, chips: dict[int, chip.Chip]) -> None:
        with contextlib.redirect_stdout(io.StringIO()):
            super().__init__(1)
        self._wires = chip.SimulatedBus(chips)

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        super().write_i2c_block_data(i2c_addr, register, data)
        self._wires.write_i2c_block_data(i2c_addr, register, data)

    def i2c_rdwr(self, *i2c_msgs: i2c_msg) -> None:
        self._wires.i2c_rdwr(*i2c_msgs)

    def read_byte_data(self, i2c_addr: int, register: int) -> int:
        return self._wires.read_byte_data(i2c_addr, register)


@contextmanager
def fake_rpi_pins(pins: PinMap) -> Iterator[Fingers]:
    """Put gpiozero's RPiGPIOFactory over fake-rpi below gpiozero, within the context."""
    gpio = Gpio()
    package = ModuleType("RPi")
    vars(package)["GPIO"] = gpio
    before = Device.pin_factory
    with (
        patch.dict(sys.modules, {"RPi": package, "RPi.GPIO": gpio}),
        patch("gpiozero.pins.local.get_pi_revision", lambda: 0x902120),
    ):
        sys.modules.pop("gpiozero.pins.rpigpio", None)  # it keeps the RPi.GPIO it was first imported with
        Device.pin_factory = importlib.import_module("gpiozero.pins.rpigpio").RPiGPIOFactory()
        try:
            yield Fingers(pins, gpio)
        finally:
            Device.pin_factory.close()
            Device.pin_factory = before
