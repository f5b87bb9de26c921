"""Trying the lights: the words match the lights that shine."""

from __future__ import annotations

import pytest

from companion.config import ColourOrder
from companion.workshop.try_lights import COLOUR_S, LED_S
from tests.companion.workshop.trial import COUNT, trial


@pytest.mark.parametrize("order", ["rgb", "grb"])
def test_all_lights_shine_in_each_colour_and_then_one_by_one(order: ColourOrder) -> None:
    with trial("lights", order) as at:
        for name in ("red", "green", "blue", "white"):
            at.wait(COLOUR_S / 2)
            assert f"should be {name}." in at.said[-1]
            (colour,) = set(at.ends.controller.colours)
            assert [part > 0 for part in colour] == {
                **{"red": [True, False, False], "green": [False, True, False]},
                **{"blue": [False, False, True], "white": [True, True, True]},
            }[name]
            at.wait(COLOUR_S / 2)
        seen = []
        while not at.job.is_over:
            at.wait(LED_S / 4)
            seen += [led for led, colour in enumerate(at.ends.controller.colours) if any(colour)]
        assert list(dict.fromkeys(seen)) == list(range(COUNT))


def test_a_key_goes_on_to_the_next_colour() -> None:
    with trial("lights") as at:
        at.touch("green1")
        assert "should be green." in at.said[-1]


def test_no_more_is_drawn_than_the_supply_gives() -> None:
    with trial("lights", milliamps=100) as at:
        at.wait(3.5 * COLOUR_S)
        drawn = sum(sum(colour) for colour in at.ends.controller.colours) * 20 / 255
        assert 50 < drawn <= 100
