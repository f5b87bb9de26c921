"""Hours of box time in minutes: random fingers, random faults, and a box that neither leaks memory nor slows down.

`SOAK_HOURS` (of box time, for each seed) makes it longer. `Soak.look` checks what must be true after every fault.
"""

from __future__ import annotations

import gc
import logging
import os
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from PIL import ImageChops

from companion.daemon.demo import perform, read
from companion.players import bots
from companion.players.fingers import strokes
from hardware.edge import Edge
from hardware.oled import BACK_OFF_S, CHECK_S, REFRESH_S
from tests.companion.daemon.stepped_box import SteppedBox

pytestmark = [pytest.mark.slow, pytest.mark.in_box_time]

HOURS = float(os.environ.get("SOAK_HOURS", "0.5"))
WARM_UP_S = 600.0
"""So long fonts, words and rhythms are still being cached."""
SETTLED_S = 5.0
"""After so many seconds every part is open again."""
MAY_GROW_MB = 4.0
"""Python takes memory from the system in pieces of 1 MB, and keeps what is half used."""
MAY_GROW_MB_AN_HOUR = 0.5
"""A game keeps every step, for undo, and this test every line logged."""
SOON_S = 3.0
"""The longest time from the end of a fault until the picture is right again."""
KEYS = ("table", *(f"{colour}{pair}" for colour in ("green", "red") for pair in range(1, 7)))


class Soak:
    """One box and everything that happens to it."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.rng = Random(seed)
        self.table = SteppedBox(folder, seed=seed)
        self.hours_before = 0.0
        self.count: Counter[str] = Counter()
        self._coming: list[Callable[[], None]] = []

    @property
    def now(self) -> float:
        """Seconds of box time since the beginning of this soak, over all lives of the box."""
        return self.hours_before + self.table.box.now

    # --- fingers -----------------------------------------------------------------------------------------------------

    def press(self, key: str, seconds: float) -> None:
        self.table.box.press(key)
        self.table.box.wait(seconds)
        self.table.box.release(key)
        self.table.box.wait(self.rng.uniform(0.03, 0.5))
        self.count["presses"] += 1

    def play(self) -> None:
        """Answer the question like a person who has read the news, some time later."""
        read(self.table.box)
        session = self.table.box.box.table.session
        if session is None:
            for pair in self.rng.sample(range(1, 7), self.rng.randint(3, 6)):
                if pair not in self.table.joined():
                    self.press(f"green{pair}", 0.08)
            self.press(f"green{min(self.table.joined(), default=1)}", 0.7)
            self.count["games"] += self.table.box.box.table.session is not None
        elif (question := session.question) is None:
            self.press("green1", 0.7)
        elif question.seat is not None:
            seats = self.table.joined()
            for stroke in strokes(question, bots.answer(question, self.rng)):
                perform(self.table.box, seats[question.seat - 1], stroke)
                self.table.box.wait(self.rng.uniform(0.0, 0.44))
                self.count["presses"] += 1

    def mash(self) -> None:
        """Several fingers at once, as long as they like."""
        box = self.table.box
        keys = self.rng.sample(KEYS, self.rng.randint(2, 6))
        for key in keys:
            box.press(key)
            box.wait(self.rng.uniform(0.0, 0.05))
        box.wait(self.rng.choice((0.02, 0.1, 0.7, 2.2, 5.5)))
        for key in self.rng.sample(keys, len(keys)):
            box.release(key)
            box.wait(self.rng.uniform(0.0, 0.05))
        self.count["presses"] += len(keys)

    def table_key(self) -> None:
        """A page, an undo, or the menu and something in it."""
        self.press("table", self.rng.choice((0.08, 0.08, 2.2, 5.2)))
        for _ in range(self.rng.randint(0, 4)):
            self.press(self.rng.choice(("green1", "red1", "green2")), self.rng.choice((0.08, 0.08, 0.7)))

    def rest(self) -> None:
        """Nobody is at the table; the display may dim, or go dark."""
        self.table.box.wait(self.rng.choice((5.0, 30.0, 150.0, 700.0)))

    # --- faults ------------------------------------------------------------------------------------------------------

    def unplug_display(self) -> None:
        self.table.box.twin.chip.plugged = False
        self.table.box.wait(CHECK_S + 0.1)
        self.fingers(self.rng.randint(0, 3))
        self.table.box.twin.chip.plugged = True
        self.look("display", BACK_OFF_S[-1])

    def naks(self) -> None:
        """The chip does not acknowledge writes for a while, but keeps its picture."""
        self.table.box.twin.chip._plugged = False
        self.press("table", 0.08)
        self.table.box.twin.chip._plugged = True
        self.look("NAKs", BACK_OFF_S[0])

    def brown_out(self) -> None:
        """The chip forgets everything but still answers: only the next full picture mends that."""
        self.table.box.twin.chip.brown_out()
        self.look("brown-out", REFRESH_S)

    def unplug_lights(self) -> None:
        self.table.box.twin.controller.unplug()
        self.fingers(self.rng.randint(0, 3))
        self.table.box.twin.controller.replug()
        self.look("lights", 2.0)

    def stuck_key(self) -> None:
        """Something lies on a key for a while."""
        key = self.rng.choice(KEYS)
        self.table.box.press(key)
        self.fingers(self.rng.randint(1, 3), but=key)
        self.table.box.wait(self.rng.choice((1.0, 40.0)))
        self.table.box.release(key)
        self.look("stuck key", 0.0)

    def noisy_line(self) -> None:
        """A loose wire: edges closer than any finger can."""
        key, box = self.rng.choice(KEYS), self.table.box
        for _ in range(self.rng.randint(20, 200)):
            box._edges.append(Edge(key, self.rng.random() < 0.5, box.now))
            box.wait(self.rng.uniform(0.0005, 0.02))
        box._edges.append(Edge(key, False, box.now))
        self.look("noise", 0.0)

    def cut_the_power(self) -> None:
        """The box dies without a word and is switched on again: the same game at the same step."""
        before = self.table.box.box.table.session
        self.hours_before += self.table.box.now
        self.table.pull_the_plug()
        self.table = SteppedBox(self.folder, seed=self.rng.randrange(1 << 30))
        after = self.table.box.box.table.session
        assert (after is None) == (before is None)
        if before is not None and after is not None:
            assert after.state == before.state
            assert after.question == before.question
        self.look("power cut", 0.0)

    # --- what happens and what must be true --------------------------------------------------------------------------

    def fingers(self, times: int, but: str | None = None) -> None:
        for _ in range(times):
            does = self.rng.choices((self.play, self.mash, self.table_key, self.rest), (60, 6, 5, 2))[0]
            if but is not None and does == self.mash:
                continue  # a key that is down cannot go down
            if but == "table" and does == self.table_key:
                continue
            if but is None or does == self.rest:
                does()
            else:
                self.press(self.rng.choice([key for key in KEYS if key != but]), 0.08)

    def fault(self) -> None:
        """Cause the next fault; each kind comes once before any comes again."""
        if not self._coming:
            parts = (self.unplug_display, self.naks, self.brown_out, self.unplug_lights)
            keys = (self.stuck_key, self.noisy_line)
            self._coming = self.rng.sample((*parts, *keys, self.cut_the_power), len(parts) + len(keys) + 1)
        self._coming.pop()()

    def look(self, fault: str, until_tried_s: float) -> None:
        """Soon after a driver has tried again, the picture on the glass is the view's, and the lights are the box's."""
        self.count[fault] += 1
        self.table.box.wait(until_tried_s + SOON_S)
        picture, expected = self.table.picture(), self.table.expected_picture()
        assert ImageChops.logical_xor(picture, expected).getbbox() is None, fault
        assert self.table.lights_are_right(), fault

    def step(self) -> None:
        if self.table.box.box.table.request is not None:  # somebody has chosen "shut down", or a board: it starts anew
            self.cut_the_power()
        elif self.rng.random() < 0.06:
            self.fault()
        else:
            self.fingers(1)

    def go_on_until(self, t: float) -> None:
        while self.now < t:
            self.step()
        self.table.box.wait(SETTLED_S)


class Use(NamedTuple):
    """How much of the machine this process uses."""

    megabytes: float
    threads: int
    files: int


def use() -> Use:
    """The use at this moment, after all garbage has been collected."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    megabytes = pages * os.sysconf("SC_PAGE_SIZE") / 1e6
    return Use(megabytes, threading.active_count(), len(list(Path("/proc/self/fd").iterdir())))


def bugs(records: Sequence[logging.LogRecord]) -> list[str]:
    """What was logged, other than that a part or a key is missing or back."""
    known = ("display: ", "lights: ", "The display ", "The lights ", "key ")
    return [entry.getMessage() for entry in records if not entry.getMessage().startswith(known)]


@pytest.mark.parametrize("seed", [1, 2])
def test_hours_at_the_table(
    seed: int, tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    soak = Soak(tmp_path, seed)
    soak.go_on_until(WARM_UP_S)
    before = use()
    soak.go_on_until(WARM_UP_S + 3600.0 * HOURS)
    after = use()
    soak.table.pull_the_plug()
    told = ", ".join(f"{name} {count}" for name, count in sorted(soak.count.items()))
    with capsys.disabled():
        print(f"\nseed {seed}: {soak.now / 3600.0:.2f} box hours, {told}; {before} -> {after}")
    assert bugs(caplog.records) == []
    assert soak.count["games"] > 0
    assert (before.threads, before.files) == (after.threads, after.files)
    assert after.megabytes - before.megabytes < MAY_GROW_MB + MAY_GROW_MB_AN_HOUR * HOURS
