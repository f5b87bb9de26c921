"""Tables and progress bars for people, drawn by rich; and results as JSON for programs.

Law: only commands that draw import this module, since rich takes a tenth of a second.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import msgspec
from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Drawn

from companion.kit.tally import Cell, Sheet


def as_json(result: msgspec.Struct) -> str:
    """A result for programs."""
    return msgspec.json.format(msgspec.json.encode(result), indent=2).decode() + "\n"


def sheets(shown: Iterable[Sheet]) -> None:
    """Print tables on stdout."""
    console = Console(highlight=False)
    for table in shown:
        console.print(_drawn(table))
        console.print()


def _drawn(table: Sheet) -> Drawn:
    drawn = Drawn(title=table.title, caption=table.note or None, box=box.SIMPLE_HEAD, title_style="bold")
    drawn.title_justify = drawn.caption_justify = "left"
    for at, column in enumerate(table.columns):
        is_number = any(isinstance(row[at], int | float) for row in table.rows)
        drawn.add_column(column, justify="right" if is_number else "left")
    for row in table.rows:
        drawn.add_row(*map(_words, row))
    return drawn


def _words(cell: Cell) -> str:
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
    """A bar on stderr, if that is a terminal; gives the function that moves it on by so many."""
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(what, total=total)
        yield lambda more: bar.advance(task, more)
