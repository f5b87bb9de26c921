"""A report for a terminal: tables beside its sentences.

Law: chances are in percent, their changes in points of a hundred, each with its margin of error.
"""

from __future__ import annotations

from heapq import nlargest
from itertools import pairwise
from typing import Final

from companion.kit.tally import Cell, TallySheet
from companion.kit.text import Wording, speak
from companion.match.findings import rating
from companion.match.report import CHANCES, BetterChoice, Bought, Point, Report, adjusted, fair, unsure, within

TURNS: Final = 8
"""How many steps of the curve are shown."""


def sheets(report: Report) -> tuple[TallySheet, ...]:
    """The curve by stages, its steepest steps, luck, players, prices, choices, thinking; empty tables are left out."""
    made = (_stages, _turns, _luck, _players, _prices, _choices, _thinking)
    found = [sheet(report) for sheet in made]
    return tuple(sheet for sheet in found if sheet.rows)


def _stages(report: Report) -> TallySheet:
    first, *_, last = report.curve
    stages = [("start", first), *((said(point.name) or point.stage, point) for point in report.curve if point.stage)]
    rows: list[tuple[Cell, ...]] = [
        (stage, *(_percent(chance, error) for chance, error in zip(point.chances, point.errors, strict=True)))
        for stage, point in (*stages, ("end", last))
    ]
    note = f"{report.playouts} rests of the game were played from each of these points."
    return TallySheet("chances", CHANCES.id, ("when", *_names(report)), tuple(rows), note)


def _percent(chance: float, error: float) -> str:
    return within(f"{100 * chance:.0f}", 100 * error)


def _turns(report: Report) -> TallySheet:
    steps = nlargest(TURNS, pairwise(report.curve), key=_leap)
    steps.sort(key=lambda step: step[1].n)
    rows: list[tuple[Cell, ...]] = [
        (to.n, said(to.line), *(_change(before, to, at) for at in range(len(report.names)))) for before, to in steps
    ]
    note = "The greatest changes of the chance to win, in points; n: the number of the event in the record."
    return TallySheet("turns", "What changed most", ("n", "event", *_names(report)), tuple(rows), note)


def _leap(step: tuple[Point, Point]) -> float:
    before, after = step
    return max([abs(then - now) for now, then in zip(before.chances, after.chances, strict=True)])


def _change(before: Point, after: Point, at: int) -> str:
    return within(_signed(after.chances[at] - before.chances[at]), 100 * unsure(before, after, at))


def _luck(report: Report) -> TallySheet:
    sources = list(dict.fromkeys([part.name for luck in report.luck for part in luck.by]))
    rows: list[tuple[Cell, ...]] = []
    for luck in report.luck:
        by = {part.name: part.change for part in luck.by}
        parts = [_signed(by.get(source, 0.0)) for source in sources]
        sums = (within(_signed(luck.all), 100 * luck.error), _signed(luck.play), _signed(adjusted(report, luck)))
        rows.append((_names(report)[luck.seat - 1], *parts, *sums))
    columns = ("who", *map(said, sources), "all luck", "choices of all", "with even luck")
    note = (
        "What came by chance against the mean of all that could have come, in points of the chance to win, summed over "
        "the game. The chance at the start, all luck and the choices of all players add up to the result; with even "
        "luck: without the luck. It may lie beyond 0 and 100."
    )
    return TallySheet("luck", "Luck", columns, tuple(rows), note)


def _players(report: Report) -> TallySheet:
    rows = tuple(
        (
            _names(report)[player.seat - 1],
            player.choices,
            _points(player.lost, player.error),
            said(rating(player)),
            *(("", "", "", "") if player.worst is None else _worst(player.worst)),
        )
        for player in report.players
    )
    note = "In points of the chance to win, by what each could know when it chose. Below 0 by chance alone."
    columns = ("who", "choices", "cost of each", "word", "when", "worst", "better", "cost")
    return TallySheet("players", "How well they chose", columns, rows, note)


def _worst(choice: BetterChoice) -> tuple[Cell, ...]:
    return said(choice.when), said(choice.line), said(choice.better), _points(choice.cost, choice.error)


def _points(cost: float, error: float) -> str:
    return within(f"{100 * cost:.1f}", 100 * error, digits=1)


def _signed(change: float) -> str:
    return f"{round(100 * change):+d}"


def _prices(report: Report) -> TallySheet:
    rows = tuple((bought.n, _names(report)[bought.seat - 1], *_fair(bought)) for bought in report.bought)
    note = "Fair: as well off without it; < and > where it lies beyond the purse, - where nothing hung on it any more."
    return TallySheet("prices", "Paid and fair", ("n", "who", "paid", "fair"), rows, note)


def _fair(bought: Bought) -> tuple[int, str | None]:
    if bought.fair is None:
        return bought.paid, None
    return bought.paid, fair(bought) if bought.beyond else within(fair(bought), bought.error)


def _choices(report: Report) -> TallySheet:
    rows = tuple((choice.n, _names(report)[choice.seat - 1], *_worst(choice)) for choice in report.choices)
    note = "In points of the chance to win, with all cards open, as nobody saw them then."
    return TallySheet("choices", "What cost most", ("n", "who", "when", "chosen", "better", "cost"), rows, note)


def _thinking(report: Report) -> TallySheet:
    rows = tuple(
        (_names(report)[thought.seat - 1], thought.decisions, thought.total_s, thought.median_s)
        for thought in report.thought
    )
    note = "In seconds, without pauses. A throw of the die and the typing in of real cards are no decisions."
    return TallySheet("thinking", "Thinking time", ("who", "decisions", "all", "median"), rows, note)


def _names(report: Report) -> tuple[str, ...]:
    return tuple(speak(name, str) for name in report.names)


def said(line: Wording | None) -> str:
    """A text in English, in one line."""
    return "" if line is None else speak(line, str).replace("\t", " ")
