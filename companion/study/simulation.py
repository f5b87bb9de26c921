"""Many random games, counted.

Law: game `i` of seed `s` has random numbers of its own, `random.Random("s.i")`, and counts are integers: the result
does not depend on the number of cores, or on which of them plays which game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Protocol

import msgspec

from companion import result
from companion.config import Config, state_folder
from companion.daemon import assembly, owner
from companion.games import came_with, find_rules
from companion.kit.errors import BrokenGame
from companion.kit.policy import Bots
from companion.kit.rules import Rules
from companion.kit.tally import SPREAD, Occurrence, Tally, TallySheet, counted, spread_of
from companion.match import record
from companion.match.history import Step
from companion.match.stints import HandOver
from companion.players.play import begin, play, played
from companion.study.executors import Executor
from companion.study.kept import KeptGames
from companion.study.portions import MOST, MOST_RECORDS, Extent, GameOutcome, count


class SimulationArguments(Protocol):
    """What the command line asks of a simulation."""

    games: int
    players: int | None
    game: str | None
    rulebook: str | None
    seed: int
    records: Path | None


class Plan(msgspec.Struct, frozen=True):
    """What to play; sent to every core."""

    rules: Rules[Any]
    start: Any
    """The state in which every game begins."""
    seed: int
    games: int
    records: Path | None
    """The folder for records, one for each game."""

    @property
    def bots(self) -> Bots:
        """The players: all of them choose at random."""
        return dict.fromkeys(range(1, len(self.rules.view(self.start, None).seats) + 1), "random")

    @property
    def asked(self) -> dict[str, object]:
        """All that determines the games."""
        where = None if self.records is None else str(self.records.absolute())
        asked = {"command": "simulate", "seed": self.seed, "games": self.games, "records": where}
        return {**asked, **record.header(self.rules, self.start)}

    def record_of(self, number: int) -> Path | None:
        """The file for a game's record, if any: all numbers have the same count of digits, at least four."""
        width = max(4, len(str(self.games)))
        return None if self.records is None else self.records / f"{number:0{width}}.jsonl"


class Simulation(msgspec.Struct, frozen=True):
    """The result."""

    seed: int
    games: int
    """How many games there were; all of them have ended."""
    header: dict[str, object]
    """The common head of all records: players, rulebook, options, board, deck."""
    counts: dict[str, dict[str, dict[str, int]]]
    """How often each value came up, by table, row and value."""
    tables: tuple[TallySheet, ...]


def plan(config: Config, arguments: SimulationArguments) -> Plan:
    """The game as the owner has set it, or a rulebook as printed. Raises BadConfig, UnknownGame, Unwritable."""
    rules = find_rules(arguments.game or config.game.name)
    players = owner.players(rules, arguments.players)
    if arguments.rulebook is not None:
        config = owner.by_rulebook(config, rules, arguments.rulebook, as_printed=True)
    settled = owner.settled(config, rules, state_folder(config))
    names = assembly.settings_of(config, rules, settled, None, is_twin=True).names
    start = begin(rules, players, names, settled)
    if arguments.records is not None:
        result.folder(arguments.records)
    return Plan(rules, start, arguments.seed, arguments.games, arguments.records)


def simulate(todo: Plan, who: Executor, report: Callable[[int], None], kept: KeptGames | None = None) -> Simulation:
    """Play and count; `report` gets how many more games have ended. Raises BrokenGame, Lost, Unwritten."""
    extent = Extent(todo.games, most=MOST if todo.records is None else MOST_RECORDS)
    tally = count(partial(_game, todo), extent, who, kept or KeptGames(), report)
    header = record.header(todo.rules, todo.start)
    tables = (_games(tally), *todo.rules.sheets(tally))
    return Simulation(todo.seed, todo.games, header, _by_name(tally), tables)


def _game(todo: Plan, at: int) -> GameOutcome:
    number = at + 1
    steps, path = _steps(todo, number), todo.record_of(number)
    if path is None:
        return GameOutcome(_counts(todo, steps), None)
    package = came_with(todo.rules.name)
    told = record.write(todo.rules, todo.start, steps, handed=[HandOver(0, todo.bots)], package=package)
    return GameOutcome(_counts(todo, steps), (path, told))


def _steps(todo: Plan, number: int) -> list[Step]:
    try:
        return list(play(todo.rules, todo.start, Random(f"{todo.seed}.{number}")))
    except Exception as error:
        raise BrokenGame(f"game {number} of seed {todo.seed}: {type(error).__name__}: {error}") from error


def _counts(todo: Plan, steps: list[Step]) -> Iterator[Occurrence]:
    events = [event for step in steps for event in step.events]
    yield Occurrence("game", "events", len(events))
    yield Occurrence("game", "decisions", played(steps).decisions)
    yield from todo.rules.counts(events)


def _games(tally: Tally) -> TallySheet:
    rows = tuple((what, *spread_of(counts)) for what, counts in counted(tally, "game").items())
    ended = sum(count for of, count in tally.items() if of[:2] == ("game", "events"))
    note = "A decision is a player's answer, without what the lot decides. Seat 1 starts."
    return TallySheet("game", f"{ended} games, all ended", ("in a game", *SPREAD), rows, note)


def _by_name(tally: Tally) -> dict[str, dict[str, dict[str, int]]]:
    names = sorted({count.sheet for count in tally})
    return {
        name: {
            str(row): {str(value): count for value, count in counts.items()}
            for row, counts in counted(tally, name).items()
        }
        for name in names
    }
