"""A table that plays Mia: games by bots, and single moments with the dice that a test wants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from mia.cup import Answering, Claiming
from mia.dice import Claim, family
from mia.happenings import Say
from mia.rules import MIA
from mia.state import State, next_alive
from msgspec.structs import replace

from companion.kit.event import Intent, Refused
from companion.kit.policy import Level
from companion.match.history import Step
from companion.match.session import Session
from companion.players import levels
from companion.testing.whole_games import SEED
from tests.companion.games.whole_games import sitting

SEATS: Final = 4


def opened(seats: int = SEATS, lives: int = 3, seed: str = SEED) -> State:
    """Before the first roll."""
    return MIA.begin(sitting(seats, seed=seed), {"lives": lives})


def session_of(steps: Sequence[Step] = (), seats: int = SEATS) -> Session[State]:
    return Session(MIA, SEED, opened(seats)).resume(steps)


def played(number: int, seats: int = SEATS, bots: Mapping[int, Level] | None = None, seed: str = SEED) -> list[Step]:
    """Every step of a game by bots with the luck of `number`."""
    luck = Random(number)
    session, steps = Session(MIA, seed, opened(seats, seed=seed)), list[Step]()
    while (question := session.question) is not None:
        step: Step | Refused | None = session.automatic()
        if step is None:
            seat = question.seat or 0
            level = (bots or {}).get(seat, "random")
            step = session.answer(levels.says(level, MIA, session.state, question, luck)[1])
        assert not isinstance(step, Refused)
        session = session.apply(step)
        steps.append(Step(step.seat, step.is_lot, step.events))
    return steps


def claiming(seat: int, dice: Claim | None, claim: Claim = "", lives: tuple[int, ...] = (3,) * SEATS) -> State:
    """A seat has these dice, and must say more than the claim."""
    return replace(opened(len(lives)), lives=lives, phase=Claiming(seat), holder=seat, dice=dice, claim=claim)


def answering(
    seat: int, dice: Claim | None, claim: Claim, before: Claim = "", lives: Sequence[int] = (3,) * 4
) -> State:
    """The seat before this one has said that; it has these dice."""
    holder = next(other for other in range(1, len(lives) + 1) if next_alive(tuple(lives), other) == seat)
    held = claiming(holder, dice, before, tuple(lives))
    return replace(held, phase=Answering(seat), claim=claim, before=before)


def after(state: State, intent: Intent) -> State:
    """The state after a legal answer and all that follows."""
    session = Session(MIA, SEED, state)
    step = session.answer(intent)
    assert not isinstance(step, Refused), step
    return session.apply(step).state


def refused(state: State, intent: Intent) -> str:
    """The code of the refusal of an answer."""
    step = Session(MIA, SEED, state).answer(intent)
    assert isinstance(step, Refused)
    return step.code


def say(seat: int, value: Claim) -> Say:
    return Say(seat=seat, family=family(value), value=value)
