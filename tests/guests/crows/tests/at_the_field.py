"""A table that plays Crows: games by bots, and single moments with the crows that a test wants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from crows.happenings import Send
from crows.rules import CROWS, Crows
from crows.state import State

from companion.kit.event import Intent, Refused
from companion.kit.policy import Level
from companion.match.history import Step
from companion.match.session import Session
from companion.players import levels
from companion.table.ports import Settings
from companion.testing.whole_games import NAMES, SEED, seated
from tests.companion.games.whole_games import sitting
from tests.companion.table.at_the_table import HOLD_S, Hands

SEATS: Final = 4


def opened(seats: int = SEATS, seed: str = SEED) -> State:
    """Before the first corn."""
    return CROWS.begin(sitting(seats, seed=seed), {})


def session_of(steps: Sequence[Step] = (), seats: int = SEATS) -> Session[State]:
    return Session(CROWS, SEED, opened(seats)).resume(steps)


def fallen(seats: int = SEATS) -> Session[State]:
    """The first corn has fallen, and all choose."""
    session = session_of(seats=seats)
    step = session.automatic()
    assert step is not None
    return session.apply(step)


def sent(session: Session[State], *crows: tuple[int, str]) -> Session[State]:
    """After these seats have chosen these crows, in this order."""
    for seat, crow in crows:
        step = session.answer(Send(seat=seat, crow=crow))
        assert not isinstance(step, Refused), step
        session = session.apply(step)
    return session


def refused(session: Session[State], intent: Intent) -> str:
    """The code of the refusal of an answer."""
    step = session.answer(intent)
    assert isinstance(step, Refused)
    return step.code


def played(number: int, seats: int = SEATS, bots: Mapping[int, Level] | None = None, seed: str = SEED) -> list[Step]:
    """Every step of a game by bots with the luck of `number`, which choose in any order."""
    luck = Random(number)
    session, steps = Session(CROWS, seed, opened(seats, seed)), list[Step]()
    while asked := session.questions:
        step: Step | Refused | None = session.automatic()
        if step is None:
            question = luck.choice(asked)
            level = (bots or {}).get(question.seat or 0, "random")
            step = session.answer(levels.says(level, CROWS, session.state, question, luck)[1])
        assert not isinstance(step, Refused)
        session = session.apply(step)
        steps.append(Step(step.seat, step.is_lot, step.events))
    return steps


class Field(Hands[State]):
    """The people at such a table, after these steps of a game."""

    def __init__(self, steps: Sequence[Step] = (), seats: int = 3, rules: Crows = CROWS) -> None:
        super().__init__(rules, Settings(("en",), NAMES, {}, {}, HOLD_S, 2.0, 5.0))
        session = Session(rules, SEED, CROWS.begin(seated(CROWS, seats, "box"), {})).resume(steps)
        self.table.go_on(session, tuple(range(1, seats + 1)), self.t)
        self.wait(60.0)
