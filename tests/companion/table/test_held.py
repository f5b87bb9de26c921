from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.kit.view import Bar, Key
from companion.table.controls import Press, PressKind
from companion.table.held import BAR_AFTER_S, FRAME_S, FullHold, HeldKeys


def green(kind: PressKind, pair: int = 1) -> Press:
    return Press(pair, "green", kind)


def takes(full_s: float | None) -> FullHold:
    """A full hold takes so long."""
    return lambda _: full_s


def down(t: float = 10.0) -> HeldKeys:
    """Green of pair 1 is down since this time."""
    held = HeldKeys()
    held.on_press(green("down"), t)
    return held


def test_nothing_is_held_at_first() -> None:
    held = HeldKeys()
    assert (held.latest, held.bar(takes(0.6), 10.0), held.next_deadline(takes(0.6), 10.0)) == (None, None, None)


@pytest.mark.parametrize(("after", "share"), [(0.0, None), (0.1, None), (0.15, 0.25), (0.3, 0.5), (0.6, None)])
def test_a_bar_grows_from_where_a_tap_ends_until_the_hold_is_full(after: float, share: float | None) -> None:
    bar = down(0.0).bar(takes(0.6), after)
    assert bar == (Bar("green", share) if share is not None else None)


def test_no_bar_grows_for_a_hold_that_comes_to_nothing() -> None:
    held = down()
    assert (held.bar(takes(None), 10.3), held.next_deadline(takes(None), 10.3)) == (None, None)


@pytest.mark.parametrize(
    ("after", "drawn"),
    [(0.0, BAR_AFTER_S), (0.1, BAR_AFTER_S), (0.3, 0.3 + FRAME_S), (0.59, 0.59 + FRAME_S), (0.6, None)],
)
def test_it_is_drawn_often_from_the_end_of_a_tap_to_that_of_a_hold(after: float, drawn: float | None) -> None:
    assert down(0.0).next_deadline(takes(0.6), after) == drawn


def test_the_bar_belongs_to_the_key_that_went_down_last() -> None:
    held = down()
    held.on_press(Press(2, "red", "down"), 10.3)
    assert (held.latest, held.bar(takes(0.6), 10.4)) == ((2, "red"), None)
    held.on_press(Press(2, "red", "tap"), 10.4)
    assert held.latest == (1, "green")


@pytest.mark.parametrize("kind", ["tap", "release", "withdrawn"])
def test_a_key_is_held_until_it_comes_up(kind: PressKind) -> None:
    held = down()
    held.on_press(green("hold"), 10.6)
    assert held.latest == (1, "green")
    held.on_press(green(kind), 11.0)
    assert held.latest is None


def test_a_spent_key_holds_nothing_until_it_goes_down_again() -> None:
    held = down()
    held.spend(green("down"))
    assert [held.is_spent(green(kind)) for kind in ("hold", "release")] == [True, True]
    assert not held.is_spent(green("hold", 2))
    assert (held.latest, held.bar(takes(0.6), 10.3)) == (None, None)
    held.on_press(green("release"), 11.0)
    held.on_press(green("down"), 12.0)
    assert not held.is_spent(green("hold"))
    assert held.latest == (1, "green")


KEYS: tuple[Key, ...] = ("green", "red", "table")
KINDS: tuple[PressKind, ...] = ("down", "tap", "hold", "release", "withdrawn")
PRESSES = st.builds(Press, st.integers(0, 2), st.sampled_from(KEYS), st.sampled_from(KINDS))


@given(st.lists(st.tuples(PRESSES, st.floats(0, 1, width=16))), st.floats(0.25, 5, width=16))
def test_a_bar_never_jumps_out_of_nothing_between_two_deadlines(steps: list[tuple[Press, float]], full: float) -> None:
    held, t = HeldKeys(), 0.0
    for press, gap in steps:
        t += gap
        held.on_press(press, t)
    while (deadline := held.next_deadline(takes(full), t)) is not None:
        assert t < deadline <= t + (FRAME_S if held.bar(takes(full), t) is not None else BAR_AFTER_S)
        t = deadline
        bar = held.bar(takes(full), t)
        assert bar is None or (BAR_AFTER_S - 1e-9) / full <= bar.share < 1.0
    assert held.bar(takes(full), t) is None
