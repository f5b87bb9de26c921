"""What two hundred clients of the page, half of them bad, cost the box: key to commit, memory, lines in the log.

Law: the box and its page run as they do, in one process, and the clients in another; figures with and without them are
of the same run.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

import msgspec

from companion.daemon.live import Live
from companion.daemon.twin import Twin
from companion.kit.errors import LeftOut
from companion.study.clients import CLIENTS, Report, look
from companion.study.figure import Figure
from companion.study.press_latency import Bus, begin, commit, running, while_it_plays
from companion.study.process_cost import resident_mib
from companion.web.app import make_app
from companion.web.port import bind
from companion.web.server import Server

COMMITS: Final = 20
"""With the clients, and so many without."""
SETTLE_S: Final = 5.0
"""After so long, all have been cut off once that will be."""
TIMES: Final = 2
MORE_MIB: Final = 8
LINES: Final = 2

METHOD: Final = (
    f"A page under fire: {sum(CLIENTS.values())} clients in a process of their own, of which 50 read nothing, 20 say "
    "nonsense, 20 never end their request, 5 ping and 1 presses as fast as the wire takes it; cut off, they come again "
    f"at once. {COMMITS} commits before they come and {COMMITS} while they are there. Memory: of the box's process at "
    f"the end, over that after the first {SETTLE_S:g} s of them."
)


class Fire(NamedTuple):
    """What was measured."""

    before: list[float]
    """Commits, in seconds."""
    under: list[float]
    grown_mib: float
    lines: int
    report: Report
    picture: str
    """The SHA-256 of what stands on the display in the end."""


class Lines(logging.Handler):
    """Counts the lines of the log."""

    count = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Count one, with those of its traceback."""
        self.count += 1 + self.format(record).count("\n")


def measure_page() -> Iterator[Figure]:
    """The box under fire."""
    if not Path("/proc/self/status").exists():
        raise LeftOut("the page under fire is left out; memory is read from /proc, which Linux has")
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder, running(Path(folder)) as (live, twin, bus):
        fire = while_it_plays(live, lambda: under_fire(live, twin, bus))
    for what, of in (("median", median), ("maximum", max)):
        before, under = of(fire.before), of(fire.under)
        yield Figure(f"key to commit, nobody at the page: {what}", 1000 * before, "ms")
        yield Figure(f"key to commit, page under fire: {what}", 1000 * under, "ms")
        yield Figure(f"key to commit, page under fire: {what}, of that", under / before, "times", at_most=TIMES)
    good = CLIENTS[look]
    yield Figure("page under fire: good clients lost", fire.report.lost, "", at_most=0)
    yield Figure(
        "page under fire: good clients up to date", fire.report.pictures.get(fire.picture, 0), "", at_least=good
    )
    yield Figure("page under fire: bad clients cut off", sum(fire.report.cut_off.values()), "times")
    yield Figure("page under fire: memory grown", fire.grown_mib, "MiB", at_most=MORE_MIB)
    yield Figure("page under fire: lines in the log", fire.lines, "", at_most=LINES)


def under_fire(live: Live, twin: Twin, bus: Bus) -> Fire:
    """Play with nobody at the page, then with all of them."""
    begin(live, twin)
    before = [commit(live, twin, bus) for _ in range(COMMITS)]
    with served(twin) as port, counted() as lines, clients(port) as leave:
        time.sleep(SETTLE_S)
        memory = resident_mib("self")
        under = [commit(live, twin, bus) for _ in range(COMMITS)]
        grown = resident_mib("self") - memory
        while live.box.table.is_telling:
            time.sleep(SETTLE_S / 10)
        time.sleep(SETTLE_S / 10)
        return Fire(before, under, grown, lines.count, leave(), sha256(twin.memory()).hexdigest())


@contextmanager
def served(twin: Twin) -> Iterator[int]:
    """Its page, at any free port."""
    with bind(0) as sock:
        port: int = sock.getsockname()[1]
        server = Server(make_app(twin), sock)
        server.start()
        yield port
        server.stop()


@contextmanager
def counted() -> Iterator[Lines]:
    """The lines of the log meanwhile."""
    lines = Lines()
    logging.getLogger().addHandler(lines)
    yield lines
    logging.getLogger().removeHandler(lines)


@contextmanager
def clients(port: int) -> Iterator[Callable[[], Report]]:
    """All of them; gives what lets them leave and tell."""
    command = [sys.executable, "-m", "companion.study.clients", str(port)]
    with ExitStack() as leaving:
        process = leaving.enter_context(
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        )
        leaving.callback(process.kill)
        if process.stdout is None or process.stdout.readline() != "ready\n":
            raise LeftOut("the page under fire is left out; its clients do not start here")
        yield lambda: msgspec.json.decode(process.communicate()[0], type=Report)
