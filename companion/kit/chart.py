"""How a game's board is drawn: where its spaces lie and what stands on it. The page draws it and knows no game.

Drawings are in widths of the road: a space is one wide, `0, 0` is its middle, y grows downwards.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Ground: TypeAlias = Literal["felt", "lawn", "lattice"]
"""What can lie below everything else, in layers."""

Paint: TypeAlias = Literal[
    "water", "depth", "thread", "wall", "stone", "brass", "cloth", "leaf", "gold", "amber", "ink", "livery"
]
"""What a shape is made of: `depth` shades the ground under it; `thread` is a thin line, `brass` a strong one; `livery`
is the colour of its space."""


class Spot(msgspec.Struct, frozen=True):
    """A place on the board."""

    x: float
    """0 … 1 from left to right; if the page lays the course itself, along its straight part."""
    y: float
    """0 … 1 from top to bottom."""
    dx: float = 0.0
    """How many widths of the road further right."""
    dy: float = 0.0
    """How many widths of the road further down."""


class Shape(msgspec.Struct, frozen=True):
    """One outline."""

    path: str
    """An SVG path, in widths of the road."""
    paint: Paint
    """What it is made of."""


class Label(msgspec.Struct, frozen=True):
    """Where an ornament shows the `Space.label` of its space."""

    x: float
    """How many widths of the road right of the ornament's middle."""
    y: float
    """How many widths of the road below it."""
    size: float
    """The height of its letters, in widths of the road."""
    is_carved: bool = False
    """Dark letters in stone; otherwise light letters on the ground."""


class Ornament(msgspec.Struct, frozen=True):
    """A drawing that stands upright on spaces, or beside them if there is room."""

    shapes: tuple[Shape, ...]
    """From the lowest layer to the highest."""
    spaces: tuple[str, ...] = ()
    """Each `Space.id` on which it stands."""
    spots: tuple[Spot, ...] = ()
    """Other places where it stands."""
    reach: float = 0.5
    """The least distance of the road from such a spot; if the road is nearer, the ornament is left out."""
    width: float = 0.0
    """How much of the road it takes: on a short space it is drawn smaller. 0: it may cover the spaces beside it."""
    opening: float = 0.0
    """The room for the lights of its space, side by side; 0: they lie along the road."""
    label: Label | None = None
    """`None`: it shows no label."""


class Chart(msgspec.Struct, frozen=True):
    """A board as it is drawn."""

    spots: dict[str, Spot] = {}
    """By `Space.id`. Empty: the page lays a course that fits its room, a ring if the spaces lead back."""
    aspect: float | None = None
    """Width divided by height, if it must be kept; `None`: the board is stretched to the room."""
    title: Spot | None = None
    """The middle of the title; `None`: the middle of the board."""
    ground: tuple[Ground, ...] = ("felt",)
    """From the lowest layer to the highest."""
    ornaments: tuple[Ornament, ...] = ()
    """What stands on the board."""
