"""Four cats, drawn: a king in his crown, a knight in his helmet, a citizen in a straw hat, a jester in his cap.

Drawings are in widths of the road, y grows downwards; `0, 0` is the bell on the collar.
"""

from __future__ import annotations

import re
from typing import Final

from companion.games.cat_royal.booklet import CITIZEN, JESTER, KING, KNIGHT, Figure
from companion.kit.chart import Paint, Shape

FUR: Final[dict[Figure, Paint]] = {KING: "cloth", KNIGHT: "stone", CITIZEN: "amber", JESTER: "ink"}
EYES: Final[dict[Figure, Paint]] = {KING: "gold", KNIGHT: "gold", CITIZEN: "cloth", JESTER: "gold"}

ROBE: Final = "M-0.84 1.1 C-0.92 0.36 -0.52 0.02 0 0.02 C0.52 0.02 0.92 0.36 0.84 1.1 Q0 1.26 -0.84 1.1 Z"
HEAD: Final = (
    "M-0.74 -1.5 L-0.26 -1.22 C-0.1 -1.27 0.1 -1.27 0.26 -1.22 L0.74 -1.5"
    " C0.86 -1.1 0.86 -0.8 0.78 -0.58 C0.66 -0.22 0.34 -0.08 0 -0.08 C-0.34 -0.08 -0.66 -0.22 -0.78 -0.58"
    " C-0.86 -0.8 -0.86 -1.1 -0.74 -1.5 Z"
)
EAR: Final = "M0.65 -1.3 L0.4 -1.14 L0.66 -0.98 Z"
EYE: Final = "M0.56 -0.74 Q0.36 -1 0.14 -0.66 Q0.38 -0.48 0.56 -0.74 Z"
PUPIL: Final = "M0.36 -0.85 Q0.27 -0.7 0.36 -0.55 Q0.45 -0.7 0.36 -0.85 Z"
NOSE: Final = "M-0.1 -0.46 H0.1 L0 -0.35 Z"
WHISKERS: Final = "M0.3 -0.37 L0.9 -0.48 M0.31 -0.32 L0.92 -0.3 M0.3 -0.27 L0.86 -0.13"
COLLAR: Final = "M-0.5 -0.14 Q0 0.1 0.5 -0.14 L0.52 0.04 Q0 0.28 -0.52 0.04 Z"

DRESS: Final[dict[Figure, tuple[Shape, ...]]] = {
    KING: (
        Shape("M-0.24 0.14 L-0.34 1.19 Q0 1.23 0.34 1.19 L0.24 0.14 Z", "cloth"),
        Shape("M-0.12 0.52 l0.05 0.14 h-0.1 Z M0.12 0.72 l0.05 0.14 h-0.1 Z M-0.12 0.92 l0.05 0.14 h-0.1 Z", "ink"),
    ),
    KNIGHT: (
        Shape("M-0.42 0.16 Q-0.56 0.6 -0.3 1.19 Q0 1.23 0.3 1.19 Q0.56 0.6 0.42 0.16 Z", "wall"),
        Shape("M0 0.3 V1.05 M-0.24 0.62 H0.24", "brass"),
    ),
    CITIZEN: (
        Shape("M0 0.34 V1.18", "thread"),
        Shape("M0 0.34 L-0.36 0.2 V0.5 Z M0 0.34 L0.36 0.2 V0.5 Z", "cloth"),
    ),
    JESTER: (
        Shape("M0 0.1 H0.56 C0.8 0.36 0.88 0.7 0.84 1.1 Q0.42 1.2 0 1.2 Z", "cloth"),
        Shape(
            "M-0.62 0.1 L-0.46 0.46 L-0.3 0.2 L-0.15 0.52 L0 0.22 L0.15 0.52 L0.3 0.2 L0.46 0.46 L0.62 0.1 Z", "gold"
        ),
    ),
}
"""Over the robe."""

HATS: Final[dict[Figure, tuple[Shape, ...]]] = {
    KING: (
        Shape(
            "M-0.4 -1.2 L-0.56 -1.78 L-0.27 -1.5 L0 -1.94 L0.27 -1.5 L0.56 -1.78 L0.4 -1.2 Q0 -1.34 -0.4 -1.2 Z", "gold"
        ),
        Shape("M-0.1 -1.42 L0 -1.56 L0.1 -1.42 L0 -1.28 Z", "livery"),
    ),
    KNIGHT: (
        Shape("M0.02 -1.62 C0.1 -2.06 0.62 -2.1 0.86 -1.7 C0.6 -1.84 0.3 -1.72 0.1 -1.52 Z", "livery"),
        Shape(
            "M-0.66 -0.98 C-0.62 -1.44 -0.34 -1.66 0 -1.66 C0.34 -1.66 0.62 -1.44 0.66 -0.98"
            " C0.44 -1.12 0.2 -1.16 0.09 -1.14 L0 -0.72 L-0.09 -1.14 C-0.2 -1.16 -0.44 -1.12 -0.66 -0.98 Z",
            "wall",
        ),
    ),
    CITIZEN: (
        Shape(
            "M-0.9 -1.16 Q0 -1.42 0.9 -1.16 Q0.94 -1.3 0.42 -1.38 Q0.4 -1.78 0 -1.78"
            " Q-0.4 -1.78 -0.42 -1.38 Q-0.94 -1.3 -0.9 -1.16 Z",
            "cloth",
        ),
        Shape("M-0.43 -1.36 Q0 -1.48 0.43 -1.36 L0.42 -1.52 Q0 -1.64 -0.42 -1.52 Z", "livery"),
    ),
    JESTER: (
        Shape(
            "M-0.5 -1.16 C-0.44 -1.56 -0.7 -1.82 -0.94 -1.6 C-0.8 -1.96 -0.2 -2 0 -1.32 V-1.26 Q-.3 -1.26 -0.5 -1.16 Z",
            "livery",
        ),
        Shape(
            "M0.5 -1.16 C0.44 -1.56 0.7 -1.82 0.94 -1.6 C0.8 -1.96 0.2 -2 0 -1.32 V-1.26 Q0.3 -1.26 0.5 -1.16 Z",
            "cloth",
        ),
        Shape("M-1.02 -1.54 a0.1 0.1 0 1 1 0.2 0 a0.1 0.1 0 1 1 -0.2 0 Z", "gold"),
        Shape("M0.82 -1.54 a0.1 0.1 0 1 1 0.2 0 a0.1 0.1 0 1 1 -0.2 0 Z", "gold"),
    ),
}

PAW: Final = (
    Shape("M0 0.02 C0.2 0.02 0.34 0.2 0.3 0.36 C0.24 0.5 -0.24 0.5 -0.3 0.36 C-0.34 0.2 -0.2 0.02 0 0.02 Z", "thread"),
    *(
        Shape(f"M{x - 0.1:.2f} {y} a0.1 0.14 0 1 1 0.2 0 a0.1 0.14 0 1 1 -0.2 0 Z", "thread")
        for x, y in ((-0.36, 0.0), (-0.14, -0.2), (0.14, -0.2), (0.36, 0.0))
    ),
)
"""The print of a paw."""


def cat(figure: Figure) -> tuple[Shape, ...]:
    """A cat from robe to hat; both have the colour of its seat."""
    return (
        Shape(ROBE, "livery"),
        *DRESS[figure],
        Shape(HEAD, FUR[figure]),
        Shape(_both(EAR), "livery"),
        Shape(_both(EYE), EYES[figure]),
        Shape(_both(PUPIL), "ink"),
        Shape(NOSE, "livery"),
        Shape(_both(WHISKERS), "thread"),
        Shape(COLLAR, "gold"),
        *HATS[figure],
    )


def _both(right: str) -> str:
    """A path of the right half, with its mirror image."""
    return right + " " + re.sub(r"(-?[.0-9]+) (-?[.0-9]+)", lambda at: f"{-float(at[1])} {at[2]}", right)
