"""Play made of phases: each phase is a struct that holds its rule, and the order of play is one function.

Laws: a phase either asks one question or leads to one event by itself, never both. After an event, another phase of
the same part of the game takes its place. If the phase stays, this part is over and `Phased.comes_next` chooses.

One step: `asks` gives the question; `answered` gives the event that a legal answer leads to; `after` applies it; then
`follows` gives, one by one, the events that happen by themselves.
"""

from __future__ import annotations

from typing import ClassVar, Generic, Protocol, Self, TypeVar

from msgspec.structs import replace

from companion.kit.errors import Impossible
from companion.kit.event import Event, Intent, Refused
from companion.kit.question import Question
from companion.kit.rules import Answerable
from companion.kit.value import Value

T = TypeVar("T")
S = TypeVar("S", bound="InPhase")


class GamePhase(Value, Generic[T], frozen=True):
    """What the table waits for, and the rule of it; `T` is the game's state.

    Events are told apart by `type(…) is`: a class pattern takes four times as long, and so does an `isinstance` that
    fails.
    """

    part: ClassVar[str]
    """The part of the game that the phase belongs to: a deal, a turn, the end."""

    def asks(self, _state: T) -> Question | None:
        """What somebody must answer; `None` while an event follows by itself."""
        return None

    def answered(self, _state: T, intent: Intent) -> Event:
        """The event that a legal answer leads to. Raises Impossible if the phase has no such answer."""
        raise Impossible(intent, self)

    def objection(self, _state: T, _intent: Intent) -> Refused | None:
        """Why an intent is not a legal answer; `None` if it has nothing to do with the question."""
        return None

    def awaited(self, _state: T) -> Refused | None:
        """The refusal of an answer to another question: it says what is asked now."""
        return None

    def follows(self, _state: T) -> Event | None:
        """The event that follows by itself."""
        return None

    def after(self, _state: T, event: Event) -> T:
        """The state after an event. Raises Impossible if it cannot happen in this phase."""
        raise Impossible(event, self)


class InPhase(Protocol):
    """A state that holds its phase."""

    @property
    def phase(self) -> GamePhase[Self]:
        """What the table waits for."""


class Phased(Answerable[S], Protocol[S]):
    """The play of a game whose phases ask the questions and make the events."""

    @property
    def incidental(self) -> frozenset[type[Event]]:
        """The kinds of event that leave every phase as it was."""
        return frozenset()

    def comes_next(self, state: S, done: GamePhase[S]) -> GamePhase[S]:
        """The order of play: the phase after `done` has ended its part of the game. Raises Impossible."""

    def question(self, state: S) -> Question | None:
        """What the phase asks; `None` when the game is over, or while `follows` has an event."""
        return state.phase.asks(state)

    def answered(self, state: S, intent: Intent) -> Event:
        """The event that a legal answer leads to."""
        return state.phase.answered(state, intent)

    def objection(self, state: S, intent: Intent) -> Refused | None:
        """Why an intent is no answer to the question."""
        return state.phase.objection(state, intent)

    def awaited(self, state: S) -> Refused | None:
        """What the phase asks, as a refusal."""
        return state.phase.awaited(state)

    def follows(self, state: S) -> Event | None:
        """The event that now follows by itself."""
        return state.phase.follows(state)

    def evolve(self, state: S, event: Event) -> S:
        """The state after an event. Raises Impossible if it cannot happen in this phase."""
        phase = state.phase
        after = phase.after(state, event)
        if after.phase is phase and type(event) not in self.incidental:
            return replace(after, phase=self.comes_next(after, phase))  # type: ignore[type-var]  # a state is a struct
        return after
