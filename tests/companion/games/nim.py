"""A game that leaves out all that a game may leave out: two to four players take one or two of nine matches, and the
player who takes the last one wins.

When five or fewer are left, everybody counts them; no undo crosses this event.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.kit.errors import Impossible, Unsound
from companion.kit.event import Event, Intent
from companion.kit.question import OneOf, Question
from companion.kit.rules import Rules
from companion.kit.seats import Player, Seat
from companion.kit.setup import Seating
from companion.kit.text import text, verbatim
from companion.kit.view import SeatView, View

HEAP: Final = 9
FEW: Final = 5


class Take(Intent, frozen=True, kw_only=True):
    """Take so many matches."""

    count: int


class Took(Event, frozen=True):
    """A player took so many matches."""

    seat: Seat
    count: int


class Counted(Event, frozen=True):
    """Everybody knows how many are left."""

    left: int


class Standing(msgspec.Struct, frozen=True):
    """What a record shows after each event."""

    left: int


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays, and who starts."""

    seats: tuple[Player, ...]
    first: Seat


class State(msgspec.Struct, frozen=True):
    """The heap, and who is on turn."""

    table: Table
    turn: Seat
    left: int = HEAP
    is_counted: bool = False


class Nim(Rules[State]):
    """The rules."""

    name: Final = "nim"
    title: Final = "Nim"
    seats: Final = range(2, 5)
    pairs: Final = (1, 2, 3, 4)
    events: Final = (Took, Counted)
    final: Final = (Counted,)

    def check(self, choices: Mapping[str, object]) -> None:
        """There is nothing to choose."""
        if choices:
            raise ValueError(f"nothing can be chosen, not {', '.join(choices)}")

    def begin(self, sitting: Seating, choices: Mapping[str, object]) -> State:
        """A new heap."""
        self.check(choices)
        return State(Table(sitting.players, sitting.first), sitting.first)

    def read_header(self, header: Mapping[str, object]) -> State:
        """The state of a header as `header` writes it."""
        try:
            table = msgspec.convert(dict(header), Table)
        except msgspec.ValidationError as error:
            raise ValueError(str(error)) from None
        return State(table, table.first)

    def header(self, state: State) -> dict[str, object]:
        """Who plays, and who starts."""
        header: dict[str, object] = msgspec.to_builtins(state.table)
        return header

    def question(self, state: State) -> Question | None:
        """One or two."""
        answers = tuple(Take(seat=state.turn, count=count) for count in (1, 2) if count <= state.left)
        return Question(state.turn, OneOf(answers)) if answers and self.follows(state) is None else None

    def answered(self, state: State, intent: Intent) -> Event:
        """The matches are taken."""
        if not isinstance(intent, Take) or intent.seat is None:
            raise Impossible(intent, state)
        return Took(intent.seat, intent.count)

    def evolve(self, state: State, event: Event) -> State:
        """A smaller heap."""
        match event:
            case Took(seat, count):
                return replace(state, turn=seat % len(state.table.seats) + 1, left=state.left - count)
            case Counted():
                return replace(state, is_counted=True)
            case _:
                raise Impossible(event, state)

    def follows(self, state: State) -> Event | None:
        """The last few are counted once."""
        return Counted(state.left) if state.left <= FEW and not state.is_counted else None

    def audit(self, before: State, event: Event, after: State) -> None:
        """No match appears."""
        if not before.left >= after.left >= 0:
            raise Unsound(f"{after.left} of {before.left} are left after {event}")

    def recall(self, state: State, event: Event) -> Intent | None:  # noqa: ARG002  # the event tells all
        """Who took what."""
        return Take(seat=event.seat, count=event.count) if isinstance(event, Took) else None

    def standing(self, state: State) -> Standing:
        """The heap."""
        return Standing(state.left)

    def view(self, state: State, viewer: Seat | None, draft: Intent | None = None) -> View:  # noqa: ARG002  # all is open
        """The heap, or how many are about to be taken."""
        count = draft.count if isinstance(draft, Take) else state.left
        return View(
            text("Matches"),
            who=state.turn if state.left else None,
            number=str(count),
            is_draft=draft is not None,
            lines=(verbatim(f"{state.left}"),),
            seats=tuple(SeatView(player.seat, player.name, player.colour) for player in state.table.seats),
        )


NIM: Final = Nim()
