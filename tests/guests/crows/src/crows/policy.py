"""Which crow a bot sends: what it may win, against what the crow is worth later.

Law: a seat's bot knows its own choice and the crows that have landed, nothing else.
"""

from __future__ import annotations

from math import prod
from typing import Final

from msgspec.structs import replace

from companion.kit import Event, Seat, ranked
from crows.field import CROWS
from crows.flight import Choosing, Landing, Over
from crows.happenings import Fed, Stayed
from crows.state import State

LATER: Final = 0.5
"""What one step of a crow's strength is worth in later rounds, in corn."""
COARSE: Final = 3
"""Crows that differ by less corn are drawn by lot, since two bots that always agree would always quarrel."""


def seen(state: State, seat: Seat) -> State:
    """The table as a seat sees it: what others have chosen is unknown until the crows land."""
    if type(state.phase) not in (Choosing, Landing):
        return state
    own = state.chosen[seat - 1]
    others = (crow if crow == "" else None for crow in state.chosen)
    return replace(state, chosen=tuple(own if at == seat else crow for at, crow in enumerate(others, 1)))


def worth(state: State, seat: Seat) -> float:
    """How much corn a seat is ahead of the mean of the others, or will probably be soon."""
    own = state.eaten[seat - 1]
    lead = own - (sum(state.eaten) - own) / (len(state.eaten) - 1)
    crow = state.chosen[seat - 1]
    if not crow or type(state.phase) is Over:
        return lead
    later = LATER * int(crow) if state.heaps else 0.0
    return lead + round((state.corn * _chance(state, seat, crow) - later) / COARSE) * COARSE


def _chance(state: State, seat: Seat, crow: str) -> float:
    """How likely every other seat sends a lower crow."""
    homes = [state.home(other) or CROWS for other in range(1, len(state.eaten) + 1) if other != seat]
    return prod(sum(other < crow for other in home) / len(home) for home in homes)


def winners(state: State) -> tuple[Seat, ...]:
    """The seats with the most corn, at the end."""
    return tuple(seat for seat, place in enumerate(places(state), 1) if place == 1)


def places(state: State) -> tuple[int, ...]:
    """By corn; empty while the game runs."""
    return ranked(state.eaten) if type(state.phase) is Over else ()


def stage(event: Event) -> str | None:
    """Chances are shown after each round."""
    return "" if type(event) in (Fed, Stayed) else None
