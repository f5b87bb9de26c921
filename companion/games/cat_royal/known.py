"""What has become known to all: earlier decisions are undone only by consent, or not at all.

The lot decides a wormhole's exit and new wormholes; a card of another seat is open when it is played or discarded.
"""

from __future__ import annotations

from typing import Final

from companion.games.cat_royal import events
from companion.games.cat_royal.news import line
from companion.games.cat_royal.state import State
from companion.kit.event import Event
from companion.kit.seats import Seat
from companion.kit.text import Text

FINAL: Final[tuple[type[Event], ...]] = (events.Dealt, events.CardsHanded, events.Accused, events.Ended)
"""No undo crosses these: players have seen new hands and cards, a claim is decided, the seed is public."""


def reveals(state: State, event: Event, by: Seat) -> Text | None:
    """What all have learned that an undo of a decision of `by` would take back."""
    match event:
        case events.Teleported() if state.setup.options.holes == "random":
            return line(state, event)
        case events.Shifted():
            return line(state, event)
        case events.Played(seat=seat) | events.Discarded(seat=seat) | events.Forfeited(seat=seat) if seat != by:
            return line(state, event)
        case _:
            return None
