"""Who sits where: names and colours of the players, clockwise."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from companion.kit.money import Seat

Colour: TypeAlias = Literal["red", "blue", "green", "yellow", "white", "violet"]

COLOURS: Final[tuple[Colour, ...]] = ("red", "blue", "green", "yellow", "white", "violet")
"""The colours of the box's six pairs of keys, in their order."""


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat, as the header of a game record names it."""

    seat: Seat
    name: str
    colour: Colour
