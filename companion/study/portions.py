"""Many games in portions: split while they are played; the speed of earlier portions sets the size of the next.

Laws: the number of portions under way is limited, for any number of games; results are added up, so they do not depend
on how the games were split.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from companion import result
from companion.kit.tally import Occurrence, Tally
from companion.study.executors import Executor
from companion.study.kept import KeptGames

LASTS_S: Final = 0.5
"""How long a core plays before it reports; Ctrl-C waits little longer."""
MOST: Final = 1000
"""The most games in a portion, at any speed."""
MOST_RECORDS: Final = 10
"""The most games in a portion that carries records."""


class GameOutcome(NamedTuple):
    """The result of one game."""

    counts: Iterable[Occurrence]
    record: tuple[Path, str] | None = None
    """The record's path, on the machine that asked for it, and its text."""


class Portion(msgspec.Struct, frozen=True):
    """The result of some games."""

    first: int
    games: int
    took_s: float
    tally: Tally
    records: dict[Path, str]


class Extent(NamedTuple):
    """How many games there are, numbered from 0 on."""

    games: int
    alike: int | None = None
    """After this many games another kind of game begins, which may take longer; `None`: there is only one kind."""
    most: int = MOST
    """The most games in a portion."""


class Portions:
    """The games from some number on, split; the caller reports the result of each portion by `came`."""

    def __init__(self, extent: Extent, first: int) -> None:
        self._games, alike, self._most = extent
        self._alike = alike or self._games
        self._first = first
        self._size = 1

    def __iter__(self) -> Iterator[range]:
        """The next portions, each with the size that fits by now."""
        at = self._first
        while at < self._games:
            others = at - at % self._alike + self._alike
            end = min(at + self._size, others, self._games)
            yield range(at, end)
            if end == others:
                self._first, self._size = end, 1
            at = end

    def came(self, portion: Portion) -> None:
        """Take a finished portion: the next ones get a size that takes about `LASTS_S`, at most twice the last."""
        if portion.first < self._first:
            return  # its games are of another kind than those to come
        due = portion.games * LASTS_S / max(portion.took_s, 1e-6)
        self._size = max(1, min(round(due), self._most, 2 * self._size))


def count(
    play: Callable[[int], GameOutcome], extent: Extent, who: Executor, kept: KeptGames, report: Callable[[int], None]
) -> Tally:
    """Play the games that are not kept yet, each by its number, and keep their tally.

    `report` gets how many more games have ended. Raises Lost, Unwritten; and what a game raises.
    """
    if kept.games:
        report(kept.games)
    portions = Portions(extent, kept.games)
    with closing(who.results(partial(_played, play), portions)) as played:
        for portion in played:
            for path, text in portion.records.items():
                result.keep(path, text)
            kept.add(portion.games, portion.tally)
            portions.came(portion)
            report(portion.games)
    return kept.tally


def _played(play: Callable[[int], GameOutcome], games: range) -> Portion:
    began, tally = time.perf_counter(), Counter[Occurrence]()
    records = {}
    for number in games:
        ended = play(number)
        tally.update(ended.counts)
        if ended.record is not None:
            path, records[path] = ended.record
    return Portion(games.start, len(games), time.perf_counter() - began, tally, records)
