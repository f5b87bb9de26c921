"""What a record tells of an event, what it leaves out while it is secret, and what an undo would take back."""

from __future__ import annotations

from msgspec.structs import replace

from companion.kit import Event, Intent, Seat, Text, text
from mia.cup import Answering
from mia.dice import family
from mia.happenings import (
    Believe,
    Believed,
    Close,
    Doubt,
    Doubted,
    Ended,
    GiveUp,
    Lost,
    Opened,
    Roll,
    Rolled,
    Said,
    Say,
)
from mia.news import line
from mia.state import Standing, State


def recall(state: State, event: Event) -> Intent | None:
    """The intent that led to an event."""
    match event:
        case Rolled(seat, dice):
            return Roll(to=seat, cards=dice)
        case Said(seat, value):
            return Say(seat=seat, family=family(value), value=value)
        case Believed(seat):
            return Believe(seat=seat)
        case Doubted(seat):
            return Doubt(seat=seat)
        case Lost(seat) if type(state.phase) is Answering:
            return GiveUp(seat=seat)
        case Ended(seed=seed):
            return Close(seed=seed)
        case _:
            return None


def standing(state: State) -> Standing:
    """The lives of all seats, and what was said."""
    return Standing(tuple(enumerate(state.lives, 1)), state.claim)


def without_secrets(state: State, event: Event) -> Event:  # noqa: ARG001  # the same in every state
    """A roll without its dice; the seed stays closed, too, since an undone end would betray the next dice."""
    match event:
        case Rolled():
            return replace(event, dice=(None,))
        case Ended():
            return replace(event, seed=None)
        case _:
            return event


def reveals(state: State, event: Event, by: Seat) -> Text | None:  # noqa: ARG001  # whoever decided
    """New dice, which their seat may have seen, and open dice, which all have seen."""
    match event:
        case Rolled(seat):
            return text("new dice: {name}", name=state.name(seat))
        case Opened():
            return line(state, event)
        case _:
            return None
