"""A hand that shakes: what it does not mean is taken out, and what it means stays as it was."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.debounce import PRESS_S, RELEASE_S
from hardware.edge import Edge
from hardware.keyboard import Down, Gesture, Health, Hold, Keyboard, KeyEvent, Release, Steadiness, Tap
from hardware.tremor import Lapse, SteadyEdge, Tremor

pytestmark = pytest.mark.untraced

KEY, OTHER = "green1", "green2"
HOLD_S = 0.5
SHORTEST_S, AGAIN_S = 0.09375, 0.25
"""Sums of halves of halves, as all times here: they add up exactly."""
LATER = 50.0


def shaking(shortest_s: float = SHORTEST_S, again_s: float = AGAIN_S) -> Keyboard:
    """A keyboard with a key for a hand that shakes; the other keys are as they are."""
    return Keyboard(lambda _: (HOLD_S,), steadied={KEY: Steadiness(shortest_s, again_s)})


def play(keyboard: Keyboard, *downs: tuple[float, float], key: str = KEY, until: float = LATER) -> list[KeyEvent]:
    """Put the key down from each first time to the second one, and tick whenever something is due."""
    told: list[KeyEvent] = []
    for at, pressed in [(at, nth == 0) for down in downs for nth, at in enumerate(down)]:
        told += ticked(keyboard, at)
        told += keyboard.feed(Edge(key, pressed, at))
    return told + ticked(keyboard, until)


def ticked(keyboard: Keyboard, until: float) -> list[KeyEvent]:
    told: list[KeyEvent] = []
    while (due := keyboard.next_deadline()) <= until:
        told += keyboard.tick(due)
    return told


# --- presses that are too short --------------------------------------------------------------------------------------


def test_a_press_that_is_too_short_is_nothing_at_all() -> None:
    assert play(shaking(), (1.0, 1.0 + SHORTEST_S - 0.001)) == []


def test_a_press_that_is_just_long_enough_is_a_tap_at_its_own_time() -> None:
    assert play(shaking(), (1.0, 1.0 + SHORTEST_S)) == [Down(KEY, 1.0), Tap(KEY, 1.0 + SHORTEST_S)]


def test_a_press_is_told_when_no_release_can_come_any_more_that_would_make_it_too_short() -> None:
    keyboard = shaking()
    keyboard.feed(Edge(KEY, True, 1.0))
    assert ticked(keyboard, 1.0 + SHORTEST_S + RELEASE_S - 0.001) == []
    assert ticked(keyboard, 1.0 + SHORTEST_S + RELEASE_S) == [Down(KEY, 1.0)]


def test_touches_that_are_too_short_never_add_up_to_a_press() -> None:
    assert play(shaking(), *((at / 8, at / 8 + SHORTEST_S / 2) for at in range(30))) == []


def test_a_touch_on_the_way_down_is_no_press_of_its_own() -> None:
    told = play(shaking(), (1.0, 1.0625), (1.125, 2.0))
    assert told == [Down(KEY, 1.125), Hold(KEY, 1.625, 1), Release(KEY, 2.0, 0.875, 1)]


def test_a_touch_after_a_tap_does_not_lengthen_it() -> None:
    assert play(shaking(), (1.0, 1.125), (1.1875, 1.25), (1.3125, 1.375)) == [Down(KEY, 1.0), Tap(KEY, 1.125)]


# --- presses that are repeated ---------------------------------------------------------------------------------------


def test_a_repeated_tap_is_one_press() -> None:
    assert play(shaking(), (1.0, 1.125), (1.25, 1.34375)) == [Down(KEY, 1.0), Tap(KEY, 1.34375)]


def test_a_press_after_again_s_is_another_one() -> None:
    at = 1.125 + AGAIN_S
    told = play(shaking(), (1.0, 1.125), (at, at + 0.125))
    assert told == [Down(KEY, 1.0), Tap(KEY, 1.125), Down(KEY, at), Tap(KEY, at + 0.125)]


def test_a_tap_is_told_when_none_can_follow_any_more() -> None:
    keyboard = shaking()
    assert play(keyboard, (1.0, 1.125), until=1.125 + AGAIN_S + PRESS_S - 0.001) == [Down(KEY, 1.0)]
    assert ticked(keyboard, 1.125 + AGAIN_S + PRESS_S) == [Tap(KEY, 1.125)]


def test_without_again_s_a_repeated_tap_is_two_and_each_is_told_at_once() -> None:
    keyboard = shaking(again_s=0.0)
    assert play(keyboard, (1.0, 1.125), until=1.125 + RELEASE_S) == [Down(KEY, 1.0), Tap(KEY, 1.125)]
    assert play(keyboard, (1.25, 1.375)) == [Down(KEY, 1.25), Tap(KEY, 1.375)]


# --- holds -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shortest_s", [0.0, SHORTEST_S])
def test_a_hold_that_flickers_goes_on_and_takes_as_much_longer(shortest_s: float) -> None:
    told = play(shaking(shortest_s), (1.0, 1.25), (1.375, 2.375))
    assert told == [Down(KEY, 1.0), Hold(KEY, 1.625, 1), Release(KEY, 2.375, 1.25, 1)]


def test_a_hold_that_opens_too_long_is_over() -> None:
    told = play(shaking(), (1.0, 1.375), (1.625, 2.25))
    assert told[:2] == [Down(KEY, 1.0), Release(KEY, 1.375, 0.375, 0)]
    assert told[2:] == [Down(KEY, 1.625), Hold(KEY, 2.125, 1), Release(KEY, 2.25, 0.625, 1)]


def test_a_finger_that_has_let_go_reaches_no_hold_while_its_end_is_uncertain() -> None:
    told = play(shaking(again_s=1.0), (1.0, 1.375))
    assert told == [Down(KEY, 1.0), Release(KEY, 1.375, 0.375, 0)]


def test_repeated_taps_become_no_hold_while_nobody_holds() -> None:
    told = play(shaking(), *((1.0 + nth / 4, 1.09375 + nth / 4) for nth in range(5)))
    assert told == [Down(KEY, 1.0), Release(KEY, 2.09375, 5 * 0.09375, 0)], "less than half a second in all"


# --- what else there is ----------------------------------------------------------------------------------------------


def test_another_key_is_as_quick_as_ever() -> None:
    keyboard = shaking()
    keyboard.feed(Edge(KEY, True, 1.0))
    keyboard.feed(Edge(OTHER, True, 1.01))
    assert ticked(keyboard, 1.01 + PRESS_S) == [Down(OTHER, 1.01)]


def test_a_key_that_sticks_while_its_hand_shakes_is_told_and_works_again() -> None:
    keyboard = shaking()
    assert play(keyboard, (1.0, 100.0), until=102.0) == [
        Down(KEY, 1.0),
        Hold(KEY, 1.5, 1),
        Health(KEY, "stuck"),
        Health(KEY, None),
    ]
    assert play(keyboard, (103.0, 103.125), until=104.0) == [Down(KEY, 103.0), Tap(KEY, 103.125)]


def test_a_press_that_wakes_the_box_does_nothing_else_and_a_touch_wakes_nobody() -> None:
    woken: list[float] = []

    def wakes(_key: str, at: float) -> bool:
        woken.append(at)
        return True

    keyboard = Keyboard(lambda _: (HOLD_S,), wakes, {KEY: Steadiness(SHORTEST_S, AGAIN_S)})
    assert play(keyboard, (1.0, 1.05), (2.0, 2.3), (2.4, 3.4)) == []
    assert woken == [2.0]


# --- for all hands ---------------------------------------------------------------------------------------------------

fingers = st.lists(st.tuples(st.integers(1, 700), st.integers(1, 700)), max_size=12).map(
    lambda steps: [(down / 1000, up / 1000) for down, up in rising(steps)]
)
"""A key goes down and up at these times."""


def rising(steps: list[tuple[int, int]]) -> list[tuple[int, int]]:
    t, out = 1000, []
    for rests, lasts in steps:
        out.append((t + rests, t + rests + lasts))
        t += rests + lasts
    return out


def meant(downs: list[tuple[float, float]], shortest_s: float, again_s: float) -> list[list[tuple[float, float]]]:
    """The presses, each with the times that it was really down: touches go, then what follows soon is put together."""
    presses: list[list[tuple[float, float]]] = []
    for down, up in downs:
        if up - down < shortest_s:
            continue
        if presses and down - presses[-1][-1][1] < again_s:
            presses[-1].append((down, up))
        else:
            presses.append([(down, up)])
    return presses


@given(fingers, st.sampled_from([0.0, 0.05, 0.2]), st.sampled_from([0.0, 0.1, 0.4]))
def test_each_press_comes_out_once_with_its_own_times(
    downs: list[tuple[float, float]], shortest_s: float, again_s: float
) -> None:
    tremor, told = Tremor({KEY: Steadiness(shortest_s, again_s)}), list[SteadyEdge]()
    for down, up in downs:
        told += [*tremor.feed(Edge(KEY, True, down)), *tremor.feed(Edge(KEY, False, up))]
    told += [*tremor.tick(LATER), *tremor.tick(LATER)]
    wanted: list[SteadyEdge] = []
    for press in meant(downs, shortest_s, again_s):
        wanted.append(Edge(KEY, True, press[0][0]))
        for (_, opened), (again, _) in pairwise(press):
            wanted += [Lapse(KEY, opened), Lapse(KEY, opened, again)]
        wanted += [Lapse(KEY, press[-1][1])] if again_s else []
        wanted.append(Edge(KEY, False, press[-1][1]))
    assert told == wanted


@given(fingers, fingers, st.sampled_from([0.0, 0.05, 0.2]), st.sampled_from([0.0, 0.1, 0.4]))
def test_no_hold_comes_before_its_key_was_down_so_long(
    downs: list[tuple[float, float]], others: list[tuple[float, float]], shortest_s: float, again_s: float
) -> None:
    """Through the whole keyboard, two shaking keys at once; bounce adds what it always does: 25 ms of a release."""
    keyboard = Keyboard(lambda _: (HOLD_S,), steadied=dict.fromkeys((KEY, OTHER), Steadiness(shortest_s, again_s)))
    edges = [
        Edge(key, nth == 0, at)
        for key, each in ((KEY, downs), (OTHER, others))
        for down in each
        for nth, at in enumerate(down)
    ]
    told: list[KeyEvent] = []
    for edge in sorted(edges, key=lambda edge: edge.at):
        told += [*ticked(keyboard, edge.at), *keyboard.feed(edge)]
    told += ticked(keyboard, LATER)
    for key, fed in ((KEY, downs), (OTHER, others)):
        mine = [each for each in told if each.key == key and isinstance(each, Gesture)]
        starts = {down for down, _ in fed}
        assert all(each.at in starts for each in mine if isinstance(each, Down))
        for each in mine:
            if isinstance(each, Hold):
                was_down = sum(min(up, each.at) - down for down, up in fed if down < each.at)
                assert was_down >= HOLD_S - RELEASE_S * len(fed) - 1e-6
        kinds = [type(each) for each in mine]
        assert kinds.count(Down) == kinds.count(Tap) + kinds.count(Release)


@given(fingers, fingers, st.data())
def test_ticks_do_not_change_what_comes_out(
    downs: list[tuple[float, float]], others: list[tuple[float, float]], data: st.DataObject
) -> None:
    """Two keys through debounce and tremor, looked at late or in time."""
    edges = [
        Edge(key, nth == 0, at)
        for key, each in ((KEY, downs), (OTHER, others))
        for down in each
        for nth, at in enumerate(down)
    ]
    edges.sort(key=lambda edge: edge.at)
    without, with_ticks = shaking(), shaking()
    late = [each for edge in edges for each in steadied(without, edge)] + without._steadied(LATER)
    prompt: list[SteadyEdge] = []
    for edge in edges:
        while (due := with_ticks.next_deadline()) < edge.at:
            prompt += with_ticks._steadied(due + data.draw(st.floats(0, edge.at - due, exclude_max=True)))
        prompt += steadied(with_ticks, edge)
    assert prompt + with_ticks._steadied(LATER) == late


def steadied(keyboard: Keyboard, edge: Edge) -> list[SteadyEdge]:
    """What is certain before this edge; then it is fed."""
    told = keyboard._steadied(edge.at)
    keyboard._debounce.feed(edge)
    return told
