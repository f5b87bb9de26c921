"""The table: who plays, how many lives each seat has, the cup, and what was said of it."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, TypeAlias

import msgspec

from companion.kit import (
    BadChoice,
    BySeat,
    GamePhase,
    MaybeCard,
    Player,
    Seat,
    Value,
    Wording,
    check_commitment,
    check_seats,
)
from mia.dice import Claim

SEATS: Final = range(3, 7)
LIVES: Final = (3, 5, 7)
"""How many lives people can agree on; the first is the usual number."""

Part: TypeAlias = Literal["turn", "doubt", "ending"]
"""A part of the game: one cup from roll to answer, the doubt of a claim, the end."""


class Phase(GamePhase["State"], frozen=True):
    """What the table waits for, with its rule."""

    part: ClassVar[Part]


class Setup(Value, frozen=True, forbid_unknown_fields=True):
    """What is agreed before the first roll: the header of the record."""

    lives: int
    """How many each seat has at the start."""
    seats: tuple[Player, ...]
    first: Seat
    commitment: str | None
    """SHA-256 of the seed of the box's dice, hexadecimal."""

    def __post_init__(self) -> None:
        """Refuse what nobody could play."""
        check_seats(self.seats, SEATS, self.first)
        check_commitment(self.commitment)
        if self.lives not in LIVES:
            raise BadChoice(f"lives must be one of {', '.join(map(str, LIVES))}, not {self.lives}")


class State(Value, frozen=True):
    """The game after some events."""

    setup: Setup
    lives: tuple[int, ...]
    """Of seats 1 … n; 0: the seat is out."""
    phase: Phase
    starter: Seat
    """Who rolls first in this round; when only one seat has lives left, this is the one."""
    round: int = 1
    """Counted from 1; a round ends when somebody loses lives."""
    holder: Seat = 0
    """Whose dice lie under the cup; 0: nobody has rolled in this round."""
    dice: MaybeCard = ""
    """Their value; `None`: unknown here."""
    claim: Claim = ""
    """What was said last in this round; empty: nothing."""
    before: Claim = ""
    """What was said before that."""
    fallen: tuple[Seat, ...] = ()
    """The seats that are out, in the order in which they lost their last life."""

    def name(self, seat: Seat) -> Wording:
        """The name of the player on a seat."""
        return self.setup.seats[seat - 1].said


class Standing(msgspec.Struct, frozen=True):
    """What a record shows after each event."""

    lives: BySeat[int]
    said: Claim


def next_alive(lives: tuple[int, ...], seat: Seat) -> Seat:
    """The next seat clockwise that has lives left."""
    others: tuple[Seat, ...] = (*range(seat + 1, len(lives) + 1), *range(1, seat + 1))
    return next(other for other in others if lives[other - 1])
