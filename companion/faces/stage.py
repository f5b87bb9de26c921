"""What the lights show: the newest view, and the LEDs of each of its parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from companion.faces.lamps import LAMPS, Light
from companion.kit.seats import Seat
from companion.kit.view import Ahead, Role, View

LightStroke: TypeAlias = tuple[Sequence[int], Light]
"""LEDs, and the light they get."""


@dataclass(frozen=True)
class LedStage:
    """A view and its LEDs."""

    view: View
    spaces: Mapping[str, Sequence[int]]
    """The LEDs of each `Space.id`, in the order of the track."""
    pairs: Sequence[Sequence[int]]
    """The LEDs at the box's pairs of keys 1 ... 6."""
    ahead: Sequence[Ahead] = ()
    """Who was ahead when, from the beginning of a game that is over to its end; empty: unknown."""
    keys: Sequence[Sequence[int]] = ()
    """The LEDs in the keys of pairs 1 ... 6: those of ● and ○, or a single one for both; empty: the keys have none."""

    palette: Mapping[str, Light] = field(default_factory=lambda: LAMPS)
    """The light of each colour."""

    @cached_property
    def colours(self) -> dict[Seat, str]:
        """By seat."""
        return {seat.seat: seat.colour for seat in self.view.seats}

    @cached_property
    def lamps(self) -> dict[Seat, Light]:
        """By seat."""
        return {seat: self.palette[colour] for seat, colour in self.colours.items()}

    @cached_property
    def seats(self) -> dict[Seat, Sequence[int]]:
        """The LEDs at the keys of each seat, clockwise; a seat may have none."""
        return {seat.seat: self.pairs[seat.pair - 1] if seat.pair else () for seat in self.view.seats}

    def those(self, *roles: Role) -> list[str]:
        """The spaces with these roles."""
        return [space.id for space in self.view.track.spaces if space.role in roles]
