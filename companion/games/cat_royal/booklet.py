"""The tables of the booklet, in its order; what the booklet leaves open is taken from its origins.

Law: nothing here decides anything. Citations name the booklet (`CR`, its only one) and its line, the app of the same
authors (`app`) or the printed parent game DOG Royal (`DOG`).
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from companion.kit.event import Card
from companion.kit.seats import Colour

Figure: TypeAlias = str
"""One of `FIGURES`."""

FIGURES: Final[tuple[Figure, ...]] = ("king", "knight", "citizen", "jester")
"""CR l.49: the hierarchy, the highest rank first."""
KING, KNIGHT, CITIZEN, JESTER = FIGURES

At: TypeAlias = int | str
"""Where a figure is: a field of the loop, `"S"` in the start area, `"G1"` … `"G4"` in the goal."""

START: Final = "S"
LOOP: Final = 64
GOALS: Final = ("G1", "G2", "G3", "G4")
INSIDE: Final[frozenset[At]] = frozenset(GOALS)
"""G1 is the step after the own start field."""

STARTS: Final[dict[Colour, int]] = {"red": 1, "blue": 17, "green": 33, "yellow": 49}
"""app: the start fields, clockwise as the corners of the board lie."""

HOLES: Final = (27, 43, 59, 11)
"""app: the wormholes at the beginning, each ten fields after a start field."""

HAND: Final = 5
"""CR l.45: cards dealt to each seat."""

ROYAL: Final = 7
"""CR l.71: the most steps of the king."""

LAPSE: Final = 2
"""CR l.91: the most points that a jester may let lapse when it enters the goal."""


CardColour: TypeAlias = Literal["blue", "green", "red"]


class CardKind(msgspec.Struct, frozen=True):
    """A kind of card."""

    count: int
    """app, DOG: how many cards of this kind the deck has."""
    colour: CardColour
    steps: tuple[int, ...] = ()
    """How far it can carry a figure; negative: back."""
    opens: bool = False
    """Whether it brings a figure out of the start area."""


SWAP: Final[Card] = "swap"
MAGNET: Final[Card] = "magnet"
COPY: Final[Card] = "copy"

CARDS: Final[dict[Card, CardKind]] = {
    "2": CardKind(7, "blue", (2,)),
    "3": CardKind(7, "blue", (3,)),
    "+4/-4": CardKind(7, "green", (4, -4)),
    "5": CardKind(7, "blue", (5,)),
    "6": CardKind(7, "blue", (6,)),
    "1-7": CardKind(7, "red", (1, 2, 3, 4, 5, 6, 7)),
    "8": CardKind(7, "blue", (8,)),
    "9": CardKind(7, "blue", (9,)),
    "10": CardKind(7, "green", (10,)),
    "12": CardKind(7, "blue", (12,)),
    "1/11": CardKind(10, "red", (1, 11), opens=True),
    "13": CardKind(10, "red", (13,), opens=True),
    SWAP: CardKind(7, "red"),
    MAGNET: CardKind(6, "red"),
    COPY: CardKind(7, "red"),
}
"""The kinds of cards, in the deck's order. CR l.97-136: what each card does; a number is the steps ahead."""

DECK: Final[dict[Card, int]] = {card: kind.count for card, kind in CARDS.items()}
"""110 cards."""


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The board in the header of a game record; there is only one."""

    loop: int = LOOP
    goal: int = len(GOALS)
    starts: dict[Colour, int] = msgspec.field(default_factory=STARTS.copy)
    holes: tuple[int, ...] = HOLES
