"""How a game went: lives from round to round, who lied and who doubted well; and counts of many games."""

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
from mia.dice import bears
from mia.happenings import Doubted, Ended, Lost, Opened, Said
from mia.state import State
from mia.view import by_name

ROUNDS, CLAIMS, LIES, TRUE = ROWS = ("rounds", "claims", "lies opened", "truths opened")


def counts(told: Iterable[Event]) -> Iterator[Occurrence]:
    """What is counted in a whole game; of one that has not ended, nothing."""
    came, claim = Counter[str](), ""
    for event in told:
        match event:
            case Said(value=value):
                came[CLAIMS] += 1
                claim = value
            case Opened(dice=(str(dice),)):
                came[TRUE if bears(dice, claim) else LIES] += 1
            case Lost():
                came[ROUNDS] += 1
            case Ended():
                yield from (Occurrence("game", row, came[row]) for row in ROWS)
            case _:
                pass


def sheets(tally: Tally) -> tuple[TallySheet, ...]:
    """One sheet: how much happens in a game."""
    there = counted(tally, "game")
    rows = tuple((row, *spread_of(there[row])) for row in ROWS if row in there)
    return (TallySheet("game", "What happens in a game", ("in a game", *SPREAD), rows),)


def curves(told: Iterable[tuple[State, Event]]) -> tuple[Curve, ...]:
    """The lives after each round."""
    pairs = tuple(told)
    stages = [state.lives for state, event in pairs if isinstance(event, Lost)]
    if not stages:
        return ()
    start = (pairs[0][0].setup.lives,) * len(stages[0])
    points = (start, *stages)
    return (Curve(text("Lives"), tuple(map(str, range(len(points)))), points),)


def summary(told: Iterable[tuple[State, Event]]) -> tuple[View, ...]:
    """Lies that were found, and doubts of the truth."""
    lies, wrong, doubter = Counter[Seat](), Counter[Seat](), 0
    state = None
    for state, event in told:
        match event:
            case Doubted(seat):
                doubter = seat
            case Opened(seat, (str(dice),)):
                found, who = (wrong, doubter) if bears(dice, state.claim) else (lies, seat)
                found[who] += 1
            case _:
                pass
    if state is None:
        return ()
    return (_page(text("Lies found"), state, lies), _page(text("Doubted truth"), state, wrong))


def _page(title: Text, state: State, count: Counter[Seat]) -> View:
    return View(title, lines=by_name(state, (count[seat] for seat in range(1, len(state.lives) + 1))))
