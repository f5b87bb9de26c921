"""What answers at the far ends of the wires: displays on I2C, controllers on serial lines; which program has which pin.

1. Asking changes nothing that can be seen: a panel keeps its picture, a controller its lights. (An Arduino restarts
   whenever its port is opened.)
2. "Nothing there" is an answer. If asking is impossible, for example because a bus is switched off or a port is taken,
   it raises.
"""

import errno
import fcntl
import os
import struct
import time
from collections.abc import Iterable
from pathlib import Path

from hardware.adalight import clearing
from hardware.chips import DEV
from hardware.i2c import Bus
from hardware.line import SerialLine
from hardware.oled import ChipName, chip_of

PANELS = (0x3C, 0x3D)
"""The addresses at which displays of this kind can be."""

_COMMAND, _NOP = 0x00, 0xE3
_STATUS = 0x00
# The bus is missing, not ours, or held down by a wire; any other error means that nothing answers at this address.
_OF_THE_BUS = (errno.ENOENT, errno.ENODEV, errno.EACCES, errno.EPERM, errno.ETIMEDOUT)

# GPIO_V2_GET_LINEINFO_IOCTL of linux/gpio.h: name, consumer, offset, how many attributes, flags, the attributes.
_LINE_INFO = struct.Struct("=32s32sIIQ176x")
_GET_LINE_INFO = 0xC100B405
_USED = 1

_POLL_S = 0.02
_ASK_AGAIN_S = 0.5  # a board that opening its port has reset hears nothing at first
_VERSION_S = 0.3  # WLED says `Ada` when it starts, and its version only when asked
_LONGEST_STRIP = 500  # LEDs of a frame that another program may have left unfinished


def i2c_addresses(bus: Bus, addresses: Iterable[int] = PANELS) -> tuple[int, ...]:
    """Which of these addresses answer. Raises `OSError` when the bus itself cannot be used."""
    return tuple(address for address in addresses if _answers(bus, address))


def chip_at(bus: Bus, address: int) -> ChipName | None:
    """The display chip at an address, if it says so; `None`: it does not. Raises `OSError` as above."""
    try:
        return chip_of(bus.read_byte_data(address, _STATUS))
    except OSError as error:
        if error.errno in _OF_THE_BUS:
            raise
        return None


def who_answers(port: str, baud: int = 115200, wait_s: float = 2.5) -> str | None:
    """What a controller calls itself, `WLED 2410000` or `Ada`; `None`: nothing in this time. Raises `LineLostError`.

    An Arduino takes up to two seconds.
    """
    line = SerialLine(port, baud)
    try:
        line.send(clearing(_LONGEST_STRIP))
        return _listen(line, wait_s)
    finally:
        line.close()


def users_of(chip: int, lines: Iterable[int], folder: Path = DEV) -> dict[int, str]:
    """Which of these lines of a GPIO chip are in use, and the names of their users. Raises `OSError`."""
    file = os.open(folder / f"gpiochip{chip}", os.O_RDWR | os.O_CLOEXEC)
    try:
        told = {line: _LINE_INFO.unpack(_ask(file, line)) for line in lines}
    finally:
        os.close(file)
    return {
        line: consumer.rstrip(b"\0").decode("ascii", "replace") or "the system"
        for line, (_name, consumer, _offset, _attributes, flags) in told.items()
        if flags & _USED
    }


def _ask(file: int, line: int) -> bytes:
    told = fcntl.ioctl(file, _GET_LINE_INFO, _LINE_INFO.pack(b"", b"", line, 0, 0))
    return bytes(told)


def _answers(bus: Bus, address: int) -> bool:
    try:
        bus.read_byte_data(address, _STATUS)
    except OSError as error:
        if error.errno in _OF_THE_BUS:
            raise
        return address in PANELS and _takes_a_command(bus, address)
    return True


def _takes_a_command(bus: Bus, address: int) -> bool:
    """Try a write, since not every panel can be read; only at panels' addresses, since other chips might obey."""
    try:
        bus.write_i2c_block_data(address, _COMMAND, (_NOP,))
    except OSError:
        return False
    return True


def _listen(line: SerialLine, wait_s: float) -> str | None:
    """Listen until it says its version, or until it has been silent long enough to have none.

    Time in which this process was delayed does not count as silence.
    """
    waited, at = 0.0, time.monotonic()
    until, ask_at = wait_s, 0.0
    heard, who = b"", None
    while waited < until:
        if waited >= ask_at:
            line.send(b"v")
            ask_at = waited + _ASK_AGAIN_S
        *lines, heard = (heard + line.receive()).split(b"\n")
        for words in lines:
            if words.startswith(b"WLED"):
                return words.decode("ascii", "replace").strip()
            if words.startswith(b"Ada") and who is None:
                who, ask_at, until = "Ada", waited, waited + _VERSION_S
        line.send()
        time.sleep(_POLL_S)
        now = time.monotonic()
        waited, at = waited + min(now - at, 2 * _POLL_S), now
    return who
