"""How a game's board is drawn: where its spaces lie and what stands on it. The page draws it and knows no game.

Drawings are in widths of the road: a space is one wide, `0, 0` is its middle, y grows downwards.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Ground: TypeAlias = Literal["felt", "lawn", "lattice"]
"""What can lie below everything, one over the other."""

Paint: TypeAlias = Literal[
    "water", "depth", "thread", "wall", "stone", "brass", "cloth", "leaf", "gold", "amber", "ink", "livery"
]
"""What a shape is made of: `depth` shades what it lies on; `thread` and `brass` are lines, thin and strong; `livery` is
the colour of the space it stands on."""


class Spot(msgspec.Struct, frozen=True):
    """A place on the board."""

    x: float
    """0 … 1 from left to right; beside a course that fits itself into the room, along its straight part."""
    y: float
    """0 … 1 from top to bottom."""
    dx: float = 0.0
    """So many widths of the road further right."""
    dy: float = 0.0
    """So many further down."""


class Shape(msgspec.Struct, frozen=True):
    """One outline."""

    path: str
    """As SVG writes it, in widths of the road."""
    paint: Paint


class Label(msgspec.Struct, frozen=True):
    """Where an ornament bears the `Space.label` of its space."""

    x: float
    y: float
    size: float
    is_carved: bool = False
    """Dark in stone; else light on the ground."""


class Ornament(msgspec.Struct, frozen=True):
    """A drawing that stands upright on spaces, or beside them where there is room."""

    shapes: tuple[Shape, ...]
    spaces: tuple[str, ...] = ()
    """Each `Space.id` on which it stands."""
    spots: tuple[Spot, ...] = ()
    """Where else it stands."""
    reach: float = 0.5
    """How far beside such a spot the road may begin; where it is nearer, the ornament is left out."""
    width: float = 0.0
    """How much of the road it takes: on short spaces it is drawn smaller. 0: it may stand over its neighbours."""
    opening: float = 0.0
    """The room for the lights of its space, side by side; 0: they lie along the road."""
    label: Label | None = None


class Chart(msgspec.Struct, frozen=True):
    """A board as it is drawn."""

    spots: dict[str, Spot] = {}
    """By `Space.id`. Empty: the page lays a course through the spaces as its room is, a ring if they lead back."""
    aspect: float | None = None
    """Width by height, if that must be kept; `None`: it is stretched to the room."""
    title: Spot | None = None
    """The middle of the title; `None`: the middle of the board."""
    ground: tuple[Ground, ...] = ("felt",)
    ornaments: tuple[Ornament, ...] = ()
