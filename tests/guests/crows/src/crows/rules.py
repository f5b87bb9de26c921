"""Crows as the box sees it: the kit's `Rules`, fulfilled by the phases and the screens of this game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from companion.kit import Event, Phased, Phrases, Question, Rules, Seating, Unsound, Who, read, text, work_out
from crows import course, explaining, flight, happenings, news, policy, record, view
from crows.field import HEAPS
from crows.flight import Choosing, Sowing
from crows.state import SEATS, Setup, State, opened


class Choices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """There is nothing to settle."""


class Crows(Phased[State], Rules[State]):
    """The rules; the object has no state of its own."""

    name: Final = "crows"
    title: Final = "Crows"
    seats: Final = SEATS
    phrases: Final = Phrases(sealed=text("Corn sealed"), checked=text("Corn checked"))
    events: Final = happenings.EVENTS
    final: Final = (happenings.Landed, happenings.Ended)
    draws: Final = "lots"

    def draws_lots(self, duties: Mapping[str, Who]) -> bool:  # noqa: ARG002  # there are none
        """Always: the box decides the order of the heaps."""
        return True

    def begin(self, sitting: Seating, choices: Mapping[str, object]) -> State:
        """A new game."""
        read(choices, Choices)
        seats = msgspec.to_builtins(sitting.players)
        return self.read_header({"seats": seats, "first": sitting.first, "commitment": sitting.commitment})

    def read_header(self, header: Mapping[str, object]) -> State:
        """The new game that a record's header describes."""
        return opened(read(header, Setup), Sowing())

    def header(self, state: State) -> dict[str, object]:
        """The header of this game's record."""
        return {str(key): value for key, value in msgspec.to_builtins(state.setup).items()}

    def questions(self, state: State) -> tuple[Question, ...]:
        """While crows are chosen, a question to each seat that has not chosen; otherwise the one of the phase."""
        return state.phase.asks_all(state) if type(state.phase) is Choosing else super().questions(state)

    def audit(self, before: State, event: Event, after: State) -> None:
        """Corn is eaten or lies somewhere, and no crow flies twice."""
        fallen = sum(map(int, HEAPS)) - sum(map(int, after.heaps))
        if sum(after.eaten) + after.corn != fallen or min(after.eaten) < 0:
            raise Unsound(f"after {event} {after.eaten} and {after.corn} are not {fallen} corn, before {before.eaten}")
        if (crow := record.overdrawn(after)) is not None:
            raise Unsound(f"after {event} the crow {crow} has flown too often: {after.flown}")

    comes_next = staticmethod(flight.comes_next)
    recall = staticmethod(record.recall)
    standing = staticmethod(record.standing)
    without_secrets = staticmethod(record.without_secrets)
    overdrawn = staticmethod(record.overdrawn)
    secret = staticmethod(view.secret)
    picks = staticmethod(view.picks)
    pages = staticmethod(view.pages)
    view = staticmethod(view.view)
    tell = staticmethod(news.tell)
    line = staticmethod(news.line)
    cue = staticmethod(news.cue)
    progress = staticmethod(news.progress)
    explain = staticmethod(explaining.explain)
    rule = staticmethod(explaining.rule)
    counts = staticmethod(course.counts)
    sheets = staticmethod(course.sheets)
    curves = staticmethod(course.curves)
    summary = staticmethod(course.summary)
    places = staticmethod(policy.places)
    winners = staticmethod(policy.winners)
    stage = staticmethod(policy.stage)
    seen = staticmethod(policy.seen)
    worth = staticmethod(policy.worth)


CROWS: Final = Crows()

work_out(Setup, Choices, *happenings.EVENTS)
