from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.workshop.touches import STAYS_S, Stays, Touch, Touches, TouchEvent
from hardware.edge import Edge


def told(*edges: tuple[str, bool, float], until: float = 100.0, at_start: tuple[str, ...] = ()) -> list[TouchEvent]:
    touches = Touches()
    found = list(touches.were_down_at_start(at_start))
    for edge in edges:
        found += touches.feed(Edge(*edge))
    return [*map(rounded, found), *map(rounded, touches.tick(until))]


def rounded(told: TouchEvent) -> TouchEvent:
    """The touches with times rounded to a millisecond, since times are differences of floats."""
    return replace(told, held_s=round(told.held_s, 3)) if isinstance(told, Touch) else told


def test_a_tap_is_told_when_it_is_over() -> None:
    touches = Touches()
    assert touches.feed(Edge("a", True, 1.0)) == ()
    assert touches.tick(1.1) == ()
    assert touches.feed(Edge("a", False, 1.2)) == ()
    (tap,) = touches.tick(1.3)
    assert rounded(tap) == Touch(("a",), 0.2)
    assert touches.next_deadline() is None


def test_wires_that_overlap_are_one_touch() -> None:
    edges = (("a", True, 1.0), ("b", True, 1.1), ("a", False, 1.2), ("b", False, 1.5))
    assert told(*edges) == [Touch(("a", "b"), 0.5)]


def test_one_after_the_other_are_two() -> None:
    edges = (("a", True, 1.0), ("a", False, 1.1), ("b", True, 1.2), ("b", False, 1.4))
    assert [touch.wires for touch in told(*edges) if isinstance(touch, Touch)] == [("a",), ("b",)]


def test_bouncing_is_one_touch() -> None:
    edges = [("a", n % 2 == 0, 1.0 + n / 1000) for n in range(9)]
    assert told(*edges, ("a", False, 1.3)) == [Touch(("a",), 0.292)]


def test_a_wire_that_stays_down_is_told_once_and_then_passed_over() -> None:
    edges = (("a", True, 1.0), ("b", True, 10.0), ("b", False, 10.1))
    assert told(*edges) == [Stays("a"), Touch(("b",), 0.1)]
    assert told(*edges, ("a", False, 11.0), ("a", True, 12.0), ("a", False, 12.1))[2:] == [Touch(("a",), 0.1)]


def test_what_was_down_with_it_is_told_when_it_has_come_up() -> None:
    edges = (("a", True, 1.0), ("b", True, 1.1), ("b", False, 1.2))
    assert told(*edges) == [Stays("a"), Touch(("b",), 99.0)]


def test_what_was_down_at_the_start_is_told_and_is_no_touch() -> None:
    # Opening the keys puts an edge for those that are down.
    assert told(("a", True, 0.5), ("a", False, 1.0), ("a", True, 2.0), ("a", False, 2.1), at_start=("a",)) == [
        Stays("a"),
        Touch(("a",), 0.1),
    ]


@given(st.lists(st.tuples(st.sampled_from("abc"), st.booleans(), st.floats(0.001, 5.0)), max_size=30))
def test_however_late_it_is_looked_after_the_same_is_told(steps: list[tuple[str, bool, float]]) -> None:
    t, edges = 0.0, []
    for wire, pressed, pause in steps:
        t += pause
        edges.append(Edge(wire, pressed, t))
    late, often = Touches(), Touches()
    seen: tuple[list[TouchEvent], list[TouchEvent]] = ([], [])
    now = 0.0
    for edge in edges:
        while now + 0.5 < edge.at:
            now += 0.5
            seen[1].extend(often.tick(now))
        seen[0].extend(late.feed(edge))
        seen[1].extend(often.feed(edge))
    for at in (t + STAYS_S, t + 2 * STAYS_S):
        seen[0].extend(late.tick(at))
        seen[1].extend(often.tick(at))
    as_wires = [[touch.wires if isinstance(touch, Touch) else touch.wire for touch in each] for each in seen]
    assert as_wires[0] == as_wires[1]
