"""How seats look on the lights: for each a colour, and a rhythm for eyes that cannot tell the colours apart.

Laws: no two seats share a colour or a rhythm, however it is turned in time; nothing goes wholly dark or flickers. At
the keys there is no rhythm: there the seat that must act is the brightest at every instant, for all eyes. Calm lights,
for people who need them, have no rhythm anywhere.
"""

from __future__ import annotations

from math import cos, tau
from typing import Final, NamedTuple, TypeAlias

from companion.kit.view import Sand

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
"""Twelve beats (3 s) each, like lighthouses: steady, half and half, a wink, two flashes, three, one."""
BEATS: Final = 12

# A level is the brightness that the eye sees, 0 ... 1.
FULL: Final = 1.0
WINK_S: Final = 0.8
"""A light whose sand has run through is full for half of this time, and half for the other one: seconds."""
WINKS: Final = 4
WAITING: Final = 0.7
"""A piece that waits, with no more current than a pulse draws on average; a seat while nobody must act."""
HALF: Final = 0.73
"""Half the light: the seat that must act, at the darkest moment of its pulse."""
LOW: Final = 0.35
"""Between the flashes of a rhythm, and at the darkest moment of a pulse."""
BESIDE: Final = 0.28
"""A seat while another one must act: a sixteenth of the light of its colour."""
BOT: Final = 0.6
"""The share of its level that a bot's seat has."""
FAINT: Final = 0.25
"""A space that must only be easy to find; an effect at the keys while somebody is asked."""
OUT: Final = 0.15
"""A seat that is out."""

GOAL: Final[Light] = (1.0, 0.75, 0.35)
"""A space to reach this time."""

MARKS: Final[dict[str, Light]] = {"trap": (0.0, 0.15, 1.0), "hole": (0.55, 0.0, 0.8)}
"""The lights of spaces that must be easy to find, by their role."""


def glow(light: Light, level: float) -> Light:
    """A light at a level that looks even to the eye: the current follows level^2.2 (gamma), as on every screen."""
    share = level**2.2
    red, green, blue = light
    return red * share, green * share, blue * share


def is_lit(colour: str, beat: int) -> bool:
    """Whether the rhythm of a colour is bright in this beat."""
    rhythm = RHYTHMS[colour]
    return rhythm[beat % len(rhythm)] == "#"


def swing(t: float, period: float) -> float:
    """A soft swing from 0 to 1 and back in each period."""
    return (1 - cos(tau * t / period)) / 2


class Manner(NamedTuple):
    """How lively the lights are."""

    pulse_s: float
    """Seconds from one brightest moment to the next."""
    turn: int
    """Beats of each token when several share an LED."""
    is_calm: bool = False
    """Everything is steady, except tokens that take turns and the seat that must act."""
    sand: Sand | None = None
    """The sand that runs for the seat that must act."""

    def asked(self, t: float) -> float:
        """The level of the seat that must act: its pulse dies away with the sand, down to half; then it winks."""
        level = FULL - (FULL - HALF) * swing(t, self.pulse_s)
        if self.sand is None:
            return level
        through_s = t - self.sand.until
        is_up = 0 <= through_s < WINKS * WINK_S and through_s % WINK_S < WINK_S / 2
        return FULL if is_up else HALF + (level - HALF) * self.sand.left(t)

    def piece(self, t: float) -> float:
        """The level of a piece that is about to move."""
        return FULL if self.is_calm else FULL - (FULL - LOW) * swing(t, self.pulse_s)

    def rhythm(self, colour: str, t: float) -> float:
        """The level of a piece that waits."""
        return WAITING if self.is_calm or is_lit(colour, int(t // BEAT)) else LOW

    def has_rhythm(self, colour: str) -> bool:
        """Whether the level of this colour ever changes."""
        return not self.is_calm and "." in RHYTHMS[colour]

    def turn_of(self, count: int, t: float) -> int:
        """Whose turn it is on an LED that `count` tokens share."""
        return int(t // BEAT) // self.turn % count


LIVELY: Final = Manner(1.5, 2)
CALM: Final = Manner(3.0, 4, is_calm=True)
