"""Whole games by random legal answers: the same random numbers give the same game."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import wraps
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from msgspec.structs import replace

from companion.kit.errors import BrokenLaw
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
from companion.testing.verdict import at, expect, shown

S = TypeVar("S")
EventWatch = Callable[[S, Event, S], None]
"""Called with the state before an event, the event, and the state after it."""

SEED: Final = "5eed" * 16
"""What the box draws from."""
NAMES: Final = ("Hans", "Pia", "Werner", "Claudia", "Anna", "Otto")
LONGEST: Final = 20_000
"""More events than any game takes."""


class Game(NamedTuple):
    """A game that has been played."""

    start: object
    entries: tuple[Step, ...]
    state: object

    @property
    def events(self) -> tuple[Event, ...]:
        """What has happened, in order."""
        return tuple(event for step in self.entries for event in step.events)


def seated(rules: Rules[S], seats: int, who: Who, seed: str = SEED) -> Seating:
    """The same people at any game, in which the box does all duties, or people do."""
    duties = {duty.name: who for duty in rules.duties}
    players = tuple(Player(at, NAMES[at - 1], COLOURS[at - 1]) for at in range(1, seats + 1))
    return Seating(players, 1, duties, commit(seed) if rules.draws_lots(duties) else None)


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


def finish(rules: Rules[S], start: S, number: int, watch: EventWatch[S] | None = None) -> Game:
    """Play from `start` to the end with the luck of `number`. Raises BrokenLaw if the game does not end."""
    luck = random.Random(number)
    session, entries, count = Session(rules, SEED, start), list[Step](), 0
    while (question := session.question) is not None:
        step: Step | Refused | None = session.automatic()
        if step is None:
            if len(several := session.questions) > 1:
                question = luck.choice(several)
            question = bots.addressed(question, rules.asides(session.state), luck)
            step = session.draw(question) if question.by_lot else session.answer(chosen(question, luck))
        if isinstance(step, Refused):
            raise BrokenLaw(f"an answer that {shown(question)} names: expected an event; came {shown(step)}")
        if watch is not None:
            state = session.state
            for event in step.events:
                before, state = state, rules.evolve(state, event)
                watch(before, event, state)
        session = session.apply(step)
        entries.append(step)
        count += len(step.events)
        expect(count < LONGEST, "expected an end of the game within {} events; came none", LONGEST)
    return Game(start, tuple(entries), session.state)


def taken_back(session: Session[S]) -> Undo | Refused:
    """The undo of the last decision; everybody who is asked agrees."""
    thought = session.second_thought()
    if isinstance(thought, Refused):
        return thought
    asked = {question.seat for question in session.questions if question.seat is not None}
    seats = len(session.rules.view(session.state, None).seats)
    partners = session.rules.partners(session.state, thought.by)
    return session.undo(in_turn(thought.by, asked or {thought.by}, seats, partners)[0])


# --- laws of whole games ---------------------------------------------------------------------------------------------

GameLaw: TypeAlias = Callable[[Rules[Any], Game], None]
"""A law that a whole game keeps; its name is the law. Raises BrokenLaw."""
SAMPLES: Final = 10
"""So many steps of a game a law looks at that takes long."""


class GameStep(NamedTuple):
    """A step of a whole game."""

    session: Session[Any]
    """The game before it."""
    step: Step
    nth: int
    """Counted from 0."""
    of: int
    """How many steps the game has."""

    @property
    def is_sample(self) -> bool:
        """Whether a law that takes long looks at it."""
        return self.nth % (self.of // SAMPLES | 1) == 0  # an odd number, as every other step may be the box's

    @property
    def is_middle(self) -> bool:
        """Whether it is the step in the middle of the game."""
        return self.nth == self.of // 2


def of_games(law: GameLaw) -> GameLaw:
    """A law of whole games; whatever error it meets breaks it."""

    @wraps(law)
    def whole(rules: Rules[Any], game: Game) -> None:
        with at():
            law(rules, game)

    return whole


def of_events(law: Callable[[Rules[Any], Any, Event, Any], None]) -> GameLaw:
    """A law of each event (the state before it, the event, the state after it) as a law of whole games."""

    @wraps(law)
    def each(rules: Rules[Any], game: Game) -> None:
        state = game.start
        for n, event in enumerate(game.events, 1):
            with at(f"event {n}, {shown(event)}"):
                before, state = state, rules.evolve(state, event)
                law(rules, before, event, state)

    return each


def of_steps(law: Callable[[Rules[Any], GameStep], None]) -> GameLaw:
    """A law of each step as a law of whole games."""

    @wraps(law)
    def each(rules: Rules[Any], game: Game) -> None:
        session, n = Session(rules, SEED, game.start), 1
        for nth, step in enumerate(game.entries):
            with at(f"before event {n}"):
                law(rules, GameStep(session, step, nth, len(game.entries)))
                session, n = session.apply(step), n + len(step.events)

    return each
