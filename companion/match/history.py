"""The log of one game: what was done, what was undone, what still counts.

Laws: the log only grows, and an undo is an entry of its own. It takes back the last decision of a person with all that
the box did after it, never only a part. What was undone stays known, since people have seen it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Generic, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from companion.kit.event import Event
from companion.kit.policy import Bots
from companion.kit.seats import Seat
from companion.kit.value import Value

S = TypeVar("S")


class NewGame(msgspec.Struct, frozen=True):
    """What a game begins with, before its first entry."""

    name: str
    """The name of its rules."""
    header: Mapping[str, object]
    """What makes its start again (`companion.kit.rules.Recorded`)."""
    seed: str
    pairs: tuple[int, ...]
    """The pairs of keys, by seat."""
    bots: Bots = {}
    is_taste: bool = False
    """It is a first taste (`companion.kit.rules.Tasted`)."""


class Step(Value, frozen=True, eq=False):
    """One answer and everything that followed from it; two are equal if the same happened, however long it took."""

    seat: Seat | None
    """Who decided; `None`: the box."""
    is_lot: bool
    """Whether the box's seed was used for a draw."""
    events: tuple[Event, ...]
    thought_s: float | None = None
    """How long the seat thought about it, in seconds; `None`: it was no decision of a person, or nobody measured."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Step) and self._what == other._what

    def __hash__(self) -> int:
        return hash(self._what)

    @property
    def _what(self) -> tuple[Seat | None, bool, tuple[Event, ...]]:
        return self.seat, self.is_lot, self.events


Agreed: TypeAlias = Seat | msgspec.UnsetType | None
"""The seat that agreed to an undo; `None`: nobody could be asked; unset: nothing new was known, so nobody had to agree.
"""


class Undo(msgspec.Struct, frozen=True):
    """The last decision of a person, and what followed it, no longer count."""

    agreed: Agreed = msgspec.UNSET


class Redo(msgspec.Struct, frozen=True):
    """What was undone last counts again."""


Entry: TypeAlias = Step | Undo | Redo


class PastStep(msgspec.Struct, Generic[S], frozen=True):
    """A step and the state before it."""

    step: Step
    before: S
    seen: tuple[Event, ...] = ()
    """Events that came after the step and were undone for good."""


class UndoneSteps(msgspec.Struct, Generic[S], frozen=True):
    """The steps that one undo took back, and the state they had led to."""

    steps: tuple[PastStep[S], ...]
    after: S


class History(msgspec.Struct, Generic[S], frozen=True):
    """The steps that count, and those that can be redone."""

    done: tuple[PastStep[S], ...] = ()
    undone: tuple[UndoneSteps[S], ...] = ()
    """The latest undo last."""

    @property
    def lots(self) -> int:
        """How many draws of the seed count."""
        return sum(past.step.is_lot for past in self.done)

    @property
    def last_decision(self) -> int | None:
        """The index in `done` of a person's last decision; `None` if there is none."""
        decided = (at for at in range(len(self.done) - 1, -1, -1) if self.done[at].step.seat is not None)
        return next(decided, None)

    def since(self, at: int) -> tuple[Event, ...]:
        """All events from `done[at]` on, also those that were undone: people have seen them."""
        return (*_seen(self.done[at:]), *self._seen_undone)

    def stepped(self, step: Step, before: S) -> History[S]:
        """The history with one more step; what was undone before cannot be redone any more, but stays known."""
        done = self.done
        if done and self.undone:
            done = (*done[:-1], replace(done[-1], seen=(*done[-1].seen, *self._seen_undone)))
        return History((*done, PastStep(step, before)))

    def taken_back(self, at: int, after: S) -> History[S]:
        """The history without the steps from `at` on, which had led to `after`."""
        return History(self.done[:at], (*self.undone, UndoneSteps(self.done[at:], after)))

    def restored(self) -> History[S]:
        """The history with the steps of the latest undo again."""
        return History((*self.done, *self.undone[-1].steps), self.undone[:-1])

    @property
    def _seen_undone(self) -> Iterator[Event]:
        """The events that can be redone; all of them came after the last step that counts."""
        return _seen(chain.from_iterable(undone.steps for undone in reversed(self.undone)))


def _seen(steps: Iterable[PastStep[S]]) -> Iterator[Event]:
    for past in steps:
        yield from past.step.events
        yield from past.seen
