"""Play made of phases: each is a struct with its rule, and the order of play is one function.

Laws: a phase either asks one question or leads to one event by itself, never both. After an event it gives way to
another phase of its part of the game; where it stays, the part is over and `Phased.comes_next` goes on.

One step: `asks` says what is asked; `answered` gives the event a legal answer leads to; `after` applies it; then
`follows` gives, one by one, the events that come by themselves.
"""

from __future__ import annotations

from typing import ClassVar, Generic, Protocol, Self, TypeVar

from msgspec.structs import replace

from companion.kit.errors import Impossible
from companion.kit.event import Event, Intent, Refused
from companion.kit.question import Question
from companion.kit.rules import Play
from companion.kit.value import Value

T = TypeVar("T")
S = TypeVar("S", bound="InPhase")


class Phase(Value, Generic[T], frozen=True):
    """What the table waits for, with the rule of it; `T` is the game's state.

    Events are told apart by `type(…) is`: a class pattern takes four times as long, and so does `isinstance` in vain.
    """

    part: ClassVar[str]
    """The part of the game it belongs to: a deal, a turn, the end."""

    def asks(self, _state: T) -> Question | None:
        """What somebody must answer; `None` while something comes by itself."""
        return None

    def answered(self, _state: T, intent: Intent) -> Event:
        """The event that a legal answer leads to."""
        raise Impossible(intent, self)

    def objection(self, _state: T, _intent: Intent) -> Refused | None:
        """What speaks against an intent that is no legal answer; `None`: it has nothing to do with the question."""
        return None

    def awaited(self, _state: T) -> Refused | None:
        """What is asked, as a refusal of what would answer another question."""
        return None

    def follows(self, _state: T) -> Event | None:
        """The event that comes by itself."""
        return None

    def after(self, _state: T, event: Event) -> T:
        """The state after an event."""
        raise Impossible(event, self)


class InPhase(Protocol):
    """A state, which holds its phase."""

    @property
    def phase(self) -> Phase[Self]:
        """What the table waits for."""


class Phased(Play[S], Protocol[S]):
    """The play of a game whose phases say what is asked and what comes of it."""

    @property
    def incidental(self) -> frozenset[type[Event]]:
        """The kinds of event that leave every phase as it was."""
        return frozenset()

    def comes_next(self, state: S, done: Phase[S]) -> Phase[S]:
        """The order of play: what comes once `done` has ended its part of the game. Raises Impossible."""

    def question(self, state: S) -> Question | None:
        """What the phase asks; `None` when the game is over, or while `follows` has something to tell."""
        return state.phase.asks(state)

    def answered(self, state: S, intent: Intent) -> Event:
        """The event that a legal answer leads to."""
        return state.phase.answered(state, intent)

    def objection(self, state: S, intent: Intent) -> Refused | None:
        """What speaks against an intent that is no answer to the question."""
        return state.phase.objection(state, intent)

    def awaited(self, state: S) -> Refused | None:
        """What the phase asks, as a refusal."""
        return state.phase.awaited(state)

    def follows(self, state: S) -> Event | None:
        """The event that now comes by itself."""
        return state.phase.follows(state)

    def evolve(self, state: S, event: Event) -> S:
        """The state after an event. Raises Impossible if it cannot happen in this phase."""
        phase = state.phase
        after = phase.after(state, event)
        if after.phase is phase and type(event) not in self.incidental:
            return replace(after, phase=self.comes_next(after, phase))  # type: ignore[type-var]  # a state is a struct
        return after
