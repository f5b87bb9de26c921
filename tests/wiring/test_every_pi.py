"""The pin map and the wires made from it, on every Pi with a 40-pin header."""

from typing import Final

import pytest
from gpiozero.pins.data import PI_REVISIONS, SPI_HARDWARE_PINS
from gpiozero.pins.pi import HeaderInfo, PiBoardInfo

from hardware.pins import physical, read_pins
from wiring.harness import HEADER, parts

PINS: Final = read_pins()


def boards() -> dict[str, HeaderInfo]:
    """The 40-pin header of every model gpiozero knows: by its table of old revisions, and by the new ones' bits."""
    new = (0xA00001 | model << 4 for model in range(256))
    known = (PiBoardInfo.from_revision(revision) for revision in (*PI_REVISIONS, *new))
    # What gpiozero does not know, it takes for a Pi with the usual header; modules have none of their own.
    return {board.model: board.headers["J8"] for board in known if "J8" in board.headers and board.model != "???"}


BOARDS: Final = boards()


def test_the_boards_are_all_that_have_forty_pins() -> None:
    assert {"A+", "B+", "2B", "3B", "3A+", "3B+", "4B", "400", "5B", "500", "Zero", "Zero W", "Zero2W"} <= {*BOARDS}
    assert {"CM4", "CM5", "CM5Lite"} <= {*BOARDS}  # on a carrier board
    assert {len(header.pins) for header in BOARDS.values()} == {40}


@pytest.mark.parametrize("model", BOARDS)
def test_the_map_fits_every_pi(model: str) -> None:
    header = BOARDS[model].pins
    spi = {number for wire in SPI_HARDWARE_PINS[0].values() for number in ([wire] if isinstance(wire, str) else wire)}
    for bcm in (*PINS.keys.values(), PINS.buzzer):
        pin = header[physical(bcm)]
        assert (pin.number, pin.name) == (physical(bcm), f"GPIO{bcm}")
        assert "gpio" in pin.interfaces
        assert pin.pull == "", "a resistor on the board holds it"
        assert pin.name not in spi
        # At the start: who is plugged in (0, 1), the bus of the display and waking (2, 3), the console (14, 15).
        assert bcm not in (0, 1, 2, 3, 14, 15)


@pytest.mark.parametrize("model", BOARDS)
def test_display_and_grounds_fit_every_pi(model: str) -> None:
    header = BOARDS[model].pins
    bus = [header[physical(bcm)] for bcm in (2, 3)]
    assert [(pin.name, pin.pull, "i2c" in pin.interfaces) for pin in bus] == [
        *(("GPIO2", "up", True), ("GPIO3", "up", True))
    ]
    for part in parts(PINS):
        assert header[part.ground].name == "GND"
        assert "VCC" not in part.wires or header[part.wires["VCC"]].name == "3V3"
    assert {number: header[number].name.replace("GPIO", "GPIO ") for number in header} == {
        number: {"ground": "GND", "3.3 V": "3V3", "5 V": "5V"}.get(name, name) for number, name in HEADER.items()
    }
