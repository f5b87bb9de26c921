"""How this box is wired, as its owner found out with `companion learn`: `wiring.toml` in the state folder.

Law: the file wins over the settings and over the box's own pin map; of a damaged file, only the intact parts count.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import asdict, replace

from companion.config import Address, ColourOrder, Config, LedCount, Offset, Section, WantedChip
from companion.daemon.small_files import FileParts, SmallFile
from companion.kit.errors import BadConfig
from companion.kit.shape import explain, work_out
from hardware.errors import WiringError
from hardware.pins import PinMap, read_pins

FILE: Final = "wiring.toml"

_HEAD: Final = """\
# How this box is wired, found by `companion learn`. It wins over the settings; to forget it, delete this file.
"""


class WiredDisplay(Section, frozen=True):
    """The display that answers; see `companion.config.DisplaySettings`."""

    chip: WantedChip
    address: Address
    column_offset: Offset | None = None
    is_upside_down: bool = False


class WiredLights(Section, frozen=True):
    """The strip that shines; see `companion.config.LightsSettings`."""

    port: str
    count: LedCount
    order: ColourOrder


class Wired(Section, frozen=True):
    """Everything that was found; `None`: the settings count, or the box's own pin map."""

    pins: PinMap | None = None
    display: WiredDisplay | None = None
    lights: WiredLights | None = None

    def over(self, settings: Config) -> Config:
        """The settings, with the findings in place of theirs."""
        display = replace(settings.display, **asdict(self.display)) if self.display else settings.display
        lights = replace(settings.lights, **asdict(self.lights)) if self.lights else settings.lights
        return replace(settings, display=display, lights=lights)

    def beside(self, older: Wired) -> Wired:
        """These findings, completed by older ones."""
        return Wired(self.pins or older.pins, self.display or older.display, self.lights or older.lights)


work_out(Wired)


def read(folder: Path) -> Wired:
    """The findings so far, perhaps none. Raises BadConfig if the file cannot be read."""
    try:
        found = WIRED.look(folder / FILE)
    except OSError as error:
        raise BadConfig(f"{folder / FILE}: expected a file, or none; {error.strerror}.") from None
    return (found and found.value) or Wired()


def as_wired(settings: Config, folder: Path) -> tuple[Config, PinMap]:
    """The settings and pins of a box, with what its owner found out. Raises BadConfig."""
    found = read(folder)
    return found.over(settings), found.pins or pin_map()


def keep_wired(folder: Path, found: Wired) -> bool:
    """Write the findings down; whether the disk saved them. Raises BadConfig."""
    return WIRED.keep(folder / FILE, found)


def written(found: Wired) -> str:
    """The text of the file."""
    parts = [_HEAD]
    if (pins := found.pins) is not None:
        parts += ["[pins]                            # BCM numbers; see wiring/pins.toml", "seats = ["]
        parts += [f"    {{ green = {seat.green}, red = {seat.red} }}," for seat in pins.seats]
        parts += ["]"]
        parts += [f"places = {list(pins.pairs)}             # the seats that are wired"] if pins.pairs else []
        parts += [f"table = {pins.table}", f"buzzer = {pins.buzzer}", f"i2c_bus = {pins.i2c_bus}", ""]
    for name, section in (("display", found.display), ("lights", found.lights)):
        if section is not None:
            kept = {key: value for key, value in asdict(section).items() if value is not None}
            parts += [f"[{name}]", *(f"{key} = {_toml(key, value)}" for key, value in kept.items()), ""]
    return "\n".join(parts)


def _toml(key: str, value: object) -> str:
    if key == "address":
        return f"0x{value:02X}"
    return str(value).lower() if isinstance(value, bool) else json.dumps(value, ensure_ascii=False)


def _fit(parts: FileParts) -> Wired:
    try:
        return msgspec.convert(parts, Wired)
    except msgspec.ValidationError as error:
        raise ValueError(explain(str(error), Wired, parts)) from None


WIRED: Final = SmallFile(FILE, _fit, written)


def pin_map() -> PinMap:
    """The pins of the keys. Raises BadConfig."""
    try:
        return read_pins()
    except WiringError as error:
        raise BadConfig(str(error)) from None
