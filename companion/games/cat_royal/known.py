"""What has become known to all: decisions before it go back by consent alone, or not at all.

A wormhole's exit and new wormholes come by lot; a card of another seat lies open once it is played or laid off.
"""

from __future__ import annotations

from typing import Final

from companion.games.cat_royal import events
from companion.games.cat_royal.news import line
from companion.games.cat_royal.state import State
from companion.kit.event import Event
from companion.kit.seats import Seat
from companion.kit.text import Text

FINAL: Final[tuple[type[Event], ...]] = (events.Dealt, events.Accused, events.Ended)
"""No undo crosses these: new hands have been looked at, a verdict has fallen, the seed is told."""


def reveals(state: State, event: Event, by: Seat) -> Text | None:
    """What a decision of `by` would make all forget."""
    match event:
        case events.Teleported() if state.setup.options.holes == "random":
            return line(state, event)
        case events.Shifted():
            return line(state, event)
        case events.Played(seat=seat) | events.Discarded(seat=seat) | events.Forfeited(seat=seat) if seat != by:
            return line(state, event)
        case _:
            return None
