"""What luck did to each seat: what every lot changed, by its source, and what is left for the choices of all.

Laws: before a lot the chances are the mean of all its outcomes, so their rise after it is luck; the chance at the
start, all luck and all play add up to the result exactly.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from math import hypot, sqrt
from operator import sub
from statistics import fmean
from typing import Final

from companion.kit.seats import Seat
from companion.kit.text import Text, text
from companion.match.report import Luck, LuckSource
from companion.players.playouts import SeatOdds, error
from companion.study.told import ToldGame, stage_of

LOTS: Final = text("Lots")
"""Luck of no particular kind."""


def lots(told: ToldGame) -> list[int]:
    """The moments after which a lot was drawn, as counts from the start."""
    drawn = enumerate(told.moments, 1)
    return [at for at, lot in drawn if lot.is_lot and at < len(told.moments)]


def luck(told: ToldGame, found: Mapping[int, SeatOdds], off: float) -> Iterator[Luck]:
    """Each seat's luck; `found`: the chances before and after each lot, at the start and at the end; `off`: by how much
    they are off in each stage, besides their own errors."""
    drawn = lots(told)
    stages = sum([1 for moment in told.moments if stage_of(told.rules, moment)])
    for seat in range(1, told.seats + 1) if drawn else ():
        sums = [0.0] * len(found[0].parts)
        by, own, count = defaultdict[Text, float](float), 0.0, 0
        for at in drawn:
            gains = [*map(sub, found[at].of(seat), found[at - 1].of(seat))]
            sums = [before + gain for before, gain in zip(sums, gains, strict=True)]
            by[told.rules.source(told.moments[at - 1].events[0]) or LOTS] += fmean(gains)
            if _whose(told, at) == seat:
                own, count = own + fmean(gains), count + 1
        whole = fmean(sums)
        play = found[len(told.moments)].chances[seat - 1] - found[0].chances[seat - 1] - whole
        unsure = hypot(error(sums), off * sqrt(max(1, stages)))
        sources = [LuckSource(name, change) for name, change in by.items()]
        yield Luck(seat, count, own, whole, unsure, tuple(sources), play)


def _whose(told: ToldGame, at: int) -> Seat | None:
    """Whose lot it was: the seat that said when, else the last seat to decide; a deal to all seats is nobody's lot."""
    if not told.moments[at - 1].answers:
        return None
    return next((moment.seat for moment in reversed(told.moments[:at]) if moment.seat is not None), None)
