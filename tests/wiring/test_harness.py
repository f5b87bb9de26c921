import pytest

from hardware.pins import PinMap, SeatPins, physical, read_pins
from wiring.harness import GROUNDS, HEADER, neighbours, parts, seats_first

PINS = read_pins()


def test_every_key_has_its_pin() -> None:
    wires = {(part.name, wire): pin for part in parts(PINS) for wire, pin in part.wires.items()}
    for number, seat in enumerate(PINS.seats, start=1):
        assert wires[f"Seat {number}", "green key"] == physical(seat.green)
        assert wires[f"Seat {number}", "red key"] == physical(seat.red)
    assert wires["Table", "table key"] == physical(PINS.table)
    assert [wires["Display", wire] for wire in ("VCC", "SDA", "SCL", "GND")] == [1, 3, 5, 6]


def test_no_pin_has_two_wires_and_each_part_its_own_ground() -> None:
    made = parts(PINS)
    used = [pin for part in made for pin in part.wires.values()]
    assert len(used) == len({*used, physical(PINS.buzzer)}) - 1
    assert [part.ground for part in made] == GROUNDS == [6, 9, 14, 20, 25, 30, 34, 39]


def test_seats_come_before_what_they_share() -> None:
    few = PinMap((SeatPins(17, 27), SeatPins(5, 6)), table=26, buzzer=18, i2c_bus=1)
    assert [part.name for part in seats_first(parts(few))] == ["Seat 1", "Seat 2", "Display", "Table"]


def test_the_header_is_the_pi_s() -> None:
    assert [HEADER[number] for number in (1, 2, 6, 11, 39, 40)] == [
        *("3.3 V", "5 V", "ground", "GPIO 17", "ground", "GPIO 21")
    ]
    assert len(HEADER) == 40


@pytest.mark.parametrize(("pin", "near"), [(1, {2, 3}), (2, {1, 4}), (11, {9, 12, 13}), (40, {38, 39})])
def test_the_neighbours_of_a_pin(pin: int, near: set[int]) -> None:
    assert neighbours(pin) == near
