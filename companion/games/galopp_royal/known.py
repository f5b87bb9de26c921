"""What the box's cards and die have shown to all: decisions before that are undone only by consent, and none after the
end.

Law: real cards and a real die belong to the people: with them an undo needs no consent.
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
"""No undo crosses this event, because it publishes the seed."""


def reveals(state: State, event: Event, by: Seat) -> Text | None:  # noqa: ARG001  # all have seen it
    """What everybody has seen by an event."""
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
