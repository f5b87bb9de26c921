"""The palettes for the colours of seats, of which the owner chooses one for lights and pages.

Laws: a palette has one colour for each seat, in one place for lights and pages; every two colours of `distinct` differ
more for every kind of colour blindness than any two of `bright` that are mixed up (the test measures it). It begins
with the colours of Okabe and Ito, moved until the two that are most alike are as far apart as possible.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.faces.lamps import LAMPS, Light
from companion.kit.view import Palette

PAINTS: Final[dict[Palette, dict[str, str]]] = {
    "bright": {},
    "distinct": {
        "red": "#985803",
        "blue": "#406b90",
        "green": "#53b06b",
        "yellow": "#ffd100",
        "white": "#ffffff",
        "violet": "#c084e0",
    },
}
"""By the colour of a seat; none: pages keep their own, and lights those of `LAMPS`."""
GAMMA_KNEE: Final = 0.04045
"""Below this share, sRGB is a straight line."""


def lamps(palette: Palette) -> Mapping[str, Light]:
    """The light of each seat's colour."""
    return {colour: linear(paint) for colour, paint in PAINTS[palette].items()} or LAMPS


def linear(paint: str) -> Light:
    """A colour as `#rrggbb` in sRGB (IEC 61966-2-1), as shares of light."""
    red, green, blue = (_share(byte / 255) for byte in bytes.fromhex(paint[1:]))
    return red, green, blue


def _share(value: float) -> float:
    return value / 12.92 if value <= GAMMA_KNEE else ((value + 0.055) / 1.055) ** 2.4
