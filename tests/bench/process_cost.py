"""What the box costs as a process: how soon it is there, how much memory it holds, what it does while nobody plays.

Law: the box runs in a process of its own, as `companion` starts it, its code compiled as its package does that; it is
looked at from outside.
"""

from __future__ import annotations

import atexit
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from http.client import HTTPConnection
from importlib.metadata import files
from pathlib import Path
from py_compile import compile as compile_module
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from companion.journal.journal import Journal
from companion.kit.errors import LeftOut
from companion.kit.seats import COLOURS
from companion.match.history import NewGame
from companion.players.play import begin, play
from tests.bench.figure import Figure
from tests.bench.rule_speed import PLAYERS, RULES
from tests.ports import free_port

ROOT: Final = Path(__file__).parents[2]
STARTS: Final = 9
REST_S: Final = 2.0
"""After this long whatever happens at a start is over."""
IDLE_S: Final = 10.0
PATIENCE_S: Final = 30.0

PICTURE_MS: Final = 100
READY_MS: Final = 190
MEMORY_MIB: Final = 45
PAGES_MIB: Final = 50
AWAITED_A_SECOND: Final = 60
JOINING_A_SECOND: Final = 20
IDLE_PERCENT: Final = 1

METHOD: Final = (
    f"A start: the median of {STARTS}, from the start of the process to a picture on the simulated display, and to the "
    f"page served and the keys open. Memory, switches and CPU: of the whole process with all its threads, from /proc; "
    f"over {IDLE_S:g} s, with nobody at the page. Memory: of a box as it runs on a Pi, without the twin's page; a file "
    "that is mapped several times counts once, since it stands in memory once. The twin's pins rest while nobody "
    "plays; on a Pi lgpio's own thread looks for edges every half a millisecond, whatever the box does. Pages "
    "on: those for tablets and phones, in this computer's own network."
)


class Started(NamedTuple):
    """A running box."""

    pid: int
    picture_s: float
    """From the start of the process to the first picture."""
    cpu_s: float
    """How much of that time the process computed."""
    ready_s: float
    """From the start of the process to the first answer of its page; by then it listens to its keys."""
    loaded: tuple[str, ...]
    """The modules that were loaded by the first picture."""


class Spent(NamedTuple):
    """What a process has used so far."""

    switches: int
    cpu_s: float


def measure_start() -> Iterator[Figure]:
    """The time from the start of the process to the first picture, and until people can play; then the same with
    pages."""
    for name, with_pages in (("a start", False), ("a start, pages on", True)):
        with TemporaryDirectory(prefix="companion-bench-") as folder:
            starts: list[Started] = []
            for _ in range(1 + STARTS):  # the first one compiles Python's own modules, and reads all from the disk
                with started(Path(folder), pages_on() if with_pages else "") as box:
                    starts.append(box)
        picture, cpu, ready = (median(times) for times in zip(*(box[1:4] for box in starts[1:]), strict=True))
        yield Figure(f"{name}: to the first picture", 1000 * picture, "ms", at_most=PICTURE_MS)
        yield Figure(f"{name}: to the first picture, computing", 1000 * cpu, "ms")
        yield Figure(f"{name}: to ready", 1000 * ready, "ms", at_most=READY_MS)


def measure_process() -> Iterator[Figure]:
    """Memory with a whole game behind it; and what it does while it waits for a player, and for people to join."""
    if not Path("/proc/self/status").exists():
        raise LeftOut("memory and idling of the process are left out; they are read from /proc, which Linux has")
    with TemporaryDirectory(prefix="companion-bench-") as folder:
        with started(Path(folder)) as box:
            yield from _idle(box, "while people may join", JOINING_A_SECOND)
        keep_a_game(Path(folder) / "state")
        with started(Path(folder)) as box:
            yield from _idle(box, "while a player is awaited", AWAITED_A_SECOND)
            yield Figure("a running twin in memory, after a game", resident_mib(box.pid), "MiB")
        pages = pages_on()
        with started(Path(folder), pages) as box:
            visit(int(pages.rsplit(maxsplit=1)[-1]))
            yield from _idle(box, "with pages on", AWAITED_A_SECOND, None)
        yield from _memory(Path(folder), "after a game", MEMORY_MIB)
        yield from _memory(Path(folder), "after a game, pages on", PAGES_MIB, pages_on())


def _memory(folder: Path, when: str, most: int, pages: str = "") -> Iterator[Figure]:
    """What a box without a page of its twin holds, once everything that happens at a start is over."""
    with started(folder, pages, "--without-page") as box:
        if pages:
            visit(int(pages.rsplit(maxsplit=1)[-1]))
        time.sleep(REST_S + IDLE_S)
        yield Figure(f"a running box in memory, {when}", resident_mib(box.pid), "MiB", at_most=most)


def _idle(box: Started, when: str, most_a_second: float, percent: float | None = IDLE_PERCENT) -> Iterator[Figure]:
    time.sleep(REST_S)
    before, began = spent(box.pid), time.monotonic()
    time.sleep(IDLE_S)
    after, took = spent(box.pid), time.monotonic() - began
    switches, cpu = (after.switches - before.switches) / took, 100 * (after.cpu_s - before.cpu_s) / took
    yield Figure(f"idle {when}: context switches", switches, "per s", at_most=most_a_second)
    yield Figure(f"idle {when}: CPU", cpu, "%", at_most=percent)


@contextmanager
def started(folder: Path, more: str = "", *without: str) -> Iterator[Started]:
    """A box in a process of its own, which keeps its games in this folder; `more`: settings; `without`: nothing, or
    `--without-page`. Raises LeftOut."""
    port = free_port()
    settings = folder / "companion.toml"
    settings.write_text(f'state_folder = "{folder / "state"}"\n[page]\nport = {port}\n{more}', encoding="utf-8")
    command = [sys.executable, "-m", "tests.bench.inspection", *without, "--config", str(settings)]
    compiled = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    compiled["PYTHONPYCACHEPREFIX"] = str(bytecode())
    began = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=compiled)
    try:
        yield _seen(process, None if without else port, began)
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE_S)


@cache
def bytecode() -> Path:
    """A folder with the bytecode of the box and of all that it needs, without docstrings; until this process ends."""
    kept = TemporaryDirectory(prefix="companion-bytecode-")
    atexit.register(kept.cleanup)
    needed = re.findall(r"^([\w-]+)==", (ROOT / "wiring/requirements.txt").read_text("utf-8"), re.MULTILINE)
    of_others = [file.locate() for name in needed for file in files(name) or () if file.suffix == ".py"]
    ours = [path for package in ("companion", "hardware") for path in (ROOT / package).rglob("*.py")]
    for path in (*ours, *map(Path, of_others)):
        at = Path(f"{kept.name}{path.parent}", f"{path.stem}.{sys.implementation.cache_tag}.pyc")
        compile_module(str(path), str(at), doraise=True, optimize=2)
    return Path(kept.name)


def _seen(process: subprocess.Popen[str], port: int | None, began: float) -> Started:
    told = process.stdout
    picture = told.readline().split() if told is not None else []
    if told is None or not picture or (port is not None and not told.readline()):
        raise LeftOut("the box as a process is left out; it does not start here, try `companion` by itself")
    if port is not None:
        with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)) as page:
            page.request("GET", "/layout")
            page.getresponse().read()
    ready = time.monotonic()
    _, at, used, *loaded = picture
    return Started(process.pid, float(at) - began, float(used), ready - began, tuple(loaded))


def keep_a_game(folder: Path) -> None:
    """Put a game without its last answers into the journal, so that the box waits for somebody."""
    start = begin(RULES, PLAYERS, COLOURS, {})
    steps = list(play(RULES, start, Random(1)))
    last = max(n for n, step in enumerate(steps) if step.seat is not None and not step.is_lot)
    journal = Journal(folder)
    journal.begin(NewGame(RULES.name, RULES.header(start), "", tuple(range(1, PLAYERS + 1))))
    for step in steps[:last]:
        journal.append(step)
    journal.shut()


def resident_mib(pid: int | str) -> float:
    """What the process holds in memory now; of a file that is mapped several times, the largest piece."""
    held: dict[str, int] = {}
    for line in Path(f"/proc/{pid}/smaps").read_text(encoding="utf-8").splitlines():
        first, *rest = line.split()
        if not first.endswith(":"):  # where it begins and ends, rights, where in the file, device, number, name
            where = f"{rest[3]} {rest[1]}" if rest[3] != "0" else first
        elif first == "Rss:":
            held[where] = max(held.get(where, 0), int(rest[0]))
    return sum(held.values()) / 1024


def spent(pid: int) -> Spent:
    """What all threads of a process have used together."""
    threads = list(Path(f"/proc/{pid}/task").iterdir())
    switches = sum(int(line.split()[1]) for thread in threads for line in _status(thread) if "_ctxt_switches" in line)
    times = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return Spent(switches, (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK"))


def _status(of: Path) -> list[str]:
    return (of / "status").read_text(encoding="utf-8").splitlines()


def pages_on() -> str:
    """Settings that switch pages on for this computer, at any free port."""
    return f'[pages]\ninterface = "lo"\nport = {free_port()}'


def visit(port: int) -> None:
    """Load the page that everybody may see, as soon as it is there. Raises LeftOut."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)) as page, suppress(ConnectionRefusedError):
            page.request("GET", "/")
            page.getresponse().read()
            return
        time.sleep(0.1)
    raise LeftOut("memory with pages is left out; they are not served here")
