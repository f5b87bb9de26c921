"""A report for a terminal: tables beside its sentences.

Law: chances are in percent, with their margin of error beside them.
"""

from __future__ import annotations

from heapq import nlargest
from itertools import pairwise
from typing import Final

from companion.kit.tally import Cell, TallySheet
from companion.kit.text import Text, speak
from companion.match.report import CHANCES, SURE, BetterChoice, Bought, Point, Report, adjusted, fair, rating, unsure

TURNS: Final = 8
"""How many steps of the curve are shown."""


def sheets(report: Report) -> tuple[TallySheet, ...]:
    """The curve stage by stage, its steepest steps, luck, players, prices, choices; an empty table is left out."""
    found = (_stages(report), _turns(report), _luck(report), _players(report), _prices(report), _choices(report))
    return tuple(sheet for sheet in found if sheet.rows)


def _stages(report: Report) -> TallySheet:
    first, *_, last = report.curve
    stages = [("start", first), *((point.stage, point) for point in report.curve if point.stage), ("end", last)]
    rows: list[tuple[Cell, ...]] = [(stage, *_percent(point)) for stage, point in stages]
    note = f"{report.playouts} rests of the game a row, within {100 * SURE * report.error:.1f} at the most."
    return TallySheet("chances", CHANCES.id, ("stage", *_names(report)), tuple(rows), note)


def _turns(report: Report) -> TallySheet:
    steps = nlargest(TURNS, pairwise(report.curve), key=_leap)
    steps.sort(key=lambda step: step[1].n)
    rows: list[tuple[Cell, ...]] = [
        (to.n, said(to.line), *_changed(before, to), _unsure(before, to)) for before, to in steps
    ]
    note = "The greatest changes of chance from one point of the curve to the next; n as in the record."
    return TallySheet("turns", "What changed most", ("n", "event", *_names(report), "within"), tuple(rows), note)


def _leap(step: tuple[Point, Point]) -> float:
    return max(map(abs, _changed(*step)))


def _changed(before: Point, after: Point) -> tuple[float, ...]:
    pairs = zip(before.chances, after.chances, strict=True)
    return tuple(100 * (then - now) for now, then in pairs)


def _unsure(before: Point, after: Point) -> float:
    return 100 * SURE * max(unsure(before, after, at) for at in range(len(after.errors)))


def _luck(report: Report) -> TallySheet:
    sources = list(dict.fromkeys([part.name for luck in report.luck for part in luck.by]))
    rows: list[tuple[Cell, ...]] = []
    for luck in report.luck:
        by = {part.name: part.change for part in luck.by}
        parts = [100 * by.get(source, 0.0) for source in sources]
        sums = (100 * luck.all, 100 * SURE * luck.error, 100 * luck.play, 100 * adjusted(report, luck))
        rows.append((_names(report)[luck.seat - 1], luck.lots, 100 * luck.own, *parts, *sums))
    columns = ("who", "own lots", "by own", *map(said, sources), "luck", "within", "play", "without luck")
    note = (
        "What came by lot against the mean of all that could have come, in % of a victory, summed over the game. The "
        "chance at the start, luck and play of all add up to the result."
    )
    return TallySheet("luck", "Luck", columns, tuple(rows), note)


def _players(report: Report) -> TallySheet:
    rows = tuple(
        (
            _names(report)[player.seat - 1],
            player.choices,
            100 * player.lost,
            100 * SURE * player.error,
            said(rating(player)),
            *(("", "", None, None) if player.worst is None else _worst(player.worst)),
        )
        for player in report.players
    )
    note = "In % of a victory, by what each could know when it chose."
    columns = ("who", "choices", "lost each", "within", "word", "worst", "better", "cost", "within")
    return TallySheet("players", "How well they chose", columns, rows, note)


def _worst(choice: BetterChoice) -> tuple[Cell, ...]:
    return said(choice.line), said(choice.better), 100 * choice.cost, 100 * SURE * choice.error


def _prices(report: Report) -> TallySheet:
    rows = tuple((bought.n, _names(report)[bought.seat - 1], *_fair(bought)) for bought in report.bought)
    note = "Fair: as well off without it; < and > where it lies beyond the purse, - where nothing hung on it any more."
    return TallySheet("prices", "Paid and fair", ("n", "who", "paid", "fair", "within"), rows, note)


def _fair(bought: Bought) -> tuple[int, str | None, float | None]:
    if bought.fair is None:
        return bought.paid, None, None
    return bought.paid, fair(bought), None if bought.beyond else SURE * bought.error


def _choices(report: Report) -> TallySheet:
    rows = tuple(
        (
            choice.n,
            _names(report)[choice.seat - 1],
            *_worst(choice),
        )
        for choice in report.choices
    )
    note = "In % of a victory, with all cards open, as nobody saw them then."
    return TallySheet("choices", "What cost most", ("n", "who", "chosen", "better", "cost", "within"), rows, note)


def _names(report: Report) -> tuple[str, ...]:
    return tuple(speak(name, str) for name in report.names)


def _percent(point: Point) -> tuple[float, ...]:
    return tuple(100 * chance for chance in point.chances)


def said(line: Text | None) -> str:
    """A text in English, in one line."""
    return "" if line is None else speak(line, str).replace("\t", " ")
