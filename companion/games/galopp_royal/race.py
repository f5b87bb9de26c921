"""A race: the die calls a bearer, chairs move, fall into the pond or pass under the arch (de B, B2-B4).

Laws: the whole action is carried out before anything is judged, one's own chair first; the first in the pond is last;
a chair in the pond or past the finish can no longer be moved.
"""

from __future__ import annotations

import functools
from itertools import combinations
from typing import ClassVar, TypeAlias

from msgspec.structs import replace

from companion.games.galopp_royal import events, intents
from companion.games.galopp_royal.booklet import FACES, PLACES, RACES, SCHEMER, SPACES
from companion.games.galopp_royal.cards import bearer
from companion.games.galopp_royal.state import Part, Phase, State
from companion.kit.event import BySeat, Card, Event, Intent, Refused
from companion.kit.money import BANK, Coins, transfer
from companion.kit.question import OneOf, Question
from companion.kit.seats import Seat, left_of
from companion.kit.text import text

Standing: TypeAlias = tuple[Seat, int, bool]
"""How another chair stands to the schemer: how far it can be pushed back (0, 1 or 2 spaces), and whether one space
ahead brings it under the arch."""

# --- a turn ----------------------------------------------------------------------------------------------------------


class Lining(Phase, frozen=True):
    """The chairs line up for the next race."""

    part: ClassVar[Part] = "race"

    def follows(self, state: State) -> Event:
        """The smallest player rolls first, later the last of the race before."""
        return events.RaceBegan(state.race + 1, state.last)

    def after(self, state: State, event: Event) -> State:
        """The arch stands on the next finish space."""
        if type(event) is events.RaceBegan:
            return replace(
                state, race=event.race, finish=state.setup.board.finishes[event.race - 1], phase=Rolling(event.seat)
            )
        return super().after(state, event)


class Rolling(Phase, frozen=True):
    """A seat is about to roll."""

    part: ClassVar[Part] = "race"

    seat: Seat

    def asks(self, state: State) -> Question:
        """One of the four faces: the box's die, or the real one typed in."""
        return _die(self.seat, state.setup.duties.die)

    def answered(self, state: State, intent: Intent) -> Event:
        """The die calls the bearer on the slot of its face."""
        if type(intent) is intents.Roll:
            return events.Rolled(self.seat, intent.face, bearer(state, self.seat, intent.face))
        return super().answered(state, intent)

    def objection(self, _state: State, intent: Intent) -> Refused | None:
        """The die has four faces."""
        if type(intent) is intents.Roll:
            return Refused(
                "no_such_face", text("The die has no {n}, only 1 to {most}.", n=intent.face, most=len(FACES))
            )
        return None

    def after(self, state: State, event: Event) -> State:
        """The schemer's owner chooses; every other bearer acts at once."""
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
        """The chairs stand there, and what comes of it is told."""
        if type(event) is events.Moved:
            return _carried(state, event.seat, event.steps)
        return super().after(state, event)


class Bearing(Carrying, frozen=True):
    """A bearer who knows no choice is about to carry its chair."""

    card: Card

    def follows(self, _state: State) -> Event:
        """Compulsory: as many spaces as the card says, ahead or back."""
        return events.Moved(self.seat, ((self.seat, SPACES[self.card]),))


class Scheming(Carrying, frozen=True):
    """The schemer's owner chooses whom it moves."""

    def asks(self, state: State) -> Question:
        """Every way the schemer can be used; the chair furthest ahead is offered as a victim first."""
        own, gone = self.seat, state.finished + state.ponded
        first, line = state.setup.board.pond + 1, state.finish - 1
        others = [(-space, seat) for seat, space in enumerate(state.spaces, 1) if seat != own and seat not in gone]
        others.sort()
        standing = tuple([(seat, 2 if -back > first + 1 else -back - first, -back == line) for back, seat in others])
        return _schemes(own, standing, state.setup.options.schemer)

    def answered(self, state: State, intent: Intent) -> Event:
        """The schemer's owner has chosen."""
        if type(intent) is intents.Scheme:
            return events.Moved(self.seat, intent.steps)
        return super().answered(state, intent)

    def objection(self, state: State, intent: Intent) -> Refused | None:
        """Which chair cannot be moved so, or that the schemer knows no such use."""
        if type(intent) is intents.Scheme:
            return _objection(state, self.seat, intent.steps)
        return None


class Arriving(Phase, frozen=True):
    """Chairs have been moved; what comes of it is being told."""

    part: ClassVar[Part] = "race"

    seat: Seat
    """Who was on turn."""
    off: tuple[Seat, ...]
    """Whose chairs are off the track and not yet told of, in the order in which they were moved."""

    def follows(self, state: State) -> Event | None:
        """The next thing to tell: into the pond, under the arch, left over, the end of the race; or nothing."""
        if not self.off:
            return end_of_race(state)
        seat = self.off[0]
        if state.spaces[seat - 1] >= state.finish:
            return events.Finished(seat, len(state.finished) + 1)
        return events.Ponded(seat, state.seats - len(state.ponded))

    def after(self, state: State, event: Event) -> State:
        """The chair leaves the track for its place, or is out of the race; or the prizes are due."""
        if type(event) is events.Finished:
            return _gone_on(replace(state, finished=(*state.finished, event.seat)), self.seat, self.off[1:])
        if type(event) is events.Ponded:
            return _gone_on(replace(state, ponded=(*state.ponded, event.seat)), self.seat, self.off[1:])
        if type(event) is events.RaceEnded:
            return _paid_out(replace(state, last=state.last if event.last is None else event.last), prizes(state))
        return super().after(state, event)


class Paying(Phase, frozen=True):
    """Prizes are being paid."""

    part: ClassVar[Part] = "race"

    owed: tuple[tuple[Seat, int, Coins], ...]
    """Seat, place, amount."""

    def follows(self, _state: State) -> Event:
        """The next prize."""
        return events.Paid(*self.owed[0])

    def after(self, state: State, event: Event) -> State:
        """One prize less is owed."""
        if type(event) is events.Paid:
            return _paid_out(replace(state, money=transfer(state.money, BANK, event.seat, event.amount)), self.owed[1:])
        return super().after(state, event)


# --- the die and the schemer -----------------------------------------------------------------------------------------


@functools.cache
def _die(seat: Seat, duty: str) -> Question:
    answers = tuple(intents.Roll(seat=seat, face=face) for face in FACES)
    return Question(seat, OneOf(answers), by_lot=duty == "box")


@functools.lru_cache(maxsize=256)
def _schemes(own: Seat, others: tuple[Standing, ...], option: str) -> Question:
    back_pushes = _pushes(others, -1)
    back = [((own, -2), *push) for push in _pushes(others, +1)]
    if option == "both":
        ahead: list[BySeat[int]] = [((own, +2), *push) for push in (*back_pushes, ())]
    else:
        ahead = [((own, +2),), *back_pushes, *[((seat, +2),) for seat, _, _ in others]]
    uses = [*ahead, *back]
    turned = [(*use[:-2], use[-1], use[-2]) for use in uses if abs(use[-1][1]) == 1]
    return Question(own, OneOf(_by(own, uses), also=_by(own, [use for use in turned if use not in uses])))


def _by(own: Seat, uses: list[BySeat[int]]) -> tuple[Intent, ...]:
    return tuple([intents.Scheme(seat=own, steps=steps) for steps in uses])


def _pushes(others: tuple[Standing, ...], way: int) -> list[BySeat[int]]:
    """One other by two, or two different others by one each; nobody is pushed into the pond (de A1: Ausnahme).

    Two others are given in one order only, unless both pass under the arch: then the order decides their places.
    """
    pushes: list[BySeat[int]] = [((seat, 2 * way),) for seat, room, _ in others if way > 0 or room == 2]
    for (first, ahead, under), (second, behind, too) in combinations(others, 2):
        if way > 0 or (ahead and behind):
            pushes.append(((first, way), (second, way)))
        if way > 0 and under and too:
            pushes.append(((second, way), (first, way)))
    return pushes


def _objection(state: State, own: Seat, steps: BySeat[int]) -> Refused:
    """What speaks against a use of the schemer that is not allowed."""
    racing, pond = state.racing, state.setup.board.pond
    for seat, by in steps:
        if seat not in range(1, state.seats + 1):
            return no_such_seat(state, seat)
        name = state.name(seat)
        if seat not in racing:
            return Refused("off_the_track", text("{name} is no longer on the track.", name=name))
        if seat != own and state.spaces[seat - 1] + by <= pond:
            return Refused("into_the_pond", text("That puts {name} into the pond.", name=name))
    if own in [seat for seat, _ in steps[1:]]:
        return Refused("own_first", text("{name}'s own chair moves first.", name=state.name(own)))
    if steps == ((own, -2),):
        return Refused("must_push", text("Who goes back must push somebody ahead."))
    return Refused("no_such_use", text("The schemer cannot be used like that."))


def no_such_seat(state: State, seat: Seat) -> Refused:
    """Nobody sits there."""
    return Refused("no_such_seat", text("There is no seat {seat}, only 1 to {n}.", seat=seat, n=state.seats))


# --- what comes of a move --------------------------------------------------------------------------------------------


def _carried(state: State, seat: Seat, steps: BySeat[int]) -> State:
    """Chairs show the plain sum, even past the finish or behind the pond, until that is told."""
    spaces, pond, finish = list(state.spaces), state.setup.board.pond, state.finish
    off: tuple[Seat, ...] = ()
    for mover, by in steps:
        spaces[mover - 1] = space = spaces[mover - 1] + by
        if space <= pond or space >= finish:
            off = (*off, mover)
    gone = state.finished + state.ponded
    if not (off or (gone and prizes_are_settled(state))):  # most moves: nothing is to be told
        return replace(state, spaces=tuple(spaces), came=state.spaces, phase=_next_roll(seat, len(spaces), gone))
    return _gone_on(replace(state, spaces=tuple(spaces), came=state.spaces), seat, off)


def _gone_on(state: State, seat: Seat, off: tuple[Seat, ...]) -> State:
    """On with telling what has come of the move; once nothing is left to tell, the next chair clockwise is on turn."""
    if off or end_of_race(state) is not None:
        return replace(state, phase=Arriving(seat, off))
    return replace(state, phase=_next_roll(seat, len(state.spaces), state.finished + state.ponded))


def _next_roll(seat: Seat, seats: int, gone: tuple[Seat, ...]) -> Rolling:
    """The next chair clockwise that is still on the track is on turn."""
    seat = left_of(seat, seats)
    return _next_roll(seat, seats, gone) if seat in gone else Rolling(seat)


def end_of_race(state: State) -> Event | None:
    """Once the prizes are settled: the place of a chair left over, then the end; or the race goes on."""
    if not prizes_are_settled(state):
        return None
    racing = state.racing
    if len(racing) == 1:
        return events.Finished(racing[0], len(state.finished) + 1)
    if state.race == RACES:
        return events.RaceEnded(state.race, None)
    last = last_of_race(state)
    return events.RaceEnded(state.race, last) if last is not None else None


def prizes_are_settled(state: State) -> bool:
    """Three have finished, or no more than one chair is left on the track."""
    finished = len(state.finished)
    return finished >= PLACES or finished + len(state.ponded) >= len(state.spaces) - 1


def last_of_race(state: State) -> Seat | None:
    """Who is last once the prizes are settled; `None` while that is open.

    de B4: the first in the pond. Else, with `third_place`, the hindmost chair if it stands alone (de B3: played on
    while the last place is tied); with `last_known`, only the chair left over.
    """
    if state.ponded:
        return state.ponded[0]
    racing = state.racing
    if not racing:
        return state.finished[-1]
    if state.setup.options.race_end == "last_known":
        return None
    hindmost = min(state.spaces[seat - 1] for seat in racing)
    behind = [seat for seat in racing if state.spaces[seat - 1] == hindmost]
    return behind[0] if len(behind) == 1 else None


def place_of(state: State, seat: Seat) -> int:
    """The place of a chair that is off the track; counted from the end for those in the pond."""
    if seat in state.finished:
        return state.finished.index(seat) + 1
    return state.seats - state.ponded.index(seat)


# --- prizes ----------------------------------------------------------------------------------------------------------


def prizes(state: State) -> tuple[tuple[Seat, int, Coins], ...]:
    """Seat, place and amount of every prize above 0, from place I on.

    de B4: in a game of three the pond wins the prize of its place too; with more, only under `by_place`.
    """
    places = dict(enumerate(state.finished, 1))
    if state.seats == PLACES or state.setup.options.pond_prize == "by_place":
        places |= {state.seats - at: seat for at, seat in enumerate(state.ponded)}
    row = enumerate(state.setup.board.prizes[state.race - 1], 1)
    return tuple((places[place], place, amount) for place, amount in row if amount > 0 and place in places)


def _paid_out(state: State, owed: tuple[tuple[Seat, int, Coins], ...]) -> State:
    """When all is paid the race is over, and chairs go back to START; after race 6 they stay."""
    if owed:
        return replace(state, phase=Paying(owed))
    if state.race == RACES:
        return state
    start = (state.setup.board.start,) * state.seats
    return replace(state, spaces=start, came=state.chairs, finished=(), ponded=())
