"""What two hundred clients of a page, half of them bad, cost the box: time from key to commit, memory, log lines.

Law: the box and its page run as they do, in one process, and the clients in another; figures with and without them are
of the same run, by turns, so that whatever else this machine does meanwhile is in both.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from random import Random
from statistics import median
from typing import Final, NamedTuple

import msgspec
from starlette.types import ASGIApp

from companion.daemon.library import Library
from companion.daemon.live import Live
from companion.daemon.twin import Twin
from companion.faces.drift import next_step
from companion.games import find_rules
from companion.journal.journal import Journal
from companion.kit.errors import LeftOut
from companion.kit.seats import COLOURS
from companion.match.history import NewGame
from companion.players.play import begin as begin_game
from companion.players.play import play
from companion.table.ports import OWNER
from companion.web.app import make_app
from companion.web.pages.app import make_app as make_pages
from companion.web.pages.doors import Doors, Entered
from companion.web.port import bind
from companion.web.server import Server
from companion.web.words import home_words
from tests.bench.clients import CLIENTS, MEMBERS, Report, ask, draft, many_good
from tests.bench.figure import Figure
from tests.bench.press_latency import PLAYERS, Bus, begin, commit, running, while_it_plays
from tests.bench.process_cost import resident_mib

ROUNDS: Final = 5
PAST: Final = 10
"""Games on the shelf."""
COMMITS: Final = 6
"""How many commits are timed in a round with the clients, and as many without them."""
SETTLE_S: Final = 5.0
"""By then every client that will ever be cut off has been cut off once."""
TIMES: Final = 2
MORE_MIB: Final = 8
LINES: Final = 2
"""So many lines of the log are allowed, and one more for each minute."""
MINUTE_S: Final = 60.0

METHOD: Final = (
    f"A page under fire: {sum(CLIENTS.values())} clients in a process of their own, of which 50 read nothing, 20 say "
    "nonsense, 20 never end their request, 5 ping and 1 presses or chooses as fast as the wire takes it; at the pages "
    f"for phones {MEMBERS[draft]} more choose 20 times a second with one seat's key, and {MEMBERS[ask]} ask for the "
    f"owner's list, record, replay and board, of {PAST} games; cut off, they come again at once. {ROUNDS} rounds of "
    f"{COMMITS} commits before they come and {COMMITS} while they are there. "
    "The median is that of all commits; the maximum is the median of the rounds' maxima, and the highest of all is "
    f"told beside it. Memory: of the box's process in the end, over that after the first {SETTLE_S:g} s of them."
)


class Stage(NamedTuple):
    """A page under fire."""

    app: ASGIApp
    keys: tuple[str, ...]
    """The keys of the owner and of the seats; empty: no phones connect."""
    picture: Callable[[], bytes]
    """What the page shows now."""


class Round(NamedTuple):
    """Commits, in seconds."""

    before: list[float]
    under: list[float]


class Fire(NamedTuple):
    """What was measured."""

    rounds: list[Round]
    grown_mib: float
    lines: int
    lost: int
    up_to_date: int
    """How many good clients have the newest picture at the end of a round; the lowest number of all rounds."""
    cut_off: Counter[str]
    seconds: float
    """How long the measurement took."""


class Lines(logging.Handler):
    """Counts the lines of the log."""

    count = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Count one, with those of its traceback."""
        self.count += 1 + self.format(record).count("\n")


def measure_page() -> Iterator[Figure]:
    """The box under fire: the twin's page, then those for tablets and phones."""
    if not Path("/proc/self/status").exists():
        raise LeftOut("the page under fire is left out; memory is read from /proc, which Linux has")
    for name, stage in (("page", the_twin_s), ("phones' pages", the_phones)):
        with tempfile.TemporaryDirectory(prefix="companion-bench-") as made:
            play_some(folder := Path(made))
            with running(folder) as box:
                yield from _figures(name, _fire(stage, folder, *box))


def _fire(stage: Callable[[Live, Twin, Path], Stage], folder: Path, live: Live, twin: Twin, bus: Bus) -> Fire:
    staged = stage(live, twin, folder)
    return while_it_plays(live, lambda: under_fire(staged, live, twin, bus))


def _figures(name: str, fire: Fire) -> Iterator[Figure]:
    for what, of in (("median", _median), ("maximum", _maximum)):
        before, under = (of([each[side] for each in fire.rounds]) for side in (0, 1))
        yield Figure(f"key to commit, nobody at the {name}: {what}", 1000 * before, "ms")
        yield Figure(f"key to commit, {name} under fire: {what}", 1000 * under, "ms")
        yield Figure(f"key to commit, {name} under fire: {what}, of that", under / before, "times", at_most=TIMES)
    for when, side in ((f"nobody at the {name}", 0), (f"{name} under fire", 1)):
        yield Figure(
            f"key to commit, {when}: highest of all", 1000 * max(max(each[side]) for each in fire.rounds), "ms"
        )
    yield Figure(f"{name} under fire: good clients lost", fire.lost, "", at_most=0)
    yield Figure(f"{name} under fire: good clients up to date", fire.up_to_date, "", at_least=many_good())
    yield Figure(f"{name} under fire: bad clients cut off", fire.cut_off.total(), "times")
    yield Figure(f"{name} under fire: memory grown", fire.grown_mib, "MiB", at_most=MORE_MIB)
    yield Figure(f"{name} under fire: lines in the log", fire.lines, "", at_most=LINES + fire.seconds // MINUTE_S)


def _median(rounds: list[list[float]]) -> float:
    return median(each for commits in rounds for each in commits)


def _maximum(rounds: list[list[float]]) -> float:
    """The median of the maxima: a single commit may be late because the machine did something else."""
    return median(map(max, rounds))


def play_some(folder: Path) -> None:
    """Games to look back at."""
    rules = find_rules(None)
    with ExitStack() as leaving:
        journal = Journal(folder)
        leaving.callback(journal.shut)
        start = begin_game(rules, PLAYERS, COLOURS, {})
        journal.begin(NewGame(rules.name, rules.header(start), "", tuple(range(1, PLAYERS + 1))))
        for step in play(rules, start, Random(1)):
            journal.append(step)
        for _ in range(PAST - 1):
            journal.go_on_with(1)
        journal.close()


def the_twin_s(_live: Live, twin: Twin, _folder: Path) -> Stage:
    """The twin's page."""
    return Stage(make_app(twin), (), twin.memory)


def the_phones(live: Live, _twin: Twin, folder: Path) -> Stage:
    """The pages for tablets and phones; the owner's key and each seat's are known to some of these."""
    doors, pages = Doors(), live.open_pages(home_words)
    entered = [doors.enter(doors.code(door, 0.0), 0.0) for door in (OWNER, *range(1, PLAYERS + 1))]
    keys = tuple(each.key for each in entered if isinstance(each, Entered))
    app = make_pages(pages, doors, pages.came_in, lambda: Library(folder, lambda: "en"))
    return Stage(app, keys, lambda: pages.table()[1:])


def under_fire(stage: Stage, live: Live, twin: Twin, bus: Bus) -> Fire:
    """Play with nobody at the page, then with all clients, again and again."""
    begin(live, twin)
    rounds, memory, reports, began = list[Round](), list[float](), list[tuple[Report, str]](), time.monotonic()
    with served(stage.app) as port, counted() as lines:
        for _ in range(ROUNDS):
            before = [commit(live, twin, bus) for _ in range(COMMITS)]
            with clients(port, stage.keys) as leave:
                time.sleep(SETTLE_S)
                memory.append(resident_mib("self"))
                rounds.append(Round(before, [commit(live, twin, bus) for _ in range(COMMITS)]))
                memory.append(resident_mib("self"))
                rest(live)
                picture = sha256(stage.picture()).hexdigest()
                reports.append((leave(), picture))
        return Fire(
            rounds,
            memory[-1] - memory[0],
            lines.count,
            sum(report.lost for report, _ in reports),
            min(report.pictures.get(picture, 0) for report, picture in reports),
            sum((Counter(report.cut_off) for report, _ in reports), Counter[str]()),
            time.monotonic() - began,
        )


def rest(live: Live) -> None:
    """Wait until all news is told and the pages have the last picture, which then does not shift for some time."""
    while live.box.table.showing.is_telling:
        time.sleep(SETTLE_S / 10)
    now = time.monotonic()
    if (wanders_in := next_step(now) - now) < 2 * SETTLE_S:
        time.sleep(wanders_in)
    time.sleep(SETTLE_S / 2)


@contextmanager
def served(app: ASGIApp) -> Iterator[int]:
    """A page, at any free port."""
    with bind(0) as sock:
        port: int = sock.getsockname()[1]
        server = Server(app, sock)
        server.start()
        yield port
        server.stop()


@contextmanager
def counted() -> Iterator[Lines]:
    """Within it, the lines of the log are counted."""
    lines = Lines()
    logging.getLogger().addHandler(lines)
    yield lines
    logging.getLogger().removeHandler(lines)


_REPORT: Final = msgspec.json.Decoder(Report)


@contextmanager
def clients(port: int, keys: tuple[str, ...]) -> Iterator[Callable[[], Report]]:
    """Start all clients; gives a function that ends them and returns their report."""
    command = [sys.executable, "-m", "tests.bench.clients", str(port), *keys]
    with ExitStack() as leaving:
        process = leaving.enter_context(
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        )
        leaving.callback(process.kill)
        if process.stdout is None or process.stdout.readline() != "ready\n":
            raise LeftOut("the page under fire is left out; its clients do not start here")
        yield lambda: _REPORT.decode(process.communicate()[0])
