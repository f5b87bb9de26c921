"""How long everybody thought in a game, as its log tells it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from statistics import median

from companion.kit.seats import Seat
from companion.match.history import Step
from companion.match.report import Thought


def thought(steps: Iterable[Step]) -> tuple[Thought, ...]:
    """The thinking of each seat in these steps; a seat without any time, as a bot's, is left out."""
    times = defaultdict[Seat, list[float]](list)
    for step in steps:
        if step.seat is not None and step.thought_s is not None:
            times[step.seat].append(step.thought_s)
    return tuple([Thought(seat, len(each), sum(each), median(each)) for seat, each in sorted(times.items())])
