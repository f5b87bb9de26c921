"""Many games in portions: split while they are played, each portion as long as the speed of those before tells.

Laws: so many portions are under way and no more, however many games there are to come; what comes out is added up, so
it does not depend on how the games were split.
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
from companion.kit.tally import Count, Tally
from companion.study.executors import Executor
from companion.study.kept import Kept

LASTS_S: Final = 0.5
"""So long a core plays before it reports; Ctrl-C waits for little more."""
MOST: Final = 1000
"""Games in a portion, whatever the speed."""
MOST_RECORDS: Final = 10
"""Games in a portion whose records come with it."""


class Ended(NamedTuple):
    """What has come of one game."""

    counts: Iterable[Count]
    record: tuple[Path, str] | None = None
    """Where it goes, on the machine that has asked for it, and its text."""


class Portion(msgspec.Struct, frozen=True):
    """What has come of some games."""

    first: int
    games: int
    took_s: float
    tally: Tally
    records: dict[Path, str]


class Extent(NamedTuple):
    """How many games there are, numbered from 0 on."""

    games: int
    alike: int | None = None
    """After so many come others, that may take longer; `None`: all are alike."""
    most: int = MOST
    """In a portion."""


class Portions:
    """The games from some number on, split; whoever takes the portions tells what has come of each."""

    def __init__(self, extent: Extent, first: int) -> None:
        self._games, alike, self._most = extent
        self._alike = alike or self._games
        self._first = first
        self._size = 1

    def __iter__(self) -> Iterator[range]:
        """The next ones, as long as they should be by now."""
        at = self._first
        while at < self._games:
            others = at - at % self._alike + self._alike
            end = min(at + self._size, others, self._games)
            yield range(at, end)
            if end == others:
                self._first, self._size = end, 1
            at = end

    def came(self, portion: Portion) -> None:
        """One is done: those to come shall last about as long as they should, and grow to no more than twice."""
        if portion.first < self._first:
            return  # of games that are not like those to come
        due = portion.games * LASTS_S / max(portion.took_s, 1e-6)
        self._size = max(1, min(round(due), self._most, 2 * self._size))


def count(
    play: Callable[[int], Ended], extent: Extent, who: Executor, kept: Kept, report: Callable[[int], None]
) -> Tally:
    """Play the games that are not kept yet, each by its number, and keep them: all that came up, and how often.

    `report` is told how many more have ended. Raises Lost, Unwritten; and what a game raises.
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


def _played(play: Callable[[int], Ended], games: range) -> Portion:
    began, tally = time.perf_counter(), Counter[Count]()
    records = {}
    for number in games:
        ended = play(number)
        tally.update(ended.counts)
        if ended.record is not None:
            path, records[path] = ended.record
    return Portion(games.start, len(games), time.perf_counter() - began, tally, records)
