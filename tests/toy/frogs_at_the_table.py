"""A table with people who play Tin Frogs, at any point of a game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from companion.faces import oled
from companion.faces.strip import LightShow, lay_out
from companion.kit.event import Refused
from companion.match.history import Step
from companion.match.session import Session
from companion.players import bots
from companion.table.ports import Settings
from companion.testing.whole_games import NAMES, SEED, seated
from tests.companion.table.at_the_table import HOLD_S, Hands
from tests.toy.tin_frogs import TIN_FROGS, State, TinFrogs


def opened(seats: int = 3) -> State:
    """The state before the first card."""
    return TIN_FROGS.begin(seated(TIN_FROGS, seats, "box"), {})


def session_of(steps: Sequence[Step] = (), seats: int = 3, rules: TinFrogs = TIN_FROGS) -> Session[State]:
    return Session(rules, SEED, opened(seats)).resume(steps)


def played(number: int, seats: int = 3) -> list[Step]:
    """Every step of a game by bots, asides among them."""
    luck, session, steps = Random(number), session_of(seats=seats), list[Step]()
    while (question := session.question) is not None:
        addressed = bots.addressed(question, TIN_FROGS.asides(session.state), luck)
        step = session.automatic() or session.answer(bots.answer(addressed, luck))
        assert not isinstance(step, Refused)
        session = session.apply(step)
        steps.append(Step(step.seat, step.is_lot, step.events))
    return steps


class Frogs(Hands[State]):
    """The people at such a table, after these steps of a game."""

    def __init__(self, steps: Sequence[Step] = (), seats: int = 3, rules: TinFrogs = TIN_FROGS) -> None:
        super().__init__(rules, Settings(("en",), NAMES, {}, {}, HOLD_S, 2.0, 5.0))
        self.lights = LightShow(lay_out(TIN_FROGS.track({})))
        session = Session(rules, SEED, opened(seats)).resume(steps)
        self.table.go_on(session, tuple(range(1, seats + 1)), self.t)

    def picture(self) -> bytes:
        """The pixels of the display."""
        return oled.draw(self.view, str).tobytes()

    def colours(self) -> bytes:
        """What the strip shows now."""
        self.lights.show(self.view, self.t)
        return self.lights.colours(self.t)


def at_rest(steps: Sequence[Step] = (), rules: TinFrogs = TIN_FROGS) -> Frogs:
    """Three play, all hands are dealt, and no news is left on the screen; Hans begins."""
    frogs = Frogs(steps, rules=rules)
    frogs.wait(60.0)
    return frogs


def hand(frogs: Frogs, seat: int) -> tuple[str | None, ...]:
    return frogs.state.hands[seat - 1]
