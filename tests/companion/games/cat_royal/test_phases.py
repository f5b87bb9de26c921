"""The order of play, and what cannot happen in it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.cat_royal import events, intents
from companion.games.cat_royal.dealing import Dealing, SettingOut
from companion.games.cat_royal.ending import Closing, Over
from companion.games.cat_royal.landing import Landing
from companion.games.cat_royal.phases import AnyPhase, comes_next
from companion.games.cat_royal.tricks import Punishing
from companion.games.cat_royal.turns import Turn
from companion.kit.errors import Impossible
from companion.kit.event import Event, Intent
from tests.companion.games.cat_royal.positions import RULES, turn

ALL: tuple[AnyPhase, ...] = (
    Dealing(),
    SettingOut(1),
    Turn(1),
    Punishing(1, 2, ("king", "jester")),
    Landing(1, None, (((1, "citizen"), 27),)),
    Closing(),
    Over((1,)),
)
TABLE = turn("1C 27, 2J 40")


@pytest.mark.parametrize("phase", ALL, ids=lambda phase: type(phase).__name__)
def test_an_event_or_intent_of_another_phase_is_impossible(phase: AnyPhase) -> None:
    state = replace(TABLE, phase=phase)
    event: Event = events.SetOut(1, "king") if type(phase) is not SettingOut else events.SentHome(1, "king")
    intent: Intent = intents.SetOut(seat=1, figure="king") if type(phase) is not SettingOut else intents.Close()
    with pytest.raises(Impossible, match=type(phase).__name__):
        RULES.evolve(state, event)
    with pytest.raises(Impossible, match=type(phase).__name__):
        RULES.answered(state, intent)
    assert RULES.objection(state, intent) is None


def test_after_the_end_nothing_comes() -> None:
    state = replace(TABLE, phase=Over((1,)))
    assert (RULES.question(state), RULES.follows(state), RULES.asides(state)) == (None, None, ())
    with pytest.raises(Impossible):
        comes_next(state, Over((1,)))


def test_a_card_that_is_not_in_the_hand_cannot_be_laid() -> None:
    with pytest.raises(Impossible, match="13"):
        RULES.evolve(turn("1C 20", "5"), events.Discarded(1, "13"))


def test_an_accusation_is_followed_by_the_turn_of_the_same_seat() -> None:
    assert comes_next(TABLE, Punishing(1, 2, ("king",))) == Turn(1, has_accused=True)


def test_the_consequences_of_a_play_are_followed_by_the_next_turn() -> None:
    assert comes_next(TABLE, Landing(1, None, ())) == Turn(2)


def test_while_something_follows_nothing_is_asked_and_nobody_has_meant_it() -> None:
    state = replace(TABLE, phase=Punishing(1, 2, ("jester",)))
    event = RULES.follows(state)
    assert event == events.SentHome(2, "jester")
    assert RULES.question(state) is None
    assert RULES.recall(state, events.Captured(2, "jester")) is None


def test_everybody_has_a_name() -> None:
    assert [TABLE.name(seat) for seat in (1, 2, 3, 4)] == ["Hans", "Pia", "Werner", "Claudia"]
