"""How a game goes from deal to deal; and a summary at its end: captures, cheats and who was caught, wormholes.

Law: the summary reveals cheats that nobody found, so there is one only for a finished game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from companion.games.cat_royal import events
from companion.games.cat_royal.ending import Over
from companion.games.cat_royal.pages import IN_THE_GOAL, by_name
from companion.games.cat_royal.state import State
from companion.kit.curve import Curve
from companion.kit.event import Event
from companion.kit.seats import Seat
from companion.kit.text import Text, text, verbatim
from companion.kit.view import View


class Course(msgspec.Struct):
    """What is counted during the game, most of it by seat."""

    deals: int = 0
    turn: Seat = 0
    """The seat that has played the latest card."""
    made: Counter[Seat] = msgspec.field(default_factory=Counter)
    suffered: Counter[Seat] = msgspec.field(default_factory=Counter)
    cheats: Counter[Seat] = msgspec.field(default_factory=Counter)
    caught: Counter[Seat] = msgspec.field(default_factory=Counter)
    holes: Counter[Seat] = msgspec.field(default_factory=Counter)
    """How often each seat went through a wormhole."""

    def heed(self, event: Event) -> None:
        """Count an event."""
        match event:
            case events.Dealt(deal=deal):
                self.deals = deal
            case events.Played(seat=seat, cheat=cheat):
                self.turn = seat
                self.cheats[seat] += bool(cheat)
            case events.Captured(seat=seat):
                self.made[self.turn] += 1
                self.suffered[seat] += 1
            case events.Accused(seat=seat, guilty=True):
                self.caught[seat] += 1
            case events.Teleported(seat=seat):
                self.holes[seat] += 1
            case _:
                pass


def summary(told: Iterable[tuple[State, Event]]) -> tuple[View, ...]:
    """The pages of a finished game."""
    pairs, course = tuple(told), Course()
    for _, event in pairs:
        course.heed(event)
    return _pages(pairs[-1][0], course) if pairs else ()


def curves(told: Iterable[tuple[State, Event]]) -> tuple[Curve, ...]:
    """Figures in the goal at the start and after each deal."""
    stages: list[tuple[int, ...]] = []
    for state, event in told:
        if isinstance(event, events.Dealt) or isinstance(state.phase, Over):
            stages.append(tuple(map(state.home, range(1, state.seats + 1))))
    names = tuple(map(str, range(len(stages))))
    return (Curve(IN_THE_GOAL, names, tuple(stages)),) if len(stages) > 1 else ()


def _pages(state: State, course: Course) -> tuple[View, ...]:
    whole = (
        text("deals\t{n}", n=course.deals),
        text("captures\t{n}", n=course.made.total()),
        text("wormholes\t{n}", n=course.holes.total()),
    )
    return (
        View(text("The game"), lines=whole),
        View(text("Figures taken"), lines=_each(state, course.made)),
        View(text("Figures lost"), lines=_each(state, course.suffered)),
        View(text("Cheats made"), lines=_each(state, course.cheats)),
        View(text("Cheats caught"), lines=_each(state, course.caught)),
    )


def _each(state: State, count: Counter[Seat]) -> tuple[Text, ...]:
    """A line for each seat with its count."""
    return by_name(state, {seat: verbatim(str(count[seat])) for seat in range(1, state.seats + 1)})
