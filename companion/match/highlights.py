"""What the picture of a finished game says: who has won, and the steps that changed most.

Law: a step that may be chance alone is no highlight.
"""

from __future__ import annotations

from functools import reduce
from heapq import nlargest
from itertools import pairwise
from typing import Final, NamedTuple

from companion.kit.seats import Seat
from companion.kit.text import Text, Wording, joined, text
from companion.match.report import Point, Report, greatest, unsure, within

MOST: Final = 3
"""The most highlights of a game."""


class Highlight(NamedTuple):
    """A step that changed much."""

    at: int
    """The index of the point of the curve to which it led."""
    seat: Seat
    """The seat whose chance it changed most."""
    says: Text
    """From where to where, and by what."""


def headline(report: Report) -> Text:
    """Who has won."""
    won = [report.name(seat) for seat in winners(report)]
    if not won[1:]:
        return text("{name} wins", name=won[0])
    return text("Shared victory: {names}", names=reduce(lambda left, right: joined(left, right, ", "), won))


def winners(report: Report) -> list[Seat]:
    """The seats that have won."""
    last = report.curve[-1].chances
    return [seat for seat, chance in enumerate(last, 1) if chance == max(last)]


def highlights(report: Report) -> list[Highlight]:
    """The steps that changed a chance most, in the order of the game."""
    steps, found = list(pairwise(report.curve)), list[tuple[float, Highlight]]()
    enough = greatest(len(steps) * len(report.names))
    for at, (before, after) in enumerate(steps, 1):
        change, seat = max((change, seat) for seat, change in enumerate(changed(before, after), 1))
        if change > enough * unsure(before, after, seat - 1):
            found.append((change, Highlight(at, seat, _says(report.name(seat), before, after, seat))))
    most = nlargest(MOST, found, key=lambda each: each[0])
    return sorted([highlight for _, highlight in most], key=lambda highlight: highlight.at)


def changed(before: Point, after: Point) -> list[float]:
    """How much the chance of each seat changed, up or down."""
    return [abs(then - now) for now, then in zip(before.chances, after.chances, strict=True)]


def _says(name: Wording, before: Point, after: Point, seat: Seat) -> Text:
    chances = {"n": _chance(before, seat), "m": _chance(after, seat)}
    if after.line is None:
        return text("{name} went from {n} % to {m} %", name=name, **chances)
    return text("{name} went from {n} % to {m} % ({what})", name=name, what=after.line, **chances)


def _chance(point: Point, seat: Seat) -> str:
    """In percent, with its error."""
    return within(f"{round(100 * point.chances[seat - 1])}", 100 * point.errors[seat - 1])
