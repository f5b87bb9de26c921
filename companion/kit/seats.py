"""Who sits where, clockwise: the seats, and the names and colours of the players on them."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, TypeVar

import msgspec

Seat: TypeAlias = int
"""A seat at the table, counted clockwise from 1."""

T = TypeVar("T")

Colour: TypeAlias = Literal["red", "blue", "green", "yellow", "white", "violet"]

COLOURS: Final[tuple[Colour, ...]] = ("red", "blue", "green", "yellow", "white", "violet")
"""The colours of the box's six pairs of keys, in their order."""


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat, as the header of a game record names it."""

    seat: Seat
    name: str
    colour: Colour


def left_of(seat: Seat, seats: int) -> Seat:
    """Who sits next, clockwise, at a table of `seats` seats."""
    return seat % seats + 1


def clockwise(start: Seat, seats: int) -> tuple[Seat, ...]:
    """All of `seats` seats in turn, from `start`."""
    return (*range(start, seats + 1), *range(1, start))


def with_seat(items: tuple[T, ...], seat: Seat, item: T) -> tuple[T, ...]:
    """`items` of seats 1 … n, with that of `seat` replaced."""
    return (*items[: seat - 1], item, *items[seat:])
