"""`companion ladder`: the levels of bots play each other; it tells how often each wins, with its margin of error.

Laws: one seat of a level sits among others of another level, each seat in turn, and so does each exploiter among strong
ones; game `i` of seed `s` has random numbers of its own, so the same seed gives the same games; a shared victory counts
as a share; all results are counted in whole numbers, times in bins, so more games need no more memory.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import permutations
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from companion.daemon import owner
from companion.games import find_rules
from companion.kit.decision import unfold
from companion.kit.event import Event, Intent
from companion.kit.policy import LEVELS, Level
from companion.kit.question import Question
from companion.kit.rules import Rules
from companion.kit.seats import COLOURS, Seat
from companion.kit.tally import Occurrence, TallySheet, counted, percentile
from companion.players import exploiters, levels
from companion.players.play import begin
from companion.players.sensible import Eyes
from companion.study.executors import Executor
from companion.study.kept import KeptGames
from companion.study.portions import Extent, GameOutcome, count

SURE: Final = 1.959964
"""Standard errors on each side for 95 of 100."""
BITS: Final = 7
"""How many leading bits of a time in nanoseconds name its bin."""
IN_BIN: Final = 100 / 2**BITS
"""Percent: how far from the middle of its bin a time may lie."""


class LadderArguments(Protocol):
    """What the command line asks of a ladder."""

    games: int
    players: int | None
    game: str | None
    seed: int


class LevelResult(msgspec.Struct, frozen=True):
    """How one seat of a level did among others."""

    level: str
    """A level, or the name of an exploiter."""
    against: Level
    players: int
    games: int
    wins: float
    """A shared victory counts as its share."""
    low: float
    """Lower bound of the share of games won: the true share is below it in one of 40 such ladders."""
    high: float
    median_ms: float
    """How long a decision took."""
    p99_ms: float


class Ladder(msgspec.Struct, frozen=True):
    """The result."""

    game: str
    seed: int
    rows: tuple[LevelResult, ...]

    @property
    def tables(self) -> tuple[TallySheet, ...]:
        """The rows as a table for people."""
        columns = ("one", "among", "players", "games", "wins %", "low %", "high %", "median ms", "p99 ms")
        rows = tuple(
            (
                row.level,
                row.against,
                row.players,
                row.games,
                100 * row.wins / row.games,
                100 * row.low,
                100 * row.high,
                row.median_ms,
                row.p99_ms,
            )
            for row in self.rows
        )
        note = (
            "Low and high: where the share lies, 95 times of 100 (Wilson). Times: of each decision of the one, "
            f"within {IN_BIN:.1f} %."
        )
        return (TallySheet("ladder", f"The levels of {self.game}", columns, rows, note),)


class Pairing(NamedTuple):
    """One seat of a level, or of an exploiter, among others of another level."""

    level: str
    against: Level
    players: int


class Won(NamedTuple):
    """The result of one game for the single seat."""

    shared: int
    """How many seats share the victory, the single seat among them; 0: it lost."""
    took_ns: list[int]
    """The time of each of its decisions."""


def pairings(rules: Rules[Any], players: int | None) -> list[Pairing]:
    """Each level among each other one, and each exploiter among strong ones; with this number of players, or with every
    possible number."""
    tables = rules.seats if players is None else (owner.players(rules, players),)
    levels = [Pairing(one, other, seats) for seats in tables for other, one in permutations(LEVELS, 2)]
    return levels + [Pairing(name, LEVELS[-1], seats) for seats in tables for name in exploiters.of(rules)]


class Rungs(msgspec.Struct, frozen=True):
    """What to play: all pairings, one after the other."""

    rules: Rules[Any]
    seed: int
    games: int
    """How many games of each pairing."""
    pairings: tuple[Pairing, ...]

    @property
    def asked(self) -> dict[str, object]:
        """All that determines the games."""
        players = sorted({pairing.players for pairing in self.pairings})
        return {
            "command": "ladder",
            "seed": self.seed,
            "games": self.games,
            "game": self.rules.name,
            "players": players,
        }

    @property
    def all_games(self) -> int:
        """How many games of all pairings together."""
        return self.games * len(self.pairings)


def plan(arguments: LadderArguments) -> Rungs:
    """The ladder that the command line asks for. Raises UnknownGame, BadConfig."""
    rules = find_rules(arguments.game)
    return Rungs(rules, arguments.seed, arguments.games, tuple(pairings(rules, arguments.players)))


def climb(todo: Rungs, who: Executor, report: Callable[[int], None], kept: KeptGames | None = None) -> Ladder:
    """Play all pairings; `report` gets how many more games have ended. Raises Lost."""
    tally = count(partial(_game, todo), Extent(todo.all_games, alike=todo.games), who, kept or KeptGames(), report)
    shared, took = counted(tally, "shared"), counted(tally, "took")
    rows = (row(pairing, shared[at], took[at]) for at, pairing in enumerate(todo.pairings))
    return Ladder(todo.rules.name, todo.seed, tuple(rows))


def _game(todo: Rungs, at: int) -> GameOutcome:
    pairing, number = divmod(at, todo.games)
    level, against, players = todo.pairings[pairing]
    start, one = begin(todo.rules, players, COLOURS, {}), 1 + number % players
    won = game(todo.rules, start, (one, level, against), Random(f"{todo.seed}.{number}"))
    return GameOutcome(counts(pairing, won))


def counts(pairing: int, won: Won) -> Iterator[Occurrence]:
    """The counts of one game of a pairing."""
    yield Occurrence("shared", pairing, won.shared)
    for took in won.took_ns:
        yield Occurrence("took", pairing, bin_of(took))


def row(pairing: Pairing, shared: Mapping[int, int], took: Mapping[int, int]) -> LevelResult:
    """The row of a pairing, from how many shared each victory of the single seat, and from the bins of its times."""
    level, against, players = pairing
    games = sum(shared.values())
    wins = sum(times / winners for winners, times in shared.items() if winners)
    low, high = wilson(wins, games)
    median_ms, p99_ms = (middle(percentile(took, percent)) / 1e6 for percent in (50, 99))
    return LevelResult(level, against, players, games, wins, low, high, median_ms, p99_ms)


# --- times -----------------------------------------------------------------------------------------------------------


def bin_of(took: int) -> int:
    """The least time of its bin: the first bits of a time. There are only a few thousand bins."""
    rest = max(0, took.bit_length() - BITS)
    return took >> rest << rest


def middle(least: int) -> float:
    """The middle of a bin: no time in it is further away than `IN_BIN` percent."""
    width = 1 << max(0, least.bit_length() - BITS)
    return least + (width - 1) / 2


# --- chance ----------------------------------------------------------------------------------------------------------


def wilson(wins: float, games: float) -> tuple[float, float]:
    """The two shares between which the true one lies, 95 times of 100 (Wilson 1927)."""
    share, square = wins / games, SURE**2 / games
    middle, half = share + square / 2, SURE * sqrt(share * (1 - share) / games + square / games / 4)
    return (middle - half) / (1 + square), (middle + half) / (1 + square)


def game(rules: Rules[Any], start: Any, who: tuple[Seat, str, Level], rng: Random) -> Won:
    """Play one game: the seat of one level, or exploiter, among others."""
    one, level, against = who
    state, heard, took_ns = start, list[Event](), list[int]()
    while (question := rules.question(state)) is not None:
        began = time.process_time_ns()
        said = _says(level if question.seat == one else against, rules, state, question, rng, heard=heard)
        if question.seat == one and not question.by_lot:
            took_ns.append(time.process_time_ns() - began)
        before = state
        for event, after in unfold(rules, state, rules.answered(state, said)):
            heard.append(rules.without_secrets(before, event))
            before = state = after
    winners = rules.winners(state)
    return Won(len(winners) if one in winners else 0, took_ns)


def _says(  # noqa: PLR0913  # who plays, and by what it decides
    name: str, rules: Rules[Any], state: Any, question: Question, rng: Random, *, heard: Sequence[Event]
) -> Intent:
    level = next((level for level in LEVELS if level == name), None)
    if level is None and question.seat is not None:
        return exploiters.says(name, Eyes(rules, rules.seen(state, question.seat), question.seat), question, rng, heard)
    return levels.says(level or "random", rules, state, question, rng, heard=heard)[1]
