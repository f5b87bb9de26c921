"""What `config.txt` tells the Pi's firmware about the box's pins and bus.

Law: a line counts if its section is for every Pi or for this one; if two lines differ, the later one counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec

# The models that a section is for: how /proc/device-tree/model begins after "Raspberry Pi ".
_SECTIONS: Final = {
    "all": "",
    "pi0": "Zero",
    "pi0w": "Zero W",
    "pi02": "Zero 2",
    "pi1": "Model",
    "pi2": "2",
    "pi3": "3",
    "pi3+": "3 Model B Plus",
    "pi4": "4",
    "pi400": "400",
    "pi5": "5",
    "pi500": "500",
}
_BUS_SPEEDS: Final = ("i2c_arm_baudrate", "i2c_baudrate", "i2c1_baudrate")
_BUSES: Final = ("i2c_arm", "i2c", "i2c1")

# Overlays that take pins of the header (see their README in Raspberry Pi's firmware): the pins, and the parameters
# that name other pins.
_TAKES: Final[dict[str, tuple[tuple[int, ...], tuple[str, ...]]]] = {
    "w1-gpio": ((4,), ("gpiopin",)),
    "w1-gpio-pullup": ((4, 5), ("gpiopin", "extpullup")),
    "dht11": ((4,), ("gpiopin",)),
    "gpio-fan": ((12,), ("gpiopin",)),
    "gpio-ir": ((18,), ("gpio_pin",)),
    "gpio-ir-tx": ((18,), ("gpio_pin",)),
    "gpio-poweroff": ((26,), ("gpiopin",)),
    "gpio-shutdown": ((3,), ("gpio_pin",)),
    "pwm": ((18,), ("pin",)),
    "pwm-2chan": ((18, 19), ("pin", "pin2")),
    "spi1-1cs": ((18, 19, 20, 21), ()),
    "spi1-2cs": ((17, 18, 19, 20, 21), ()),
    "spi1-3cs": ((16, 17, 18, 19, 20, 21), ()),
}
SPI: Final = (7, 8, 9, 10, 11)
_SOUND: Final = (18, 19, 20, 21)


class Taken(msgspec.Struct, frozen=True):
    """A line that gives pins to another use."""

    line: str
    pins: tuple[int, ...]
    """BCM numbers."""


class Boot(msgspec.Struct, frozen=True):
    """What the file says to this Pi."""

    parameters: dict[str, str]
    """The parameters of all `dtparam` lines."""
    taken: tuple[Taken, ...]

    @property
    def bus_is_on(self) -> bool:
        """Whether the header's I2C bus is switched on."""
        return self._last(_BUSES) in ("on", "1", "true", "yes", "")

    @property
    def bus_hz(self) -> int | None:
        """The speed asked for; `None`: the usual one."""
        hz = self._last(_BUS_SPEEDS)
        return int(hz) if hz is not None and hz.isdecimal() else None

    def _last(self, names: tuple[str, ...]) -> str | None:
        """The last value; all these names mean the same parameter."""
        return next((value for name, value in reversed(self.parameters.items()) if name in names), None)


def read(text: str, model: str) -> Boot:
    """The lines that count for this model."""
    parameters: dict[str, str] = {}
    taken: list[Taken] = []
    for line in _lines(text, model):
        key, _, value = line.partition("=")
        match key.strip():
            case "dtparam" | "device_tree_param":
                told = _parameters(value)
                parameters = {**{name: old for name, old in parameters.items() if name not in told}, **told}
            case "dtoverlay" | "device_tree_overlay":
                name, _, rest = value.strip().partition(",")
                if pins := _pins_of(name.strip(), _parameters(rest)):
                    taken.append(Taken(line, pins))
            case _:
                pass
    for name, pins in (("spi", SPI), ("i2s", _SOUND)):
        if parameters.get(name) in ("on", ""):
            taken.append(Taken(f"dtparam={name}=on", pins))
    return Boot(parameters, tuple(taken))


def _lines(text: str, model: str) -> Iterator[str]:
    counts = True
    for raw in text.splitlines():
        line = raw.partition("#")[0].strip()
        if section := re.fullmatch(r"\[(.+)\]", line):
            begins = _SECTIONS.get(section[1].strip().lower())
            counts = begins is not None and model.removeprefix("Raspberry Pi ").startswith(begins)
        elif line and counts:
            yield line


def _parameters(words: str) -> dict[str, str]:
    pairs = (word.partition("=") for word in words.split(",") if word.strip())
    return {name.strip(): value.strip() for name, _, value in pairs}


def _pins_of(overlay: str, parameters: dict[str, str]) -> tuple[int, ...]:
    if overlay.startswith("hifiberry"):
        return _SOUND
    usual, names = _TAKES.get(overlay, ((), ()))
    told = [parameters.get(name, "") for name in names] + [""] * len(usual)
    return tuple(int(other) if other.isdecimal() else pin for pin, other in zip(usual, told, strict=False))
