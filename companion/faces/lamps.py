"""How seats look on the lights: for each a colour, and a rhythm for eyes that cannot tell the colours apart.

Laws: no two seats share a colour or a rhythm, however it is turned in time; nothing goes wholly dark or flickers.
"""

from __future__ import annotations

from typing import Final, TypeAlias

Light: TypeAlias = tuple[float, float, float]
"""Red, green and blue, each 0 ... 1 of the current through the LED."""

DARK: Final[Light] = (0.0, 0.0, 0.0)

LAMPS: Final[dict[str, Light]] = {
    "red": (1.0, 0.0, 0.0),
    "blue": (0.0, 0.1, 1.0),
    "green": (0.0, 0.8, 0.0),
    "yellow": (1.0, 0.55, 0.0),
    "white": (0.7, 0.7, 0.7),
    "violet": (0.55, 0.0, 0.8),
}
"""Yellow and white are mixed by eye: an LED's green looks stronger than its red and blue."""

BEAT: Final = 0.25
"""Seconds; a power of two, so that counting beats is exact."""

RHYTHMS: Final[dict[str, str]] = {
    "red": "############",
    "blue": "######......",
    "green": "##########..",
    "yellow": "###.###.....",
    "white": "##.##.##....",
    "violet": "##..........",
}
"""Twelve beats (3 s) each, as lighthouses do: steady, half and half, a wink, two flashes, three, one."""

# Levels are brightness as the eye sees it, 0 ... 1.
FULL: Final = 1.0
LOW: Final = 0.4
"""Between the flashes of a rhythm, at the bottom of a pulse, a seat that is out."""
FAINT: Final = 0.25
"""A space that only wants to be found."""

GOAL: Final[Light] = (1.0, 0.75, 0.35)
"""A space to be reached this time."""

MARKS: Final[dict[str, Light]] = {"trap": (0.0, 0.15, 1.0), "hole": (0.55, 0.0, 0.8)}
"""By role, what a space glows in that wants to be found."""


def glow(light: Light, level: float) -> Light:
    """A light at a level the eye calls even: the current goes with the power 2.2 of it, as on every screen."""
    share = level**2.2
    red, green, blue = light
    return red * share, green * share, blue * share


def is_lit(colour: str, beat: int) -> bool:
    """Whether the rhythm of a colour is bright in this beat."""
    rhythm = RHYTHMS[colour]
    return rhythm[beat % len(rhythm)] == "#"
