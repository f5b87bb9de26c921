from __future__ import annotations

from random import Random

import pytest

from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.games.galopp_royal.state import State
from companion.kit.text import text
from companion.kit.view import Key
from companion.players.fingers import KeyStroke, turn
from companion.study.hands import TableHands
from companion.testing.whole_games import SEED


def begun(seats: int = 3) -> TableHands[State]:
    """A game has begun, and all that is told has been read."""
    hands = TableHands(GALOPP_ROYAL, {}, {}, SEED)
    for pair in range(1, seats + 1):
        hands.tap(pair)
    hands.hold(1)
    assert list(hands.news())
    return hands


def test_who_taps_joins_and_a_hold_begins() -> None:
    hands = begun()
    assert hands.table.joined == (1, 2, 3)
    assert hands.table.session is not None


def test_its_clock_moves_only_as_its_fingers_do() -> None:
    hands = TableHands(GALOPP_ROYAL, {}, {}, SEED)
    hands.tap(1)
    before = hands.t
    assert hands.view == hands.view
    assert hands.t == before
    hands.tap(1)
    assert hands.t == pytest.approx(2 * before)


def test_after_the_news_nothing_changes_by_itself() -> None:
    hands = begun()
    assert hands.table.next_deadline(hands.t) is None
    assert list(hands.news()) == []


@pytest.mark.parametrize(
    ("key", "stage", "shown"),
    [("green", 1, text("only you")), ("table", 1, text("Undo")), ("table", 2, text("Menu"))],
)
def test_a_key_is_held_up_to_a_stage(key: Key, stage: int, shown: object) -> None:
    hands = begun()
    assert hands.reach(0 if key == "table" else 2, key, stage).title == shown


def test_both_keys_run_the_amount_up() -> None:
    hands = begun()
    seen = [hands.do(1, stroke) for stroke in (KeyStroke("red", "down"), KeyStroke("green", "run", held_s=0.6))]
    hands.press(1, "red", "release", 1)
    assert (seen[-1].number, hands.view.is_draft) == ("10", True)


def test_what_a_bot_presses_answers_the_question() -> None:
    hands, luck = begun(), Random(1)
    for _ in range(20):
        session = hands.table.session
        assert session is not None
        assert session.question is not None
        seat, strokes = turn(session, session.question, luck)
        for stroke in strokes:
            hands.do(seat, stroke)
        list(hands.news())
    assert hands.table.session is not None
    assert len(hands.table.session.history.done) >= 20
