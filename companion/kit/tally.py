"""Counting over many games: each game gives counts, equal counts are added up, and sheets are made of the sums.

Law: a count is an integer, so the sum is the same in any order of the games and on any number of cores.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

import msgspec

Cell: TypeAlias = int | float | str | None
"""What stands in a cell of a sheet; `None`: nothing."""


class Occurrence(NamedTuple):
    """A value that occurred in a game, and where it is counted."""

    sheet: str
    """The sheet on which it is counted."""
    row: int | str
    """The rows of a sheet are either all numbers or all words."""
    value: int
    """What occurred: coins, turns, a place."""


Tally: TypeAlias = Counter[Occurrence]
"""How often each count occurred. `update` adds the counts, or the tally, of other games."""


class TallySheet(msgspec.Struct, frozen=True):
    """A table of results, for people and programs."""

    name: str
    """The name for programs: small letters and underscores."""
    title: str
    """The title for people, in English."""
    columns: tuple[str, ...]
    """What stands above each column."""
    rows: tuple[tuple[Cell, ...], ...]
    """The rows, each with a cell for each column."""
    note: str = ""
    """What the numbers mean, if the columns do not say it."""


SPREAD: Final = ("mean", "least", "median", "p90", "most")
"""The columns that `spread` fills."""


def spread_of(counts: Mapping[int, int]) -> tuple[Cell, ...]:
    """Mean, least, median, 90th percentile and most of values with their counts; `None` for each if there are none."""
    if not counts:
        return (None,) * len(SPREAD)
    mean = sum(value * count for value, count in counts.items()) / sum(counts.values())
    return (round(mean, 2), min(counts), percentile(counts, 50), percentile(counts, 90), max(counts))


def percentile(counts: Mapping[int, int], percent: int) -> int:
    """The least value that `percent` of all values do not exceed (nearest rank). Raises AssertionError if empty."""
    due, below = percent * sum(counts.values()), 0
    for value in sorted(counts):
        below += 100 * counts[value]
        if below >= due:
            return value
    raise AssertionError(f"no {percent}th percentile of {counts}")


def share(part: float, whole: int) -> float:
    """`part` of `whole` in percent."""
    return round(100 * part / whole, 2)


def counted(tally: Tally, sheet: str) -> dict[int | str, Counter[int]]:
    """For each row of a sheet, how often each value occurred; rows and values are sorted."""
    rows: dict[int | str, Counter[int]] = {}
    for count in sorted(count for count in tally if count.sheet == sheet):
        rows.setdefault(count.row, Counter())[count.value] = tally[count]
    return rows
