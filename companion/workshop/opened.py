"""The box open on the bench: all its parts, and no game. Real on a Pi, simulated elsewhere, as in `companion.daemon`.

Laws: either the box or the bench has the parts, never both; the result is written at the end or not at all.
"""

from __future__ import annotations

import fcntl
import os
import queue
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from msgspec import Struct

from companion.config import Config, state_folder
from companion.daemon import owner, wired
from companion.daemon.page import TwinPage
from companion.daemon.parts import parts_over, strip_map_of
from companion.daemon.signals import stopped_by_signals
from companion.daemon.small_files import put_right
from companion.daemon.start import is_pi
from companion.daemon.to_speaker import SpeakerLine, can_speak
from companion.daemon.twin import Twin
from companion.daemon.wired import WiredDisplay
from companion.faces.aloud import Utterance
from companion.faces.strip import StripMap
from companion.games import find_rules
from companion.journal.look import LOCK
from companion.kit.errors import AtWork, BadConfig
from companion.locale import translator
from companion.table.ports import BoxPart, LearnWiring, TryPart
from companion.workshop.find_display import FoundDisplay
from companion.workshop.find_keys import WIRES
from companion.workshop.job import Job
from companion.workshop.learning import Around, Learning
from companion.workshop.ports import ports
from companion.workshop.running import Ends, KeyWires, Running, run
from companion.workshop.try_display import TryDisplay
from companion.workshop.try_keys import TryKeys
from companion.workshop.try_lights import TryLights
from companion.workshop.try_sound import TrySound
from companion.workshop.trying import TriedBox
from hardware.buzzer import Buzzer
from hardware.closing import close_all
from hardware.edge import Edge
from hardware.errors import LineLostError, PinsUnavailableError
from hardware.i2c import Bus, RealBus
from hardware.keys import Keys, open_real_pins
from hardware.pins import PinMap
from hardware.probe import chip_at, i2c_addresses, who_answers
from hardware.twin.chip import Chip, SimulatedBus
from hardware.twin.far_ends import FarEnds
from hardware.twin.pins import mock_pins

TRYING: Final[Mapping[BoxPart, Callable[[TriedBox, float], Job]]] = {
    "keys": TryKeys,
    "display": TryDisplay,
    "lights": TryLights,
    "sound": TrySound,
}
"""The job that tries each part, begun at a time."""


class Bench(Struct):
    """The open parts, real or simulated."""

    pins: PinMap
    bus: Bus
    open_pins: Callable[[], object]
    """Puts the pins below gpiozero. Raises PinsUnavailableError."""
    twin: Twin | None
    page: TwinPage | None
    """The twin's parts; `None` on a Pi."""


def do(settings: Config, errand: TryPart | LearnWiring) -> bool:
    """Do what the table has asked for; false: it was told to stop. Raises BadConfig, AtWork."""
    if isinstance(errand, TryPart):
        return try_part(settings, errand.part, errand.language)
    return learn(settings, errand.language)


def try_part(settings: Config, part: BoxPart, language: str) -> bool:
    """Try one part as the box is wired; false: it was told to stop. Raises BadConfig, AtWork."""
    folder = state_folder(settings)
    config, pins = wired.as_wired(settings, folder)
    with _alone(folder), _bench(config, pins) as bench:
        lights, strip = config.lights, _strip_map(config)
        port = bench.twin.controller.port if bench.twin is not None else lights.port
        box = TriedBox(
            pins, _display(config), port, strip.count, lights.order, lights.milliamps, can_speak(config.speech.command)
        )
        job = TRYING[part](box, time.monotonic())
        return _run(job, bench, KeyWires(pins.keys), config, language)


def learn(settings: Config, language: str) -> bool:
    """Find out how the box is wired and write it down; false: it was told to stop. Raises BadConfig, AtWork."""
    folder = state_folder(settings)
    if folder.is_dir() and not os.access(folder, os.W_OK):
        raise BadConfig(f"{folder}: expected a folder to write into; run: sudo companion learn")
    put_right(folder, wired.WIRED)
    older = wired.read(folder)
    config, usual = older.over(settings), wired.pin_map()
    with _alone(folder), _bench(config, usual) as bench:
        needed = _strip_map(config).needed
        around = Around(usual, _display(config), _panels(bench.bus), _ports(bench.twin, config), needed)
        job = Learning(around, time.monotonic())
        went_on = _run(job, bench, KeyWires(WIRES), config, language)
    if job.found is None:
        print("Nothing is changed.", flush=True)
    elif wired.keep_wired(folder, job.found.beside(older)):
        print(f"Written: {folder / wired.FILE}", flush=True)
    else:
        raise BadConfig(f"{folder / wired.FILE}: the disk is full or broken; nothing is changed")
    return went_on


def _run(job: Job, bench: Bench, wires: KeyWires, config: Config, language: str) -> bool:
    inbox: queue.SimpleQueue[Edge | None] = queue.SimpleQueue()
    if bench.twin is not None:
        bench.twin.language = lambda: language
    voice = SpeakerLine()
    ends = Ends(
        bench.bus,
        Buzzer(bench.pins.buzzer),
        config.lights.baud,
        lambda words: voice.show(Utterance(language, words)),
    )
    read_out = bench.twin.read_out if bench.twin is not None else lambda _: None
    running = Running(job, ends, translator(language), time.monotonic, read_out)
    with ExitStack() as leaving:
        leaving.callback(close_all, running.close)
        try:
            bench.open_pins()
        except PinsUnavailableError as error:
            raise BadConfig(str(error)) from None
        keys = Keys(wires, inbox.put)
        leaving.callback(close_all, keys.close)
        for fault in keys.faults:
            running.tell(f"{fault.sentence}.")
        job.were_down_at_start(keys.held_at_start, time.monotonic())
        if bench.twin is not None and bench.page is not None:
            leaving.callback(close_all, bench.page.stop)
            bench.page.serve(bench.twin)
        with stopped_by_signals(lambda: inbox.put(None)):
            return run(job, running, inbox)


@contextmanager
def _bench(config: Config, pins: PinMap) -> Iterator[Bench]:
    """The parts of a Pi, or of the twin."""
    if is_pi():
        yield Bench(pins, RealBus(pins.i2c_bus), open_real_pins, None, None)
        return
    with ExitStack() as leaving:
        page = TwinPage(config.page.port)
        leaving.callback(close_all, page.stop)
        chip = Chip(config.display.chip, is_strict=False)  # it will be driven as other chips, too
        bus = SimulatedBus({config.display.address: chip})
        rules = find_rules(config.game.name)
        settled = owner.settled(config, rules, state_folder(config))
        twin = parts_over(config, rules, settled, pins, FarEnds(lambda: mock_pins(pins), chip, bus)).twin
        if twin is None:
            raise AssertionError("parts over simulated ends have a twin")
        leaving.callback(close_all, twin.close)
        twin.controller.run()
        yield Bench(pins, bus, twin.open_pins, twin, page)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep the box from starting at the same time. Raises AtWork."""
    try:
        lock = (folder / LOCK).open("rb")  # no file is made here: it would not belong to the box's user
    except OSError:
        yield
        return
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            how = "sudo systemctl stop companion" if is_pi() else "end the other companion with Ctrl-C"
            raise AtWork(f"the box is at work, and has its parts; stop it first: {how}") from None
        yield


def _strip_map(config: Config) -> StripMap:
    rules = find_rules(config.game.name)
    return strip_map_of(config, rules, rules.track(owner.settled(config, rules, state_folder(config))))


def _display(config: Config) -> WiredDisplay:
    display = config.display
    return WiredDisplay(display.chip, display.address, display.column_offset, display.is_upside_down)


def _panels(bus: Bus) -> tuple[FoundDisplay, ...]:
    try:
        return tuple(FoundDisplay(address, chip_at(bus, address)) for address in i2c_addresses(bus))
    except OSError as error:
        print(f"The display's bus cannot be used ({error.strerror}); run: companion doctor", flush=True)
        return ()


def _ports(twin: Twin | None, config: Config) -> tuple[str, ...]:
    """Where a controller may be; ports that report a name come first."""
    found = (twin.controller.port,) if twin is not None else ports()
    print("Asking what is plugged in …", flush=True)
    answers: dict[str, str | None] = {}
    for port in found:
        try:
            answers[port] = who_answers(port, config.lights.baud)
        except LineLostError as error:
            print(f"{error}.", flush=True)
        else:
            print(f"{port}: {answers[port] or 'does not say what it is'}", flush=True)
    return tuple(sorted(answers, key=lambda port: answers[port] is None))
