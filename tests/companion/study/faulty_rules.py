"""Rules with a fault, in a module that other processes can import."""

from __future__ import annotations

from companion.games.galopp_royal.events import Paid
from companion.games.galopp_royal.rules import GaloppRoyal
from companion.games.galopp_royal.state import State
from companion.kit.event import Event


class LosesACoin(GaloppRoyal):
    """It cannot pay a prize."""

    def evolve(self, state: State, event: Event) -> State:
        if isinstance(event, Paid):
            raise AssertionError("a coin was lost")
        return super().evolve(state, event)
