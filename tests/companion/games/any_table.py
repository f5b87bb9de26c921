"""A table of any game at which anything is tried in any order.

Legal and illegal answers, asides, corrected coins, undo, redo: after every event the state is sound, a refusal changes
nothing, and undo and redo restore the earlier state.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from functools import reduce
from types import ModuleType
from typing import Any, ClassVar

import msgspec
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from msgspec.structs import replace

from companion.kit.event import Correcting, Intent, Refused, Unsealing
from companion.kit.question import Amount, Cards, Form, OneOf, Question
from companion.kit.rules import Rules
from companion.kit.text import speak
from companion.match import record, referee
from companion.match.history import Entry, Step
from companion.match.session import Session
from companion.testing.fair_questions import holds
from companion.testing.whole_games import SEED, chosen, taken_back


class AnyTable(RuleBasedStateMachine):
    """One session, and its log as a journal would have it; a game begins it by `sit_down`."""

    game: ClassVar[Rules[Any]]
    over: ClassVar[type]
    """The phase in which nothing is asked any more."""
    deck: ClassVar[Collection[str]]
    kinds: ClassVar[tuple[type[Intent], ...]]
    """The intents that are tried."""
    fields: ClassVar[Mapping[str, st.SearchStrategy[object]]]
    """The values that are tried for each field of these."""

    def sit_down(self, start: object) -> None:
        """Begin a new game from this start."""
        self.session: Session[Any] = Session(self.game, SEED, start)
        self.start = start
        self.log: list[Entry] = []
        self.settle()

    def enter(self, entry: Entry | Refused | None) -> bool:
        """Apply an entry; whether it is accepted, and then it is in the log."""
        if entry is None or isinstance(entry, Refused):
            return False
        if isinstance(entry, Step):
            state = self.session.state
            for event in entry.events:
                before, state = state, self.game.evolve(state, event)
                self.game.audit(before, event, state)
        self.session = self.session.apply(entry)
        self.log.append(entry)
        return True

    def settle(self) -> None:
        """Let the box do its own steps."""
        while self.enter(self.session.automatic()):
            pass

    def answer(self, question: Question, luck: random.Random) -> None:
        """Give a legal answer, now and then from a secret form."""
        form = luck.choice((question.form, question.form, *question.armed))
        meant = replace(question, form=form)
        session = self.session
        assert self.enter(session.draw(question) if question.by_lot else session.answer(chosen(meant, luck)))
        self.settle()

    @property
    def is_over(self) -> bool:
        """Whether nothing is asked any more."""
        return self.session.question is None

    @property
    def asides(self) -> Sequence[Question]:
        """What may be said besides the question."""
        return self.game.asides(self.session.state)

    @precondition(lambda self: not self.is_over)
    @rule(luck=st.integers(0, 1 << 30), answers=st.sampled_from([1, 1, 5, 60]))
    def play_on(self, luck: int, answers: int) -> None:
        rng = random.Random(luck)
        for _ in range(answers):
            if not (asked := self.session.questions):
                break
            self.answer(rng.choice(asked), rng)

    @precondition(lambda self: self.asides)
    @rule(luck=st.integers(0, 1 << 30))
    def say_aside(self, luck: int) -> None:
        rng = random.Random(luck)
        self.answer(rng.choice(self.asides), rng)

    @precondition(lambda self: not self.is_over)
    @rule(data=st.data())
    def try_anything(self, data: st.DataObject) -> None:
        kind = data.draw(st.sampled_from(self.kinds))
        drawn: dict[str, Any] = {name: data.draw(self.fields[name], label=name) for name in kind.__struct_fields__}
        intent = kind(**drawn)
        before = msgspec.json.encode(self.session.state)
        told = self.session.answer(intent)
        assert msgspec.json.encode(self.session.state) == before
        if isinstance(told, Refused):
            assert speak(told.why, str).endswith(".")
        elif not isinstance(intent, Correcting):
            assert any(names(asked, intent, self.deck) for asked in (*self.session.questions, *self.asides))
        if self.enter(told):
            self.settle()

    @rule()
    def undo(self) -> None:
        before = self.session
        if self.enter(taken_back(before)):
            undone = self.session
            assert undone.question is not None
            assert self.enter(undone.redo())
            assert self.session.state == before.state
            assert self.session.history.done == before.history.done
            self.session, self.log = undone, self.log[:-1]
            self.settle()

    @rule()
    def redo(self) -> None:
        self.enter(self.session.redo())
        self.settle()

    @invariant()
    def somebody_is_asked_or_it_is_over(self) -> None:
        question = self.session.question
        holds(self.game, self.session.state, SEED)
        assert (question is None) == isinstance(self.session.state.phase, self.over)
        assert question is None or question.seat is not None, f"the box has not answered {question}"

    def teardown(self) -> None:
        """The log resumes to the same table; its record is valid and can be read back."""
        if not self.log:
            return
        assert Session(self.game, SEED, self.start).resume(self.log) == self.session
        for secrets, undone in ((False, False), (False, True), (True, True)):
            text = record.write(self.game, self.start, self.log, secrets=secrets, undone=undone)
            refereed = referee.check(self.game, text)
            events = [event for past in self.session.history.done for event in past.step.events]
            assert refereed.events == record.count(self.game, events)
            if secrets:
                recorded = [event for event in events if not isinstance(event, self.game.unrecorded)]
                assert refereed.state == reduce(self.game.evolve, recorded, self.start)


def kinds_of(intents: ModuleType) -> tuple[type[Intent], ...]:
    """The classes of a module."""
    found = [kind for kind in vars(intents).values() if isinstance(kind, type) and issubclass(kind, Intent)]
    return tuple(kind for kind in found if kind.__module__ == intents.__name__)


def names(question: Question, intent: Intent, deck: Collection[str]) -> bool:
    """Whether a question names this answer, and a person may give it."""
    return not question.by_lot and any(_names(form, intent, deck) for form in (question.form, *question.armed))


def _names(form: Form, intent: Intent, deck: Collection[str]) -> bool:
    match form:
        case OneOf(answers, also):
            return intent in answers + also
        case Amount(offer=offer, otherwise=otherwise, least=least, most=most):
            return intent == otherwise or (type(intent) is type(offer) and least <= intent.amount <= most)
        case Cards(intent=deal, count=count):
            return type(intent) is type(deal) and len(intent.cards) == count and {*intent.cards} <= {*deck, None}
        case _:
            return isinstance(intent, Unsealing)
