"""One game being played: its rules, its state, its history, and what the box answers by itself.

Law: a session never changes; `answer` and `undo` make an entry (or a refusal) and change nothing, `apply` gives the
session after an entry. Between the two the entry is written to disk.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Generic, TypeVar, assert_never

import msgspec
from msgspec.structs import replace

from companion.kit.event import Intent, Refused
from companion.kit.question import OneOf, Question, only_answer
from companion.kit.rules import Rules, decide, unfold
from companion.kit.text import text
from companion.match import chance
from companion.match.history import Entry, History, Redo, Step, Undo

S = TypeVar("S")


class Session(msgspec.Struct, Generic[S], frozen=True):
    """A game at one moment."""

    rules: Rules[S]
    seed: str
    """Of the box's dice and shuffles, hexadecimal."""
    state: S
    history: History[S] = History()

    @property
    def question(self) -> Question | None:
        """What is asked now; `None` when the game is over."""
        return self.rules.question(self.state)

    def answer(self, intent: Intent) -> Step | Refused:
        """What a person's answer leads to; what the lot decides cannot be chosen."""
        match self.question:
            case Question(by_lot=True, form=OneOf(answers)) if intent in answers:
                return Refused("by_lot", text("The box rolls: hold green."))
        return self._step(intent, is_lot=False)

    def draw(self, question: Question) -> Step | Refused:
        """What the box's lot leads to; the person asked has said when."""
        return self._step(chance.draw(self.seed, self.history.lots, question), is_lot=True, seat=question.seat)

    def automatic(self) -> Step | None:
        """What the box does now without asking: deals, shuffles, answers that leave no choice."""
        question = self.question
        if question is None:
            return None
        single = only_answer(question)
        if single is not None:
            step = self._step(single, is_lot=False)
        elif question.seat is None:
            step = self.draw(question)
        else:
            return None
        if isinstance(step, Refused):
            raise AssertionError(f"the box may not give its own answer: {step}")
        return replace(step, seat=None)

    def undo(self) -> Undo | Refused:
        """Take back the last decision of a person."""
        if self.history.last_decision is None:
            return Refused("nothing_to_undo", text("There is nothing to undo."))
        return Undo()

    def redo(self) -> Redo | Refused:
        """Make the latest undo undone."""
        return Redo() if self.history.undone else Refused("nothing_to_redo", text("There is nothing to redo."))

    def apply(self, entry: Entry) -> Session[S]:
        """The session after an entry."""
        history = self.history
        match entry:
            case Step(events=events):
                state = reduce(self.rules.evolve, events, self.state)
                return replace(self, state=state, history=history.stepped(entry, self.state))
            case Undo():
                at = history.last_decision or 0
                return replace(self, state=history.done[at].before, history=history.taken_back(at))
            case Redo():
                steps = history.undone[-1]
                state = reduce(self.rules.evolve, (event for past in steps for event in past.step.events), self.state)
                return replace(self, state=state, history=history.restored())
            case _ as never:
                assert_never(never)

    def resume(self, entries: Iterable[Entry]) -> Session[S]:
        """The session after all entries of a log."""
        return reduce(Session.apply, entries, self)

    def _step(self, intent: Intent, *, is_lot: bool, seat: int | None = None) -> Step | Refused:
        told = decide(self.rules, self.state, intent)
        if isinstance(told, Refused):
            return told
        events = tuple(event for event, _ in unfold(self.rules, self.state, told))
        return Step(seat if is_lot else intent.seat, is_lot, events)
