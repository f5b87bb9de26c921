"""How fast the rules are and how much a game holds, measured beside a public engine in the same run."""

from __future__ import annotations

import gc
import statistics
import tracemalloc
from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter
from typing import Any, Final

from companion.games import GAMES
from companion.kit.rules import Rules
from companion.kit.seats import COLOURS
from companion.match import record
from companion.match.history import Step
from companion.match.session import Session
from companion.study.figure import Figure, LeftOut
from companion.study.play import Played, begin, play, played

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
