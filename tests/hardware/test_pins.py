import pytest

from hardware.errors import WiringError
from hardware.pins import PinMap, SeatPins, describe, free_pins, physical, read_pins

TEXT = """
seats = [{ green = 17, red = 27 }]
table = 4
buzzer = 18
i2c_bus = 1
"""


def test_the_map_that_comes_with_the_box() -> None:
    pins = read_pins()
    assert pins.keys == {
        **{"green1": 17, "red1": 27, "green2": 22, "red2": 5, "green3": 6, "red3": 13},
        **{"green4": 26, "red4": 23, "green5": 24, "red5": 25, "green6": 12, "red6": 16},
        "table": 4,
    }
    assert (pins.buzzer, pins.i2c_bus) == (18, 1)


def test_a_text_is_read_instead() -> None:
    assert read_pins(TEXT) == PinMap((SeatPins(17, 27),), table=4, buzzer=18, i2c_bus=1)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("27", "17"), r"red1: GPIO 17 \(physical pin 11\) is already the pin of green1; take another pin"),
        (("table = 4", "table = 18"), r"buzzer: GPIO 18 \(physical pin 12\) is already the pin of table"),
        (("27", "28"), "red1: expected a BCM number from 0 to 27, got 28"),
        (("27", "-1"), "red1: expected a BCM number from 0 to 27, got -1"),
        (("27", '"GPIO27"'), r"Expected `int`, got `str` - at `\$.seats\[0\].red`"),
        (("table", "tabel"), "unknown field `tabel`"),
        (("buzzer = 18", ""), "missing required field `buzzer`"),
        (("[{", "{["), "pins.toml: "),
    ],
)
def test_a_wrong_map_is_refused(change: tuple[str, str], sentence: str) -> None:
    with pytest.raises(WiringError, match=sentence):
        read_pins(TEXT.replace(*change))


@pytest.mark.parametrize(
    ("bcm", "bus"),
    [
        *((n, "a HAT's memory") for n in (0, 1)),
        *((2, "I2C"), (3, "I2C"), (14, "UART"), (15, "UART")),
        *((n, "SPI") for n in range(7, 12)),
    ],
)
def test_pins_of_a_bus_are_refused(bcm: int, bus: str) -> None:
    with pytest.raises(WiringError, match=f"GPIO {bcm} .* is kept for {bus}"):
        PinMap((SeatPins(17, 27),), table=bcm, buzzer=18, i2c_bus=1)


def test_physical_pins() -> None:
    # From the 40-pin header's drawing; each corner and some in between.
    assert [physical(bcm) for bcm in (2, 3, 4, 17, 27, 21, 16)] == [3, 5, 7, 11, 13, 40, 36]
    assert sorted(physical(bcm) for bcm in range(28)) == sorted(
        set(range(1, 41)) - {1, 2, 4, 6, 9, 14, 17, 20, 25, 30, 34, 39}
    )
    assert describe(17) == "GPIO 17 (physical pin 11)"


# Seats that are not wired


def test_a_map_may_leave_seats_out() -> None:
    pins = read_pins(TEXT.replace("table", "places = [5]\ntable", 1))
    assert pins.keys == {"green5": 17, "red5": 27, "table": 4}


@pytest.mark.parametrize("places", [[0], [7], [1, 2]])
def test_pairs_are_of_seats(places: list[int]) -> None:
    with pytest.raises(WiringError, match="places: expected 1 different numbers from 1 to 6"):
        read_pins(TEXT.replace("table", f"places = {places}\ntable", 1))


def test_all_pins_that_no_bus_needs_are_free() -> None:
    assert set(read_pins().keys.values()) | {read_pins().buzzer} <= set(free_pins())
    assert not {2, 3, 14, 15, 7, 8, 9, 10, 11} & set(free_pins())
    for bcm in free_pins():
        if bcm not in (17, 27, 18):
            PinMap((SeatPins(17, 27),), table=bcm, buzzer=18, i2c_bus=1)
