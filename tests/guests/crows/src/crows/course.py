"""How a game went: the corn from round to round; and counts of many games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.kit import SPREAD, Curve, Event, Occurrence, Tally, TallySheet, counted, spread_of, text
from crows.happenings import Ended, Fed, Stayed
from crows.state import State

FED, STAYED = ROWS = ("rounds with a meal", "rounds without")


def counts(told: Iterable[Event]) -> Iterator[Occurrence]:
    """What is counted in a whole game; of one that has not ended, nothing."""
    fed = stayed = 0
    for event in told:
        match event:
            case Fed():
                fed += 1
            case Stayed():
                stayed += 1
            case Ended():
                yield Occurrence("game", FED, fed)
                yield Occurrence("game", STAYED, stayed)
            case _:
                pass


def sheets(tally: Tally) -> tuple[TallySheet, ...]:
    """One sheet: how often somebody eats."""
    there = counted(tally, "game")
    rows = tuple((row, *spread_of(there[row])) for row in ROWS if row in there)
    return (TallySheet("game", "What happens in a game", ("in a game", *SPREAD), rows),)


def curves(told: Iterable[tuple[State, Event]]) -> tuple[Curve, ...]:
    """The corn after each round."""
    stages = [state.eaten for state, event in told if isinstance(event, Fed | Stayed)]
    if not stages:
        return ()
    points = ((0,) * len(stages[0]), *stages)
    return (Curve(text("Corn"), tuple(map(str, range(len(points)))), points),)
