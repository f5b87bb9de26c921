import errno
import random
from collections.abc import Sequence
from math import inf
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw
from smbus2 import i2c_msg

from hardware.oled import TURNED, ChipName, Oled, pack
from hardware.twin.chip import Chip, SimulatedBus

CHIPS: tuple[ChipName, ...] = ("ssd1306", "ssd1309", "sh1106")


def blank() -> Image.Image:
    return Image.new("1", (128, 64))


def drawing(text: str = "17") -> Image.Image:
    """A picture that no turn or mirror leaves as it is."""
    image = blank()
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 127, 63), outline=1)
    draw.text((8, 4), text, fill=1)
    draw.line((0, 63, 50, 30), fill=1)
    return image


class Recorder(Chip):
    """A chip that also keeps what is sent."""

    def __init__(self, chip: ChipName) -> None:
        super().__init__(chip)
        self.sent: list[tuple[int, list[int]]] = []

    def write(self, control: int, data: Sequence[int]) -> None:
        super().write(control, data)
        self.sent.append((control, list(data)))


def panel(name: ChipName = "ssd1306", offset: int | None = None, rotate: Literal[0, 2] = 0) -> tuple[Recorder, Oled]:
    chip = Recorder(name)
    return chip, Oled(SimulatedBus({0x3C: chip}), name, column_offset=offset, rotate=rotate)


def same(one: Image.Image, other: Image.Image) -> bool:
    return one.tobytes() == other.tobytes()


def test_bytes_are_columns_of_eight_pixels_lowest_bit_on_top() -> None:
    image = blank()
    image.putpixel((0, 0), 1)
    image.putpixel((5, 9), 1)
    image.putpixel((127, 63), 1)
    packed = pack(image)
    assert {i: byte for i, byte in enumerate(packed) if byte} == {0: 0x01, 128 + 5: 0x02, 1023: 0x80}


@pytest.mark.parametrize("image", [Image.new("L", (128, 64)), Image.new("1", (128, 32)), Image.new("1", (64, 128))])
def test_pictures_of_another_shape_are_refused(image: Image.Image) -> None:
    with pytest.raises(ValueError, match="expected a picture of 1 bit and 128x64, got"):
        panel()[1].show(image)


@pytest.mark.parametrize("name", CHIPS)
def test_the_picture_stands_upright_on_every_chip(name: ChipName) -> None:
    chip, oled = panel(name)
    oled.show(drawing())
    oled.tick(0.0)
    assert same(chip.picture(), drawing())
    assert oled.fault is None


@pytest.mark.parametrize("name", CHIPS)
def test_rotate_turns_it_upside_down(name: ChipName) -> None:
    chip, oled = panel(name, rotate=2)
    oled.show(drawing())
    oled.tick(0.0)
    assert same(chip.picture(), drawing().transpose(Image.Transpose.ROTATE_180))


def turned(name: ChipName, picture: Image.Image) -> Image.Image:
    """The picture as this panel shows it when its chip is not known."""
    return ImageChops.offset(picture, -TURNED if name == "sh1106" else TURNED, 0)


@pytest.mark.parametrize("name", CHIPS)
def test_where_the_chip_is_not_known_nothing_of_a_picture_is_lost_on_any(name: ChipName) -> None:
    chip = Recorder(name)
    oled = Oled(SimulatedBus({0x3C: chip}), None)
    for n in range(5):
        oled.show(drawing(str(n)))
        oled.tick(n / 10)
        assert same(chip.picture(), turned(name, drawing(str(n))))
    chip.brown_out()
    oled.tick(31.0)
    assert same(chip.picture(), turned(name, drawing("4")))
    assert oled.says is None


def test_the_golden_bytes_of_a_set_up_for_any_chip() -> None:
    chip = Recorder("ssd1306")
    oled = Oled(SimulatedBus({0x3C: chip}), None)
    oled.tick(0.0)
    set_up = "AE 20 00 21 00 7F 20 02 D5 F0 A8 3F D3 00 40 8D 14 A1 C8 DA 12 D9 F1 DB 40 A4 A6"
    assert chip.sent[0] == (0x00, list(bytes.fromhex(set_up)))
    assert chip.sent[2:4] == [(0x00, [0xB0, 0x00, 0x10]), (0x40, [0] * 132)]


def test_the_golden_bytes_of_a_set_up_and_a_change_on_an_ssd1306() -> None:
    chip, oled = panel()
    oled.tick(0.0)
    set_up = "AE D5 F0 A8 3F D3 00 40 8D 14 20 00 A1 C8 DA 12 D9 F1 DB 40 A4 A6"
    assert chip.sent[0] == (0x00, list(bytes.fromhex(set_up)))
    assert chip.sent[1] == (0x00, [0x81, 0xCF])
    assert chip.sent[2] == (0x00, [0x21, 0, 127, 0x22, 0, 7])
    assert chip.sent[3:] == [(0x40, [0] * 1024), (0x00, [0xAF])]
    chip.sent.clear()
    image = blank()
    image.putpixel((70, 20), 1)
    oled.show(image)
    oled.tick(0.1)
    assert chip.sent == [(0x00, [0x21, 70, 70, 0x22, 2, 2]), (0x40, [0x10])]


def test_a_window_that_shares_columns_or_pages_with_the_one_before_says_only_what_is_new() -> None:
    chip, oled = panel()
    oled.tick(0.0)
    chip.sent.clear()
    image = blank()
    for point in ((10, 0), (40, 0), (44, 0), (40, 60), (44, 60)):
        image.putpixel(point, 1)
    oled.show(image)
    oled.tick(0.1)
    assert [data for control, data in chip.sent if control == 0x00] == [
        [0x21, 10, 10, 0x22, 0, 0],
        [0x21, 40, 44],
        [0x22, 7, 7],
    ]
    assert same(chip.picture(), image)


def test_the_golden_bytes_of_a_change_on_an_sh1106_are_two_columns_further() -> None:
    chip, oled = panel("sh1106")
    oled.tick(0.0)
    chip.sent.clear()
    image = blank()
    image.putpixel((70, 20), 1)
    oled.show(image)
    oled.tick(0.1)
    assert chip.sent == [(0x00, [0xB2, 72 & 15, 0x10 | 72 >> 4]), (0x40, [0x10])]


@pytest.mark.parametrize(
    ("name", "gap", "windows"), [("ssd1306", 7, 1), ("ssd1306", 8, 2), ("sh1106", 6, 1), ("sh1106", 7, 2)]
)
def test_a_gap_is_sent_when_another_window_costs_no_less(name: ChipName, gap: int, windows: int) -> None:
    chip, oled = panel(name)
    oled.tick(0.0)
    chip.sent.clear()
    image = blank()
    image.putpixel((10, 0), 1)
    image.putpixel((11 + gap, 0), 1)
    oled.show(image)
    oled.tick(0.1)
    assert len(chip.sent) == 2 * windows


def test_a_change_costs_few_bytes_and_no_change_costs_none() -> None:
    chip, oled = panel()
    oled.show(drawing())
    oled.tick(0.0)
    before = chip.bytes_seen
    oled.show(drawing())
    assert oled.next_deadline() == 1.0
    oled.tick(0.5)
    assert chip.bytes_seen == before
    oled.show(drawing("18"))
    oled.tick(0.5)
    assert 0 < chip.bytes_seen - before < 30


def test_the_newest_picture_wins() -> None:
    chip, oled = panel()
    oled.tick(0.0)
    for n in range(100):
        oled.show(drawing(str(n)))
    before = chip.bytes_seen
    oled.tick(0.1)
    assert same(chip.picture(), drawing("99"))
    assert chip.bytes_seen - before <= 1034, "one whole picture at most"


@pytest.mark.parametrize("name", CHIPS)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=20)
def test_any_row_of_pictures_ends_with_the_last_one_on_the_panel(name: ChipName, seed: int) -> None:
    rng = random.Random(seed)
    chip, oled = panel(name)
    image = blank()
    for step in range(8):
        draw = ImageDraw.Draw(image)
        x, y = rng.randrange(128), rng.randrange(64)
        draw.rectangle((x, y, x + rng.randrange(40), y + rng.randrange(20)), fill=rng.randrange(2))
        draw.text((rng.randrange(100), rng.randrange(60)), "Größe", fill=1)
        oled.show(image)
        oled.tick(step * 0.1)
        assert same(chip.picture(), image)


def test_contrast_and_power_are_sent_once_and_the_picture_stays() -> None:
    chip, oled = panel()
    oled.show(drawing())
    oled.tick(0.0)
    chip.sent.clear()
    oled.contrast(16)
    oled.power(on=False)
    assert oled.next_deadline() == -inf
    oled.tick(0.1)
    oled.tick(0.2)
    assert chip.sent == [(0x00, [0x81, 16]), (0x00, [0xAE])]
    assert same(chip.picture(), blank())
    chip.sent.clear()
    oled.power(on=True)
    oled.tick(0.3)
    assert chip.sent == [(0x00, [0xAF])]
    assert same(chip.picture(), drawing())


def test_a_panel_missing_at_start_is_told_and_heals_with_the_right_picture() -> None:
    chip, oled = panel()
    chip.plugged = False
    oled.show(drawing("old"))
    oled.tick(0.0)
    assert oled.fault is not None
    assert oled.fault.startswith("display: no answer at I2C 0x3C; check its four wires (VCC")
    oled.show(drawing("new"))
    chip.plugged = True
    oled.tick(0.4)
    assert oled.fault is not None, "only after the back-off"
    oled.tick(0.5)
    assert oled.fault is None
    assert same(chip.picture(), drawing("new"))


def test_attempts_get_rarer_and_stay_at_two_seconds() -> None:
    chip, oled = panel()
    chip.plugged = False
    times = [0.0]
    for _ in range(5):
        oled.tick(times[-1])
        times.append(oled.next_deadline())
    assert times == [0.0, 0.5, 1.5, 3.5, 5.5, 7.5]
    chip.plugged = True
    oled.tick(7.5)
    chip.plugged = False
    oled.tick(8.5)
    assert oled.next_deadline() == 9.0, "from the beginning again"


def test_an_unplugged_panel_is_noticed_within_a_second_without_a_new_picture() -> None:
    chip, oled = panel()
    oled.show(drawing())
    oled.tick(0.0)
    chip.plugged = False
    oled.tick(0.9)
    assert oled.fault is None
    oled.tick(oled.next_deadline())
    assert oled.fault is not None
    chip.plugged = True
    oled.tick(oled.next_deadline())
    assert oled.fault is None
    assert same(chip.picture(), drawing())


def test_a_panel_pulled_in_the_middle_of_a_picture_heals() -> None:
    left = 3

    class Failing(Chip):
        def write(self, control: int, data: Sequence[int]) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                raise OSError(errno.ETIMEDOUT, "Connection timed out")
            super().write(control, data)

    chip = Failing()
    oled = Oled(SimulatedBus({0x3C: chip}))
    oled.show(drawing())
    oled.tick(0.0)
    assert oled.fault is not None
    left = 1000
    oled.tick(0.5)
    assert oled.fault is None
    assert same(chip.picture(), drawing())


@pytest.mark.parametrize(("is_readable", "healed_at"), [(True, 1.0), (False, 30.0)])
@pytest.mark.parametrize("name", CHIPS)
def test_a_brown_out_heals_without_switching_the_panel_off(name: ChipName, is_readable: bool, healed_at: float) -> None:
    chip, oled = panel(name)
    chip.is_readable = is_readable
    oled.show(drawing())
    oled.tick(0.0)
    chip.brown_out()
    assert same(chip.picture(), blank())
    chip.sent.clear()
    while not same(chip.picture(), drawing()):
        t = oled.next_deadline()
        oled.tick(t)
    assert t == healed_at
    assert oled.fault is None
    assert all(data[0] != 0xAE for register, data in chip.sent if register == 0x00)


def test_a_brown_out_is_noticed_under_a_flow_of_pictures_too() -> None:
    chip, oled = panel()
    oled.tick(0.0)
    chip.brown_out()
    for n in range(1, 12):
        oled.show(drawing(str(n)))
        oled.tick(n / 10)
    assert same(chip.picture(), drawing("11"))


@pytest.mark.parametrize("is_readable", [True, False])
def test_a_panel_that_is_well_is_only_asked(is_readable: bool) -> None:
    chip, oled = panel()
    chip.is_readable = is_readable
    oled.show(drawing())
    oled.tick(0.0)
    oled.power(on=False)
    oled.tick(0.5)
    chip.sent.clear()
    before = chip.bytes_seen
    for n in range(1, 29):
        oled.tick(float(n))
    assert chip.sent == [(0x00, [0xE3])] * 28
    assert chip.bytes_seen - before == 28 * (7 if is_readable else 3)


def test_a_panel_that_cannot_be_read_any_more_is_set_up_once_and_not_asked_again() -> None:
    chip, oled = panel()
    oled.tick(0.0)
    chip.is_readable = False
    chip.sent.clear()
    oled.tick(1.0)
    assert chip.sent.count((0x00, [0xAF])) == 1
    oled.tick(2.0)
    oled.tick(3.0)
    assert chip.sent.count((0x00, [0xAF])) == 1
    assert oled.fault is None


@pytest.mark.parametrize(("there", "configured"), [("sh1106", "ssd1306"), ("sh1106", "ssd1309"), ("ssd1306", "sh1106")])
def test_a_wrong_chip_in_the_settings_breaks_nothing_and_is_told_once(
    there: ChipName, configured: ChipName, caplog: pytest.LogCaptureFixture
) -> None:
    chip = Chip(there, is_strict=False)
    oled = Oled(SimulatedBus({0x3C: chip}), configured)
    for n in range(5):
        oled.show(drawing(str(n)))
        oled.tick(n * 20.0)
    assert oled.fault is None
    assert not same(chip.picture(), drawing("4")), "its border shows it"
    (line,) = [entry.getMessage() for entry in caplog.records]
    assert line == (
        f"display: it says that it is an {there}, the settings say {configured}; "
        f'if its picture is not right, set chip = "{there}"'
    )
    assert oled.says == there
    again = Oled(SimulatedBus({0x3C: chip}), there)
    again.show(drawing("4"))
    again.tick(200.0)
    assert same(chip.picture(), drawing("4")), "nothing of the wrong one stays behind"
    assert again.says is None


@pytest.mark.parametrize(("there", "configured"), [*zip(CHIPS, CHIPS, strict=True), ("ssd1306", "ssd1309")])
def test_a_chip_that_takes_the_same_commands_is_not_warned_of(
    there: ChipName, configured: ChipName, caplog: pytest.LogCaptureFixture
) -> None:
    Oled(SimulatedBus({0x3C: Chip(there)}), configured).tick(0.0)
    assert caplog.records == []


@pytest.mark.untraced
@pytest.mark.parametrize("name", CHIPS)
@pytest.mark.parametrize("seed", range(3))
def test_a_hundred_times_unplugged_it_shows_the_right_picture_3_s_after(name: ChipName, seed: int) -> None:
    rng = random.Random(seed)
    chip, oled = panel(name)
    t = 0.0

    def until(end: float) -> None:
        nonlocal t
        while max(oled.next_deadline(), t) <= end:
            t = max(oled.next_deadline(), t)
            oled.tick(t)
        t = end

    for cycle in range(100):
        oled.show(drawing(f"before {cycle}"))
        until(t + rng.uniform(0, 3))
        chip.plugged = False
        until(t + rng.choice((0.01, 0.3, 0.9, 2.0, 60.0)) * rng.random())
        if rng.random() < 0.5:
            oled.show(drawing(f"while {cycle}"))
        chip.plugged = True
        until(t + rng.uniform(0, 3.0))
        oled.show(last := drawing(f"after {cycle}"))
        until(t + 3.0)
        assert same(chip.picture(), last)
        assert oled.fault is None


def test_the_picture_shown_while_another_is_on_its_way_wins() -> None:
    class Slow(Chip):
        def write(self, control: int, data: Sequence[int]) -> None:
            oled.show(drawing("new"))
            super().write(control, data)

    chip = Slow()
    oled = Oled(SimulatedBus({0x3C: chip}))
    oled.show(drawing("old"))
    oled.tick(0.0)
    assert same(chip.picture(), drawing("old"))
    assert oled.next_deadline() == -inf
    oled.tick(0.1)
    assert same(chip.picture(), drawing("new"))


def test_the_refresh_leaves_a_dark_panel_dark() -> None:
    chip, oled = panel()
    oled.power(on=False)
    oled.tick(0.0)
    oled.tick(31.0)
    assert not chip.on


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (FileNotFoundError(errno.ENOENT, "No such file"), "display: I2C is switched off; switch it on with raspi-conf"),
        (PermissionError(errno.EACCES, "Permission denied"), "display: no permission to use I2C; add this user to"),
        (OSError(errno.EIO, "Input/output error"), "display: no answer at I2C 0x3C"),
        (TimeoutError(errno.ETIMEDOUT, "Connection timed out"), "display: no answer at I2C 0x3C"),
    ],
)
def test_every_error_of_the_bus_is_one_plain_sentence(error: OSError, sentence: str) -> None:
    class Broken:
        def write_i2c_block_data(self, _address: int, _register: int, _data: Sequence[int], /) -> None:
            raise error

        def i2c_rdwr(self, *_messages: i2c_msg) -> None:
            raise error

        def read_byte_data(self, _address: int, _register: int, /) -> int:
            raise error

    oled = Oled(Broken())
    oled.tick(0.0)
    assert oled.fault is not None
    assert oled.fault.startswith(sentence)
    oled.close()


def test_after_a_tick_the_next_deadline_lies_ahead() -> None:
    chip, oled = panel()
    t = 0.0
    for step in range(200):
        chip.plugged = step % 40 < 25
        oled.tick(t)
        assert oled.next_deadline() > t
        t = oled.next_deadline()


def test_closing_darkens_the_panel_or_leaves_it() -> None:
    chip, oled = panel()
    oled.show(drawing())
    oled.tick(0.0)
    oled.close(dark=False)
    assert same(chip.picture(), drawing())
    oled.close()
    assert not chip.on


def test_closing_a_panel_that_was_never_there_does_nothing() -> None:
    chip, oled = panel()
    oled.close()
    assert chip.sent == []
    assert chip.transactions == 0


@pytest.mark.parametrize("offset", [0, 2, 4])
def test_an_sh1106_takes_a_column_offset(offset: int) -> None:
    chip, oled = panel("sh1106", offset=offset)
    oled.show(drawing())
    oled.tick(0.0)
    assert same(chip.picture(), drawing()) == (offset == 2)
    assert chip.sent[2] == (0x00, [0xB0, offset, 0x10])


@pytest.mark.parametrize(("name", "offset"), [("ssd1306", 2), ("ssd1309", 1), ("sh1106", 5), ("sh1106", -1)])
def test_an_impossible_column_offset_is_refused(name: ChipName, offset: int) -> None:
    with pytest.raises(ValueError, match=f"column offset {offset} is not possible on an {name}"):
        panel(name, offset=offset)


@pytest.mark.parametrize("level", [-1, 256])
def test_an_impossible_contrast_is_refused(level: int) -> None:
    with pytest.raises(ValueError, match=f"expected a contrast from 0 to 255, got {level}"):
        panel()[1].contrast(level)
