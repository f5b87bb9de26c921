"""Which GPIO chip serves the Pi's header.

1. It is known by its label and never by its number, which changes from kernel to kernel: on a Pi 5 it has been 4, 0,
   and 11 to 15.
2. Asking needs no pin library: the kernel tells a chip's label and lines to every program that may open it. It is
   opened as a pin library opens it, so a chip that answers can also be used.
"""

import errno
import fcntl
import os
import re
import struct
from pathlib import Path

import msgspec

from hardware.errors import PinsUnavailableError

DEV = Path("/dev")
HEADER_LABELS = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")
"""Labels of the chip behind the header: Pi Zero to 3, Pi 4, Pi 5."""

# GPIO_GET_CHIPINFO_IOCTL of linux/gpio.h; it fills in name, label and the number of lines.
_CHIP_INFO = struct.Struct("=32s32sI")
_GET_CHIP_INFO = 0x8044B401


class GpioChip(msgspec.Struct, frozen=True):
    """A `/dev/gpiochip<number>`."""

    number: int
    label: str
    """Its driver's name for it; empty if it could not be asked."""
    lines: int = 0
    fault: OSError | None = None
    """Why it could not be asked; `None`: it answered."""


def gpio_chips(folder: Path = DEV) -> tuple[GpioChip, ...]:
    """Ask every GPIO chip of this machine who it is, in the order of their numbers. Raises nothing."""
    found = (re.fullmatch(r"gpiochip(\d+)", path.name) for path in folder.iterdir())
    return tuple(_ask(folder, number) for number in sorted(int(name[1]) for name in found if name is not None))


def header_chip(folder: Path = DEV) -> GpioChip:
    """The chip of the header. Raises `PinsUnavailableError`, which says what is there instead and what to do."""
    chips = gpio_chips(folder)
    for chip in chips:
        if chip.label in HEADER_LABELS:
            return chip
    faults = {chip.fault.errno for chip in chips if chip.fault is not None}
    if errno.EACCES in faults:
        raise PinsUnavailableError("no permission to use the pins; add this user to the group gpio and log in again")
    if errno.EPERM in faults:
        raise PinsUnavailableError(
            "the system keeps this program from the pins; its unit needs the line DeviceAllow=char-gpiochip rw"
        )
    there = ", ".join(f"gpiochip{chip.number} is {chip.label or chip.fault}" for chip in chips) or "there is none"
    raise PinsUnavailableError(
        f"the pins cannot be found: expected a GPIO chip called {', '.join(HEADER_LABELS[:-1])} or "
        f"{HEADER_LABELS[-1]}, {there}; bring the system up to date, or use Raspberry Pi OS"
    )


def _ask(folder: Path, number: int) -> GpioChip:
    try:
        chip = os.open(folder / f"gpiochip{number}", os.O_RDWR | os.O_CLOEXEC)
    except OSError as error:
        return GpioChip(number, "", fault=error)
    try:
        told = fcntl.ioctl(chip, _GET_CHIP_INFO, bytes(_CHIP_INFO.size))
    except OSError as error:
        return GpioChip(number, "", fault=error)
    finally:
        os.close(chip)
    _name, label, lines = _CHIP_INFO.unpack(told)
    return GpioChip(number, label.rstrip(b"\0").decode("ascii", "replace"), lines)
