"""The cues of events for lights and sound: an honest play and a cheat have the same cue."""

from __future__ import annotations

from companion.games.cat_royal import events
from companion.games.cat_royal.booklet import GOALS
from companion.games.cat_royal.state import State
from companion.kit.event import Event
from companion.kit.view import Cue, won


def cue(state: State, event: Event) -> Cue | None:  # noqa: ARG001  # the event is enough
    """The cue of an event; `None` if it has none."""
    match event:
        case events.Dealt() | events.CardsHanded():
            return Cue("deal")
        case events.Played(to=to):
            return Cue("place" if to in GOALS else "run", event.owner)
        case events.Captured(seat=seat) | events.SentHome(seat=seat):
            return Cue("caught", seat)
        case events.Teleported(seat=seat):
            return Cue("hole", seat)
        case events.Accused(by=by):
            return Cue("verdict", by)
        case events.Ended(winners=winners):
            return won(winners)
        case _:
            return None
