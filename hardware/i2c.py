"""The Pi's I2C bus.

1. It is opened when it is first needed, and again after every error: I2C may be switched off, or come back.
"""

from collections.abc import Sequence
from typing import Protocol

from smbus2 import SMBus


class Bus(Protocol):
    """What luma asks of a bus: smbus2's `SMBus`, the `RealBus` below, or a simulated one."""

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int], /) -> None:
        """Send `register` and up to 32 bytes to the chip at this address. Raises `OSError`."""


class RealBus:
    """`/dev/i2c-<number>`."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._bus: SMBus | None = None

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int], /) -> None:
        """Send `register` and up to 32 bytes to the chip at this address. Raises `OSError`."""
        try:
            if self._bus is None:
                self._bus = SMBus(self._number)
            self._bus.write_i2c_block_data(i2c_addr, register, data)
        except OSError:
            self.close()
            raise

    def close(self) -> None:
        """Close the device file; the next write opens it again."""
        if self._bus is not None:
            self._bus.close()
            self._bus = None
