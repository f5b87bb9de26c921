from typing import Any

import pytest
from msgspec.structs import replace

from companion.kit.seats import COLOURS
from hardware.pins import PinMap, SeatPins, physical, read_pins
from tests.wiring.paper.test_sheet import measured
from wiring.harness import HEADER, parts
from wiring.paper import case, workshop
from wiring.paper.sheet import PrintedSheet

PINS, SIZES = read_pins(), case.read_sizes()
OTHER = PinMap((SeatPins(17, 27), SeatPins(5, 6)), table=26, buzzer=13, i2c_bus=1, pairs=(2, 5))


@pytest.mark.parametrize("pins", [PINS, OTHER])
def test_each_key_has_one_label_with_its_mark_and_colour(pins: PinMap) -> None:
    made = workshop.key_labels(pins)
    assert [*made] == [*pins.keys]
    assert len({label.said for label in made.values()}) == len(pins.keys)
    assert made["green2"] == ("seat 2 ●", COLOURS[1])
    assert made["red2"] == ("seat 2 ○", COLOURS[1])
    assert made["table"] == ("table key", "")


@pytest.mark.parametrize("pins", [PINS, OTHER])
def test_each_wire_has_one_label_with_both_its_numbers(pins: PinMap) -> None:
    made = workshop.plug_labels(pins)
    wired = [pin for part in parts(pins) for pin in part.wires.values()]
    assert sorted(made) == sorted([*wired, physical(pins.buzzer)])
    for pin, label in made.items():
        assert label.said.startswith(f"{pin} · ")
        assert HEADER[pin] in label.said or "GND" in label.said
    for key, bcm in pins.keys.items():
        assert made[physical(bcm)].said == f"{physical(bcm)} · GPIO {bcm} · {workshop.key_name(key)}"


def test_all_labels_stand_on_one_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[tuple[str, float]] = []
    line_of = PrintedSheet.line_of

    def one(sheet: PrintedSheet, said: str, x: float, y: float, *rest: Any) -> float:
        written.append((said, y))
        return line_of(sheet, said, x, y, *rest)

    monkeypatch.setattr(PrintedSheet, "line_of", one)
    assert measured(workshop.labels(PINS, SIZES))[0] == 1
    assert max(y for _, y in written) < 280
    words = [said for said, _ in written]
    assert all(words.count(label.said) == 1 for label in workshop.key_labels(PINS).values())
    assert all(
        words.count(label.said) == 2 for label in workshop.plug_labels(PINS).values() if "table key" not in label.said
    )
    assert all(words.count(outlet.name) == 2 for outlet in SIZES.outlets)


def test_the_holes_of_the_template_are_where_they_are_on_the_case(monkeypatch: pytest.MonkeyPatch) -> None:
    circles: list[tuple[float, ...]] = []
    monkeypatch.setattr(
        PrintedSheet, "disc", lambda _, x, y, radius, *__, **___: circles.append((round(x, 6), round(y, 6), radius))
    )
    pdf = workshop.template(PINS, SIZES)
    front = case.lay_out(PINS, SIZES)
    left, bottom = (297 - SIZES.width) / 2, (210 + SIZES.depth) / 2
    expected = [
        (left + each.x, bottom - each.y, each.radius)
        for each in (*front.keys, *front.lamps, *front.screws, *front.marks)
    ]
    assert sorted(circles) == sorted((round(x, 6), round(y, 6), radius) for x, y, radius in expected)
    assert measured(pdf) == pytest.approx((2, 297, 210), abs=0.005)


def test_a_case_larger_than_the_paper_has_no_template() -> None:
    with pytest.raises(ValueError, match=r"case.toml: 290 by 150 mm is too large for a template on A4"):
        workshop.template(PINS, replace(SIZES, width=290.0))
