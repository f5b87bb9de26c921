"""The display: a 128x64 OLED on I2C, set up with luma.oled's bytes and written with our own windows.

1. `show`, `contrast` and `power` only remember what is wanted, so one thread may call them while another ticks.
   `tick` does all the work on the bus, and only the work that is due.
2. A missing, broken or browned-out panel never raises; it is tried again, set up from scratch and given the newest
   picture.
3. luma's device is made once for each kind of chip, on a bus that leads nowhere: its constructor talks to the panel,
   and luma keeps each device until the end.
"""

import errno
import logging
from collections.abc import Iterable, Sequence
from functools import cache
from math import inf
from typing import Literal

import msgspec
from luma.core.error import DeviceNotFoundError
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306, ssd1309
from PIL import Image
from smbus2 import i2c_msg

from hardware.i2c import Bus
from hardware.windows import COLUMNS, PAGES, WHOLE, Window, choose

_log = logging.getLogger(__name__)

ChipName = Literal["ssd1306", "ssd1309", "sh1106"]

BACK_OFF_S = (0.5, 1.0, 2.0)
"""The longest time between attempts: a panel that is plugged in again shows the right picture within 3 s."""
CHECK_S = 1.0
"""How often the panel is asked whether it is there and lit."""
REFRESH_S = 30.0
"""How often everything is sent again: no panel says what its memory holds, and some do not even say they are dark."""
TURNED = 1
"""By how many columns a panel of an unknown chip may show the picture shifted around, to the right or left."""

_DEVICES = {"ssd1306": ssd1306, "ssd1309": ssd1309, "sh1106": sh1106}
# An SH1106 has 132 columns of memory; the panel shows the middle 128.
_MEMORY = 132
_COLUMN_OFFSET: dict[ChipName | None, int] = {"ssd1306": 0, "ssd1309": 0, "sh1106": 2, None: 0}
_OFF, _ON, _CONTRAST, _NOP = 0xAE, 0xAF, 0x81, 0xE3
_MODE, _COLUMN_RANGE, _PAGE_RANGE = 0x20, 0x21, 0x22
_PAGE, _COLUMN_HIGH = 0xB0, 0x10
_CLOCK = 0xD5
_FASTEST = (_CLOCK, 0xF0)
"""The highest refresh that each chip has, since a camera sees one lit row after another as black bars."""
_DATA = 0x40  # the control byte before bytes of a picture
# The status byte: bit 6 is set while the panel is off, and the lower half differs from chip to chip.
_STATUS, _IS_OFF, _WHO = 0x00, 0x40, 0x0F
# For any chip: they make an SSD go by pages, as an SH1106 always does, and over all columns, after any window before.
# An SH1106 has no such commands; it reads their arguments as a column and a start line, which are set again later.
_BY_PAGES = (_MODE, 0, _COLUMN_RANGE, 0, COLUMNS - 1, _MODE, 2)
_NAMES: dict[int, ChipName] = {0x3: "ssd1306", 0x6: "ssd1306", 0x7: "ssd1306", 0x8: "sh1106"}


class _Face(msgspec.Struct, frozen=True):
    """All that a panel shows."""

    picture: bytes
    contrast: int
    lit: bool


class _Recorder:
    """A bus that leads nowhere and keeps the commands sent to it."""

    def __init__(self) -> None:
        self.commands: list[list[int]] = []

    def write_i2c_block_data(self, _address: int, _register: int, data: Sequence[int], /) -> None:
        self.commands.append(list(data))


@cache
def _set_up_of(chip: ChipName | None) -> tuple[list[int], int]:
    """luma's set-up commands for a chip, with the fastest clock, and the contrast that luma chooses.

    The first command switches it off.
    """
    if chip is None:
        # The set-up of an SSD1306 suits an SH1106, too, which ignores unknown commands; u8g2 sends both the same.
        (off, *rest), contrast = _set_up_of("ssd1306")
        mode = rest.index(_MODE)
        return [off, *_BY_PAGES, *rest[:mode], *rest[mode + 2 :]], contrast
    recorder = _Recorder()
    # Without `display` it sends the set-up, the contrast and "on", but no empty picture.
    device = type("SetUp", (_DEVICES[chip],), {"display": lambda _self, _image: None})
    vars(device(i2c(bus=recorder))).clear()  # its tables for pictures take 400 KiB
    set_up, level, _on = recorder.commands
    at = set_up.index(_CLOCK)
    return [*set_up[:at], *_FASTEST, *set_up[at + len(_FASTEST) :]], level[1]


def chip_of(status: int) -> ChipName | None:
    """The chip that has this status byte; `None`: an SSD1309, or a chip we do not know."""
    return _NAMES.get(status & _WHO)


def pack(picture: Image.Image) -> bytes:
    """Turn a 1-bit picture of 128x64 into the chip's 1024 bytes: pages of columns, lowest bit on top.

    Raises `ValueError` for a picture of another shape or mode.
    """
    if (picture.mode, picture.size) != ("1", (COLUMNS, PAGES * 8)):
        raise ValueError(f"expected a picture of 1 bit and 128x64, got {picture.mode!r} and {picture.size}")
    # Turned a quarter to the right, each column is a row of 8 bytes, from the bottom of the picture up.
    columns = picture.transpose(Image.Transpose.ROTATE_270).tobytes()
    return b"".join(columns[PAGES - 1 - page :: PAGES] for page in range(PAGES))


class Oled:
    """One panel. `bus` is smbus2's `SMBus` or anything with the same calls.

    `column_offset` moves the picture on an SH1106, 0 to 4; `rotate=2` turns it upside down. `chip=None`: any of the
    three; the picture is then shifted by a column, and what leaves at one edge comes in at the other.
    Raises `ValueError` for an offset on a chip that has no spare columns.
    """

    fault: str | None = None
    """What is wrong with the panel and what to do, in one sentence; `None`: nothing."""
    says: ChipName | None = None
    """The chip that the panel reports, if it needs other commands than ours; `None`: it reports no such chip."""

    def __init__(
        self,
        bus: Bus,
        chip: ChipName | None = "ssd1306",
        address: int = 0x3C,
        column_offset: int | None = None,
        rotate: Literal[0, 2] = 0,
    ) -> None:
        self._bus = bus
        self._wire = i2c(bus=bus, address=address)
        self._address = address
        self._offset = _COLUMN_OFFSET[chip] if column_offset is None else column_offset
        self._chip = chip
        self._tall = chip in ("ssd1306", "ssd1309")
        self._write = self._write_round if chip is None else self._write_tall if self._tall else self._write_by_page
        if not 0 <= self._offset <= 2 * _COLUMN_OFFSET[chip]:
            raise ValueError(f"column offset {self._offset} is not possible on an {chip}; only an sh1106 takes 0 to 4")
        self._rotate = rotate
        self._set_up, contrast = _set_up_of(chip)
        self._usual_contrast = contrast
        self._wanted = _Face(bytes(COLUMNS * PAGES), contrast, lit=True)
        self._known: _Face | None = None  # what the panel shows, if that is known
        self._failures = 0
        self._due_at = -inf  # the next attempt, or the next check
        self._check_at = -inf
        self._refresh_at = -inf
        self._status: int | None = None  # when all was well; `None`: this panel reports none

    def show(self, picture: Image.Image) -> None:
        """Show this 1-bit picture of 128x64 from the next tick on; the newest wins. Raises `ValueError`."""
        if self._rotate:
            picture = picture.transpose(Image.Transpose.ROTATE_180)
        self._wanted = msgspec.structs.replace(self._wanted, picture=pack(picture))

    def contrast(self, level: int | None) -> None:
        """Set the brightness, 0 to 255; `None`: the chip's usual one. Raises `ValueError` for another level."""
        if level is None:
            level = self._usual_contrast
        if not 0 <= level <= 255:
            raise ValueError(f"expected a contrast from 0 to 255, got {level}")
        self._wanted = msgspec.structs.replace(self._wanted, contrast=level)

    def power(self, on: bool) -> None:
        """Light the panel or darken it. It keeps its picture, and takes new ones, while dark."""
        self._wanted = msgspec.structs.replace(self._wanted, lit=on)

    def tick(self, t: float) -> None:
        """Do all work on the bus that is due at `t`, seconds, monotonic. Never raises for what a panel does."""
        if t < self.next_deadline():
            return
        try:
            self._bring_up_to_date(t)
        except (DeviceNotFoundError, OSError) as error:
            self._known = None
            self.fault = f"display: {self._reason(error)}"
            self._due_at = t + BACK_OFF_S[min(self._failures, len(BACK_OFF_S) - 1)]
            self._failures += 1
        else:
            self.fault = None
            self._failures = 0
            self._due_at = self._check_at

    def next_deadline(self) -> float:
        """When `tick` next has work to do; minus infinity: at once."""
        if self._known is not None and self._known != self._wanted:
            return -inf
        return self._due_at

    def close(self, dark: bool = True) -> None:
        """Stop; darken the panel, or leave it as it is. The caller closes the bus."""
        if dark and self._known is not None:
            self.power(on=False)
            self.tick(self._due_at)

    def _bring_up_to_date(self, t: float) -> None:
        wanted, known = self._wanted, self._known
        if known is None or t >= self._refresh_at or (t >= self._check_at and self._has_changed()):
            # A working panel is not switched off for the refresh: it would blink.
            self._wire.command(*(self._set_up if known is None else self._set_up[1:]))
            self._wire.command(_CONTRAST, wanted.contrast)
            self._write((WHOLE,), wanted.picture)
            self._switch(wanted.lit)
            self._refresh_at = t + REFRESH_S
        elif known != wanted:
            self._change(known, wanted)
        if t >= self._check_at:
            self._check_at = t + CHECK_S
        self._known = wanted

    def _has_changed(self) -> bool:
        """Whether the panel changed by itself: after a brown-out it answers, but is off. Raises when it is gone."""
        self._wire.command(_NOP)
        return self._status is not None and self._read_status() != self._status

    def _read_status(self) -> int | None:
        """The chip's status byte; `None`: not every panel can be read."""
        try:
            return self._bus.read_byte_data(self._address, _STATUS) & (_IS_OFF | _WHO)
        except OSError:
            return None

    def _switch(self, lit: bool) -> None:
        self._wire.command(_ON if lit else _OFF)
        self._status = self._read_status()
        if self._status is not None and self._chip is not None:
            self._compare(chip_of(self._status))

    def _compare(self, name: ChipName | None) -> None:
        other = name if name is not None and (name == "sh1106") == self._tall else None
        if other is not None and self.says is None:
            _log.warning(
                'display: it says that it is an %s, the settings say %s; if its picture is not right, set chip = "%s"',
                *(other, self._chip, other),
            )
        self.says = other

    def _change(self, known: _Face, wanted: _Face) -> None:
        if known.contrast != wanted.contrast:
            self._wire.command(_CONTRAST, wanted.contrast)
        self._write(choose(known.picture, wanted.picture, tall=self._tall), wanted.picture)
        if known.lit != wanted.lit:
            self._switch(wanted.lit)

    def _write_tall(self, windows: Iterable[Window], picture: bytes) -> None:
        """Send a range only if it differs: after a window the chip stands at its beginning again."""
        columns = pages = None
        for window in windows:
            ranges: list[int] = []
            if columns != (columns := (window.left, window.right)):
                ranges += (_COLUMN_RANGE, *columns)
            if pages != (pages := (window.top, window.bottom)):
                ranges += (_PAGE_RANGE, *pages)
            self._wire.command(*ranges)
            self._send(window.cut(picture))

    def _write_by_page(self, windows: Iterable[Window], picture: bytes) -> None:
        for window in windows:
            column = window.left + self._offset
            for page in range(window.top, window.bottom + 1):
                self._wire.command(_PAGE | page, column & 0x0F, _COLUMN_HIGH | column >> 4)
                self._send(Window(window.left, window.right, page, page).cut(picture))

    def _write_round(self, windows: Iterable[Window], picture: bytes) -> None:
        """Write all columns of an SH1106. An SSD has fewer and starts over: the last ones overwrite the first."""
        for page in sorted({page for window in windows for page in range(window.top, window.bottom + 1)}):
            row = Window(0, COLUMNS - 1, page, page).cut(picture)
            self._wire.command(_PAGE | page, 0, _COLUMN_HIGH)
            self._send((row[-TURNED:] + row + row)[:_MEMORY])

    def _send(self, data: bytes) -> None:
        """Send in one message: luma sends at most 32 bytes at a time on a bus that it did not open itself."""
        self._bus.i2c_rdwr(i2c_msg.write(self._address, bytes((_DATA,)) + data))

    def _reason(self, error: Exception) -> str:
        number = error.errno if isinstance(error, OSError) else None
        if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
            return "I2C is switched off; switch it on with raspi-config (Interface Options) and start the Pi again"
        if number in (errno.EACCES, errno.EPERM):
            return "no permission to use I2C; add this user to the group i2c and log in again"
        return (
            f"no answer at I2C 0x{self._address:02X}; check its four wires "
            "(VCC to 3.3 V, GND, SDA to GPIO 2 = physical pin 3, SCL to GPIO 3 = physical pin 5)"
        )
