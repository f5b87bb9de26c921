"""Edges of worn, stuck and humming keys go in; only what fingers meant comes out."""

from itertools import groupby
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.debounce import PRESS_S, RELEASE_S
from hardware.key_health import AT_START_S, CLEAN_S, NOISY_S, STUCK_S
from hardware.keyboard import Down, Edge, Gesture, Health, Hold, Keyboard, KeyEvent, Release, Tap
from tests.hardware.worn_contacts import noise, taps, worn

GREEN, RED, TABLE = "green1", "red1", "table"
LATER = 1e6


def stages(key: str) -> tuple[float, ...]:
    return (2.0, 5.0) if key == TABLE else (0.6,)


def play(keyboard: Keyboard, *edges: tuple[str, bool, float], until: float = LATER) -> list[KeyEvent]:
    """Feed these edges and tick whenever something is due, until then."""
    told: list[KeyEvent] = []
    for edge in (Edge(*edge) for edge in edges):
        told += ticked(keyboard, edge.at)
        told += keyboard.feed(edge)
    return told + ticked(keyboard, until)


def ticked(keyboard: Keyboard, until: float) -> list[KeyEvent]:
    told: list[KeyEvent] = []
    while (due := keyboard.next_deadline()) <= until:
        told += keyboard.tick(due)
    return told


class Sleeper:
    """A box that sleeps after ten seconds without a finger."""

    touched_at = 0.0

    def touch(self, _key: str, t: float) -> bool:
        slept = t - self.touched_at >= 10.0
        self.touched_at = t
        return slept


# --- fingers ---------------------------------------------------------------------------------------------------------


def test_a_press_is_told_when_it_is_stable_and_timed_when_it_was_made() -> None:
    keyboard = Keyboard(stages)
    assert keyboard.next_deadline() == float("inf")
    assert keyboard.feed(Edge(GREEN, True, 1.0)) == ()
    assert keyboard.next_deadline() == 1.0 + PRESS_S
    assert keyboard.tick(1.004) == ()
    assert keyboard.tick(1.005) == (Down(GREEN, 1.0),)
    assert keyboard.next_deadline() == 1.6, "the hold"
    assert keyboard.feed(Edge(GREEN, False, 1.2)) == ()
    assert keyboard.next_deadline() == 1.2 + RELEASE_S
    assert keyboard.tick(1.4) == (Tap(GREEN, 1.2),)


def test_a_hold_and_its_release_come_from_the_same_key() -> None:
    assert play(Keyboard(stages), (GREEN, True, 0.0), (RED, True, 0.1), (RED, False, 0.2), (GREEN, False, 1.0)) == [
        Down(GREEN, 0.0),
        Down(RED, 0.1),
        Tap(RED, 0.2),
        Hold(GREEN, 0.6, 1),
        Release(GREEN, 1.0, 1.0, 1),
    ]


def test_edges_that_come_late_all_at_once_count_by_their_own_time() -> None:
    """Let go 10 ms before the hold: a look in time takes it for a hold, but a late report corrects that."""
    keyboard = Keyboard(stages)
    told = [
        *keyboard.feed(Edge(GREEN, True, 0.0)),
        *keyboard.feed(Edge(GREEN, False, 0.59)),
        *keyboard.feed(Edge(RED, True, 3.0)),
        *keyboard.tick(3.1),
    ]
    assert told == [Down(GREEN, 0.0), Release(GREEN, 0.59, 0.59, 0), Down(RED, 3.0)]


@pytest.mark.untraced
@given(seed=st.integers(0, 2**32))
def test_worn_keys_lose_no_tap_and_double_none(seed: int) -> None:
    rng = Random(seed)
    presses = {key: taps(rng, rng.random(), 5) for key in (GREEN, RED, TABLE)}
    edges = sorted((t, key, pressed) for key in presses for t, pressed in worn(rng, presses[key]))
    told = play(Keyboard(stages), *((key, pressed, t) for t, key, pressed in edges))
    for key in presses:
        mine = [each for each in told if each.key == key]
        assert [type(each) for each in mine] == [Down, Tap] * 5


# --- keys that cannot be trusted -------------------------------------------------------------------------------------


def test_a_stuck_key_acts_once_is_told_and_works_again_when_it_has_been_up() -> None:
    keyboard = Keyboard(stages)
    assert play(keyboard, (GREEN, True, 0.0), until=4000.0) == [
        Down(GREEN, 0.0),
        Hold(GREEN, 0.6, 1),
        Health(GREEN, "stuck"),
    ]
    assert play(keyboard, (GREEN, False, 4000.0), until=4000.5) == [], "the press was no finger's: it has no end"
    assert play(keyboard, (GREEN, True, 4000.5), (GREEN, False, 4000.6), until=4001.0) == [], "not yet"
    assert ticked(keyboard, 4000.6 + CLEAN_S) == [Health(GREEN, None)]
    assert play(keyboard, (GREEN, True, 4100.0), (GREEN, False, 4100.1)) == [Down(GREEN, 4100.0), Tap(GREEN, 4100.1)]


def test_a_menu_s_key_that_sticks_tells_no_second_stage_afterwards() -> None:
    keyboard = Keyboard(lambda _: (STUCK_S - 1.0, STUCK_S + 1.0))
    told = play(keyboard, (TABLE, True, 0.0))
    assert told == [Down(TABLE, 0.0), Hold(TABLE, STUCK_S - 1.0, 1), Health(TABLE, "stuck")]


def test_what_is_down_at_the_start_says_nothing_until_it_is_up_and_is_told_only_if_it_stays() -> None:
    keyboard = Keyboard(stages)
    keyboard.were_down_at_start((GREEN, RED), 2.0)
    edges = ((GREEN, True, 2.0), (RED, True, 2.0), (RED, False, 3.0), (TABLE, True, 3.1), (TABLE, False, 3.2))
    assert play(keyboard, *edges, until=2.0 + AT_START_S - 0.1) == [Down(TABLE, 3.1), Tap(TABLE, 3.2)]
    assert ticked(keyboard, LATER) == [Health(GREEN, "stuck")]
    assert play(keyboard, (RED, True, LATER), (RED, False, LATER + 0.1), until=LATER + 1.0) == [
        Down(RED, LATER),
        Tap(RED, LATER + 0.1),
    ]


@pytest.mark.untraced
@pytest.mark.parametrize("hertz", [40, 50, 1000])
def test_a_line_that_hums_is_told_once_and_says_nothing_more(hertz: float) -> None:
    hum = [(RED, pressed, t) for t, pressed in noise(Random(1), 10.0, seconds=20.0, hertz=hertz)]
    told = play(Keyboard(stages), *hum)
    assert [each for each in told if isinstance(each, Health)] == [Health(RED, "noisy"), Health(RED, None)]
    assert told[-2:] == [Health(RED, "noisy"), Health(RED, None)], "no gesture between the two"
    gestures = [each for each in told if not isinstance(each, Health)]
    assert all(each.at < 10.0 + NOISY_S for each in gestures)
    assert not any(isinstance(each, Hold) for each in gestures)


def test_while_one_key_hums_the_others_work() -> None:
    hum = [(RED, pressed, t) for t, pressed in noise(Random(2), 0.0, seconds=5.0)]
    edges = sorted([*hum, (GREEN, True, 1.0), (GREEN, False, 1.1)], key=lambda edge: edge[2])
    told = play(Keyboard(stages), *edges)
    assert [each for each in told if each.key == GREEN] == [Down(GREEN, 1.0), Tap(GREEN, 1.1)]


# --- waking ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [0.1, 0.6, 7.0])
@pytest.mark.parametrize("key", [GREEN, TABLE])
def test_a_press_that_wakes_the_box_does_nothing_else_and_the_next_one_counts(key: str, seconds: float) -> None:
    keyboard = Keyboard(stages, wakes=Sleeper().touch)
    assert play(keyboard, (key, True, 20.0), (key, False, 20.0 + seconds), until=28.0) == []
    assert play(keyboard, (key, True, 28.0), (key, False, 28.1), until=30.0) == [Down(key, 28.0), Tap(key, 28.1)]


def test_while_one_finger_wakes_it_another_one_plays_even_at_once() -> None:
    keyboard = Keyboard(stages, wakes=Sleeper().touch)
    keyboard.feed(Edge(GREEN, True, 20.0))
    keyboard.feed(Edge(RED, True, 20.001))
    assert keyboard.tick(20.1) == (Down(RED, 20.001),)
    assert play(keyboard, (GREEN, False, 20.2), (RED, False, 20.3)) == [Tap(RED, 20.3)]


def test_letting_go_after_a_long_while_wakes_it_and_counts() -> None:
    """A die in a still hand: the box has gone to sleep meanwhile."""
    sleeper = Sleeper()
    keyboard = Keyboard(stages, wakes=sleeper.touch)
    told = play(keyboard, (GREEN, True, 1.0), (GREEN, False, 31.0))
    assert told == [Down(GREEN, 1.0), Hold(GREEN, 1.6, 1), Release(GREEN, 31.0, 30.0, 1)]
    assert sleeper.touched_at == 31.0


def test_a_hold_that_is_reached_keeps_it_awake() -> None:
    sleeper = Sleeper()
    play(Keyboard(stages, wakes=sleeper.touch), (TABLE, True, 1.0), until=8.0)
    assert sleeper.touched_at == 6.0, "the menu's"


def test_a_stuck_key_wakes_nobody() -> None:
    sleeper = Sleeper()
    keyboard = Keyboard(stages, wakes=sleeper.touch)
    keyboard.were_down_at_start((GREEN,), 0.0)
    play(keyboard, (GREEN, True, 0.0), (GREEN, False, 100.0), until=100.5)
    assert sleeper.touched_at == 0.0


# --- all of it -------------------------------------------------------------------------------------------------------

steps = st.lists(
    st.tuples(
        st.sampled_from([GREEN, RED, TABLE]), st.booleans(), st.sampled_from([0, 1, 4, 20, 30, 500, 3000, 70_000])
    ),
    max_size=60,
)


@given(steps, st.booleans())
def test_each_press_of_a_key_begins_once_and_ends_at_most_once(
    steps: list[tuple[str, bool, int]], prompt: bool
) -> None:
    """For all signals on the wires, with and without ticks in between."""
    t, told, keyboard = 0.0, list[KeyEvent](), Keyboard(stages, wakes=Sleeper().touch)
    for key, pressed, gap in steps:
        t += gap / 1000
        told += ticked(keyboard, t) if prompt else []
        told += keyboard.feed(Edge(key, pressed, t))
    told += ticked(keyboard, LATER)
    for key in (GREEN, RED, TABLE):
        gestures: list[Gesture] = []
        is_believed = True
        for each in (each for each in told if each.key == key):
            if isinstance(each, Health):
                assert is_believed == (each.trouble is not None), "told once"
                is_believed = each.trouble is None
            else:
                assert is_believed
                gestures.append(each)
        presses = [[type(gesture) for gesture in press] for press in _presses(gestures)]
        assert all(press[0] is Down and set(press[1:-1]) <= {Hold} for press in presses)
        assert all(Tap not in press or press == [Down, Tap] for press in presses)


def _presses(gestures: list[Gesture]) -> list[list[Gesture]]:
    """Each from its `Down` on."""
    downs = [sum(isinstance(other, Down) for other in gestures[: n + 1]) for n in range(len(gestures))]
    pairs = zip(downs, gestures, strict=True)
    return [[gesture for _, gesture in press] for _, press in groupby(pairs, key=lambda pair: pair[0])]
