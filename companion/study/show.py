"""Tables and progress bars for people, drawn by rich; and results as JSON for programs.

Law: only commands that draw import this module, since rich takes a tenth of a second.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import msgspec
from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Drawn

from companion.kit.tally import Cell, TallySheet


def as_json(result: msgspec.Struct) -> str:
    """A result for programs."""
    return msgspec.json.format(msgspec.json.encode(result), indent=2).decode() + "\n"


class TablePrinter(Console):
    """Prints tables; a reader may leave early."""

    def on_broken_pipe(self) -> None:
        """Raise BrokenPipeError, which the command line handles."""
        raise  # noqa: PLE0704  # called while it is handled


def sheets(shown: Iterable[TallySheet]) -> None:
    """Print tables on stdout. Raises BrokenPipeError."""
    console = TablePrinter(highlight=False)
    for table in shown:
        for drawn in _fitting(console, table):
            console.print(drawn)
        console.print()


def _fitting(console: Console, table: TallySheet) -> Iterator[Drawn]:
    """The table; if it is too wide, in several parts, each with the first column and some of the others."""
    cells = list(zip(table.columns, *(map(words, row) for row in table.rows), strict=True))
    sizes = [Measurement(*map(max, zip(*map(console.measure, column), strict=True))) for column in cells]
    first, *rest = range(len(table.columns))
    title: str | None = table.title
    while rest:
        now = [first, rest.pop(0)]
        while rest and _spare(console, [sizes[at] for at in (*now, rest[0])]) >= 0:
            now.append(rest.pop(0))
        widths = _widths([sizes[at] for at in now], _spare(console, [sizes[at] for at in now]))
        drawn = _drawn(table, dict(zip(now, widths, strict=True)))
        drawn.title, drawn.caption, title = title, None if rest else table.note or None, None
        yield drawn


def _spare(console: Console, sizes: Sequence[Measurement]) -> int:
    """The width left if no word or number of these columns is cut; each has lines and blanks around it."""
    return console.width - 1 - sum(3 + size.minimum for size in sizes)


def _widths(sizes: Sequence[Measurement], spare: int) -> list[int]:
    """Each column at its full width, or the spare width shared among columns that want more."""
    wanted = [size.maximum - size.minimum for size in sizes]
    share = min(1.0, max(spare, 0) / (sum(wanted) or 1))
    return [size.minimum + int(share * more) for size, more in zip(sizes, wanted, strict=True)]


def _drawn(table: TallySheet, widths: Mapping[int, int]) -> Drawn:
    """The part of a table that has these columns, with their widths."""
    drawn = Drawn(box=box.SIMPLE_HEAD, title_style="bold")
    drawn.title_justify = drawn.caption_justify = "left"
    for at, width in widths.items():
        is_number = any(isinstance(row[at], int | float) for row in table.rows)
        drawn.add_column(table.columns[at], justify="right" if is_number else "left", width=width, overflow="fold")
    for row in table.rows:
        drawn.add_row(*(words(row[at]) for at in widths))
    return drawn


def words(cell: Cell) -> str:
    """The text of a cell."""
    match cell:
        case None:
            return "-"
        case float():
            return f"{cell:,.2f}"
        case int():
            return f"{cell:,}"
        case str():
            return cell


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on stderr, if that is a terminal; gives the function that advances it."""
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(what, total=total)
        yield lambda more: bar.advance(task, more)
