import random
from itertools import groupby, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.debounce import Debounce
from hardware.edge import Edge
from tests.hardware.worn_contacts import BREAK_S, MAKE_S, taps, worn

pytestmark = pytest.mark.untraced

A = "green1"


def edges(*pairs: tuple[float, bool], key: str = A) -> list[Edge]:
    return [Edge(key, pressed, at) for at, pressed in pairs]


def test_a_press_counts_after_5_ms_and_a_release_after_25_ms() -> None:
    debounce = Debounce()
    assert debounce.next_deadline() is None
    assert debounce.feed(Edge(A, True, 1.0)) == ()
    assert debounce.next_deadline() == 1.005
    assert debounce.tick(1.0049) == ()
    assert debounce.tick(1.005) == (Edge(A, True, 1.0),)
    assert debounce.tick(9.0) == ()
    assert debounce.feed(Edge(A, False, 10.0)) == ()
    assert debounce.next_deadline() == 10.025
    assert debounce.tick(10.0249) == ()
    assert debounce.tick(10.025) == (Edge(A, False, 10.0),)
    assert debounce.next_deadline() is None


def test_a_glitch_is_nothing() -> None:
    debounce = Debounce()
    for edge in edges((0.0, True), (0.004, False)):
        assert debounce.feed(edge) == ()
    assert debounce.next_deadline() is None
    assert debounce.tick(1.0) == ()


def test_a_short_opening_while_held_is_nothing() -> None:
    debounce = Debounce()
    given_out = [out for edge in edges((0.0, True), (0.5, False), (0.52, True)) for out in debounce.feed(edge)]
    assert given_out == [Edge(A, True, 0.0)]
    assert debounce.tick(1.0) == ()


def test_a_level_told_twice_does_not_start_again() -> None:
    debounce = Debounce()
    debounce.feed(Edge(A, True, 0.0))
    debounce.feed(Edge(A, True, 0.004))
    assert debounce.tick(0.005) == (Edge(A, True, 0.0),)


def test_what_was_stable_comes_with_the_next_edge_even_without_a_tick() -> None:
    debounce = Debounce()
    debounce.feed(Edge(A, True, 0.0))
    assert debounce.feed(Edge("red1", True, 0.1)) == (Edge(A, True, 0.0),)


def test_outputs_come_in_the_order_in_which_they_became_stable() -> None:
    debounce = Debounce()
    debounce.feed(Edge(A, True, 0.0))
    debounce.tick(0.1)
    debounce.feed(Edge(A, False, 0.200))
    debounce.feed(Edge("red1", True, 0.210))
    assert [edge.key for edge in debounce.tick(1.0)] == ["red1", A]


@given(seed=st.integers(0, 2**32))
def test_worn_contacts_give_one_edge_for_each_press_and_release(seed: int) -> None:
    rng = random.Random(seed)
    keys = [f"{colour}{n}" for colour in ("green", "red") for n in range(1, 7)] + ["table"]
    presses = {key: taps(rng, rng.random(), 5) for key in keys}
    raw = sorted((t, key, pressed) for key in keys for t, pressed in worn(rng, presses[key]))
    debounce = Debounce()
    told: list[Edge] = []
    for t, key, pressed in raw:
        told += debounce.feed(Edge(key, pressed, t))
    told += debounce.tick(1000.0)
    for key in keys:
        mine = [edge for edge in told if edge.key == key]
        assert [edge.pressed for edge in mine] == [True, False] * 5
        for (down, up), pressed_at, released_at in zip(presses[key], mine[::2], mine[1::2], strict=True):
            assert 0 <= pressed_at.at - down <= MAKE_S
            assert 0 <= released_at.at - up <= BREAK_S


raw_edges = st.lists(st.tuples(st.sampled_from(["a", "b"]), st.booleans(), st.integers(0, 60)), max_size=40).map(
    lambda steps: [Edge(key, pressed, at / 1000) for key, pressed, at in with_rising_times(steps)]
)


def with_rising_times(steps: list[tuple[str, bool, int]]) -> list[tuple[str, bool, int]]:
    t, out = 0, []
    for key, pressed, gap in steps:
        t += gap
        out.append((key, pressed, t))
    return out


@given(raw_edges)
def test_the_last_raw_level_wins(raw: list[Edge]) -> None:
    debounce = Debounce()
    told = [out for edge in raw for out in debounce.feed(edge)] + list(debounce.tick(1e6))
    for key in ("a", "b"):
        last_raw = next((edge.pressed for edge in reversed(raw) if edge.key == key), False)
        last_told = next((edge.pressed for edge in reversed(told) if edge.key == key), False)
        assert last_told == last_raw
        levels = [edge.pressed for edge in told if edge.key == key]
        assert all(one != other for one, other in pairwise([False, *levels]))


@given(raw_edges, st.data())
def test_ticks_do_not_change_what_comes_out(raw: list[Edge], data: st.DataObject) -> None:
    without, with_ticks = Debounce(), Debounce()
    late = [out for edge in raw for out in without.feed(edge)] + list(without.tick(1e6))
    prompt: list[Edge] = []
    for at, together in groupby(raw, key=lambda edge: edge.at):
        while (deadline := with_ticks.next_deadline()) is not None and deadline < at:
            prompt += with_ticks.tick(deadline + data.draw(st.floats(0, at - deadline, exclude_max=True)))
        for edge in together:
            prompt += with_ticks.feed(edge)
    assert prompt + list(with_ticks.tick(1e6)) == late
