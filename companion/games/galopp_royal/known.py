"""What the box's cards and die have shown to all: decisions before it go back by consent alone, none after the end.

Law: real cards and a real die are people's own: with them undo is free.
"""

from __future__ import annotations

from typing import Final

from companion.games.galopp_royal import events
from companion.games.galopp_royal.news import line
from companion.games.galopp_royal.state import State
from companion.kit.event import Event
from companion.kit.seats import Seat
from companion.kit.text import Text, joined, text

FINAL: Final[tuple[type[Event], ...]] = (events.Ended,)
"""No undo crosses it: it tells the seed."""


def reveals(state: State, event: Event, by: Seat) -> Text | None:  # noqa: ARG001  # whoever: all have seen it
    """What all have seen in it."""
    if type(event) is events.Rolled:
        return line(state, event) if state.setup.duties.die == "box" else None
    return _of_cards(state, event) if state.box_deals else None


def _of_cards(state: State, event: Event) -> Text | None:
    match event:
        case events.Dealt():
            return text("new cards")
        case events.Sold(seat=seat) | events.Assigned(seat=seat):
            return joined(state.name(seat), text("team"))
        case events.Drew() | events.Passed(leaves=True):
            return line(state, event)
        case _:
            return None
