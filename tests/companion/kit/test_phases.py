"""Play made of phases, tried with a lamp: it warms up by itself, burns until it is put out, and is lit again."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

import pytest
from msgspec.structs import replace

from companion.kit.decision import unfold
from companion.kit.errors import Impossible
from companion.kit.event import Event, Intent, Refused
from companion.kit.phases import GamePhase, Phased
from companion.kit.question import OneOf, Question
from companion.kit.text import verbatim
from companion.kit.value import Value


class Warmed(Event, frozen=True):
    pass


class Dimmed(Event, frozen=True):
    pass


class PutOut(Event, frozen=True):
    pass


class Blow(Intent, frozen=True, kw_only=True):
    hard: bool = True


class Warming(GamePhase["State"], frozen=True):
    part = "dark"

    def follows(self, _state: State) -> Event:
        return Warmed()

    def after(self, state: State, event: Event) -> State:
        return replace(state, phase=Burning()) if type(event) is Warmed else super().after(state, event)


class Burning(GamePhase["State"], frozen=True):
    part = "light"

    def asks(self, _state: State) -> Question:
        return Question(None, OneOf((Blow(),)))

    def answered(self, state: State, intent: Intent) -> Event:
        return PutOut() if type(intent) is Blow else super().answered(state, intent)

    def objection(self, state: State, intent: Intent) -> Refused | None:
        return SOFTLY if type(intent) is Blow else super().objection(state, intent)

    def after(self, state: State, event: Event) -> State:
        """If it is put out, the phase stays: the light is over; if it is dimmed, it burns on."""
        return replace(state, told=state.told + 1) if type(event) in (PutOut, Dimmed) else super().after(state, event)


AnyPhase: TypeAlias = Warming | Burning
SOFTLY: Final = Refused("softly", verbatim("Blow hard."))


class State(Value, frozen=True):
    phase: AnyPhase
    told: int = 0


class Lamp(Phased[State]):
    events: Final = (Warmed, Dimmed, PutOut)

    def comes_next(self, state: State, done: GamePhase[State]) -> GamePhase[State]:
        assert state.told
        return Warming() if type(done) is Burning else done

    def audit(self, before: State, event: Event, after: State) -> None:
        """All is well."""


class DimmableLamp(Lamp):
    incidental: Final[frozenset[type[Event]]] = frozenset({Dimmed})


LAMP, BURNING = Lamp(), State(Burning())


def test_a_phase_asks_or_leads_to_an_event_by_itself() -> None:
    assert (LAMP.question(State(Warming())), LAMP.follows(State(Warming()))) == (None, Warmed())
    assert (LAMP.question(BURNING), LAMP.follows(BURNING)) == (Question(None, OneOf((Blow(),))), None)


def test_where_a_phase_stays_the_order_of_play_goes_on() -> None:
    event = LAMP.answered(BURNING, Blow())
    assert list(unfold(LAMP, BURNING, event)) == [(PutOut(), State(Warming(), 1)), (Warmed(), State(Burning(), 1))]


def test_an_incidental_event_leaves_the_phase_as_it_was() -> None:
    assert DimmableLamp().evolve(BURNING, Dimmed()) == State(Burning(), 1)
    assert LAMP.evolve(BURNING, Dimmed()) == State(Warming(), 1)


@pytest.mark.parametrize("phase", [Warming(), Burning()])
def test_what_a_phase_does_not_know_is_impossible(phase: AnyPhase) -> None:
    other, state = (PutOut() if type(phase) is Warming else Warmed()), State(phase)
    with pytest.raises(Impossible, match=re.escape(f"{other!r} cannot happen in {phase!r}")):
        LAMP.evolve(state, other)
    with pytest.raises(Impossible, match="Intent"):
        LAMP.answered(state, Intent())


def test_a_phase_may_know_why_not() -> None:
    assert LAMP.objection(BURNING, Blow(hard=False)) == SOFTLY
    assert LAMP.objection(BURNING, Intent()) is None


def test_a_phase_that_says_nothing_of_what_is_asked_refuses_nothing_by_it() -> None:
    assert GamePhase[object]().awaited(object()) is None


def test_a_game_that_says_nothing_of_it_has_nothing_final() -> None:
    assert LAMP.final == ()
