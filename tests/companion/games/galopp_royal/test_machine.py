"""A table at which anything is tried in any order, by every option and with 3 to 6 players.

Answers that are legal and answers that are not, coins put right, undo, redo: after every event the state is sound, a
refusal changes nothing, and what is undone and redone is as it was.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.games.galopp_royal import intents
from companion.games.galopp_royal.booklet import DECK
from companion.games.galopp_royal.ending import Over
from companion.games.galopp_royal.state import State
from companion.kit.event import Intent, Refused
from companion.kit.question import Amount, Cards, OneOf, Question
from companion.kit.text import speak
from companion.match import record, referee
from companion.match.history import Entry, Step
from companion.match.session import Session
from tests.companion.games.galopp_royal.any_position import tables
from tests.companion.games.galopp_royal.positions import RULES
from tests.companion.games.whole_games import SEED, chosen

INTENTS = tuple(
    kind for kind in vars(intents).values() if isinstance(kind, type) and kind.__module__ == intents.__name__
)
SEATS = st.integers(0, 7)
CARDS = st.sampled_from([*DECK, "7", None])
FIELDS: dict[str, st.SearchStrategy[object]] = {
    "seat": st.none() | SEATS,
    "owner": SEATS,
    "payee": SEATS,
    "amount": st.integers(-60, 60),
    "face": st.integers(-1, 5),
    "slot": st.integers(-1, 5),
    "cards": st.lists(CARDS, max_size=6).map(tuple),
    "steps": st.lists(st.tuples(SEATS, st.sampled_from([-2, -1, 0, 1, 2])), max_size=3).map(tuple),
    "seed": st.sampled_from([None, SEED, "00"]),
    "reason": st.just("fell under the table"),
}


def names(question: Question, intent: Intent) -> bool:
    """Whether a question names this answer."""
    match question.form:
        case OneOf(answers, also):
            return not question.by_lot and intent in answers + also
        case Amount(offer=offer, otherwise=otherwise, least=least, most=most):
            return intent == otherwise or (type(intent) is type(offer) and least <= intent.amount <= most)
        case Cards(intent=deal, count=count):
            return type(intent) is type(deal) and len(intent.cards) == count and {*intent.cards} <= {*DECK, None}
        case _:
            return isinstance(intent, intents.Close)


class AnyTable(RuleBasedStateMachine):
    """One session, and the log that a journal would have of it."""

    @initialize(start=tables())
    def sit_down(self, start: State) -> None:
        self.session: Session[State] = Session(RULES, SEED, start)
        self.start = start
        self.log: list[Entry] = []
        self.settle()

    def enter(self, entry: Entry | Refused | None) -> bool:
        if entry is None or isinstance(entry, Refused):
            return False
        if isinstance(entry, Step):
            state = self.session.state
            for event in entry.events:
                before, state = state, RULES.evolve(state, event)
                RULES.audit(before, event, state)
        self.session = self.session.apply(entry)
        self.log.append(entry)
        return True

    def settle(self) -> None:
        while self.enter(self.session.automatic()):
            pass

    @property
    def is_over(self) -> bool:
        return self.session.question is None

    @precondition(lambda self: not self.is_over)
    @rule(luck=st.integers(0, 1 << 30), answers=st.sampled_from([1, 1, 5, 60]))
    def play_on(self, luck: int, answers: int) -> None:
        rng = random.Random(luck)
        for _ in range(answers):
            question = self.session.question
            if question is None:
                break
            session = self.session
            assert self.enter(session.draw(question) if question.by_lot else session.answer(chosen(question, rng)))
            self.settle()

    @precondition(lambda self: not self.is_over)
    @rule(kind=st.sampled_from(INTENTS), data=st.data())
    def try_anything(self, kind: type[Intent], data: st.DataObject) -> None:
        question = self.session.question
        assert question is not None
        drawn: dict[str, Any] = {name: data.draw(FIELDS[name], label=name) for name in kind.__struct_fields__}
        intent = kind(**drawn)
        before = msgspec.json.encode(self.session.state)
        told = self.session.answer(intent)
        assert msgspec.json.encode(self.session.state) == before
        if isinstance(told, Refused):
            assert speak(told.why, str).endswith(".")
        elif not isinstance(intent, intents.Correct):
            assert names(question, intent)
        if self.enter(told):
            self.settle()

    @rule()
    def undo(self) -> None:
        before = self.session
        if self.enter(before.undo()):
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
        assert RULES.follows(self.session.state) is None
        assert (question is None) == isinstance(self.session.state.phase, Over)
        assert question is None or question.seat is not None, f"the box has not answered {question}"

    def teardown(self) -> None:
        """The log resumes to the same table; its record is right, and read back as it was written."""
        if not self.log:
            return
        assert Session(RULES, SEED, self.start).resume(self.log) == self.session
        for undone in (False, True):
            text = record.write(RULES, self.start, self.log, undone=undone)
            refereed = referee.check(RULES, text)
            state, count = refereed.state, refereed.events
            assert count == sum(len(past.step.events) for past in self.session.history.done)
            if "null" not in text:
                assert state == self.session.state


TestAnyTable = AnyTable.TestCase
TestAnyTable.settings = settings(max_examples=100, stateful_step_count=40, deadline=None)
