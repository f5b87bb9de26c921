"""The Pi's I2C bus.

1. It is opened at the first use, and again after every error: I2C may be switched off and on again.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from smbus2 import SMBus, i2c_msg


class Bus(Protocol):
    """What luma and the display ask of a bus: smbus2's `SMBus`, the `RealBus` below, or a simulated one."""

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int], /) -> None:
        """Send `register` and up to 32 bytes to the chip at this address. Raises `OSError`."""

    def i2c_rdwr(self, *i2c_msgs: i2c_msg) -> None:
        """Send messages of any length. Raises `OSError`."""

    def read_byte_data(self, i2c_addr: int, register: int, /) -> int:
        """Send `register` to the chip at this address and read a byte. Raises `OSError`."""


class RealBus:
    """`/dev/i2c-<number>`."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._bus: SMBus | None = None

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int], /) -> None:
        """Send `register` and up to 32 bytes to the chip at this address. Raises `OSError`."""
        with self._opened() as bus:
            bus.write_i2c_block_data(i2c_addr, register, data)

    def i2c_rdwr(self, *i2c_msgs: i2c_msg) -> None:
        """Send messages of any length. Raises `OSError`."""
        with self._opened() as bus:
            bus.i2c_rdwr(*i2c_msgs)

    def read_byte_data(self, i2c_addr: int, register: int, /) -> int:
        """Send `register` to the chip at this address and read a byte. Raises `OSError`."""
        with self._opened() as bus:
            return int(bus.read_byte_data(i2c_addr, register))

    def close(self) -> None:
        """Close the device file; the next write opens it again."""
        bus, self._bus = self._bus, None
        if bus is not None:
            bus.close()

    @contextmanager
    def _opened(self) -> Iterator[SMBus]:
        try:
            if self._bus is None:
                self._bus = SMBus(self._number)
            yield self._bus
        except OSError:
            self.close()
            raise
