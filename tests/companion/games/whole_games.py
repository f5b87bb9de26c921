"""Whole games by random legal answers: the same random numbers give the same game."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from hypothesis import Phase, settings
from msgspec.structs import replace

from companion.kit.event import Event, Intent, Refused
from companion.kit.question import Amount, OneOf, Question, commit
from companion.kit.rules import Rules
from companion.kit.seats import COLOURS, Player
from companion.kit.setup import Seating, Who
from companion.match import chance
from companion.match.consent import in_turn
from companion.match.history import Step, Undo
from companion.match.session import Session
from companion.players import bots

S = TypeVar("S")
Watch = Callable[[S, Event, S], None]
"""Called with the state before an event, the event, and the state after it."""

SEED = "5eed" * 16
NAMES = ("Hans", "Pia", "Werner", "Claudia", "Anna", "Otto")
LONGEST = 20_000
"""More events than any game takes."""
RANDOM = settings(phases=[Phase.explicit, Phase.generate])
"""For properties of whole games; without shrinking, since no luck is smaller than another."""


def some(most: int) -> int:
    """How many examples a slow property takes: `most` in CI, and by default the share of it that the profile has."""
    return max(most * settings().max_examples // 100, 5)


class Game(NamedTuple):
    """A game that has been played."""

    start: object
    entries: tuple[Step, ...]
    state: object

    @property
    def events(self) -> tuple[Event, ...]:
        """What has happened, in order."""
        return tuple(event for step in self.entries for event in step.events)


def sitting(seats: int, *, cards: Who = "box", die: Who = "box", first: int = 1, seed: str = SEED) -> Seating:
    """Hans, Pia, Werner … play; the box promises its seed if it draws anything."""
    players = tuple(Player(at, NAMES[at - 1], COLOURS[at - 1]) for at in range(1, seats + 1))
    return Seating(players, first, {"cards": cards, "die": die}, commit(seed) if "box" in (cards, die) else None)


def seated(rules: Rules[S], seats: int, who: Who) -> Seating:
    """The same people at any game, in which the box does all duties, or people do."""
    duties = {duty.name: who for duty in rules.duties}
    players = sitting(seats).players
    return Seating(players, 1, duties, commit(SEED) if rules.draws_lots(duties) else None)


def chosen(question: Question, luck: random.Random) -> Intent:
    """One of the legal answers; passes come often enough for auctions to end."""
    match question.form:
        case OneOf(answers):
            return luck.choice(answers)
        case Amount(offer=offer, otherwise=otherwise, least=least, most=most):
            if least > most or luck.random() < 0.45:
                return otherwise
            return replace(offer, amount=luck.randint(least, most if luck.random() < 0.05 else min(most, least + 3)))
        case _:
            return chance.draw(SEED, luck.randrange(1 << 32), question)


def finish(rules: Rules[S], start: S, number: int, watch: Watch[S] | None = None) -> Game:
    """Play from `start` to the end with the luck of `number`. Raises AssertionError if the game does not end."""
    luck = random.Random(number)
    session, entries, count = Session(rules, SEED, start), list[Step](), 0
    while (question := session.question) is not None:
        step: Step | Refused | None = session.automatic()
        if step is None:
            if len(several := session.questions) > 1:
                question = luck.choice(several)
            question = bots.addressed(question, rules.asides(session.state), luck)
            step = session.draw(question) if question.by_lot else session.answer(chosen(question, luck))
        assert not isinstance(step, Refused), f"{step} to {question}"
        if watch is not None:
            state = session.state
            for event in step.events:
                before, state = state, rules.evolve(state, event)
                watch(before, event, state)
        session = session.apply(step)
        entries.append(step)
        count += len(step.events)
        assert count < LONGEST, "this game does not end"
    return Game(start, tuple(entries), session.state)


def taken_back(session: Session[S]) -> Undo | Refused:
    """The undo of the last decision; everybody who is asked agrees."""
    thought = session.second_thought()
    if isinstance(thought, Refused):
        return thought
    asked = {question.seat for question in session.questions if question.seat is not None}
    seats = len(session.rules.view(session.state, None).seats)
    return session.undo(in_turn(thought.by, asked or {thought.by}, seats)[0])
