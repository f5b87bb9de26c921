from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.edge import Edge
from hardware.key_health import AT_START_S, CLEAN_S, NOISY_S, STUCK_S, Health, KeyHealth
from tests.hardware.worn_contacts import noise, taps, worn

pytestmark = pytest.mark.untraced

A = "green1"


def down(t: float, key: str = A) -> Edge:
    return Edge(key, True, t)


def up(t: float, key: str = A) -> Edge:
    return Edge(key, False, t)


def test_a_key_down_for_a_minute_is_stuck_until_it_has_been_up_for_a_second() -> None:
    health = KeyHealth()
    assert health.next_deadline() is None
    assert health.feed(down(1.0)) == ()
    assert health.next_deadline() == 1.0 + STUCK_S
    assert health.tick(60.9) == ()
    assert health.believes(A)
    assert health.tick(61.0) == (Health(A, "stuck"),)
    assert not health.believes(A)
    assert health.next_deadline() is None
    assert health.tick(4000.0) == (), "once"
    assert health.feed(up(4000.0)) == ()
    assert health.feed(down(4000.5)) == ()
    assert health.feed(up(4000.6)) == ()
    assert not health.believes(A), "let go, but not cleanly"
    assert health.next_deadline() == 4000.6 + CLEAN_S
    assert health.tick(4001.6) == (Health(A, None),)
    assert health.believes(A)
    assert health.next_deadline() is None


def test_the_longest_hold_anybody_can_set_is_not_stuck() -> None:
    health = KeyHealth()
    assert health.feed(down(0.0)) == health.feed(up(30.0)) == health.tick(1000.0) == ()


def test_a_key_down_at_the_start_is_not_believed_but_named_only_later() -> None:
    health = KeyHealth()
    health.was_down_at_start(A, 2.0)
    assert health.feed(down(2.0)) == ()
    assert not health.believes(A)
    assert health.tick(2.0 + AT_START_S) == (Health(A, "stuck"),)
    assert health.feed(up(100.0)) == ()
    assert health.tick(101.0) == (Health(A, None),)


def test_a_finger_that_was_there_at_the_start_is_not_named() -> None:
    health = KeyHealth()
    health.was_down_at_start(A, 2.0)
    assert health.feed(up(4.0)) == health.tick(1000.0) == ()
    assert health.believes(A)


@pytest.mark.parametrize("hertz", [40, 50, 1000, 5000])
@pytest.mark.parametrize("seed", range(5))
def test_a_line_that_never_rests_is_noisy_and_told_once(hertz: float, seed: int) -> None:
    health = KeyHealth()
    told = []
    for t, pressed in noise(Random(seed), 10.0, seconds=20.0, hertz=hertz):
        told += [(news, t) for news in health.feed(Edge(A, pressed, t))]
        last = t
    ((news, at),) = told
    assert news == Health(A, "noisy")
    assert NOISY_S <= at - 10.0 < NOISY_S + 1.5 / hertz + 0.001
    assert health.tick(last + 0.9) == ()
    assert health.tick(last + 1.0) == (Health(A, None),)


def test_a_noisy_line_that_ends_down_is_ignored_until_it_is_up() -> None:
    health = KeyHealth()
    for n in range(1000):
        health.feed(Edge(A, n % 2 == 1, n / 1000))
    health.tick(500.0)
    assert not health.believes(A)
    health.feed(up(500.0))
    assert health.tick(501.0) == (Health(A, None),)


@given(seed=st.integers(0, 2**32))
def test_every_worn_contact_is_believed(seed: int) -> None:
    rng = Random(seed)
    health = KeyHealth()
    for t, pressed in worn(rng, taps(rng, 1.0, 20)):
        assert health.feed(Edge(A, pressed, t)) == ()
    assert health.tick(1000.0) == ()


def test_other_keys_are_believed() -> None:
    health = KeyHealth()
    health.feed(down(0.0, "red3"))
    health.feed(down(59.0))
    assert health.tick(60.0) == (Health("red3", "stuck"),)
    assert not health.believes("red3")
    assert health.believes(A)


raw_edges = st.lists(st.tuples(st.sampled_from("ab"), st.booleans(), st.sampled_from([1, 20, 100, 900, 30_000])))


@given(raw_edges, st.data())
def test_ticks_do_not_change_what_comes_out(steps: list[tuple[str, bool, int]], data: st.DataObject) -> None:
    late, prompt = KeyHealth(), KeyHealth()
    one: list[Health] = []
    other: list[Health] = []
    t = 0.0
    for key, pressed, gap in steps:
        t += gap / 1000
        while (deadline := prompt.next_deadline()) is not None and deadline < t:
            other += prompt.tick(deadline + data.draw(st.floats(0, t - deadline, exclude_max=True)))
        edge = Edge(key, pressed, t)
        one += late.feed(edge)
        other += prompt.feed(edge)
    one += late.tick(1e6)
    other += prompt.tick(1e6)
    assert sorted(map(repr, one)) == sorted(map(repr, other))
    for key in "ab":
        troubles = [news.trouble for news in one if news.key == key]
        assert troubles[:1] != [None]
        assert all((before is None) != (after is None) for before, after in pairwise(troubles))
