"""A table at which anything is tried in any order, by every option and with 2 to 4 players.

Answers that are legal and answers that are not, cheats, asides, undo, redo: after every event the state is sound, a
refusal changes nothing, and what is undone and redone is as it was.
"""

from __future__ import annotations

import random

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.games.cat_royal import intents
from companion.games.cat_royal.booklet import DECK, FIGURES, GOALS
from companion.games.cat_royal.ending import Over
from companion.games.cat_royal.state import State
from companion.kit.event import Intent, Refused
from companion.kit.question import Cards, OneOf, Question
from companion.kit.text import speak
from companion.match import record, referee
from companion.match.history import Entry, Step
from companion.match.session import Session
from tests.companion.games.cat_royal.any_position import tables
from tests.companion.games.cat_royal.positions import RULES
from tests.companion.games.whole_games import SEED
from tests.invariants import holds

INTENTS = tuple(
    kind for kind in vars(intents).values() if isinstance(kind, type) and kind.__module__ == intents.__name__
)
SEATS = st.integers(0, 5)
CARDS = st.sampled_from([*DECK, "7", "", "5", "64"])
ANYWHERE = st.integers(-1, 66) | st.sampled_from(["S", "G5", "", *GOALS])
FIELDS: dict[str, st.SearchStrategy[object]] = {
    "seat": st.none() | SEATS,
    "accused": SEATS,
    "slot": st.none() | st.integers(-1, 6),
    "card": st.none() | CARDS,
    "cards": st.lists(st.none() | CARDS, max_size=6).map(tuple),
    "figure": st.sampled_from([*FIGURES, "cat", ""]),
    "to": ANYWHERE,
    "seed": st.sampled_from([None, SEED, "00"]),
}


def any_form(question: Question, luck: random.Random) -> Intent:
    """One of the legal answers, now and then one that is meant in secret."""
    form = luck.choice((question.form, question.form, *question.armed))
    assert isinstance(form, OneOf)
    return luck.choice(form.answers)


def names(question: Question, intent: Intent) -> bool:
    """Whether a question names this answer, and a person may give it."""
    if question.by_lot:
        return False
    return any(isinstance(form, OneOf) and intent in form.answers for form in (question.form, *question.armed))


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
            if (question := self.session.question) is None:
                break
            assert self.enter(self.session.answer(any_form(question, rng)))
            self.settle()

    @precondition(lambda self: RULES.asides(self.session.state))
    @rule(luck=st.integers(0, 1 << 30))
    def say_aside(self, luck: int) -> None:
        rng, session = random.Random(luck), self.session
        aside = rng.choice(RULES.asides(session.state))
        if isinstance(aside.form, Cards):
            assert self.enter(session.draw(aside))
        else:
            assert self.enter(session.answer(any_form(aside, rng)))
        self.settle()

    @precondition(lambda self: not self.is_over)
    @rule(kind=st.sampled_from(INTENTS), data=st.data())
    def try_anything(self, kind: type[Intent], data: st.DataObject) -> None:
        intent = kind(**{name: data.draw(FIELDS[name], label=name) for name in kind.__struct_fields__})
        before = msgspec.json.encode(self.session.state)
        told = self.session.answer(intent)
        assert msgspec.json.encode(self.session.state) == before
        if isinstance(told, Refused):
            assert speak(told.why, str).endswith(".")
        else:
            question = self.session.question
            assert question is not None
            assert any(names(asked, intent) for asked in (question, *RULES.asides(self.session.state)))
        if self.enter(told):
            self.settle()

    @rule()
    def undo(self) -> None:
        before = self.session
        if self.enter(before.undo()):
            undone = self.session
            assert self.enter(undone.redo())
            assert self.session.state == before.state
            self.session, self.log = undone, self.log[:-1]
            self.settle()

    @rule()
    def redo(self) -> None:
        self.enter(self.session.redo())
        self.settle()

    @invariant()
    def somebody_is_asked_or_it_is_over(self) -> None:
        question = self.session.question
        holds(RULES, self.session.state, SEED)
        assert (question is None) == isinstance(self.session.state.phase, Over)
        assert question is None or question.seat is not None, f"the box has not answered {question}"

    def teardown(self) -> None:
        """The log resumes to the same table; its record is right, and read back as it was written."""
        if not self.log:
            return
        assert Session(RULES, SEED, self.start).resume(self.log) == self.session
        for secrets in (False, True):
            text = record.write(RULES, self.start, self.log, secrets=secrets, undone=secrets)
            refereed = referee.check(RULES, text)
            assert refereed.events == sum(len(past.step.events) for past in self.session.history.done)
            if "null]" not in text and '"cheat": null' not in text:
                assert refereed.state == self.session.state


TestAnyTable = AnyTable.TestCase
TestAnyTable.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
