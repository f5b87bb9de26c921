"""The palettes: for every kind of colour blindness, the colours of `distinct` are further apart than those of `bright`.

Colour blindness is simulated after Machado, Oliveira and Fernandes (2009, severity 1.0) in linear RGB; how far two
colours are apart is their distance in Oklab (Ottosson 2020).
"""

from __future__ import annotations

import re
from itertools import combinations
from math import dist
from pathlib import Path
from typing import Final

import pytest

from companion.faces.lamps import BESIDE, HALF, LAMPS, Light, glow
from companion.faces.palettes import PAINTS, lamps, linear
from companion.kit.seats import COLOURS
from tests.papers import ROOT, read

BLIND: Final = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
LMS: Final = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
OKLAB: Final = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
PAGES: Final = {
    colour: linear(paint)
    for colour, paint in re.findall(
        r'\[data-colour="(\w+)"\] \{ --seat: (#\w{6})', read(Path(ROOT / "companion/web/static/board.css"))
    )
}
"""The pages' own colours."""
Rows = tuple[tuple[float, float, float], ...]


def times(rows: Rows, light: Light) -> Light:
    one, two, three = (sum(a * b for a, b in zip(row, light, strict=True)) for row in rows)
    return one, two, three


def seen(light: Light, blind: Rows) -> Light:
    red, green, blue = (min(max(share, 0.0), 1.0) for share in times(blind, light))
    long, middle, short = (share ** (1 / 3) for share in times(LMS, (red, green, blue)))
    return times(OKLAB, (long, middle, short))


def least(palette: dict[str, Light], blind: Rows) -> float:
    return min(dist(seen(palette[one], blind), seen(palette[other], blind)) for one, other in combinations(palette, 2))


def test_the_palettes_have_all_colours() -> None:
    assert tuple(PAINTS["distinct"]) == tuple(PAGES) == COLOURS
    assert lamps("bright") is LAMPS


def test_white_and_grey_are_put_into_light() -> None:
    assert linear("#ffffff") == (1.0, 1.0, 1.0)
    assert linear("#0a0a80") == pytest.approx((0.00304, 0.00304, 0.21586), abs=1e-4)


@pytest.mark.parametrize("kind", BLIND)
@pytest.mark.parametrize("today", [LAMPS, PAGES], ids=["lights", "pages"])
def test_who_mixes_up_colours_tells_the_distinct_ones_apart(kind: str, today: dict[str, Light]) -> None:
    distinct = least(dict(lamps("distinct")), BLIND[kind])
    assert distinct > 0.155
    assert distinct > 1.4 * least(today, BLIND[kind])


def test_the_seat_that_is_asked_is_still_the_brightest_light() -> None:
    def luminance(light: Light) -> float:
        red, green, blue = light
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    lights = lamps("distinct").values()
    darkest = min(luminance(glow(light, HALF)) for light in lights)
    assert darkest > max(luminance(glow(light, BESIDE)) for light in lights)
