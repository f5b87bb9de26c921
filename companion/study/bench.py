"""How fast the rules are and how much a game holds, measured beside a public engine in the same run.

Law: a figure says what it is, in which unit, and what it is held against; how it was taken stands in `METHOD`.
"""

from __future__ import annotations

import gc
import platform
import statistics
import tracemalloc
from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter
from typing import Any, Final

import msgspec

from companion.games import GAMES
from companion.kit.rules import Rules
from companion.kit.seats import COLOURS
from companion.kit.tally import Table
from companion.study.play import Played, begin, play, played
from companion.table import record
from companion.table.history import Step
from companion.table.session import Session

RULES: Final[Rules[Any]] = GAMES[0]
PLAYERS: Final = 4
ROUNDS: Final = 5
ROUND_S: Final = 1.0
EVENINGS: Final = 5
REPEATS: Final = 3

RESUME_MS: Final = 200
"""Ten times as long on a Pi Zero 2 W: after a pulled plug an evening is back two seconds after Python is."""
HELD_KIB: Final = 4096
"""A hundredth of what a Pi Zero 2 W has left for programs."""

METHOD: Final = (
    f"One core, every event audited. Rates: the best of {ROUNDS} rounds of {ROUND_S:g} s, each from game 1 on. "
    f"Times and bytes: the median of {EVENINGS} games, each time the best of {REPEATS}; bytes by tracemalloc. "
    "A decision is a player's answer, the only legal one too; the lot's answers are dice and cards."
)


class Figure(msgspec.Struct, frozen=True):
    """A measured number, and what it is held against."""

    name: str
    """What is measured, in words."""
    value: float
    unit: str
    at_least: float | None = None
    """In the same unit, as is `at_most`."""
    at_most: float | None = None
    is_held: bool | None = None
    """Whether the value keeps its limits; `None`: it has none."""

    def __post_init__(self) -> None:
        """Hold the value against its limits."""
        if self.at_least is not None or self.at_most is not None:
            least, most = self.at_least, self.at_most
            is_held = (least is None or self.value >= least) and (most is None or self.value <= most)
            msgspec.structs.force_setattr(self, "is_held", is_held)


class LeftOut(Exception):
    """A measure that cannot be taken here; the sentence says why and what to do."""


class Bench(msgspec.Struct, frozen=True):
    """All figures of one run."""

    python: str
    machine: str
    method: str
    figures: tuple[Figure, ...]
    left_out: dict[str, str]
    """By measure: why."""

    @property
    def tables(self) -> tuple[Table, ...]:
        """The figures, to be read, if there are any."""
        rows = tuple(
            (figure.name, _rounded(figure.value), figure.unit, _limit(figure), _yes_or_no(figure.is_held))
            for figure in self.figures
        )
        title = f"Python {self.python} on {self.machine}"
        table = Table("figures", title, ("figure", "value", "unit", "limit", "kept"), rows, self.method)
        return (table,) if rows else ()


def bench(names: tuple[str, ...], report: Callable[[int], None]) -> Bench:
    """Take the measures named; `report` is told after each one."""
    figures: list[Figure] = []
    left_out: dict[str, str] = {}
    for name in names:
        try:
            figures += MEASURES[name]()
        except LeftOut as why:
            left_out[name] = str(why)
        report(1)
    return Bench(platform.python_version(), platform.machine(), METHOD, tuple(figures), left_out)


# --- measures --------------------------------------------------------------------------------------------------------


def measure_play() -> Iterator[Figure]:
    """Random games of the box's first game, by the rules alone."""
    start = _start()

    def one(number: int) -> Played:
        return played(play(RULES, start, Random(number)))

    return _rates(RULES.title, one)


def measure_replay() -> Iterator[Figure]:
    """A whole evening out of the journal after a pulled plug, and in the hands of the referee."""
    start, games = _start(), [_game(number) for number in range(1, EVENINGS + 1)]
    session: Session[Any] = Session(RULES, "", start)
    texts = [record.write(RULES, start, game) for game in games]
    resumed = statistics.median(_best_ms(session.resume, game) for game in games)
    checked = statistics.median(_best_ms(_referee, text) for text in texts)
    yield Figure("a whole evening resumed", resumed, "ms", at_most=RESUME_MS)
    yield Figure("its record refereed", checked, "ms")


def measure_memory() -> Iterator[Figure]:
    """A finished game with its whole history, as the box holds it."""
    held = statistics.median(_held(number) for number in range(1, EVENINGS + 1))
    yield Figure("a finished game in memory", held / 1024, "KiB", at_most=HELD_KIB)


def measure_backgammon() -> Iterator[Figure]:
    """A public engine, measured the same way."""
    try:
        from companion.study import backgammon
    except ImportError as error:
        raise LeftOut(f"OpenSpiel's backgammon is left out ({error}); `uv sync --extra bench` installs it") from None
    return _rates("OpenSpiel backgammon", backgammon.play)


MEASURES: Final[dict[str, Callable[[], Iterator[Figure]]]] = {
    "play": measure_play,
    "replay": measure_replay,
    "memory": measure_memory,
    "backgammon": measure_backgammon,
}
"""A new figure is one more function here; what it cannot do without, it imports itself and raises LeftOut."""

# --- how they are taken ----------------------------------------------------------------------------------------------


def _rates(what: str, one: Callable[[int], Played]) -> Iterator[Figure]:
    games, decisions, answers = max(_round(one) for _ in range(ROUNDS))
    yield Figure(f"{what}: games", games, "per s")
    yield Figure(f"{what}: decisions", decisions, "per s")
    yield Figure(f"{what}: decisions and lots", answers, "per s")


def _round(one: Callable[[int], Played]) -> tuple[float, float, float]:
    games = decisions = answers = 0
    gc.collect()
    began = perf_counter()
    while (took := perf_counter() - began) < ROUND_S or not games:
        games += 1
        played = one(games)
        decisions += played.decisions
        answers += played.answers
    return games / took, decisions / took, answers / took


def _best_ms(do: Callable[[Any], object], what: object) -> float:
    times: list[float] = []
    for _ in range(REPEATS):
        gc.collect()
        began = perf_counter()
        do(what)
        times.append(perf_counter() - began)
    return 1000 * min(times)


def _held(number: int) -> int:
    start = _start()
    gc.collect()
    tracemalloc.start()
    try:
        session = Session(RULES, "", start).resume(_game(number))
        gc.collect()
        return tracemalloc.get_traced_memory()[0] if session.question is None else 0
    finally:
        tracemalloc.stop()


def _start() -> Any:
    return begin(RULES, PLAYERS, COLOURS, {})


def _game(number: int) -> list[Step]:
    return list(play(RULES, _start(), Random(number)))


def _referee(text: str) -> object:
    return record.check(RULES, text)


# --- how they are shown ----------------------------------------------------------------------------------------------


def _rounded(value: float) -> float:
    """At least three digits that count."""
    return round(value) if value >= 100 else round(value, 2)


def _limit(figure: Figure) -> str:
    least = [] if figure.at_least is None else [f"≥ {figure.at_least:g}"]
    most = [] if figure.at_most is None else [f"≤ {figure.at_most:g}"]
    return ", ".join((*least, *most))


def _yes_or_no(is_held: bool | None) -> str:
    return "" if is_held is None else "yes" if is_held else "no"
