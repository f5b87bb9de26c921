"""A box that has been played at for years: what takes longer with ten thousand games than with ten.

Laws: both journals hold games that bots have played, written as the box writes them; every command is a process of its
own, over a copy that no box holds.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from companion.daemon.library import Library
from companion.games import GAMES
from companion.journal.entries import encode
from companion.journal.file import FILE
from companion.journal.journal import Journal
from companion.journal.schema import LEFT, as_json, bots_of, put
from companion.kit.seats import COLOURS
from companion.match.history import NewGame
from companion.players.play import begin, play
from tests.bench.figure import Figure
from tests.bench.process_cost import started

FEW: Final = 10
MANY: Final = 10_000
MIB: Final = 200
TWICE: Final = 2.0
PLAYERS: Final = 4
WHOLE: Final = 5
"""Every so many games is played to its end, and so are the last ten; the others were left early."""
EARLY: Final = 20
"""Entries."""
BEGAN: Final = "2026-11-28T20:00:00+00:00"
SEED: Final = "ab" * 32
TIMES: Final = 5

METHOD: Final = (
    f"Years: the median of {TIMES}, over a journal of {MANY} games and more than {MIB} MiB (every fifth game whole, "
    f"the others left early), divided by the same over {FEW} games. A start: to the picture and to the served page. "
    "The owner's list: as the page asks for it. The others: the command as a whole, in a process of its own."
)


def fill(folder: Path, games: int) -> Path:
    """Put so many games of bots into a new journal; gives its file."""
    Journal(folder).shut()
    journal = Journal(folder)
    played = [_played(nth) for nth in range(2 * len(GAMES))]
    with closing(journal._db) as db, db:
        for number in range(1, games + 1):
            new, bodies = played[number % len(played)]
            is_whole = number % WHOLE == 0 or number > games - FEW
            db.execute(*put("game", number, new.name, as_json(new.header), new.seed, as_json(new.pairs), BEGAN))
            db.execute(*put("chosen", bots_of(number), as_json({2: "simple"})))
            rows = [*(bodies if is_whole else bodies[:EARLY]), LEFT]
            db.executemany(*_all("entry", [(number, n, body) for n, body in enumerate(rows, 1)]))
    journal._file.release()
    return folder / FILE


def _all(table: str, rows: list[tuple[object, ...]]) -> tuple[str, list[tuple[object, ...]]]:
    writes = [put(table, *row) for row in rows]
    return writes[0][0], [values for _, values in writes]


def _played(nth: int) -> tuple[NewGame, list[bytes]]:
    rules = GAMES[nth % len(GAMES)]
    start = begin(rules, PLAYERS, COLOURS, {})
    game = NewGame(rules.name, rules.header(start), SEED, tuple(range(1, PLAYERS + 1)))
    return game, [encode(step) for step in play(rules, start, Random(nth))]


def measure_years() -> Iterator[Figure]:
    """How many times as long each takes after years."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as at:
        few, many = Path(at) / "few", Path(at) / "many"
        fill(few / "state", FEW)
        yield Figure("after years: the journal", fill(many / "state", MANY).stat().st_size / 1024**2, "MiB", MIB)
        before, after = dict(_times(few, FEW)), dict(_times(many, MANY))
    for name, took in after.items():
        yield Figure(f"after years: {name}", took / before[name], "times", at_most=TWICE)
        yield Figure(f"after years: {name}, in all", 1000 * took, "ms")


def _times(folder: Path, games: int) -> Iterator[tuple[str, float]]:
    starts = []
    for _ in range(1 + TIMES):
        with started(folder) as box:
            starts.append(box)
    picture, ready = (
        median(times) for times in zip(*((box.picture_s, box.ready_s) for box in starts[1:]), strict=True)
    )
    yield from (("a start, to the first picture", picture), ("a start, to ready", ready))
    library = Library(folder / "state", lambda: "en")
    yield "the owner's list", _took(library.games)
    yield "the owner's list, further back", _took(partial(library.games, games - 2))
    yield "a record for the owner", _took(partial(library.record, games))
    library.close()
    for name, words in {
        "companion games": ("games",),
        "companion export": ("export",),
        "companion export, the first game": ("export", "3"),
        "companion report": ("report", str(games), "--playouts", "1", "--jobs", "1"),
        "companion doctor": ("doctor",),
    }.items():
        yield name, _took(partial(_run, folder, *words))


def _run(folder: Path, *words: str) -> None:
    command = [sys.executable, "-m", "companion", "--config", str(folder / "companion.toml"), *words]
    subprocess.run(command, check=False, capture_output=True)


def _took(work: partial[object] | object) -> float:
    times = []
    for _ in range(TIMES):
        began = time.monotonic()
        work()  # type: ignore[operator]
        times.append(time.monotonic() - began)
    return median(times)
