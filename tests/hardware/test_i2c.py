import errno
from collections.abc import Sequence

import pytest
from smbus2 import i2c_msg

from hardware import i2c
from hardware.i2c import RealBus


class Device:
    """A stand-in for smbus2's bus at `/dev/i2c-1`, which may be missing."""

    opened = 0
    present = True
    sent: list[tuple[int, int, Sequence[int]]]

    def __init__(self, number: int) -> None:
        if not Device.present:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", f"/dev/i2c-{number}")
        Device.opened += 1
        Device.sent = []

    def write_i2c_block_data(self, address: int, register: int, data: Sequence[int]) -> None:
        if address != 0x3C:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        Device.sent.append((address, register, data))

    def i2c_rdwr(self, *messages: i2c_msg) -> None:
        for message in messages:
            sent = bytes(message)
            self.write_i2c_block_data(message.addr, sent[0], sent[1:])

    def read_byte_data(self, address: int, register: int) -> int:
        self.write_i2c_block_data(address, register, [])
        return 0x46

    def close(self) -> None:
        Device.opened -= 1


@pytest.fixture(autouse=True)
def _device(monkeypatch: pytest.MonkeyPatch) -> None:
    Device.opened, Device.present = 0, True
    monkeypatch.setattr(i2c, "SMBus", Device)


def test_it_is_opened_by_the_first_write_and_once() -> None:
    bus = RealBus(1)
    assert Device.opened == 0
    bus.write_i2c_block_data(0x3C, 0x00, [3])
    bus.i2c_rdwr(i2c_msg.write(0x3C, b"\x40\1\2"))
    assert Device.opened == 1
    assert Device.sent == [(0x3C, 0x00, [3]), (0x3C, 0x40, b"\1\2")]
    bus.close()
    bus.close()
    assert Device.opened == 0


def test_a_bus_that_cannot_be_closed_is_opened_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    def close(_device: Device) -> None:
        raise OSError(errno.EIO, "Input/output error")

    bus = RealBus(1)
    monkeypatch.setattr(Device, "close", close)
    with pytest.raises(OSError, match="error"):
        bus.write_i2c_block_data(0x3D, 0x00, [3])
    bus.write_i2c_block_data(0x3C, 0x00, [3])
    assert Device.opened == 2


def test_a_missing_bus_raises_and_is_opened_when_it_comes() -> None:
    bus = RealBus(1)
    Device.present = False
    with pytest.raises(FileNotFoundError):
        bus.write_i2c_block_data(0x3C, 0x40, [1])
    Device.present = True
    bus.write_i2c_block_data(0x3C, 0x40, [1])
    assert Device.opened == 1


def test_after_an_error_it_is_opened_anew() -> None:
    bus = RealBus(1)
    with pytest.raises(OSError, match="Remote"):
        bus.write_i2c_block_data(0x3D, 0x40, [1])
    assert Device.opened == 0
    bus.write_i2c_block_data(0x3C, 0x40, [1])
    assert Device.opened == 1


def test_reading_opens_it_too_and_an_error_closes_it() -> None:
    bus = RealBus(1)
    assert bus.read_byte_data(0x3C, 0x00) == 0x46
    assert Device.opened == 1
    with pytest.raises(OSError, match="Remote"):
        bus.read_byte_data(0x3D, 0x00)
    assert Device.opened == 0
