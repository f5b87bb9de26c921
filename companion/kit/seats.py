"""Who sits where, clockwise: the seats, and the names and colours of the players on them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, Literal, TypeAlias, TypeVar

import msgspec

from companion.kit.text import Text, Wording, text

Seat: TypeAlias = int
"""A seat at the table, counted clockwise from 1."""

T = TypeVar("T")

Colour: TypeAlias = Literal["red", "blue", "green", "yellow", "white", "violet"]
"""A colour of keys and pieces, in English."""

COLOURS: Final[tuple[Colour, ...]] = ("red", "blue", "green", "yellow", "white", "violet")
"""The colours of the box's six pairs of keys, in their order."""

COLOUR_NAMES: Final[dict[Colour, Text]] = {
    "red": text("Red"),
    "blue": text("Blue"),
    "green": text("Green"),
    "yellow": text("Yellow"),
    "white": text("White"),
    "violet": text("Violet"),
}
"""The name of a player without a name of their own; settings and records use the English one."""


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """A seat, as the header of a game record names it."""

    seat: Seat
    """Counted from 1, clockwise."""
    name: str
    """The player's own name, or the English name of the colour."""
    colour: Colour
    """The colour of its pieces."""

    @property
    def said(self) -> Wording:
        """The name as people read it: a colour's name is translated."""
        colour = COLOUR_NAMES[self.colour]
        return colour if self.name == colour.id else self.name


def left_of(seat: Seat, seats: int) -> Seat:
    """The next seat, clockwise, at a table of `seats` seats."""
    return seat % seats + 1


@cache
def clockwise(start: Seat, seats: int) -> tuple[Seat, ...]:
    """All `seats` seats in clockwise order, from `start`."""
    return (*range(start, seats + 1), *range(1, start))


def ranked(counts: Sequence[int]) -> tuple[int, ...]:
    """The places of seats 1 … n, the highest count first; equal seats share one, and the next places are skipped."""
    return tuple(1 + sum(other > own for other in counts) for own in counts)


def with_seat(items: tuple[T, ...], seat: Seat, item: T) -> tuple[T, ...]:
    """The `items` of seats 1 … n, with the one of `seat` replaced."""
    return (*items[: seat - 1], item, *items[seat:])
