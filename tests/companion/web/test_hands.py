from __future__ import annotations

import pytest

from companion.web.hands import Hands

from .fake_twin import FakeTwin


@pytest.fixture
def twin() -> FakeTwin:
    return FakeTwin()


def test_a_key_is_down_while_anyone_holds_it(twin: FakeTwin) -> None:
    hands = Hands(twin)
    hands.press("Anna", "green1")
    hands.press("Ben", "green1")
    hands.release("Anna", "green1")
    assert twin.calls == [("press", "green1")]
    hands.release("Ben", "green1")
    assert twin.calls == [("press", "green1"), ("release", "green1")]


def test_pressing_twice_is_pressing_once(twin: FakeTwin) -> None:
    hands = Hands(twin)
    hands.press("Anna", "red2")
    hands.press("Anna", "red2")
    hands.release("Anna", "red2")
    assert twin.calls == [("press", "red2"), ("release", "red2")]


def test_nobody_releases_what_somebody_else_holds(twin: FakeTwin) -> None:
    hands = Hands(twin)
    hands.press("Anna", "red2")
    hands.release("Ben", "red2")
    hands.release("Ben", "table")
    assert twin.calls == [("press", "red2")]


def test_who_leaves_lets_go_of_everything_and_of_nothing_else(twin: FakeTwin) -> None:
    hands = Hands(twin)
    hands.press("Anna", "table")
    hands.press("Anna", "green3")
    hands.press("Ben", "green3")
    hands.leave("Anna")
    hands.leave("Anna")
    assert twin.calls == [("press", "table"), ("press", "green3"), ("release", "table")]
