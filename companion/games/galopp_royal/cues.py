"""The cues of events for lights and sound."""

from __future__ import annotations

from companion.games.galopp_royal import events
from companion.games.galopp_royal.booklet import RACES
from companion.games.galopp_royal.race_end import winner_of
from companion.games.galopp_royal.state import State
from companion.kit.event import Event
from companion.kit.view import Cue, won


def cue(state: State, event: Event) -> Cue | None:
    """The cue of an event; `None` if it has none."""
    match event:
        case events.Dealt():
            return Cue("deal")
        case events.Bid(seat=seat):
            return Cue("offer", seat)
        case events.Passed(seat=seat):
            return Cue("out", seat)
        case events.Sold(seat=seat) | events.Assigned(seat=seat):
            return Cue("sold", seat)
        case events.Moved(seat=seat):
            return Cue("run", seat)
        case events.Ponded(seat=seat):
            return Cue("trap", seat)
        case events.Finished(seat=seat):
            return Cue("place", seat)
        case events.RaceEnded() if (winner := winner_of(state)) is not None:
            return Cue("finish", winner)
        case events.RaceEnded(last=int(seat)):
            return Cue("last", seat)
        case events.Paid(place=1) if state.race < RACES:  # with the result of the race, which names the last one
            return Cue("last", state.last)
        case events.Paid(seat=seat):
            return Cue("paid", seat)
        case events.Ended(winners=winners):
            return won(winners)
        case _:
            return None
