"""`companion ladder`: the levels of bots play each other, and how often each wins is told with what chance leaves open.

Laws: one seat of a level sits among others of one level below, each seat in turn; game `i` of seed `s` has random
numbers of its own, so the same seed gives the same games; who shares a victory has its share of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import combinations
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from companion.daemon import owner
from companion.games import find_rules
from companion.kit.decision import unfold
from companion.kit.event import Event
from companion.kit.policy import LEVELS, Level
from companion.kit.rules import Rules
from companion.kit.seats import COLOURS, Seat
from companion.kit.tally import Sheet
from companion.players import levels
from companion.players.play import begin
from companion.study.executors import Executor

SURE: Final = 1.959964
"""Standard errors on both sides of 95 of 100."""


class Arguments(Protocol):
    """What the command line asks of a ladder."""

    games: int
    players: int | None
    game: str | None
    seed: int


class Row(msgspec.Struct, frozen=True):
    """How one seat of a level did among others."""

    level: Level
    against: Level
    players: int
    games: int
    wins: float
    """A shared victory counts as its share."""
    low: float
    """Of the share of games won: below it in one of 40 such ladders."""
    high: float
    median_ms: float
    """How long a decision took."""
    p99_ms: float


class Ladder(msgspec.Struct, frozen=True):
    """All that came out."""

    game: str
    seed: int
    rows: tuple[Row, ...]

    @property
    def tables(self) -> tuple[Sheet, ...]:
        """The rows, to be read."""
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
        note = "Low and high: where the share lies, 95 times of 100 (Wilson). Times: of each decision of the one."
        return (Sheet("ladder", f"The levels of {self.game}", columns, rows, note),)


class Pairing(NamedTuple):
    """One seat of a level among others of another one."""

    level: Level
    against: Level
    players: int


class Won(NamedTuple):
    """What came of one game for its one seat."""

    share: float
    took_ms: list[float]


def pairings(rules: Rules[Any], players: int | None) -> list[Pairing]:
    """Each level against each one below; with so many players, or with each number there may be."""
    tables = rules.seats if players is None else (owner.players(rules, players),)
    return [Pairing(above, below, seats) for seats in tables for below, above in combinations(LEVELS, 2)]


def climb(arguments: Arguments, who: Executor, report: Callable[[int], None]) -> Ladder:
    """Play all pairings; `report` is told how many games more have ended. Raises UnknownGame, BadConfig, Lost."""
    rules, games = find_rules(arguments.game), arguments.games
    pairs = pairings(rules, arguments.players)
    pieces = [(pairing, number) for pairing in pairs for number in range(games)]
    with closing(who.results(partial(_game, rules, arguments.seed), pieces)) as told:
        won = [_reported(one, report) for one in told]
    rows = (row(pairing, won[at * games : (at + 1) * games]) for at, pairing in enumerate(pairs))
    return Ladder(rules.name, arguments.seed, tuple(rows))


def _game(rules: Rules[Any], seed: int, piece: tuple[Pairing, int]) -> Won:
    (level, against, players), number = piece
    start, one = begin(rules, players, COLOURS, {}), 1 + number % players
    return game(rules, start, (one, level, against), Random(f"{seed}.{number}"))


def _reported(one: Won, report: Callable[[int], None]) -> Won:
    report(1)
    return one


def row(pairing: Pairing, won: list[Won]) -> Row:
    """What so many games come to."""
    level, against, players = pairing
    wins, took = sum(one.share for one in won), sorted(ms for one in won for ms in one.took_ms)
    low, high = wilson(wins, len(won))
    return Row(level, against, players, len(won), wins, low, high, took[len(took) // 2], took[len(took) * 99 // 100])


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Between which shares the true one lies, 95 times of 100 (Wilson 1927)."""
    share, square = wins / games, SURE**2 / games
    middle, half = share + square / 2, SURE * sqrt(share * (1 - share) / games + square / games / 4)
    return (middle - half) / (1 + square), (middle + half) / (1 + square)


def game(rules: Rules[Any], start: Any, who: tuple[Seat, Level, Level], rng: Random) -> Won:
    """One game: the seat of one level among others."""
    one, level, against = who
    state, heard, took_ms = start, list[Event](), list[float]()
    while (question := rules.question(state)) is not None:
        began = time.process_time()
        _, said = levels.says(level if question.seat == one else against, rules, state, question, rng, heard=heard)
        if question.seat == one and not question.by_lot:
            took_ms.append(1000 * (time.process_time() - began))
        before = state
        for event, after in unfold(rules, state, rules.answered(state, said)):
            heard.append(rules.without_secrets(before, event))
            before = state = after
    winners = rules.winners(state)
    return Won((one in winners) / len(winners), took_ms)
