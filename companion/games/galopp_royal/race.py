"""A race: the die calls a bearer, chairs move, fall into the pond or pass under the arch (de B, B2-B4).

Laws: the whole move is made before anything is judged, the own chair first; the first chair in the pond is last; a
chair in the pond or past the finish can no longer be moved.
"""

from __future__ import annotations

import functools
from typing import ClassVar

from msgspec.structs import replace

from companion.games.galopp_royal import events, intents, schemer
from companion.games.galopp_royal.booklet import FACES, SCHEMER, SPACES
from companion.games.galopp_royal.cards import bearer
from companion.games.galopp_royal.keypad import NUMBERS
from companion.games.galopp_royal.race_end import end_of_race, paid_out, prizes, prizes_are_settled
from companion.games.galopp_royal.state import Part, Phase, State
from companion.kit.event import BySeat, Card, Event, Intent, Refused
from companion.kit.question import OneOf, Question, asked
from companion.kit.seats import Seat, left_of
from companion.kit.text import text

# --- a turn ----------------------------------------------------------------------------------------------------------


class Lining(Phase, frozen=True):
    """The chairs line up for the next race."""

    part: ClassVar[Part] = "race"

    def follows(self, state: State) -> Event:
        """The smallest player rolls first; in later races, the last player of the race before."""
        return events.RaceBegan(state.race + 1, state.last)

    def after(self, state: State, event: Event) -> State:
        """The arch stands on the next finish space."""
        if type(event) is events.RaceBegan:
            finish = state.setup.board.finishes[event.race - 1]
            return replace(state, race=event.race, finish=finish, result=(), phase=Rolling(event.seat))
        return super().after(state, event)


class Rolling(Phase, frozen=True):
    """A seat is about to roll."""

    part: ClassVar[Part] = "race"

    seat: Seat

    def asks(self, state: State) -> Question:
        """One of the four faces: from the box's die, or typed from the real one."""
        return _die(self.seat, state.setup.duties.die)

    def answered(self, state: State, intent: Intent) -> Event:
        """The die calls the bearer on the slot of its face."""
        if type(intent) is intents.Roll:
            return events.Rolled(self.seat, intent.face, bearer(state, self.seat, intent.face))
        return super().answered(state, intent)

    def awaited(self, state: State) -> Refused:
        """A roll."""
        return asked(text("Now {name} rolls.", name=state.name(self.seat)))

    def objection(self, _state: State, intent: Intent) -> Refused | None:
        """The die has four faces."""
        if type(intent) is intents.Roll:
            return Refused(
                "no_such_face", text("The die has no {n}, only 1 to {most}.", n=intent.face, most=len(FACES))
            )
        return None

    def after(self, state: State, event: Event) -> State:
        """The owner of a schemer chooses; every other bearer acts at once."""
        if type(event) is events.Rolled:
            phase = Scheming(self.seat) if event.bearer == SCHEMER else Bearing(self.seat, event.bearer)
            return replace(state, phase=phase)
        return super().after(state, event)


class Carrying(Phase, frozen=True):
    """Chairs are about to be carried."""

    part: ClassVar[Part] = "race"

    seat: Seat
    """Who is on turn."""

    def after(self, state: State, event: Event) -> State:
        """The chairs have moved; now the consequences are told."""
        if type(event) is events.Moved:
            return _carried(state, event.seat, event.steps)
        return super().after(state, event)


class Bearing(Carrying, frozen=True):
    """A bearer without a choice is about to carry its chair."""

    card: Card

    def follows(self, _state: State) -> Event:
        """The chair must move as many spaces as the card says, ahead or back."""
        return events.Moved(self.seat, ((self.seat, SPACES[self.card]),))


class Scheming(Carrying, frozen=True):
    """The schemer's owner chooses which chairs it moves."""

    def asks(self, state: State) -> Question:
        """Every way the schemer can be used; the chair furthest ahead is offered as a victim first."""
        return schemer.asked(state, self.seat)

    def answered(self, state: State, intent: Intent) -> Event:
        """The schemer's owner has chosen."""
        if type(intent) is intents.Scheme:
            return events.Moved(self.seat, intent.steps)
        return super().answered(state, intent)

    def awaited(self, state: State) -> Refused:
        """A use of the schemer."""
        return asked(text("Now {name} uses the crafty devil.", name=state.name(self.seat)))

    def objection(self, state: State, intent: Intent) -> Refused | None:
        """Which chair cannot be moved like this, or that the schemer cannot be used like this."""
        if type(intent) is intents.Scheme:
            return schemer.objection(state, self.seat, intent.steps)
        return None


class Arriving(Phase, frozen=True):
    """Chairs have moved; the consequences are being told."""

    part: ClassVar[Part] = "race"

    seat: Seat
    """Who was on turn."""
    off: tuple[Seat, ...]
    """The seats whose chairs have left the track but are not told yet, in the order in which they moved."""

    def follows(self, state: State) -> Event | None:
        """The next event: into the pond, under the arch, the only chair left, the end of the race; or none."""
        if not self.off:
            return end_of_race(state)
        seat = self.off[0]
        if state.spaces[seat - 1] >= state.finish:
            return events.Finished(seat, len(state.finished) + 1)
        return events.Ponded(seat, state.seats - len(state.ponded))

    def after(self, state: State, event: Event) -> State:
        """The chair takes its place, or is out of the race; or the prizes must be paid."""
        if type(event) is events.Finished:
            return _gone_on(replace(state, finished=(*state.finished, event.seat)), self.seat, self.off[1:])
        if type(event) is events.Ponded:
            return _gone_on(replace(state, ponded=(*state.ponded, event.seat)), self.seat, self.off[1:])
        if type(event) is events.RaceEnded:
            return paid_out(replace(state, last=state.last if event.last is None else event.last), prizes(state))
        return super().after(state, event)


@functools.cache
def _die(seat: Seat, duty: str) -> Question:
    answers = tuple(intents.Roll(seat=seat, face=face) for face in FACES)
    by_lot = duty == "box"
    return Question(seat, OneOf(answers), by_lot=by_lot, keys=() if by_lot else NUMBERS, is_typed=not by_lot)


# --- the consequences of a move --------------------------------------------------------------------------------------


def _carried(state: State, seat: Seat, steps: BySeat[int]) -> State:
    """The chairs stand at the plain sum of steps, even past the finish or behind the pond, until this is told."""
    spaces, pond, finish = list(state.spaces), state.setup.board.pond, state.finish
    off: tuple[Seat, ...] = ()
    for mover, by in steps:
        spaces[mover - 1] = space = spaces[mover - 1] + by
        if space <= pond or space >= finish:
            off = (*off, mover)
    gone = state.finished + state.ponded
    if not (off or (gone and prizes_are_settled(state))):  # most moves have no consequence
        return replace(state, spaces=tuple(spaces), came=state.spaces, phase=_next_roll(seat, len(spaces), gone))
    return _gone_on(replace(state, spaces=tuple(spaces), came=state.spaces), seat, off)


def _gone_on(state: State, seat: Seat, off: tuple[Seat, ...]) -> State:
    """Tell the next consequence of the move; when nothing is left to tell, the next chair clockwise is on turn."""
    if off or end_of_race(state) is not None:
        return replace(state, phase=Arriving(seat, off))
    return replace(state, phase=_next_roll(seat, len(state.spaces), state.finished + state.ponded))


def _next_roll(seat: Seat, seats: int, gone: tuple[Seat, ...]) -> Rolling:
    """The roll of the next chair clockwise that is still on the track."""
    seat = left_of(seat, seats)
    return _next_roll(seat, seats, gone) if seat in gone else Rolling(seat)
