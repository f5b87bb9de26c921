"""What a voice at a club costs the box: presses and commits without one, beside one, and beside one without a broker.

Law: all three are measured by turns in the same run, so that other work of this machine slows each of them alike. A
voice is stopped while it is not its turn; in its next turn it also tells what it has missed.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Final, NamedTuple, TypeAlias
from unittest.mock import patch

from companion.daemon.live import Live
from companion.daemon.twin import Twin
from companion.journal.journal import Journal
from companion.kit.errors import LeftOut
from companion.match.history import Entry
from tests.bench.figure import Figure
from tests.bench.press_latency import KEPT_MS, Bus, Took, begin, commit, running, tap, while_it_plays
from tests.ports import free_port

Voice: TypeAlias = subprocess.Popen[bytes]

ROUNDS: Final = 6
TAPS: Final = 20
"""How many taps are timed in a turn."""
COMMITS: Final = 3
STARTED_S: Final = 20.0
"""A voice that is not up after this time will never be."""
TURN_S: Final = 0.5
"""The time that a voice gets at the beginning of its turn, and a broker to start, before anything is measured."""
NOBODY: Final = 9
"""A port where nobody listens."""
LATER_MS: Final = 1
"""Too short for an eye: a frame of the lights takes forty times as long."""
COMMIT_LATER_MS: Final = 5
"""Every commit leads to another screen, which takes its own time."""

WITHOUT: Final = "no voice"
BESIDE: Final = "beside a voice"
AWAY: Final = "beside a voice without a broker"

METHOD: Final = (
    f"A voice: `companion publish` beside a running box, at a Mosquitto here, and one whose broker is away; {ROUNDS} "
    f"rounds, each of {TAPS} taps without a voice and beside each of the two, then as many of {COMMITS} commits. How "
    "much later: the median, over that without a voice. Of a commit's time, what the journal took is the disk's, which "
    "waits for whatever else this machine writes."
)


class Timed(NamedTuple):
    """What was measured in the turns of one voice, or of none."""

    taps: list[Took]
    commits: list[float]
    disk: list[float]
    """What of each commit the journal took."""


def measure_voice() -> Iterator[Figure]:
    """The time from a finger to the lights, and through the disk."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name, broker() as port, timed_disk() as disk:
        folder = Path(name)
        with (
            voice(folder / "there", folder, port, b"the broker is there") as there,
            voice(folder / "away", folder, NOBODY, b"cannot be used") as away,
            running(folder) as (live, twin, bus),
        ):
            voices = {WITHOUT: None, BESIDE: there, AWAY: away}
            timed = while_it_plays(live, lambda: by_turns(voices, live, twin, bus, disk))
    yield from _figures("a press, to the last byte on the bus", timed, _on_the_bus, LATER_MS)
    yield from _figures("a press, to the last byte on the serial line", timed, _on_the_line, LATER_MS)
    yield from _figures("a commit, through the disk", timed, lambda one: one.commits, COMMIT_LATER_MS, KEPT_MS)
    for how, one in timed.items():
        highest, of_it = max(zip(one.commits, one.disk, strict=True))
        yield Figure(f"a commit, through the disk, {how}: highest of all", 1000 * highest, "ms")
        yield Figure(f"a commit, through the disk, {how}: highest of all, of it the disk", 1000 * of_it, "ms")


def _figures(
    what: str,
    timed: Mapping[str, Timed],
    of: Callable[[Timed], list[float]],
    later_at_most: float,
    at_most: float | None = None,
) -> Iterator[Figure]:
    for how, one in timed.items():
        ms = [1000 * seconds for seconds in of(one)]
        yield Figure(f"{what}, {how}: median", median(ms), "ms")
        yield Figure(f"{what}, {how}: p99", quantiles(ms, n=100, method="inclusive")[-1], "ms", at_most=at_most)
        if how != WITHOUT:
            later = median(ms) - 1000 * median(of(timed[WITHOUT]))
            yield Figure(f"{what}, {how}: later by", later, "ms", at_most=later_at_most)


def _on_the_bus(one: Timed) -> list[float]:
    return [took.bus for took in one.taps]


def _on_the_line(one: Timed) -> list[float]:
    return [took.line for took in one.taps]


@contextmanager
def timed_disk() -> Iterator[list[float]]:
    """How long each entry took to be on the disk, in seconds."""
    took: list[float] = []
    append = Journal.append

    def timed(journal: Journal, entry: Entry) -> None:
        began = time.monotonic()
        append(journal, entry)
        took.append(time.monotonic() - began)

    with patch.object(Journal, "append", timed):
        yield took


def by_turns(
    voices: Mapping[str, Voice | None], live: Live, twin: Twin, bus: Bus, disk: list[float]
) -> dict[str, Timed]:
    """Taps while people join, then a game; each voice has its turn in every round."""
    timed = {how: Timed([], [], []) for how in voices}
    tap(twin, bus)  # clears the screen a new box begins with
    for how in _turns(voices):
        timed[how].taps.extend(tap(twin, bus) for _ in range(TAPS))
    begin(live, twin)
    for how in _turns(voices):
        for _ in range(COMMITS):
            disk.clear()
            timed[how].commits.append(commit(live, twin, bus))
            timed[how].disk.append(sum(disk))
    return timed


def _turns(voices: Mapping[str, Voice | None]) -> Iterator[str]:
    """Gives whose turn it is; meanwhile all other voices are stopped."""
    for each in voices.values():
        _stop(each)
    for how, each in list(voices.items()) * ROUNDS:
        if each is not None:
            each.send_signal(signal.SIGCONT)
        time.sleep(TURN_S)
        yield how
        _stop(each)


def _stop(voice: Voice | None) -> None:
    if voice is not None:
        voice.send_signal(signal.SIGSTOP)


@contextmanager
def voice(told: Path, games: Path, port: int, status: bytes) -> Iterator[Voice]:
    """Run `companion publish` for these games, and wait until its status has these words. Raises LeftOut."""
    settings, ear = told.with_suffix(".toml"), str(told.with_suffix(".socket"))
    settings.write_text(f'[club]\nbroker = "127.0.0.1"\nport = {port}\ntls = false\n', encoding="utf-8")
    command = [sys.executable, "-m", "companion", "--config", str(settings), "publish"]
    command += ["--games", str(games), "--told", str(told)]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as hears:
        hears.bind(ear)
        hears.settimeout(STARTED_S)
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL, env={**os.environ, "NOTIFY_SOCKET": ear})
        try:
            _await(status, hears)
            yield process
        finally:
            process.kill()  # a stopped process reacts to no other signal
            process.wait()


def _await(status: bytes, hears: socket.socket) -> None:
    try:
        while status not in hears.recv(4096):
            pass
    except TimeoutError:
        raise LeftOut("the voice at a club is left out; it does not start here: uv sync --extra publish") from None


@contextmanager
def broker() -> Iterator[int]:
    """Run a Mosquitto for this computer only; gives its port. Raises LeftOut if it is not installed."""
    tool = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
    if tool is None:
        raise LeftOut("the voice at a club is left out; Mosquitto is not installed: sudo apt install mosquitto")
    port = free_port()
    command = [tool, "-p", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield port
    finally:
        process.terminate()
        process.wait()
