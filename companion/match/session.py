"""One game being played: its rules, its state, its history, and what the box answers by itself.

Law: a session never changes; `answer` and `undo` make an entry (or a refusal) and change nothing; `apply` gives the
session after an entry. Between these two calls the entry is written to disk.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from typing import Generic, TypeVar, assert_never

import msgspec
from msgspec.structs import replace

from companion.kit.decision import decide, single, unfold
from companion.kit.event import Event, Intent, Refused
from companion.kit.question import Question, refusal
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.kit.text import Text, text
from companion.match import chance
from companion.match.history import Agreed, Entry, History, Redo, Step, Undo

S = TypeVar("S")


class Made(Step, Generic[S], frozen=True, eq=False, kw_only=True):
    """A step that was just made, with the states it led to; in the log it is a step like any other."""

    before: S
    states: tuple[S, ...]
    """The state after each of the events."""

    @property
    def step(self) -> Step:
        """The step as the log keeps it."""
        return Step(self.seat, self.is_lot, self.events, self.thought_s)


class SecondThought(msgspec.Struct, frozen=True):
    """The last decision of a person, and what has become known since."""

    decision: Step
    by: Seat
    """Whose decision it was."""
    known: tuple[Text, ...]
    """What all have learned since, one line each: another player must agree to the undo. Empty: nobody must agree."""


class Session(msgspec.Struct, Generic[S], frozen=True):
    """A game at one moment."""

    rules: Rules[S]
    seed: str
    """The seed of the box's dice and shuffles, hexadecimal."""
    state: S
    history: History[S] = History()

    @property
    def question(self) -> Question | None:
        """The question that is asked now, or the first of several; `None` when the game is over."""
        return self.rules.question(self.state)

    @property
    def questions(self) -> tuple[Question, ...]:
        """All that is asked now, to be answered in any order; empty when the game is over."""
        return self.rules.questions(self.state)

    def asked(self, seat: Seat | None) -> Question | None:
        """What this seat is asked; `None`: nothing."""
        return next((question for question in self.questions if question.seat == seat), None)

    def rule(self) -> Text | None:
        """What the rules let the asked player do, in one sentence; `None`: nobody is asked, or no more needs saying."""
        question = self.question
        return self.rules.rule(self.state, question) if question is not None else None

    def told(self) -> Iterator[tuple[S, Event]]:
        """Every event that counts, with the state it led to."""
        for past in self.history.done:
            state = past.before
            for event in past.step.events:
                state = self.rules.evolve(state, event)
                yield state, event

    def aside(self, seat: Seat | None) -> Question | None:
        """What this seat may say besides the question."""
        return next((aside for aside in self.rules.asides(self.state) if aside.seat == seat), None)

    def answer(self, intent: Intent) -> Made[S] | Refused:
        """The step that a person's answer makes; nobody can choose what a lot decides."""
        for question in (self.asked(intent.seat), self.aside(intent.seat)):
            if question is not None and question.by_lot and refusal(question, intent) is None:
                return Refused("by_lot", self.rules.phrases.by_lot)
        return self._step(intent, is_lot=False)

    def draw(self, question: Question) -> Made[S] | Refused:
        """The step that the box's lot makes, after the asked person has said when."""
        drawn = chance.draw(self.seed, self.history.lots, question)
        return self._step(drawn, is_lot=chance.is_lot(question), seat=question.seat)

    def automatic(self) -> Made[S] | None:
        """The step that the box makes now without asking: a deal, a shuffle, the only possible answer."""
        if (only := single(self.rules, self.state)) is not None:
            step = self._step(only, is_lot=False)
        elif (question := self.asked(None)) is not None:
            step = self.draw(question)
        else:
            return None
        if isinstance(step, Refused):
            raise AssertionError(f"the box may not give its own answer: {step}")
        return replace(step, seat=None)

    def second_thought(self) -> SecondThought | Refused:
        """The last decision and what has become known since, even if that was undone; a refusal if it is final."""
        at = self.history.last_decision
        by = self.history.done[at].step.seat if at is not None else None
        if at is None or by is None:
            return Refused("nothing_to_undo", text("There is nothing to undo."))
        since = self.history.since(at)
        if any(isinstance(event, self.rules.final) for event in since):
            return Refused("final", text("What all know now cannot be undone."))
        known = (self.rules.reveals(self.state, event, by) for event in since)
        return SecondThought(self.history.done[at].step, by, tuple(dict.fromkeys(filter(None, known))))

    def undo(self, agreed: Agreed = msgspec.UNSET) -> Undo | Refused:
        """Take back the last decision of a person; if something has become known since, only if somebody `agreed`."""
        match self.second_thought():
            case Refused() as refused:
                return refused
            case SecondThought(known=()):
                return Undo()
            case _ if agreed is msgspec.UNSET:
                return Refused("consent", text("Another player must agree to this."))
            case _:
                return Undo(agreed)

    def redo(self) -> Redo | Refused:
        """Take back the latest undo."""
        return Redo() if self.history.undone else Refused("nothing_to_redo", text("There is nothing to redo."))

    def apply(self, entry: Entry) -> Session[S]:
        """The session after an entry."""
        history = self.history
        match entry:
            case Step():
                step = entry.step if isinstance(entry, Made) else entry
                return replace(self, state=self._after(entry), history=history.stepped(step, self.state))
            case Undo():
                at = history.last_decision or 0
                return replace(self, state=history.done[at].before, history=history.taken_back(at, self.state))
            case Redo():
                return replace(self, state=history.undone[-1].after, history=history.restored())
            case _ as never:
                assert_never(never)

    def resume(self, entries: Iterable[Entry]) -> Session[S]:
        """The session after all entries of a log."""
        return reduce(Session.apply, entries, self)

    def _after(self, step: Step) -> S:
        """The state after a step: known if the step was made in this state; otherwise its events are applied again."""
        if isinstance(step, Made) and step.before is self.state:
            return step.states[-1]  # type: ignore[no-any-return]  # made in this state, of its kind
        return reduce(self.rules.evolve, step.events, self.state)

    def _step(self, intent: Intent, *, is_lot: bool, seat: int | None = None) -> Made[S] | Refused:
        told = decide(self.rules, self.state, intent)
        if isinstance(told, Refused):
            return told
        events, states = zip(*unfold(self.rules, self.state, told), strict=True)
        return Made(seat if is_lot else intent.seat, is_lot, events, before=self.state, states=states)
