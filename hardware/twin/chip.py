"""A display chip and its I2C bus, seen from below luma: bytes in, picture out.

1. A byte does here only what the datasheets of SSD1306, SSD1309 and SH1106 say.
2. A byte the chip does not know is a bug in the driver and raises `ValueError`, unless `is_strict` is off.
3. Safe to use from several threads.
"""

import errno
from collections.abc import Sequence
from threading import RLock
from typing import Literal

from PIL import Image, ImageChops
from smbus2 import i2c_msg

_PAGES = 8
_VISIBLE = 128
_MAX_BLOCK = 32  # the limit of SMBus; a plain I2C message has none
_HORIZONTAL, _VERTICAL, _BY_PAGE = 0, 1, 2  # how an SSD1306 walks through its memory
_TURN = Image.Transpose
_WHO, _IS_OFF = {"ssd1306": 0x06, "ssd1309": 0x01, "sh1106": 0x08}, 0x40  # what the status byte says

# How many bytes follow a command, for the commands that take any and those below that take none.
_SSD_ARGUMENTS = {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
_SH1106_ARGUMENTS = {
    **{0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1, 0xE0: 0, 0xEE: 0},
    **dict.fromkeys(range(0x30, 0x34), 0),  # charge pump voltage
    # Not in the datasheet, but in luma's set-up and in ours for any chip: one byte, and nothing happens.
    **{0x20: 0, 0x21: 0, 0x8D: 0},
}
_PLAIN = {*range(0x20), *range(0x40, 0x80), 0xA0, 0xA1, *range(0xA4, 0xA8), *range(0xAE, 0xB8), 0xC0, 0xC8, 0xE3}


class Chip:
    """One display of 128x64 pixels and the chip behind it."""

    bytes_seen = 0
    """Bytes on the wire so far: address, control byte and all."""
    transactions = 0

    is_readable = True
    """Whether it lets its status be read; not every panel does."""

    def __init__(self, chip: Literal["ssd1306", "ssd1309", "sh1106"] = "ssd1306", *, is_strict: bool = True) -> None:
        """`is_strict=False`: an unknown byte does nothing, as on a panel that was set up as another chip."""
        self._is_strict = is_strict
        self._is_sh1106 = chip == "sh1106"
        self._name = chip
        self._width = 132 if self._is_sh1106 else 128
        self._arguments = dict.fromkeys(_PLAIN, 0) | (_SH1106_ARGUMENTS if self._is_sh1106 else _SSD_ARGUMENTS)
        self._lock = RLock()
        self._plugged = True
        self.brown_out()

    @property
    def plugged(self) -> bool:
        """Whether its wires are connected. Pulling them takes the power away too."""
        return self._plugged

    @plugged.setter
    def plugged(self, plugged: bool) -> None:
        with self._lock:
            if plugged != self._plugged:
                self.brown_out()
            self._plugged = plugged

    def brown_out(self) -> None:
        """Lose power for a moment: memory is garbage, registers are reset, the panel is off."""
        with self._lock:
            self._ram = memoryview(bytearray((0xA5, 0x3C)) * (self._width * _PAGES // 2))  # it cannot grow
            self._pending: list[int] = []
            self.on = False
            self.contrast = 0x80 if self._is_sh1106 else 0x7F
            self.inverted = self._all_on = False
            self._remapped = self._reversed = False
            self._start_line = self._offset = 0
            self._mode = _BY_PAGE
            self._column = self._page = 0
            self._columns = (0, self._width - 1)
            self._pages = (0, _PAGES - 1)

    def write(self, control: int, data: Sequence[int]) -> None:
        """Take one I2C transaction addressed to this chip. Raises `OSError` 121, as for a NAK, when unplugged."""
        with self._lock:
            if not self._plugged:
                raise OSError(errno.EREMOTEIO, "Remote I/O error")
            self.transactions += 1
            self.bytes_seen += 2 + len(data)
            if control == 0x00:
                for byte in data:
                    self._take_command(byte)
            elif control == 0x40:
                self._take_data(data)
            else:
                raise ValueError(f"control byte 0x{control:02X}: expected 0x00 for commands or 0x40 for data")

    def read(self) -> int:
        """Its status byte. Raises `OSError` 121 when unplugged, or when it cannot be read."""
        with self._lock:
            if not (self._plugged and self.is_readable):
                raise OSError(errno.EREMOTEIO, "Remote I/O error")
            self.transactions += 1
            self.bytes_seen += 4  # the address twice, a control byte and the status
            return _WHO[self._name] | (0 if self.on else _IS_OFF)

    @property
    def memory(self) -> bytes:
        """What lies behind the visible columns: 1024 bytes, 8 pages of 128 columns, lowest bit on top."""
        with self._lock:
            first = (self._width - _VISIBLE) // 2
            rows = range(first, self._width * _PAGES, self._width)
            return b"".join(bytes(self._ram[row : row + _VISIBLE]) for row in rows)

    def picture(self) -> Image.Image:
        """The glass as a person sees it: 1 bit, 128x64, black without power or with the panel off."""
        with self._lock:
            glass = Image.new("1", (_VISIBLE, _PAGES * 8))
            if not (self._plugged and self.on):
                return glass
            if self._all_on:
                return glass.point(lambda _: 255)
            # The reverse of the driver's packing: columns of 8 bytes, from the bottom up, turned to the left.
            columns = bytearray(len(memory := self.memory))
            for page in range(_PAGES):
                columns[_PAGES - 1 - page :: _PAGES] = memory[page * _VISIBLE : (page + 1) * _VISIBLE]
            glass = Image.frombytes("1", (_PAGES * 8, _VISIBLE), bytes(columns)).transpose(_TURN.ROTATE_90)
            glass = ImageChops.offset(glass, 0, -self._start_line - self._offset)
            # Panels are mounted so that the picture is upright with remapped columns and reversed rows.
            glass = glass if self._remapped else glass.transpose(_TURN.FLIP_LEFT_RIGHT)
            glass = glass if self._reversed else glass.transpose(_TURN.FLIP_TOP_BOTTOM)
            return ImageChops.invert(glass) if self.inverted else glass

    def _take_data(self, data: Sequence[int]) -> None:
        """Bytes of a picture; those before the last column of the row follow each other, and are taken together."""
        at = 0
        while at < len(data):
            row = data[at : at + self._before_last]
            first = self._page * self._width + self._column
            self._ram[first : first + len(row)] = bytes(row)
            self._column += len(row)
            at += len(row)
            for byte in data[at : at + 1]:
                self._take(byte)
            at += 1

    @property
    def _before_last(self) -> int:
        """How many bytes now go into one column after the other, with nothing else to do."""
        last = self._width - 1 if self._is_sh1106 else self._columns[1]
        is_down = self._mode == _VERTICAL and not self._is_sh1106
        return 0 if is_down else max(last - self._column, 0)

    def _take(self, byte: int) -> None:
        if self._column < self._width:
            self._ram[self._page * self._width + self._column] = byte
        if self._is_sh1106:
            self._column = min(self._column + 1, self._width)  # it stays behind the last column
        elif self._mode == _VERTICAL:
            self._page, carry = _step(self._page, self._pages)
            if carry:
                self._column, _ = _step(self._column, self._columns)
        else:
            self._column, carry = _step(self._column, self._columns)
            if carry and self._mode == _HORIZONTAL:
                self._page, _ = _step(self._page, self._pages)

    def _take_command(self, byte: int) -> None:
        self._pending.append(byte)
        command, *arguments = self._pending
        if command not in self._arguments:
            self._pending = []
            if self._is_strict:
                raise ValueError(f"{self._name} has no command 0x{command:02X}")
            return
        if len(arguments) == self._arguments[command]:
            self._pending = []
            self._obey(command, arguments)

    def _obey(self, command: int, arguments: list[int]) -> None:
        match command:
            case 0x20 if arguments:
                self._mode = arguments[0] & 3
            case 0x21 if arguments:
                self._columns = (arguments[0] & 0x7F, arguments[1] & 0x7F)
                self._column = self._columns[0]
            case 0x22:
                self._pages = (arguments[0] & 7, arguments[1] & 7)
                self._page = self._pages[0]
            case 0x81:
                self.contrast = arguments[0]
            case 0xA0 | 0xA1:
                self._remapped = command == 0xA1
            case 0xA4 | 0xA5:
                self._all_on = command == 0xA5
            case 0xA6 | 0xA7:
                self.inverted = command == 0xA7
            case 0xAE | 0xAF:
                self.on = command == 0xAF
            case 0xC0 | 0xC8:
                self._reversed = command == 0xC8
            case 0xD3:
                self._offset = arguments[0] & 0x3F
            case _ if command < 0x10 and self._pages_are_addressed:
                self._column = self._column & 0xF0 | command
            case _ if command < 0x20 and self._pages_are_addressed:
                self._column = self._column & 0x0F | (command & 0x0F) << 4
            case _ if 0xB0 <= command < 0xB8 and self._pages_are_addressed:
                self._page = command & 7
            case _ if 0x40 <= command < 0x80:
                self._start_line = command & 0x3F

    @property
    def _pages_are_addressed(self) -> bool:
        return self._is_sh1106 or self._mode == _BY_PAGE


def _step(position: int, bounds: tuple[int, int]) -> tuple[int, bool]:
    """The next position, and whether it went round."""
    return (bounds[0], True) if position == bounds[1] else (position + 1, False)


class SimulatedBus:
    """An I2C bus in place of smbus2's `SMBus`, with chips by their addresses."""

    def __init__(self, chips: dict[int, Chip]) -> None:
        self._chips = chips

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int], /) -> None:
        """Send to the chip at this address. Raises `OSError` 121 where none answers, `ValueError` over 32 bytes."""
        if len(data) > _MAX_BLOCK:
            raise ValueError(f"SMBus takes at most {_MAX_BLOCK} bytes, got {len(data)}")
        self._at(i2c_addr).write(register, data)

    def i2c_rdwr(self, *i2c_msgs: i2c_msg) -> None:
        """Send messages of a control byte and data. Raises `OSError` 121 where none answers."""
        for message in i2c_msgs:
            control, *data = bytes(message)
            self._at(message.addr).write(control, data)

    def read_byte_data(self, i2c_addr: int, register: int, /) -> int:
        """Read the status of the chip at this address. Raises `OSError` 121 where none answers."""
        if register != 0x00:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        return self._at(i2c_addr).read()

    def _at(self, address: int) -> Chip:
        if address not in self._chips:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        return self._chips[address]
