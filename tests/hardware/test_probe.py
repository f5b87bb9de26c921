import errno
import fcntl
import os
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest
from smbus2 import i2c_msg

from hardware.adalight import encode
from hardware.errors import LineLostError
from hardware.line import SerialLine
from hardware.oled import ChipName
from hardware.probe import chip_at, i2c_addresses, users_of, who_answers
from hardware.twin.chip import Chip, SimulatedBus
from hardware.twin.controller import Controller
from tests.hardware.arduino import Arduino

ABSENT = OSError(errno.EREMOTEIO, "Remote I/O error")
EVERYWHERE = range(0x08, 0x78)
"""All addresses a chip may have."""


class Failing:
    """A bus on which every transfer ends like this."""

    def __init__(self, number: int) -> None:
        self._number = number

    def write_i2c_block_data(self, _address: int, _register: int, _data: Sequence[int], /) -> None:
        raise OSError(self._number, os.strerror(self._number))

    def i2c_rdwr(self, *_messages: i2c_msg) -> None:
        raise OSError(self._number, os.strerror(self._number))

    def read_byte_data(self, _address: int, _register: int, /) -> int:
        raise OSError(self._number, os.strerror(self._number))


class Clockwork(Chip):
    """A chip that is no display: it can be read, and must not be written to."""

    def read(self) -> int:
        return 0x42

    def write(self, control: int, data: Sequence[int]) -> None:  # noqa: ARG002
        raise AssertionError("this would have set the clock")


# --- I2C -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", [0x3C, 0x3D])
def test_a_display_is_found_at_either_address(address: int) -> None:
    assert i2c_addresses(SimulatedBus({address: Chip()})) == (address,)


def test_an_empty_bus_has_nobody() -> None:
    assert i2c_addresses(SimulatedBus({})) == ()
    assert i2c_addresses(SimulatedBus({}), EVERYWHERE) == ()


def test_a_display_that_cannot_be_read_is_there_all_the_same() -> None:
    chip = Chip()
    chip.is_readable = False
    assert i2c_addresses(SimulatedBus({0x3C: chip}), EVERYWHERE) == (0x3C,)
    assert chip_at(SimulatedBus({0x3C: chip}), 0x3C) is None


def test_what_is_no_display_is_read_and_never_written_to() -> None:
    bus = SimulatedBus({0x3D: Chip(), 0x68: Clockwork()})
    assert i2c_addresses(bus, EVERYWHERE) == (0x3D, 0x68)


@pytest.mark.parametrize(("chip", "told"), [("ssd1306", "ssd1306"), ("sh1106", "sh1106"), ("ssd1309", None)])
def test_a_chip_is_known_by_its_status(chip: ChipName, told: ChipName | None) -> None:
    bus = SimulatedBus({0x3C: Chip(chip)})
    assert chip_at(bus, 0x3C) == told
    assert chip_at(bus, 0x3D) is None, "nobody is there"


def test_asking_leaves_the_picture_as_it_is() -> None:
    chip = Chip()
    chip.write(0x00, [0x20, 0x00, 0xAF])
    before = chip.on, chip.memory, chip.contrast
    i2c_addresses(SimulatedBus({0x3C: chip}), EVERYWHERE)
    chip.is_readable = False
    i2c_addresses(SimulatedBus({0x3C: chip}), EVERYWHERE)
    assert (chip.on, chip.memory, chip.contrast) == before


@pytest.mark.parametrize("number", [errno.ENOENT, errno.EACCES, errno.ETIMEDOUT])
def test_a_bus_that_cannot_be_used_raises(number: int) -> None:
    with pytest.raises(OSError, match=os.strerror(number)):
        i2c_addresses(Failing(number), EVERYWHERE)
    with pytest.raises(OSError, match=os.strerror(number)):
        chip_at(Failing(number), 0x3C)


@pytest.mark.parametrize("number", [errno.EREMOTEIO, errno.ENXIO, errno.EIO])
def test_whatever_the_adapter_calls_it_nobody_is_nobody(number: int) -> None:
    assert i2c_addresses(Failing(number)) == ()


# --- serial ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def wled() -> Iterator[Controller]:
    controller = Controller(3)
    controller.run()
    yield controller
    controller.close()


@pytest.fixture
def arduino() -> Iterator[Arduino]:
    """Its clock runs ten times as fast as ours."""
    controller = Arduino(3)
    controller.run(lambda: 10 * time.monotonic())
    yield controller
    controller.close()


def test_wled_tells_its_version_at_once(wled: Controller, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        time.sleep(seconds)

    monkeypatch.setattr("hardware.probe.time", SimpleNamespace(monotonic=time.monotonic, sleep=wait))
    assert who_answers(wled.port) == "WLED 2410000"
    assert sum(waits) < 1.0


def test_a_process_that_was_held_up_still_hears_an_answer(wled: Controller, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count(0.0, 10.0)
    monkeypatch.setattr("hardware.probe.time", SimpleNamespace(monotonic=lambda: next(clock), sleep=time.sleep))
    assert who_answers(wled.port) == "WLED 2410000"


def test_wled_tells_its_version_in_the_middle_of_a_frame(wled: Controller) -> None:
    line = SerialLine(wled.port, 115200)
    line.send(encode(b"\1\2\3" * 3)[:-4])
    line.close()
    assert who_answers(wled.port) == "WLED 2410000"


def test_an_arduino_says_ada_once_it_has_started(arduino: Arduino) -> None:
    assert who_answers(arduino.port) == "Ada"
    assert arduino.resets == 1


class Starting(Controller):
    """It greets when it has started, and does not hear the first question."""

    asked = 0

    def obey(self, byte: int) -> None:
        self.asked += byte == ord("v")
        if self.asked == 1 and byte:
            self.say(b"\x00\xffrst cause:2\r\nAda\n")
        else:
            super().obey(byte)


def test_wled_that_starts_says_ada_and_then_its_version() -> None:
    controller = Starting(3)
    controller.run()
    assert who_answers(controller.port) == "WLED 2410000"
    controller.close()


def test_a_silent_port_is_nobody() -> None:
    controller = Controller(3)  # which nobody runs
    assert who_answers(controller.port, wait_s=0.1) is None
    controller.close()


def test_a_port_that_is_taken_or_gone_raises(wled: Controller) -> None:
    line = SerialLine(wled.port, 115200)
    with pytest.raises(LineLostError, match="is used by another program"):
        who_answers(wled.port)
    line.close()
    wled.unplug()
    with pytest.raises(LineLostError, match="no controller at"):
        who_answers(wled.port)


# --- pins ------------------------------------------------------------------------------------------------------------


def test_the_user_of_a_pin_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    users = {4: (b"onewire@4", 1), 5: (b"", 1), 17: (b"", 0), 27: (b"stale", 0)}

    def ask(_file: int, request: int, told: bytes) -> bytes:
        assert (request, len(told)) == (0xC100B405, 256), "GPIO_V2_GET_LINEINFO_IOCTL"
        consumer, flags = users[int.from_bytes(told[64:68], sys.byteorder)]
        return told[:32] + consumer.ljust(32, b"\0") + told[64:72] + flags.to_bytes(8, sys.byteorder) + told[80:]

    (tmp_path / "gpiochip13").touch()
    monkeypatch.setattr(fcntl, "ioctl", ask)
    assert users_of(13, users, tmp_path) == {4: "onewire@4", 5: "the system"}
    with pytest.raises(FileNotFoundError):
        users_of(0, users, tmp_path)
