"""Accusing of a cheat, what it costs, and moving the wormholes (CR l.138-160).

Law: an accusation is about the latest turn of the accused, and a cheat is paid for once.
"""

from __future__ import annotations

import functools
from typing import ClassVar, Final

from msgspec.structs import replace

from companion.games.cat_royal import events, intents
from companion.games.cat_royal.booklet import FIGURES, LOOP, START, STARTS, Figure
from companion.games.cat_royal.moves import moved
from companion.games.cat_royal.state import Part, Phase, State
from companion.kit.event import Event, Intent
from companion.kit.piles import Draws
from companion.kit.question import Cards, OneOf, Question
from companion.kit.seats import Seat, with_seat
from companion.kit.text import text

PLAIN: Final = tuple([(there, str(there)) for there in range(1, LOOP + 1) if there not in STARTS.values()])
"""The fields where a wormhole may be: all but the start fields."""


class Punishing(Phase, frozen=True):
    """A verdict has fallen, and a figure is about to go home for it."""

    part: ClassVar[Part] = "turn"

    seat: Seat
    """Who is on turn."""
    loser: Seat
    figures: tuple[Figure, ...]
    """One of which goes home; of several the lot takes one."""

    def follows(self, _state: State) -> Event | None:
        """The only one."""
        return events.SentHome(self.loser, self.figures[0]) if len(self.figures) == 1 else None

    def asks(self, _state: State) -> Question | None:
        """One of several."""
        if len(self.figures) == 1:
            return None
        answers = tuple([intents.SendHome(figure=figure) for figure in self.figures])
        return Question(None, OneOf(answers), by_lot=True)

    def answered(self, state: State, intent: Intent) -> Event:
        """It goes home, from the goal too."""
        if type(intent) is intents.SendHome:
            return events.SentHome(self.loser, intent.figure)
        return super().answered(state, intent)

    def after(self, state: State, event: Event) -> State:
        """The figure is in its start area."""
        if type(event) is events.SentHome:
            return moved(state, event.seat, event.figure, START)
        return super().after(state, event)


def accused(state: State, event: events.Accused) -> State:
    """A verdict has fallen: the cheat is paid for, or whoever accused in vain pays; the phase stays if nothing goes."""
    if not event.guilty:
        return _punishing(state, event.by, event.by, _outside(state, event.by))
    figure = state.cheated[event.seat - 1]
    figures = _outside(state, event.seat)
    if state.setup.options.caught == "figure":
        figures = tuple([other for other in figures if other == figure])
    state = replace(state, cheated=with_seat(state.cheated, event.seat, ""))
    return _punishing(state, event.by, event.seat, figures)


def _punishing(state: State, seat: Seat, loser: Seat, figures: tuple[Figure, ...]) -> State:
    return replace(state, phase=Punishing(seat, loser, figures)) if figures else state


def _outside(state: State, seat: Seat) -> tuple[Figure, ...]:
    """The figures of a seat that are not in its start area."""
    return tuple([figure for figure, place in zip(FIGURES, state.at[seat - 1], strict=True) if place != START])


def accusing(state: State, seat: Seat) -> tuple[Question, ...]:
    """The seat on turn may accuse any other, if it has something to lose (app)."""
    return (_accusing(seat, state.seats),) if _outside(state, seat) else ()


@functools.cache
def _accusing(seat: Seat, seats: int) -> Question:
    others = (other for other in range(1, seats + 1) if other != seat)
    answers = tuple([intents.Accuse(seat=seat, accused=other) for other in others])
    return Question(seat, OneOf(answers), name=text("Accuse"))


def shifting(state: State, seat: Seat) -> tuple[Question, ...]:
    """Who is not on turn may move the wormholes once a deal, to fields that are free (CR l.146)."""
    able = [other for other in range(1, state.seats + 1) if other != seat and other not in state.shifted]
    if not able or state.setup.options.holes == "hats":
        return ()
    taken = {*state.holes, *[place for places in state.at for place in places]}
    fields = tuple([card for there, card in PLAIN if there not in taken])
    draws = (Draws(len(fields), fields),)
    count = len(state.holes)
    return tuple(
        [
            Question(other, Cards(intents.Shift(seat=other), count, draws), by_lot=True, name=text("Holes"))
            for other in able
        ]
    )
