"""What has been found of the wiring: one file, whole or not at all, that wins over the settings."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.config import Config, DisplaySettings, LightsSettings
from companion.daemon.assembly import assemble
from companion.daemon.parts import twin_parts
from companion.daemon.wired import FILE, WIRED, Wired, WiredDisplay, WiredLights, keep_wired, read, written
from companion.journal.journal import Journal
from companion.kit.errors import BadConfig
from hardware.pins import PinMap, SeatPins, read_pins
from tests import disk
from tests.companion.daemon.stepped_box import config

PINS = PinMap((SeatPins(5, 6), SeatPins(16, 26)), table=17, buzzer=18, i2c_bus=1, pairs=(2, 5))
LIGHTS = WiredLights('/dev/serial/by-id/usb-"1a86"_é', 50, "grb")
FOUND = Wired(PINS, WiredDisplay("sh1106", 0x3D, 0, True), LIGHTS)


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    for found in (FOUND, Wired(read_pins()), Wired(display=WiredDisplay("ssd1306", 0x3C)), Wired()):
        assert keep_wired(tmp_path, found)
        assert read(tmp_path) == found
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_nothing_found_is_nothing_said(tmp_path: Path) -> None:
    assert read(tmp_path) == Wired()
    assert Wired().over(Config()) == Config()


def test_it_wins_over_the_settings() -> None:
    settings = replace(
        Config(),
        display=DisplaySettings(chip="sh1106", column_offset=2, dim_after_s=7),
        lights=LightsSettings(port="/dev/ttyS0", milliamps=500),
    )
    found = replace(FOUND, display=WiredDisplay("ssd1306", 0x3D)).over(settings)
    assert found.display == DisplaySettings(chip="ssd1306", address=0x3D, dim_after_s=7), "and takes its own offset"
    assert found.lights == LightsSettings(port=LIGHTS.port, count=50, order="grb", milliamps=500)
    assert FOUND.over(settings).game == settings.game


def test_what_is_found_later_leaves_the_rest() -> None:
    later = Wired(read_pins())
    assert later.beside(FOUND) == Wired(read_pins(), FOUND.display, FOUND.lights)
    assert FOUND.beside(later) == FOUND


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("[pin]", "pin: expected one of pins, display, lights; came an unknown key"),
        ("[pins", "expected TOML"),
        ("[display]\nchip = 'ssd1331'\naddress = 60", "display.chip: expected one of ssd1306, ssd1309, sh1106; came"),
        (
            "[lights]\nport = '/dev/x'\ncount = 0\norder = 'rgb'",
            "lights.count: expected a whole number of at least 1; came 0",
        ),
        ("[lights]\nport = '/dev/x'\ncount = 1\norder = 'rgw'", "lights.order: expected one of rgb, rbg, grb"),
        ("[lights]\nport = '/dev/x'", "lights.count: expected a value; came nothing"),
        ("[pins]\nseats = []\ntable = 2\nbuzzer = 18\ni2c_bus = 1", "pins: table: GPIO 2 (physical pin 3) is kept for"),
        (
            "[pins]\nseats = [{green=5, red=6}]\nplaces = [7]\ntable = 4\nbuzzer = 18\ni2c_bus = 1",
            "pins: places: expected 1 different numbers from 1 to 6, one for each seat; got [7]",
        ),
    ],
)
def test_a_wrong_file_keeps_no_box_from_starting_and_is_one_sentence(tmp_path: Path, file: str, said: str) -> None:
    (tmp_path / FILE).write_text(file, encoding="utf-8")
    assert read(tmp_path) == Wired()
    found = WIRED.look(tmp_path / FILE)
    assert found is not None
    assert found.damage.startswith(said)
    assert "\n" not in found.damage


def test_what_is_no_file_is_a_sentence(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / FILE)
    with pytest.raises(BadConfig, match="expected a file, or none; came a fifo"):
        read(tmp_path)


def test_a_full_disk_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    keep_wired(tmp_path, FOUND)
    with disk.full():
        assert not keep_wired(tmp_path, Wired())
    assert read(tmp_path) == FOUND
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_what_root_keeps_belongs_to_the_folder_s_owner(tmp_path: Path) -> None:
    os.chown(tmp_path, 1234, 2345)
    keep_wired(tmp_path, FOUND)
    kept = (tmp_path / FILE).stat()
    assert (kept.st_uid, kept.st_gid) == (1234, 2345)


def test_the_table_knows_which_pairs_are_wired(tmp_path: Path) -> None:
    """So it asks nobody to type with keys that are not there."""
    for found, silent in ((None, set()), (FOUND, {1, 3, 4, 6})):
        if found is not None:
            assert keep_wired(tmp_path, found)
        journal = Journal(tmp_path)
        assembled = assemble(config(), journal, twin_parts)
        assert assembled.table.silent == silent
        assembled.parts.oled.close()
        assembled.parts.strip.close()
        assert assembled.parts.twin is not None
        assembled.parts.twin.close()
        journal.shut()


def test_every_number_stands_where_it_can_be_read() -> None:
    assert written(FOUND).splitlines()[2:] == [
        "[pins]                            # BCM numbers; see wiring/pins.toml",
        "seats = [",
        "    { green = 5, red = 6 },",
        "    { green = 16, red = 26 },",
        "]",
        "places = [2, 5]             # the seats that are wired",
        "table = 17",
        "buzzer = 18",
        "i2c_bus = 1",
        "",
        "[display]",
        'chip = "sh1106"',
        "address = 0x3D",
        "column_offset = 0",
        "is_upside_down = true",
        "",
        "[lights]",
        'port = "/dev/serial/by-id/usb-\\"1a86\\"_é"',
        "count = 50",
        'order = "grb"',
    ]
