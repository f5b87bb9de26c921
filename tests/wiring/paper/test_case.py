from itertools import combinations
from math import atan2

import msgspec
import pytest
from msgspec.structs import replace

from hardware.pins import PinMap, SeatPins, read_pins
from wiring.paper import case
from wiring.paper.case import Footprint

PINS, SIZES = read_pins(), case.read_sizes()
TWO = PinMap((SeatPins(17, 27), SeatPins(5, 6)), table=26, buzzer=18, i2c_bus=1, pairs=(2, 5))


@pytest.mark.parametrize("pins", [PINS, TWO])
def test_each_key_of_the_pin_map_has_one_hole(pins: PinMap) -> None:
    front = case.lay_out(pins, SIZES)
    assert [key.name for key in front.keys] == [*pins.keys]
    assert [mark.name for mark in front.marks] == [key for key in pins.keys if key != "table"]
    assert len(front.lamps) == len(pins.seats)


def test_no_two_things_touch_and_none_touches_a_side() -> None:
    front = case.lay_out(PINS, SIZES)
    rims = [key._replace(radius=SIZES.key_rim / 2) for key in front.keys]
    things = [*rims, *front.marks, *front.lamps, *front.screws, front.window]
    assert min(a.gap(b) for a, b in combinations(things, 2)) > 0
    for each in things:
        x, y = zip(*each.outline(), strict=True)
        assert min(*x, *y) > SIZES.side_inset + SIZES.sheet
        assert max(x) < SIZES.width - SIZES.side_inset - SIZES.sheet
        assert max(y) < SIZES.depth - SIZES.side_inset - SIZES.sheet


def test_seats_run_clockwise() -> None:
    lamps = case.lay_out(PINS, SIZES).lamps
    turns = [atan2(lamp.y - SIZES.depth / 2, lamp.x - SIZES.width / 2) for lamp in lamps]
    assert turns == sorted(turns, reverse=True)


def test_dot_is_on_the_left_of_each_player() -> None:
    places = {key.name: key for key in case.lay_out(PINS, SIZES).keys}
    for pair in range(1, 7):
        green, red = places[f"green{pair}"], places[f"red{pair}"]
        assert (green.x > red.x) == (green.y > SIZES.depth / 2)
        assert green.y == red.y


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"key_pitch": 27.0}, "green1 and red1 overlap by 1.0 mm"),
        ({"window": (120.0, 17.0)}, "table and display overlap"),
        ({"key_edge": 20.0}, r"green1 is 6.0 mm from the edge, expected 7.0 at least"),
        ({"pi": (15.0, 75.0)}, "Pi screw 1 is -17.0 mm from the edge"),
        ({"tab": 60.0}, "tab and strip overlap"),
        ({"outlets": (case.CableOutlet("strip", "left", 62.0, 14.0, 9.0),)}, "strip is not inside its side"),
        ({"outlets": (case.CableOutlet("strip", "left", 0.0, 14.0, 50.0),)}, "strip is not inside its side"),
    ],
)
def test_lengths_that_do_not_fit_are_refused(wrong: dict[str, float], said: str) -> None:
    with pytest.raises(ValueError, match=f"case.toml: .*{said}"):
        case.lay_out(PINS, replace(SIZES, **wrong))


def test_a_wrong_length_is_told() -> None:
    text = case.SIZES.read_text("utf-8")
    with pytest.raises(msgspec.ValidationError, match="widht"):
        case.read_sizes(text.replace("width = 218.0", "widht = 218.0"))
    with pytest.raises(msgspec.ValidationError, match=r"> 0.*depth"):
        case.read_sizes(text.replace("depth = 150.0", "depth = -150.0"))


def test_gaps_are_measured_between_edges() -> None:
    circle, square = Footprint("circle", 0, 0, 1), Footprint("square", 5, 0, 0, 1, 1)
    assert circle.gap(square) == 3
    assert circle.gap(Footprint("other", 3, 4, 2)) == 2
    assert square.gap(Footprint("inside", 5, 0, 0.5)) == -1.5
    assert square.gap(Footprint("beside", 6.5, 0, 0, 1, 1)) == -0.5
