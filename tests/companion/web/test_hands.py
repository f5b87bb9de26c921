from __future__ import annotations

import pytest

from companion.web.hands import TwinHands

from .fake_twin import FakeTwin


@pytest.fixture
def twin() -> FakeTwin:
    return FakeTwin()


def test_a_key_is_down_while_anyone_holds_it(twin: FakeTwin) -> None:
    hands = TwinHands(twin)
    hands.press("Anna", "green1", 0.0)
    hands.press("Ben", "green1", 0.0)
    hands.release("Anna", "green1", 0.1)
    assert twin.calls == [("press", "green1")]
    hands.release("Ben", "green1", 0.1)
    assert twin.calls == [("press", "green1"), ("release", "green1")]


def test_pressing_twice_is_pressing_once(twin: FakeTwin) -> None:
    hands = TwinHands(twin)
    hands.press("Anna", "red2", 0.0)
    hands.press("Anna", "red2", 0.0)
    hands.release("Anna", "red2", 0.1)
    assert twin.calls == [("press", "red2"), ("release", "red2")]


def test_nobody_releases_what_somebody_else_holds(twin: FakeTwin) -> None:
    hands = TwinHands(twin)
    hands.press("Anna", "red2", 0.0)
    hands.release("Ben", "red2", 0.1)
    hands.release("Ben", "table", 0.1)
    assert twin.calls == [("press", "red2")]


def test_who_leaves_lets_go_of_everything_and_of_nothing_else(twin: FakeTwin) -> None:
    hands = TwinHands(twin)
    hands.press("Anna", "table", 0.0)
    hands.press("Anna", "green3", 0.0)
    hands.press("Ben", "green3", 0.0)
    hands.leave("Anna")
    hands.leave("Anna")
    assert twin.calls == [("press", "table"), ("press", "green3"), ("release", "table")]


def test_a_key_is_held_for_as_long_as_its_hand_says(twin: FakeTwin) -> None:
    hands = TwinHands(twin)
    hands.press("Anna", "green1", 10.0)
    hands.hold("Anna", "green1", 0.05)
    hands.release("Anna", "green1", 0.08)
    assert twin.held == [("green1", 0.0), ("green1", 0.05), ("green1", 0.08)]


def test_of_two_hands_on_a_key_each_counts_from_its_own_coming(twin: FakeTwin) -> None:
    hands = TwinHands(twin)
    hands.press("Anna", "green1", 10.0)
    hands.press("Ben", "green1", 11.0)
    hands.hold("Ben", "green1", 0.5)
    hands.hold("Anna", "green1", 1.25)
    hands.release("Anna", "green1", 1.25)
    hands.release("Ben", "green1", 1.5)
    assert twin.held == [("green1", 0.0), ("green1", 1.5), ("green1", 1.5), ("green1", 2.5)]


def test_who_leaves_has_held_for_as_long_as_was_said(twin: FakeTwin) -> None:
    hands = TwinHands(twin)
    hands.press("Anna", "green1", 10.0)
    hands.hold("Anna", "green1", 0.4)
    hands.leave("Anna")
    assert twin.held[-1] == ("green1", 0.4)


def test_a_hand_that_had_been_let_go_for_its_silence_presses_nothing_by_going_on(twin: FakeTwin) -> None:
    hands = TwinHands(twin)
    assert hands.believes("Anna", "green1", 3.5, 20.0)
    hands.hold("Anna", "green1", 3.5)
    hands.release("Anna", "green1", 4.0)
    assert twin.calls == []


@pytest.mark.parametrize(("held_s", "is_believed"), [(0.3, True), (0.29, False), (7.0, True), (7.1, False)])
def test_only_what_can_be_is_believed(twin: FakeTwin, held_s: float, *, is_believed: bool) -> None:
    """The report of the press may have been late; the last report came two seconds ago, and said 0.3 s."""
    hands = TwinHands(twin)
    hands.press("Anna", "green1", 10.0)
    hands.hold("Anna", "green1", 0.3)
    assert hands.believes("Anna", "green1", held_s, 12.0) is is_believed
