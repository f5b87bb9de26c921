from itertools import cycle, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from smbus2 import i2c_msg

from hardware.oled import ChipName
from hardware.twin.chip import Chip, SimulatedBus

UPRIGHT = (0xA1, 0xC8, 0xAF)


def ssd(*commands: int) -> Chip:
    chip = Chip("ssd1306")
    chip.write(0x00, [0x20, 0x00, *UPRIGHT, *commands])
    chip.write(0x40, bytes(1024))
    return chip


def lit(image: Image.Image) -> set[tuple[int, int]]:
    return {(x, y) for x in range(128) for y in range(64) if image.getpixel((x, y))}


def test_horizontal_addressing_walks_through_its_window_and_round_again() -> None:
    chip = ssd()
    chip.write(0x00, [0x21, 10, 12, 0x22, 2, 3])
    chip.write(0x40, [1, 2, 3, 4, 5, 6, 7])
    assert chip.memory[2 * 128 + 10 : 2 * 128 + 13] == bytes((7, 2, 3))
    assert chip.memory[3 * 128 + 10 : 3 * 128 + 13] == bytes((4, 5, 6))
    assert sum(map(bool, chip.memory)) == 6


def test_vertical_addressing_goes_down_first() -> None:
    chip = ssd()
    chip.write(0x00, [0x20, 0x01, 0x21, 10, 11, 0x22, 6, 7])
    chip.write(0x40, [1, 2, 3])
    assert (chip.memory[6 * 128 + 10], chip.memory[7 * 128 + 10], chip.memory[6 * 128 + 11]) == (1, 2, 3)


def test_page_addressing_stays_on_its_page() -> None:
    chip = ssd(0x20, 0x02)
    chip.write(0x00, [0xB5, 0x0E, 0x17])
    chip.write(0x40, [1, 2, 3])
    assert chip.memory[5 * 128 + 126 : 6 * 128] == bytes((1, 2))
    assert chip.memory[5 * 128] == 3


def test_an_sh1106_shows_its_columns_from_2_on_and_stops_behind_the_last() -> None:
    chip = Chip("sh1106")
    for page in range(8):
        chip.write(0x00, [0xB0 | page, 0x00, 0x10])
        chip.write(0x40, bytes(132))
    chip.write(0x00, [*UPRIGHT, 0xB0, 0x02, 0x10])
    chip.write(0x40, [0x01])
    assert lit(chip.picture()) == {(0, 0)}
    chip.write(0x00, [0xB1, 0x03, 0x18])
    chip.write(0x40, [0xFF] * 9)
    assert lit(chip.picture()) == {(0, 0)}
    assert sum(map(bool, chip.memory)) == 1


def test_commands_may_be_cut_anywhere() -> None:
    chip = ssd()
    for byte in (0x21, 5, 6, 0x22, 1, 1):
        chip.write(0x00, [byte])
    chip.write(0x40, [9])
    assert chip.memory[128 + 5] == 9


@pytest.mark.parametrize(
    ("command", "where"),
    [(0xA1, (3, 10)), (0xA0, (124, 10)), (0xC0, (3, 53)), (0x44, (3, 6)), (0xA4, (3, 10))],
)
def test_remap_scan_direction_and_start_line_move_the_picture(command: int, where: tuple[int, int]) -> None:
    chip = ssd()
    chip.write(0x00, [0x21, 3, 3, 0x22, 1, 1])
    chip.write(0x40, [0x04])
    chip.write(0x00, [command])
    assert lit(chip.picture()) == {where}


def test_the_display_offset_moves_the_picture_too() -> None:
    chip = ssd(0xD3, 60)
    chip.write(0x40, [0x01])
    assert lit(chip.picture()) == {(0, 4)}


def test_inversion_all_on_off_and_contrast() -> None:
    chip = ssd()
    chip.write(0x40, [0x01])
    chip.write(0x00, [0xA7, 0x81, 0x10])
    assert chip.inverted
    assert chip.contrast == 0x10
    assert len(lit(chip.picture())) == 8191
    chip.write(0x00, [0xA5])
    assert len(lit(chip.picture())) == 8192
    chip.write(0x00, [0xA6, 0xA4, 0xAE])
    assert lit(chip.picture()) == set()
    chip.write(0x00, [0xAF])
    assert lit(chip.picture()) == {(0, 0)}, "the memory is kept while it is off"


@given(st.binary(min_size=1024, max_size=1024))
def test_memory_is_what_was_written_and_the_picture_is_its_bits(data: bytes) -> None:
    chip = ssd()
    chip.write(0x40, data)
    assert chip.memory == data
    picture = chip.picture()
    for i in (0, 127, 128, 500, 1023):
        page, column = divmod(i, 128)
        bits = [bool(picture.getpixel((column, page * 8 + bit))) for bit in range(8)]
        assert bits == [bool(data[i] >> bit & 1) for bit in range(8)]


@given(st.binary(min_size=1, max_size=300), st.tuples(*[st.integers(0, 127)] * 2), st.booleans())
def test_a_long_message_fills_its_window_as_its_mode_walks(data: bytes, edges: tuple[int, int], is_down: bool) -> None:
    chip, (left, right) = ssd(), sorted(edges)
    chip.write(0x00, [0x20, int(is_down), 0x21, left, right, 0x22, 2, 4])
    chip.write(0x40, data)
    columns, pages = range(left, right + 1), range(2, 5)
    across, down = product(pages, columns), ((page, column) for column in columns for page in pages)
    expected = dict(zip(cycle(down if is_down else across), data, strict=False))
    assert {(at // 128, at % 128): byte for at, byte in enumerate(chip.memory) if byte} == {
        place: byte for place, byte in expected.items() if byte
    }


def test_after_a_brown_out_it_answers_but_shows_nothing_of_before() -> None:
    chip = ssd()
    chip.write(0x00, [0x81])
    chip.brown_out()
    assert not chip.on
    assert chip.memory != bytes(1024)
    chip.write(0x00, UPRIGHT)
    assert lit(chip.picture()) != set(), "garbage"
    assert chip.contrast == 0x7F, "the half command of before is forgotten"


def test_an_unplugged_chip_does_not_answer_and_comes_back_without_its_memory() -> None:
    chip = ssd()
    chip.plugged = False
    with pytest.raises(OSError, match="Errno 121"):
        chip.write(0x00, [0xE3])
    assert lit(chip.picture()) == set()
    chip.plugged = True
    chip.write(0x00, [0xE3])
    assert not chip.on


def test_bytes_and_transactions_are_counted_as_on_the_wire() -> None:
    chip = Chip()
    chip.write(0x00, [0x81, 0x10])
    chip.write(0x40, bytes(32))
    assert (chip.transactions, chip.bytes_seen) == (2, 4 + 34)


@pytest.mark.parametrize(("chip", "command"), [("ssd1306", 0xF0), ("ssd1309", 0x30), ("sh1106", 0x22)])
def test_a_command_the_chip_does_not_know_is_the_drivers_fault(chip: ChipName, command: int) -> None:
    with pytest.raises(ValueError, match=f"{chip} has no command 0x{command:02X}"):
        Chip(chip).write(0x00, [command])


def test_where_another_chip_is_expected_a_byte_it_does_not_know_does_nothing() -> None:
    chip = Chip("sh1106", is_strict=False)
    chip.write(0x00, [*UPRIGHT, 0x21, 0x22, 0xB1])
    chip.write(0x40, [0xFF] * 3)
    assert chip.on
    assert chip.memory[128:] != Chip("sh1106").memory[128:], "what follows counts"


@pytest.mark.parametrize(("name", "who"), [("ssd1306", 6), ("ssd1309", 1), ("sh1106", 8)])
def test_its_status_says_who_it_is_and_whether_it_is_off(name: ChipName, who: int) -> None:
    chip = Chip(name)
    bus = SimulatedBus({0x3C: chip})
    assert bus.read_byte_data(0x3C, 0x00) == 0x40 | who
    chip.write(0x00, [0xAF])
    before = chip.bytes_seen
    assert bus.read_byte_data(0x3C, 0x00) == who
    assert chip.bytes_seen - before == 4
    chip.brown_out()
    assert bus.read_byte_data(0x3C, 0x00) & 0x40


@pytest.mark.parametrize("what", ["unplugged", "unreadable", "another address", "another register"])
def test_no_status_where_none_is_to_be_had(what: str) -> None:
    chip = Chip()
    chip.plugged = what != "unplugged"
    chip.is_readable = what != "unreadable"
    with pytest.raises(OSError, match="Errno 121"):
        SimulatedBus({0x3C: chip}).read_byte_data(
            0x3D if "address" in what else 0x3C, 0x01 if "register" in what else 0x00
        )


def test_another_control_byte_is_the_drivers_fault() -> None:
    with pytest.raises(ValueError, match="control byte 0x80"):
        Chip().write(0x80, [0xAE])


def test_a_bus_finds_its_chips_by_address() -> None:
    one, other = Chip(), Chip("sh1106")
    bus = SimulatedBus({0x3C: one, 0x3D: other})
    bus.write_i2c_block_data(0x3D, 0x00, [0xAF])
    assert (one.on, other.on) == (False, True)
    with pytest.raises(OSError, match="Errno 121"):
        bus.write_i2c_block_data(0x3E, 0x00, [0xAF])
    with pytest.raises(ValueError, match="at most 32 bytes, got 33"):
        bus.write_i2c_block_data(0x3C, 0x40, bytes(33))
    bus.i2c_rdwr(i2c_msg.write(0x3C, b"\x00\xaf"), i2c_msg.write(0x3D, b"\x40" + bytes(1024)))
    assert one.on
    assert other.bytes_seen == 3 + 1026
    with pytest.raises(OSError, match="Errno 121"):
        bus.i2c_rdwr(i2c_msg.write(0x3E, b"\x00\xaf"))
