"""At the keys, the seat that is asked is the brightest at every instant of a whole game, for all eyes."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

import pytest

from companion.config import Config
from companion.daemon import demo
from tests.companion.faces.eyes import EYES, luminance, seen

from .stepped_box import SteppedBox, config

FIFTH = 1 / 5
ON_THE_LINE_S = 0.1
"""Two frames: until then the strip still shows who was asked before."""


@cache
def brightness(colour: tuple[int, int, int], eyes: str) -> float:
    red, green, blue = colour
    return luminance(seen((red / 255, green / 255, blue / 255), EYES[eyes]))


pytestmark = [pytest.mark.slow, pytest.mark.in_box_time]


@pytest.mark.parametrize(
    ("settings", "players"),
    [(config(cards="table", die="table"), 6), (config("cat-royal"), 4)],
    ids=["galopp-royal", "cat-royal"],
)
def test_whoever_is_asked_is_the_brightest_at_every_instant(tmp_path: Path, settings: Config, players: int) -> None:
    box = SteppedBox(tmp_path, settings)
    keys = box.box.parts.strip_map.seats
    frames: Counter[int] = Counter()
    before, since = None, 0.0

    def watch() -> None:
        nonlocal before, since
        view = box.box.box.table.view(box.box.now)
        asked = next((seat.pair for seat in view.seats if seat.seat == view.who and view.legend is not None), None)
        if asked != before:
            before, since = asked, box.box.now
        if asked is None or box.box.now < since + ON_THE_LINE_S:
            return
        frames[asked] += 1
        shown = [[box.box.twin.controller.colours[led] for led in leds] for leds in keys]
        for eyes in EYES:
            most = [max(brightness(colour, eyes) for colour in leds) for leds in shown]
            least = min(brightness(colour, eyes) for colour in shown[asked - 1])
            assert least > max(most[: asked - 1] + most[asked:]), (eyes, view.title, shown)
        for others in shown[: asked - 1] + shown[asked:]:
            assert max(map(max, others)) < 255 * FIFTH

    box.box.watch = watch
    for _ in demo.play(box.box, players, Random(3)):
        pass
    box.pull_the_plug()
    assert frames.keys() == set(range(1, players + 1))
    assert min(frames.values()) > 100
