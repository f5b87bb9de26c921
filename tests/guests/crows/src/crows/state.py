"""The table: who plays, the corn on the field, which crows have flown, and which are chosen."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, TypeAlias

import msgspec

from companion.kit import (
    BySeat,
    Card,
    GamePhase,
    MaybeCard,
    Player,
    Seat,
    Value,
    Wording,
    check_commitment,
    check_seats,
)
from crows.field import HEAPS, ROUNDS, at_home

SEATS: Final = range(3, 7)

Part: TypeAlias = Literal["round", "ending"]
"""A part of the game: one round from the corn to its eater, the end."""


class Phase(GamePhase["State"], frozen=True):
    """What the table waits for, with its rule."""

    part: ClassVar[Part]


class Setup(Value, frozen=True, forbid_unknown_fields=True):
    """What is agreed before the first corn: the header of the record."""

    seats: tuple[Player, ...]
    first: Seat
    """Who has begun the game; nobody is first in it."""
    commitment: str | None
    """SHA-256 of the seed of the heaps, hexadecimal."""

    def __post_init__(self) -> None:
        """Refuse what nobody could play."""
        check_seats(self.seats, SEATS, self.first)
        check_commitment(self.commitment)


class State(Value, frozen=True):
    """The game after some events."""

    setup: Setup
    phase: Phase
    eaten: tuple[int, ...]
    """The corn of seats 1 … n."""
    flown: tuple[tuple[MaybeCard, ...], ...]
    """The crows of seats 1 … n that all have seen, in the order in which they flew."""
    chosen: tuple[MaybeCard, ...]
    """The crow of seats 1 … n in this round: empty if it is not chosen yet, `None` if it is unknown here."""
    heaps: tuple[Card, ...] = HEAPS
    """The heaps that have not fallen yet."""
    corn: int = 0
    """How much lies on the field."""

    @property
    def round(self) -> int:
        """Counted from 1, as soon as its corn has fallen."""
        return ROUNDS - len(self.heaps)

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats that have not chosen yet."""
        return tuple(seat for seat, crow in enumerate(self.chosen, 1) if crow == "")

    def home(self, seat: Seat) -> tuple[Card, ...]:
        """The crows of a seat that all think to be at home."""
        return at_home(self.flown[seat - 1])

    def name(self, seat: Seat) -> Wording:
        """The name of the player on a seat."""
        return self.setup.seats[seat - 1].said


class Standing(msgspec.Struct, frozen=True):
    """What a record shows after each event."""

    eaten: BySeat[int]
    corn: int


def opened(setup: Setup, phase: Phase) -> State:
    """The table before the first corn."""
    seats = len(setup.seats)
    return State(setup, phase, (0,) * seats, ((),) * seats, ("",) * seats)
