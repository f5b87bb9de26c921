"""How a light looks to eyes that cannot tell red from green, or blue from yellow, and how different two lights are.

Matrices: Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency",
IEEE TVCG 15 (6), 2009, severity 1.0, on linear light, as that of an LED is. Distance: CIELAB 1976, D65.
"""

from __future__ import annotations

from functools import cache
from math import dist
from typing import Final, TypeAlias

from companion.faces.lamps import Light

Matrix: TypeAlias = tuple[Light, Light, Light]

EYES: Final[dict[str, Matrix]] = {
    "all colours": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}

XYZ: Final[Matrix] = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
"""XYZ of linear sRGB (IEC 61966-2-1)."""
WHITE: Final[Light] = (0.9505, 1.0, 1.089)


def seen(light: Light, eyes: Matrix) -> Light:
    """The light as these eyes see it."""
    red, green, blue = (min(max(part, 0.0), 1.0) for part in _times(eyes, light))
    return red, green, blue


@cache
def luminance(light: Light) -> float:
    """How bright a light is to most eyes, 0 … 1."""
    return _times(XYZ, light)[1]


def distance(one: Light, other: Light) -> float:
    """How different two lights are: 2.3 is just noticeable, 100 is black and white."""
    return dist(_lab(one), _lab(other))


def _lab(light: Light) -> Light:
    x, y, z = (_curve(part / white) for part, white in zip(_times(XYZ, light), WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _curve(part: float) -> float:
    return part ** (1 / 3) if part > (6 / 29) ** 3 else part / (3 * (6 / 29) ** 2) + 4 / 29


def _times(matrix: Matrix, light: Light) -> Light:
    first, second, third = (sum(a * b for a, b in zip(row, light, strict=True)) for row in matrix)
    return first, second, third
