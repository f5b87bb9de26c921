"""A box over the real lgpio is stopped again and again on a busy machine: each time its pins are free for the next
life.

`STOPS` (8) is how many lives there are; the last of every four ends by "Shut down". `SEED` gives another evening.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any

import pytest

from companion.daemon.start import POWER_OFF
from hardware.pins import read_pins
from tests.hardware.gpio_chips import Chips

pytestmark = pytest.mark.slow

STOPS = int(os.environ.get("STOPS", "8"))
SEED = int(os.environ.get("SEED", "1"))
HELD_UP_S = (0.002, 0.02, 0.2)
"""How long lgpio's own thread is delayed while its lines are closed."""
GAMES = [["Galopp Royal", False], ["Galopp Royal", False], ["Cat Royal", False], ["Galopp Royal", True]]
"""The game of each life, and whether it is running: at first, with a new board, with another game, with an earlier
one."""


@contextmanager
def busy() -> Iterator[None]:
    """Within it, every core has other work."""
    workers = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()


def evening(folder: Path, rng: Random) -> None:
    """Four lives of one process: each reacts to its keys, and each request leads to the right next life."""
    folder.mkdir()
    pins = read_pins()
    chips = Chips(folder, pins, {0: "pinctrl-bcm2711"})
    box = chips.start("tests.companion.daemon.lives_over_lgpio")
    assert box.stdin is not None
    assert box.stdout is not None

    def told(first: str) -> list[Any]:
        while line := box.stdout.readline():  # type: ignore[union-attr]
            if (word := json.loads(line))[0] == first:
                return list(word)
        raise AssertionError(box.communicate())

    for life in range(len(GAMES)):
        assert told("life") == ["life", *GAMES[life], 0]
        pair = rng.randint(1, 6)
        chips.press(f"green{pair}")
        assert told("down") == ["down", pair]
        if rng.random() < 0.75:
            chips.hold_alerts(True)
            Timer(rng.choice(HELD_UP_S), chips.hold_alerts, (False,)).start()
        if rng.random() < 0.5:
            chips.release(f"green{pair}")
        print(file=box.stdin, flush=True)
        time.sleep(rng.uniform(0.0, 0.02))
        chips.release(f"green{pair}")
    out, errors = box.communicate(timeout=60.0)
    assert json.loads(out.splitlines()[-1]) == ["off", *POWER_OFF]
    assert (box.returncode, errors) == (0, "")


def test_every_stop_ends_as_it_was_asked_for_and_leaves_the_lines_free(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng, stops = Random(SEED), 0
    with busy():
        while stops < STOPS:
            evening(tmp_path / str(stops), rng)
            stops += len(GAMES)
    with capsys.disabled():
        print(
            f"\nseed {SEED}: {stops} stops over lgpio, {stops // len(GAMES)} of them switched off; no line stayed busy"
        )
