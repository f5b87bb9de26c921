"""The log of one game: what was done, what was undone, what still counts.

Laws: the log only grows, undo is an entry of its own; undo takes back the last decision of a person together with all
that the box did after it, never half of it.
"""

from __future__ import annotations

from typing import Generic, TypeAlias, TypeVar

import msgspec

from companion.kit.event import Event
from companion.kit.seats import Seat
from companion.kit.value import Value

S = TypeVar("S")


class Step(Value, frozen=True):
    """One answer and everything that followed from it."""

    seat: Seat | None
    """Who decided; `None`: the box."""
    is_lot: bool
    """Whether the box's seed was drawn on."""
    events: tuple[Event, ...]


class Undo(msgspec.Struct, frozen=True):
    """The last decision of a person and what followed no longer count."""


class Redo(msgspec.Struct, frozen=True):
    """What was undone last counts again."""


Entry: TypeAlias = Step | Undo | Redo


class Past(msgspec.Struct, Generic[S], frozen=True):
    """A step and the state it was taken in."""

    step: Step
    before: S


class Undone(msgspec.Struct, Generic[S], frozen=True):
    """The steps of one undo, and the state they had led to."""

    steps: tuple[Past[S], ...]
    after: S


class History(msgspec.Struct, Generic[S], frozen=True):
    """The steps that count, and those that can be redone."""

    done: tuple[Past[S], ...] = ()
    undone: tuple[Undone[S], ...] = ()
    """The latest undo last."""

    @property
    def lots(self) -> int:
        """How often the seed has been drawn on, as far as it counts."""
        return sum(past.step.is_lot for past in self.done)

    @property
    def last_decision(self) -> int | None:
        """Where in `done` the last decision of a person stands; `None` if there is none."""
        decided = (at for at in range(len(self.done) - 1, -1, -1) if self.done[at].step.seat is not None)
        return next(decided, None)

    def stays(self, at: int, final: tuple[type[Event], ...]) -> bool:
        """Whether the steps from `at` on hold an event of a kind that no undo crosses."""
        return any(isinstance(event, final) for past in self.done[at:] for event in past.step.events)

    def stepped(self, step: Step, before: S) -> History[S]:
        """One step more; what was undone before is gone for good."""
        return History((*self.done, Past(step, before)))

    def taken_back(self, at: int, after: S) -> History[S]:
        """Without the steps from `at` on, which had led to `after`."""
        return History(self.done[:at], (*self.undone, Undone(self.done[at:], after)))

    def restored(self) -> History[S]:
        """With the steps of the latest undo again."""
        return History((*self.done, *self.undone[-1].steps), self.undone[:-1])
