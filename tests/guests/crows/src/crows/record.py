"""What a record tells of an event, and what it leaves out while it is secret."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.kit import Card, Event, Intent
from crows.field import CROWS
from crows.happenings import Close, Ended, Send, Sent, Sow, Sown
from crows.state import Standing, State


def recall(state: State, event: Event) -> Intent | None:  # noqa: ARG001  # the same in every state
    """The intent that led to an event."""
    match event:
        case Sown(heap):
            return Sow(cards=heap)
        case Sent(seat, crow):
            return Send(seat=seat, crow=crow)
        case Ended(seed):
            return Close(seed=seed)
        case _:
            return None


def standing(state: State) -> Standing:
    """The corn that each seat has eaten, and that lies on the field."""
    return Standing(tuple(enumerate(state.eaten, 1)), state.corn)


def without_secrets(state: State, event: Event) -> Event:  # noqa: ARG001  # the same in every state
    """A choice without its crow; the seed stays closed, too, since an undone end would betray the next heaps."""
    match event:
        case Sent():
            return replace(event, crow=None)
        case Ended():
            return replace(event, seed=None)
        case _:
            return event


def overdrawn(state: State) -> Card | None:
    """A crow that has flown twice from one seat, or that no seat has."""
    return next(_too_many(state), None)


def _too_many(state: State) -> Iterator[Card]:
    for flown in state.flown:
        seen = [crow for crow in flown if crow is not None]
        yield from (crow for crow in seen if seen.count(crow) > 1 or crow not in CROWS)
