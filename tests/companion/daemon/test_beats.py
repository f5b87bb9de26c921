"""Hours over the real lgpio while parts come and go, edges are lost and threads are delayed: no beat is late.

`BEAT_HOURS` (of the clock on the wall) is how long one piece takes. With `BEAT_FILE` pieces add up: each writes its
line there, the next one goes on with the next seed, and what is printed is of all of them.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Thread

import msgspec
import pytest

from hardware.pins import read_pins
from tests.hardware.gpio_chips import Chips

pytestmark = pytest.mark.slow

HOURS = float(os.environ.get("BEAT_HOURS", "0.012"))
FILE = os.environ.get("BEAT_FILE")
LATEST_S = 5.0
"""The longest time between two beats of a box that beats once a second."""
KEYS = tuple(read_pins().keys)
KNOWN = ("display: ", "lights: ", "key ", "The display ", "The lights ")
"""The beginnings of log lines about parts that come and go."""


class Piece(msgspec.Struct):
    """The result of one piece."""

    seed: int
    hours: float
    beats: int
    latest_s: float
    did: dict[str, int]


class Ear(Thread):
    """Systemd's end of the socket, in a thread of its own."""

    def __init__(self, path: Path) -> None:
        super().__init__(name="ear", daemon=True)
        self._sock = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._sock.bind(str(path))
        self._beat_at: float | None = None
        self.beats, self.latest_s = 0, 0.0
        self.start()

    def run(self) -> None:
        while word := self._sock.recv(4096):
            if word == b"WATCHDOG=1":
                self.look()
                self.beats, self._beat_at = self.beats + 1, time.monotonic()

    def look(self) -> None:
        """Note the time since the last beat, if it is the longest so far."""
        if self._beat_at is not None:
            self.latest_s = max(self.latest_s, time.monotonic() - self._beat_at)

    def close(self) -> None:
        self._sock.shutdown(socket.SHUT_RD)
        self.join()
        self._sock.close()


class Box:
    """A box in another process, and all that happens to it."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.rng, self.did = Random(seed), Counter[str]()
        self._chips = Chips(folder, read_pins(), {0: "pinctrl-bcm2711"})
        self.ear = Ear(folder / "notify")
        self._process = self._chips.start("tests.companion.daemon.over_lgpio", "plays")
        assert self._process.stdout is not None
        assert json.loads(self._process.stdout.readline()) == {"held": [], "faults": []}

    def tell(self, *words: object) -> None:
        assert self._process.stdin is not None
        print(*words, file=self._process.stdin, flush=True)

    def press(self) -> None:
        """Press a key for one of the times that mean something, so that people join, seat bots, bid and roll."""
        key = self.rng.choice(KEYS)
        self._chips.press(key)
        time.sleep(self.rng.choice((0.03, 0.08, 0.08, 0.7, 0.7, 2.1)))
        self._chips.release(key)
        time.sleep(self.rng.uniform(0.03, 0.5))

    def lose(self) -> None:
        """Lose the edge of a key that is released, or also the edge of its press."""
        key = self.rng.choice(KEYS)
        self._chips.press(key) if self.rng.random() < 0.7 else self._chips.lose(key, down=True)
        time.sleep(self.rng.uniform(0.03, 1.0))
        self._chips.lose(key, down=False)

    def slow_and_lossy(self) -> None:
        """Lose edges on a slow machine, where every sleep ends late."""
        self._chips.sleep_late(self.rng.choice((15, 60, 100)))
        for _ in range(3):
            self.lose()
        time.sleep(self.rng.uniform(6.0, 9.0))
        self._chips.sleep_late(0)

    def hold_alerts(self) -> None:
        """Delay lgpio's own thread."""
        self._chips.hold_alerts(True)
        self.press()
        self._chips.hold_alerts(False)

    def stop(self) -> None:
        """Stop the whole process for up to a second."""
        self._process.send_signal(signal.SIGSTOP)
        self.lose()
        self._process.send_signal(signal.SIGCONT)

    def hold_up(self) -> None:
        """Delay one thread of the process."""
        self.tell(self.rng.choice(("main", "notify", "gil")), self.rng.choice((0.1, 0.3, 0.6)))
        self.press()

    def unplug(self) -> None:
        """Unplug display or lights, or both, and plug them in again."""
        parts = self.rng.choice((("display",), ("lights",), ("display", "lights")))
        for there in (0, 1):
            for part in parts:
                self.tell(part, there)
            for _ in range(self.rng.randint(0, 3)):
                self.press()

    def step(self) -> None:
        some: dict[Callable[[], None], int] = {
            self.press: 60, self.unplug: 8, self.lose: 2, self.slow_and_lossy: 1,
            self.hold_alerts: 2, self.stop: 2, self.hold_up: 2,
        }  # fmt: skip
        (does,) = self.rng.choices(list(some), list(some.values()))
        does()
        self.did[does.__name__] += 1

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        with self._process:
            errors = self._process.stderr.read() if self._process.stderr is not None else ""
        self.ear.close()
        strange = [line for line in errors.splitlines() if not line.startswith(KNOWN)]
        assert (self._process.returncode, strange) == (0, [])


def test_no_beat_is_late(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setenv("WATCHDOG_USEC", "2000000")
    lines = Path(FILE).read_bytes().splitlines() if FILE and Path(FILE).exists() else []
    before = [msgspec.json.decode(line, type=Piece) for line in lines]
    seed = 1 + max((piece.seed for piece in before), default=0)
    box, began = Box(tmp_path, seed), time.monotonic()
    for do in (box.slow_and_lossy, box.stop, box.unplug):
        do()
    while time.monotonic() < began + 3600.0 * HOURS:
        box.step()
    time.sleep(1.5)
    box.ear.look()
    piece = Piece(seed, (time.monotonic() - began) / 3600.0, box.ear.beats, box.ear.latest_s, dict(box.did))
    box.close()
    if FILE:
        with Path(FILE).open("ab") as file:
            file.write(msgspec.json.encode(piece) + b"\n")
    pieces = [*before, piece]
    hours, latest = sum(each.hours for each in pieces), max(each.latest_s for each in pieces)
    with capsys.disabled():
        print(f"\nseeds {pieces[0].seed} to {seed}: {hours:.2f} hours, the latest beat after {latest:.2f} s; {piece}")
    assert piece.beats > 1800 * piece.hours
    assert latest <= LATEST_S
