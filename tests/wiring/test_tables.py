import re

import pytest

from companion.faces.strip import lay_out
from companion.games import GAMES
from hardware.pins import PinMap, SeatPins, physical, read_pins
from wiring.harness import HEADER, neighbours, parts
from wiring.tables import TABLES, header, lit_keys, measurements, shopping, wires

PINS = read_pins()
FEW = PinMap((SeatPins(17, 27), SeatPins(5, 6)), table=26, buzzer=18, i2c_bus=1)


@pytest.mark.parametrize("made", TABLES.values(), ids=TABLES)
def test_every_row_has_as_many_cells_as_the_head(made: object) -> None:
    assert callable(made)
    rows = [line for line in made(PINS).splitlines() if line.startswith("|")]
    assert len({line.count("|") for line in rows}) <= 1


def test_a_smaller_box_needs_less() -> None:
    assert "| 13 | arcade buttons, 24 mm: 6 green, 6 red, 1 other |" in shopping(PINS)
    assert "| 5 | arcade buttons, 24 mm: 2 green, 2 red, 1 other |" in shopping(FEW)
    assert re.search(r"\| 24 \| jumper leads .* \| 13 keys, 8 grounds, 3 display \|", shopping(PINS))
    assert re.search(r"\| 12 \| jumper leads .* \| 5 keys, 4 grounds, 3 display \|", shopping(FEW))


def test_lit_keys_are_bought_for_each_pair_and_follow_the_seats_on_the_strip() -> None:
    assert "| 12 | LEDs of the same kind, or keys that hold one |" in shopping(PINS)
    assert "| 4 | LEDs of the same kind, or keys that hold one |" in shopping(FEW)
    rows = lit_keys(PINS).splitlines()[2:]
    assert rows[0] == "| 1 | ● 35, ○ 36 | ● 102, ○ 103 |"
    assert len(rows) == len(PINS.seats)
    for at, game in enumerate(GAMES):
        strip = lay_out(game.track({})).with_keys(2)
        told = [int(led) for row in rows for led in re.findall(r"\d+", row.split(" | ")[at + 1])]
        assert told == [led for pair in strip.keys for led in pair], "as the box lights them"
        assert told[0] == strip.seats[-1][-1] + 1


def test_each_pin_stands_in_its_place_of_the_header_with_what_hangs_on_it() -> None:
    lines = header(PINS).splitlines()[1:-1]
    assert len(lines) == 20
    for part in parts(PINS):
        for wire, pin in part.wires.items():
            left, right = lines[(pin - 1) // 2].split("│")
            label = f"{part.name.lower()} {wire}".replace("table table", "table")
            cells = re.split(r"\s{2,}", (left if pin % 2 else right).strip())
            assert (cells if pin % 2 else cells[::-1]) == [label, HEADER[pin], str(pin)]


def test_every_pin_is_told_by_both_its_numbers() -> None:
    text = wires(PINS)
    for bcm in (*PINS.keys.values(), PINS.buzzer):
        assert f"**{physical(bcm)}** (GPIO {bcm})" in text
    assert "| Seat 1 (red) | green key **11** (GPIO 17), red key **13** (GPIO 27) | **14** |\n" in text


def test_every_key_is_measured_to_its_ground_and_to_what_is_beside_it() -> None:
    rows = {line.split(" | ")[0].strip("| "): line for line in measurements(PINS).splitlines()[2:]}
    never = {frozenset(map(int, pair)) for pair in re.findall(r"\b(\d+)-(\d+)\b", measurements(PINS))}
    made = {part.name: part for part in parts(PINS)}
    signals = {pin for part in made.values() for pin in part.wires.values() if pin != part.ground}
    for name, part in made.items():
        for wire, pin in part.wires.items():
            if wire.endswith("key"):
                assert f"{wire} {pin}-{part.ground}" in rows[name]
            if pin != part.ground:
                assert all(frozenset((pin, near)) in never for near in neighbours(pin) & signals)
    assert rows["Seat 1"] == "| Seat 1 | green key 11-14, red key 13-14 | 11-13, 13-15 |"
    assert rows["Display"] == "| Display |  | 1-3, 1-6, 3-5, 3-6, 5-6, 5-7 |"
