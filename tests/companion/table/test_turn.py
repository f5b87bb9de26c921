from __future__ import annotations

import pytest

from companion.games.galopp_royal import intents
from companion.kit.text import text, verbatim
from companion.match.session import Session
from companion.table.controls import Press, Said
from companion.table.seated import Seated
from companion.table.turn import TUMBLE_S, Drawn, Turn
from tests.companion.games.galopp_royal.positions import RULES, race
from tests.companion.games.play import SEED


def rolling(die: str = "box") -> Turn:  # type: ignore[type-arg]
    """Seat 1, at the third pair of keys, is about to roll; seat 2 sits at the fifth."""
    return Turn(Seated(Session(RULES, SEED, race(4, die=die)), (3, 5, 1, 2)))


def press(pair: int, key: str, kind: str) -> Press:
    return Press(pair, key, kind, 1)  # type: ignore[arg-type]


def test_a_die_is_rolled_by_letting_go_after_a_hold() -> None:
    turn = rolling()
    assert turn.released(press(3, "green", "release")) is None, "no hold came before"
    assert turn.held(press(3, "green", "hold"), 1.0, is_early=False) is None
    assert turn.is_busy
    outcome = turn.released(press(3, "green", "release"))
    assert isinstance(outcome, Drawn)
    assert outcome.question.by_lot
    assert not turn.is_busy


def test_the_die_tumbles_while_it_is_held() -> None:
    turn = rolling()
    turn.held(press(3, "green", "hold"), 1.0, is_early=False)
    shown = [turn.view(1.0 + TUMBLE_S * beat + 0.01).number for beat in range(12)]
    assert set(shown) == {"1", "2", "3", "4"}
    assert turn.next_deadline(2.0) == 2.0 + TUMBLE_S


@pytest.mark.parametrize(("pair", "key"), [(5, "green"), (3, "red")])
def test_another_key_let_go_rolls_nothing(pair: int, key: str) -> None:
    turn = rolling()
    turn.held(press(3, "green", "hold"), 1.0, is_early=False)
    assert turn.released(press(pair, key, "release")) is None
    assert turn.is_busy


def test_a_key_that_was_no_finger_s_lets_the_die_lie() -> None:
    turn = rolling()
    turn.held(press(3, "green", "hold"), 1.0, is_early=False)
    turn.withdraw(5)
    assert turn.is_busy, "another key"
    turn.withdraw(3)
    assert not turn.is_busy
    assert turn.released(press(3, "green", "release")) is None


def test_somebody_else_is_told_and_nothing_changes() -> None:
    turn = rolling("table")
    before = turn.view(0.0)
    for kind in ("tap", "hold"):
        for pair in (5, 6):
            done = (
                turn.tapped(press(pair, "green", kind))
                if kind == "tap"
                else turn.held(press(pair, "red", kind), 0.0, is_early=False)
            )
            assert done == text("Not your turn.")
    assert turn.view(0.0) == before


def test_a_typed_die_is_said_when_held() -> None:
    turn = rolling("table")
    turn.tapped(press(3, "green", "tap"))
    turn.tapped(press(3, "green", "tap"))
    turn.tapped(press(3, "red", "tap"))
    assert turn.view(0.0).number == "2"
    assert turn.held(press(3, "green", "hold"), 0.0, is_early=False) == Said(intents.Roll(seat=1, face=2))


def test_what_the_keys_do_is_always_said() -> None:
    keys = rolling("table").view(0.0).legend
    assert keys is not None
    assert (keys.green_tap, keys.red_tap) == (verbatim("▲"), verbatim("▼"))
