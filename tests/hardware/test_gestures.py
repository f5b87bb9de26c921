from hypothesis import given
from hypothesis import strategies as st

from hardware.edge import Edge, KeyKnown
from hardware.gestures import Down, Gesture, Gestures, Hold, Release, Tap
from hardware.pins import read_pins


def stages(key: str) -> tuple[float, ...]:
    return (2.0, 5.0) if key == "table" else (0.6,)


def play(*edges: tuple[str, bool, float]) -> list[Gesture]:
    gestures = Gestures(stages)
    return [gesture for edge in edges for gesture in gestures.feed(Edge(*edge))]


def test_a_short_press_is_a_tap() -> None:
    assert play(("green1", True, 1.0), ("green1", False, 1.25)) == [Down("green1", 1.0), Tap("green1", 1.25)]


def test_a_hold_is_told_when_its_stage_is_reached() -> None:
    gestures = Gestures(stages)
    assert gestures.next_deadline() is None
    assert gestures.feed(Edge("green1", True, 1.0)) == (Down("green1", 1.0),)
    assert gestures.next_deadline() == 1.6
    assert gestures.tick(1.59) == ()
    assert gestures.tick(1.65) == (Hold("green1", 1.6, 1),)
    assert gestures.next_deadline() is None
    assert gestures.tick(9.0) == ()
    assert gestures.feed(Edge("green1", False, 9.0)) == (Release("green1", 9.0, 8.0, 1),)


def test_a_hold_is_told_even_when_nobody_ticked() -> None:
    assert play(("green1", True, 0.0), ("green1", False, 0.75)) == [
        Down("green1", 0.0),
        Hold("green1", 0.6, 1),
        Release("green1", 0.75, 0.75, 1),
    ]


# --- keys whose fingers are elsewhere --------------------------------------------------------------------------------


def test_a_hold_waits_until_it_is_known_to_have_lasted_so_long_and_keeps_its_time() -> None:
    gestures = Gestures(stages)
    gestures.on_key_known(KeyKnown("green1", 1.0))
    gestures.feed(Edge("green1", True, 1.0))
    assert gestures.next_deadline() is None
    assert gestures.tick(5.0) == ()
    gestures.on_key_known(KeyKnown("green1", 1.55))
    assert gestures.tick(5.0) == ()
    gestures.on_key_known(KeyKnown("green1", 1.6))
    assert gestures.next_deadline() == 1.6
    assert gestures.tick(5.0) == (Hold("green1", 1.6, 1),)


def test_a_tap_that_is_told_late_is_a_tap() -> None:
    gestures = Gestures(stages)
    gestures.on_key_known(KeyKnown("green1", 1.0))
    gestures.feed(Edge("green1", True, 1.0))
    assert gestures.tick(9.0) == ()
    assert gestures.feed(Edge("green1", False, 1.1)) == (Tap("green1", 1.1),)


def test_a_hold_that_is_told_only_by_its_end_is_a_hold() -> None:
    gestures = Gestures(stages)
    gestures.on_key_known(KeyKnown("green1", 1.0))
    gestures.feed(Edge("green1", True, 1.0))
    assert gestures.feed(Edge("green1", False, 1.7)) == (
        Hold("green1", 1.6, 1),
        Release("green1", 1.7, 1.7 - 1.0, 1),
    )


def test_a_key_that_is_not_known_of_holds_up_no_other() -> None:
    gestures = Gestures(stages)
    gestures.on_key_known(KeyKnown("green1", 1.0))
    gestures.feed(Edge("green1", True, 1.0))
    gestures.feed(Edge("red2", True, 1.0))
    assert gestures.tick(2.0) == (Hold("red2", 1.6, 1),)


def test_the_table_key_has_two_stages() -> None:
    assert play(("table", True, 0.0), ("table", False, 6.0)) == [
        Down("table", 0.0),
        Hold("table", 2.0, 1),
        Hold("table", 5.0, 2),
        Release("table", 6.0, 6.0, 2),
    ]
    assert play(("table", True, 0.0), ("table", False, 3.0))[-1] == Release("table", 3.0, 3.0, 1)


def test_between_a_tap_and_the_first_stage_is_neither() -> None:
    assert play(("table", True, 0.0), ("table", False, 0.99))[-1] == Tap("table", 0.99)
    assert play(("table", True, 0.0), ("table", False, 1.0)) == [Down("table", 0.0), Release("table", 1.0, 1.0, 0)]
    assert play(("table", True, 0.0), ("table", False, 1.99))[-1] == Release("table", 1.99, 1.99, 0)


def test_how_long_a_tap_may_last_follows_from_the_hold_of_its_key() -> None:
    gestures = Gestures({"slow": (2.0,), "quick": (0.4,)}.__getitem__)
    gestures.feed(Edge("slow", True, 0.0))
    gestures.feed(Edge("quick", True, 0.0))
    assert gestures.feed(Edge("quick", False, 0.3)) == (Release("quick", 0.3, 0.3, 0),)
    assert gestures.feed(Edge("slow", False, 0.9)) == (Tap("slow", 0.9),)


def test_a_key_without_stages_is_tapped() -> None:
    gestures = Gestures(lambda _: ())
    gestures.feed(Edge("green1", True, 0.0))
    assert gestures.next_deadline() is None
    assert gestures.feed(Edge("green1", False, 9.0)) == (Tap("green1", 9.0),)


def test_a_swallowed_press_gives_nothing_more_and_the_next_one_does() -> None:
    gestures = Gestures(stages)
    gestures.feed(Edge("green1", True, 0.0))
    gestures.swallow("green1")
    assert gestures.next_deadline() is None
    assert gestures.tick(1.0) == ()
    assert gestures.feed(Edge("green1", False, 2.0)) == ()
    assert gestures.feed(Edge("green1", True, 3.0)) == (Down("green1", 3.0),)
    assert gestures.feed(Edge("green1", False, 3.1)) == (Tap("green1", 3.1),)


def test_swallowing_a_key_that_is_up_does_nothing() -> None:
    gestures = Gestures(stages)
    gestures.swallow("green1")
    assert gestures.feed(Edge("green1", True, 0.0)) == (Down("green1", 0.0),)


def test_an_edge_that_changes_nothing_is_nothing() -> None:
    assert play(("green1", False, 0.0)) == []
    assert play(("green1", True, 0.0), ("green1", True, 0.1)) == [Down("green1", 0.0)]


def test_a_press_keeps_the_stages_it_began_with() -> None:
    hold_s = 0.6
    gestures = Gestures(lambda _: (hold_s,))
    gestures.feed(Edge("green1", True, 0.0))
    hold_s = 2.0
    assert gestures.tick(0.6) == (Hold("green1", 0.6, 1),)


def test_all_thirteen_keys_at_once() -> None:
    keys = list(read_pins().keys)
    gestures = Gestures(stages)
    for key in keys:
        gestures.feed(Edge(key, True, 0.0))
    assert {hold.key for hold in gestures.tick(0.6)} == set(keys) - {"table"}
    last = [gesture for key in keys for gesture in gestures.feed(Edge(key, False, 1.0))]
    assert last == [Release(key, 1.0, 1.0, int(key != "table")) for key in keys]


@given(
    st.lists(st.tuples(st.sampled_from(["green1", "red1", "table"]), st.booleans(), st.integers(0, 3000)), max_size=30),
    st.booleans(),
)
def test_each_press_ends_once_whether_or_not_it_is_ticked(steps: list[tuple[str, bool, int]], ticked: bool) -> None:
    def told(ticks: bool) -> list[Gesture]:
        gestures, t = Gestures(stages), 0.0
        out: list[Gesture] = []
        for key, pressed, gap in steps:
            while ticks and (deadline := gestures.next_deadline()) is not None and deadline < t + gap / 1000:
                out += gestures.tick(deadline)
            t += gap / 1000
            out += gestures.feed(Edge(key, pressed, t))
        return out

    out = told(ticked)
    assert out == told(not ticked)
    assert [gesture.at for gesture in out] == sorted(gesture.at for gesture in out)
    for key in ("green1", "red1", "table"):
        ends = [type(gesture) for gesture in out if gesture.key == key and not isinstance(gesture, Hold)]
        assert all((kind is Down) == (n % 2 == 0) for n, kind in enumerate(ends))
