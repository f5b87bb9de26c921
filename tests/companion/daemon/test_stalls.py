"""Keys over the real lgpio while a process or a thread is delayed: no tap is lost or becomes a hold, and holds
count."""

from __future__ import annotations

import json
import signal
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from companion.config import Config
from companion.daemon.box import stages
from hardware.keyboard import Edge, Keyboard
from hardware.pins import read_pins
from tests.hardware.gpio_chips import Chips

pytestmark = pytest.mark.slow

HOLD_S = Config().keys.hold_s
BEFORE_S = 0.3
"""The first fingers go down up to so many seconds before a stall."""
LATEST_S = 3.0
"""The longest time until the table has been told everything, on a busy machine."""
KEYS = tuple(key for key in read_pins().keys if key != "table")
STALLS_S = (0.05, 0.13, 0.2, 0.5, 1.0, 2.0)
ROW_S = 2.0
SHORT_S = HOLD_S - 0.15
APART_S = 0.05
"""Much longer than anything that debouncing takes for a bounce."""


class Table:
    """Fingers on the keys of a box in another process."""

    def __init__(self, folder: Path) -> None:
        self._chips = Chips(folder, read_pins(), {11: "gpio-brcmstb@107d508500", 13: "pinctrl-rp1"})
        self._box = self._chips.start("tests.companion.daemon.over_lgpio")
        assert self._box.stdout is not None
        assert json.loads(self._box.stdout.readline()) == {"held": [], "faults": []}
        self._told: dict[str, list[str]] = defaultdict(list)
        self._ear = Thread(target=self._listen, args=(self._box.stdout,))
        self._ear.start()

    def _listen(self, lines: Iterable[str]) -> None:
        for kind, pair, colour, _ in map(json.loads, lines):
            self._told[f"{colour}{pair}"].append(kind)

    def play(self, moves: dict[str, list[float]], stalls: list[tuple[float, Callable[[], None]]]) -> tuple[int, int]:
        """Move these keys and delay the box at these times from now on; gives how many short presses and holds came."""
        did: dict[str, list[float]] = {key: [] for key in moves}

        def change(key: str) -> None:
            did[key].append(self._chips.release(key) if len(did[key]) % 2 else self._chips.press(key))

        self._told.clear()
        start = time.monotonic()
        changes: list[tuple[float, Callable[[], None]]] = [
            (at, partial(change, key)) for key, times in moves.items() for at in times
        ]
        for at, do in sorted([*changes, *stalls], key=lambda moment: moment[0]):
            time.sleep(max(start + at - time.monotonic(), 0.0))
            do()
        meant = {key: list(_meant(key, times)) for key, times in did.items()}
        late = time.monotonic() + LATEST_S
        while self._told != meant and time.monotonic() < late:
            time.sleep(0.05)
        assert self._told == meant
        holds = sum("hold" in told for told in meant.values())  # no key is held twice
        return sum(told.count("down") for told in meant.values()) - holds, holds

    def stop(self) -> None:
        self._box.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._box.send_signal(signal.SIGCONT)

    def hold_up(self, thread: str, seconds: float) -> None:
        assert self._box.stdin is not None
        print(thread, seconds, file=self._box.stdin, flush=True)

    def hold_alerts(self, *, held: bool) -> None:
        self._chips.hold_alerts(held)

    def close(self) -> None:
        self.go_on()
        assert self._box.stdin is not None
        assert self._box.stderr is not None
        self._box.stdin.close()
        self._ear.join()
        with self._box:
            assert self._box.stderr.read() == ""
        assert self._box.returncode == 0


def _meant(key: str, times: list[float]) -> Iterator[str]:
    """The gestures of this key, if nothing is ever late."""
    keyboard = Keyboard(stages(Config().keys, lambda _: Config().keys.hold_s))
    for n, at in enumerate(times):
        yield from (type(gesture).__name__.lower() for gesture in keyboard.feed(Edge(key, n % 2 == 0, at)))
    yield from (type(gesture).__name__.lower() for gesture in keyboard.tick(times[-1] + 1.0))


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    table = Table(tmp_path_factory.mktemp("table"))
    yield table
    table.close()


def fingers(rng: Random, start: float, stall: float) -> dict[str, list[float]]:
    """Moves of all twelve keys at once: presses before, in, across and at the edges of a stall of so many seconds."""
    end, keys = start + stall, iter(rng.sample(KEYS, len(KEYS)))

    def before() -> float:
        return start - rng.uniform(0.03, BEFORE_S)

    def inside(first: float, last: float) -> float:
        return start + rng.uniform(first, last) * stall

    moves: dict[str, list[float]] = {}
    for _ in range(3):
        down = before()
        moves[next(keys)] = [down, min(inside(0.1, 0.9), down + SHORT_S)]  # released during the stall
    for _ in range(2):
        moves[next(keys)] = [before(), end + HOLD_S + 0.1]  # held for the whole stall
    for _ in range(2):
        down = before()
        up = min(inside(0.1, 0.3), down + SHORT_S)
        again = max(inside(0.4, 0.6), up + APART_S)
        moves[next(keys)] = [down, up, again, again + rng.uniform(APART_S, 0.3)]  # let go and pressed again
    for _ in range(3):
        down = inside(0.1, 0.9)
        moves[next(keys)] = [down, down + rng.uniform(APART_S, 0.3)]  # pressed during the stall
    moves[next(keys)] = [start - 0.002, start + 0.05]  # between contact and debouncing
    moves[next(keys)] = [before(), start - 0.002, start + 0.006, start + 0.05]  # a bounce, no tap
    return moves


@pytest.mark.parametrize("seconds", STALLS_S)
def test_a_process_that_was_stopped_tells_what_was_done(seconds: float, table: Table) -> None:
    moves = fingers(Random(seconds), BEFORE_S, seconds)
    taps, holds = table.play(moves, [(BEFORE_S, table.stop), (BEFORE_S + seconds, table.go_on)])
    assert taps >= 10
    assert holds == 2


def test_stalls_may_come_in_rows(table: Table) -> None:
    rng = Random(3)
    stalls: list[tuple[float, Callable[[], None]]] = []
    at = BEFORE_S
    while at < BEFORE_S + ROW_S:
        seconds = rng.choice((0.004, 0.02, 0.1, 0.3))
        stalls += [(at, table.stop), (at + seconds, table.go_on)]
        at += seconds + rng.uniform(0.0005, 0.01)
    taps, holds = table.play(fingers(rng, BEFORE_S, at - BEFORE_S), stalls)
    assert taps >= 10
    assert holds == 2


@pytest.mark.parametrize("seconds", [0.2, 0.8])
@pytest.mark.parametrize("thread", ["main", "notify", "gil"])
def test_one_thread_that_is_held_up_changes_nothing(thread: str, seconds: float, table: Table) -> None:
    moves = fingers(Random(seconds), BEFORE_S, seconds)
    taps, holds = table.play(moves, [(BEFORE_S, lambda: table.hold_up(thread, seconds))])
    assert taps >= 10
    assert holds == 2


@pytest.mark.parametrize("seconds", [0.2, 0.8])
def test_lgpio_s_own_thread_that_is_held_up_makes_no_hold_of_a_tap(seconds: float, table: Table) -> None:
    keys, end = iter(KEYS), BEFORE_S + seconds
    moves = {next(keys): [BEFORE_S - 0.1 * n, BEFORE_S + 0.02 * n] for n in (1, 2)}
    moves[next(keys)] = [BEFORE_S - 0.1, end + HOLD_S + 0.1]
    moves[next(keys)] = [BEFORE_S + 0.05, BEFORE_S + 0.1]
    stalls = [
        (BEFORE_S, lambda: table.hold_alerts(held=True)),
        (end, lambda: table.hold_alerts(held=False)),
    ]
    assert table.play(moves, stalls) == (3, 1)
