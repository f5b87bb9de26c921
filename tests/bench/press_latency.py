"""How long a press takes, from the key to the last byte on the wires, in the box as it runs: real threads, real time.

Law: only the far ends are simulated, below gpiozero, luma's bus and the serial line; nothing above them waits or is
hurried.
"""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from statistics import median, quantiles
from threading import Event
from typing import Any, Final, NamedTuple, TypeVar

from msgspec.structs import replace
from smbus2 import i2c_msg

from companion.config import Config, GameSettings, SpeechSettings
from companion.daemon import assembly
from companion.daemon.live import Live
from companion.daemon.parts import Parts, parts_over
from companion.daemon.to_speaker import SpeakerLine, program
from companion.daemon.twin import Twin
from companion.games import find_rules
from companion.journal.journal import Journal
from companion.kit.errors import LeftOut
from companion.kit.seats import COLOURS
from companion.kit.setup import SetUp
from companion.match.session import Session
from companion.players.mind import HANGS_S, BotProcess, BotTask, PublicHistory
from companion.players.play import begin as begin_game
from hardware.debounce import RELEASE_S
from hardware.pins import PinMap
from hardware.twin import chip
from hardware.twin.far_ends import FarEnds
from hardware.twin.pins import mock_pins
from tests.bench.figure import Figure

T = TypeVar("T")

PRESSES: Final = 200
KEY: Final = "green1"
"""While people join, each tap of it changes the number on the display and the lamp at the seat."""
DOWN_S: Final = 0.02
HOLD_S: Final = Config().keys.hold_s
REST_S: Final = 0.06
"""Longer than a frame of the strip, so that no colours wait for earlier ones."""
PICTURE_S: Final = 0.01
"""The bytes of one picture are on the simulated bus sooner; what comes later is the display's own refresh."""
LONGEST_S: Final = 2.0
PLAYERS: Final = 3
SEED: Final = 64 * "0"
HOLDS: Final = 30
ESPEAK: Final = ("espeak-ng", "--stdin", "-v", "{language}", "-w", "/dev/null")
SHARE_MS: Final = 2
KEPT_MS: Final = 50

METHOD: Final = (
    f"A press: {PRESSES} taps in a running box, from the edge that decides, which is letting go; our share is without "
    f"the {1000 * RELEASE_S:g} ms of debounce. A commit: {HOLDS} holds, from when they count, through the disk "
    "where temporary files are, to the display of the next question. The simulated bus takes no time of its own."
)


class Took(NamedTuple):
    """One press, in seconds from the moment the key is let go to the last byte."""

    bus: float
    line: float


class Bus:
    """The simulated bus, and when it last took bytes of a picture."""

    at = 0.0

    def __init__(self, bus: chip.SimulatedBus) -> None:
        self._bus = bus

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int], /) -> None:
        """Pass it on."""
        self._bus.write_i2c_block_data(i2c_addr, register, data)

    def i2c_rdwr(self, *i2c_msgs: i2c_msg) -> None:
        """Pass it on: only bytes of a picture go this way."""
        self._bus.i2c_rdwr(*i2c_msgs)
        self.at = time.monotonic()

    def read_byte_data(self, i2c_addr: int, register: int, /) -> int:
        """Pass it on."""
        return self._bus.read_byte_data(i2c_addr, register)


def measure_press() -> Iterator[Figure]:
    """The time of a press, from the finger to the lights."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        yield from _measured(Path(folder), "")


def measure_thinking() -> Iterator[Figure]:
    """The same, while a bot thinks in its process without a pause."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder, thinking():
        yield from _measured(Path(folder), ", beside a bot that thinks")


def measure_spoken() -> Iterator[Figure]:
    """The same, while the box has everything spoken by espeak-ng, which speaks into a file that keeps nothing."""
    if not Path(program(ESPEAK)).exists():
        raise LeftOut(f"speech is left out; there is no {program(ESPEAK)}")
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name, voice(Path(name, "words")) as line:
        yield from _measured(Path(name), ", while all is spoken", line)


@contextmanager
def voice(path: Path) -> Iterator[SpeakerLine]:
    """Within it, a voice in a process of its own listens there, as companion-voice.service does."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as words:
        words.bind(str(path))
        listens = f"serve(socket(fileno={words.fileno()}), Speaker({ESPEAK}), {HANGS_S})"
        command = f"from socket import socket; from companion.daemon.speaker import Speaker, serve; {listens}"
        with subprocess.Popen([sys.executable, "-c", command], pass_fds=[words.fileno()]) as speaks:
            try:
                yield SpeakerLine(path)
            finally:
                speaks.kill()


@contextmanager
def thinking() -> Iterator[None]:
    """Within it, a bot thinks about one question again and again."""
    rules, mind = find_rules(None), BotProcess()
    session = Session(rules, SEED, begin_game(rules, PLAYERS, COLOURS, {}))
    while (made := session.automatic()) is not None:
        session = session.apply(made)
    question, is_over = session.question, Event()
    seat = (question.seat if question is not None else None) or 1
    seen, heard = rules.seen(session.state, seat), PublicHistory().heard(session)
    matter = BotTask(seen, heard, frozenset({seat}), "strong", 1, seat)

    def think() -> None:
        while not is_over.is_set():
            mind.ask(rules, matter)
            while mind.is_thinking():
                time.sleep(0.001)
            has_begun.set()

    with ThreadPoolExecutor(1) as asking, closing(mind):
        has_begun = Event()
        asked = asking.submit(think)
        has_begun.wait(HANGS_S)
        try:
            yield
        finally:
            is_over.set()
            asked.result()


def _measured(folder: Path, how: str, voice: SpeakerLine | None = None) -> Iterator[Figure]:
    with running(folder, voice) as (live, twin, bus):

        def press() -> tuple[list[Took], list[float]]:
            tap(twin, bus)  # clears the screen a new box begins with
            taps = [tap(twin, bus) for _ in range(PRESSES)]
            begin(live, twin)
            return taps, [1000 * commit(live, twin, bus) for _ in range(HOLDS)]

        took, commits = while_it_plays(live, press)
    for wire, each in (("bus", [one.bus for one in took]), ("serial line", [one.line for one in took])):
        ms = [1000 * seconds for seconds in each]
        name = f"a press, to the last byte on the {wire}{how}"
        yield Figure(f"{name}: median", median(ms), "ms")
        yield Figure(f"{name}: p99", quantiles(ms, n=100)[-1], "ms")
        yield Figure(f"{name}: our share", median(ms) - 1000 * RELEASE_S, "ms", at_most=SHARE_MS)
    name = f"a commit, through the disk, to the last byte on the bus{how}"
    yield Figure(f"{name}: median", median(commits), "ms")
    yield Figure(f"{name}: p99", quantiles(commits, n=100)[-1], "ms", at_most=KEPT_MS)


@contextmanager
def running(folder: Path, voice: SpeakerLine | None = None) -> Iterator[tuple[Live, Twin, Bus]]:
    """A new box that goes by the clock, and its far ends; with a voice, all is spoken."""
    speech = SpeechSettings("off" if voice is None else "all")
    config = Config(game=GameSettings(find_rules(None).name), speech=speech, explains=False)
    panel = chip.Chip(config.display.chip)
    bus = Bus(chip.SimulatedBus({config.display.address: panel}))

    def parts(config: Config, rules: SetUp[Any], settled: Mapping[str, object], pins: PinMap) -> Parts:
        parts = parts_over(config, rules, settled, pins, FarEnds(lambda: mock_pins(pins), panel, bus))
        return parts if voice is None else replace(parts, voice=voice)

    with ExitStack() as leaving:
        journal = Journal(folder)
        leaving.callback(journal.shut)
        assembled = assembly.assemble(config, journal, parts, t=time.monotonic())
        live = Live(assembled)
        leaving.callback(live.close)
        live.open_keys()
        if assembled.parts.twin is None:
            raise AssertionError("parts over simulated ends have a twin")
        yield live, assembled.parts.twin, bus


def while_it_plays(live: Live, press: Callable[[], T]) -> T:
    """Run the box in this thread, which opened its journal, and the fingers in another one; gives their result."""
    with ThreadPoolExecutor(1) as fingers:
        pressed = fingers.submit(press)
        pressed.add_done_callback(lambda _: live.stop())
        live.run()
        return pressed.result()


def tap(twin: Twin, bus: Bus) -> Took:
    """Press and let go; then wait until display and lights have changed and are at rest."""
    colours = twin.controller.colours
    twin.press(KEY)
    time.sleep(DOWN_S)
    let_go_at = time.monotonic()
    twin.release(KEY)
    while bus.at < let_go_at or twin.controller.colours == colours:
        if time.monotonic() > let_go_at + LONGEST_S:
            raise LeftOut(f"the presses are left out; a box on this machine did not answer one within {LONGEST_S:g} s")
        time.sleep(0.001)
    time.sleep(REST_S)
    return Took(bus.at - let_go_at, twin.controller.heard_at - let_go_at)


def begin(live: Live, twin: Twin) -> None:
    """All join, and the first one holds."""
    for pair in range(1, PLAYERS + 1):
        if pair not in live.box.table.joined:
            _press(twin, f"green{pair}", DOWN_S)
    _press(twin, "green1", HOLD_S + REST_S)


def commit(live: Live, twin: Twin, bus: Bus) -> float:
    """Answer with a tap and a hold; seconds from when it counts to the last byte of the next question on the bus.

    Wait for the end of the news first: a press would only skip them.
    """
    while live.box.table.showing.is_telling:
        time.sleep(REST_S)
    session = live.box.table.session
    question = session.question if session is not None else None
    key = f"green{question.seat}" if question is not None else KEY
    _press(twin, key, DOWN_S)
    counts_at = time.monotonic() + HOLD_S
    twin.press(key)
    while live.box.table.session is session:
        if time.monotonic() > counts_at + LONGEST_S:
            raise LeftOut(f"the commits are left out; a box on this machine did not make one within {LONGEST_S:g} s")
        time.sleep(0.001)
    while bus.at < counts_at and time.monotonic() < counts_at + LONGEST_S:
        time.sleep(0.001)
    time.sleep(PICTURE_S)
    shown_at = bus.at
    time.sleep(REST_S)
    twin.release(key)
    time.sleep(REST_S)
    return shown_at - counts_at


def _press(twin: Twin, key: str, seconds: float) -> None:
    twin.press(key)
    time.sleep(seconds)
    twin.release(key)
    time.sleep(REST_S)
