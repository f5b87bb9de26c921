"""How a game went: the corn from round to round, meals and quarrels; and counts of many games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.kit import (
    SPREAD,
    Curve,
    Event,
    Occurrence,
    Seat,
    Tally,
    TallySheet,
    Text,
    View,
    counted,
    spread_of,
    text,
)
from crows.happenings import Ended, Fed, Landed, Stayed
from crows.state import State
from crows.view import by_name

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


def summary(told: Iterable[tuple[State, Event]]) -> tuple[View, ...]:
    """How often each seat has eaten, and how often its crow quarrelled."""
    meals, quarrels, pairs = Counter[Seat](), Counter[Seat](), tuple(told)
    for _, event in pairs:
        match event:
            case Fed(seat):
                meals[seat] += 1
            case Landed(crows):
                quarrels.update(seat for seat, crow in enumerate(crows, 1) if crows.count(crow) > 1)
            case _:
                pass
    if not pairs:
        return ()
    state, _ = pairs[-1]
    return (_page(text("Meals"), state, meals), _page(text("Quarrels"), state, quarrels))


def _page(title: Text, state: State, count: Counter[Seat]) -> View:
    return View(title, lines=by_name(state, (str(count[seat]) for seat in range(1, len(state.eaten) + 1))))
