"""A race: the die calls a bearer, chairs move, fall into the pond or pass under the arch (de B, B2-B4).

Laws: the whole action is carried out before anything is judged, one's own chair first; the first in the pond is last;
a chair in the pond or past the finish can no longer be moved.
"""

from __future__ import annotations

import functools
from itertools import combinations
from typing import TypeAlias

from msgspec.structs import replace

from companion.games.galopp_royal import events, intents
from companion.games.galopp_royal.booklet import FACES, PLACES, RACES, SCHEMER, SPACES
from companion.games.galopp_royal.state import (
    Arriving,
    Bearing,
    Closing,
    Lining,
    Paying,
    Removing,
    Rolling,
    Scheming,
    State,
)
from companion.kit.event import BySeat, Event
from companion.kit.money import BANK, Coins, Seat, transfer
from companion.kit.question import OneOf, Question

Standing: TypeAlias = tuple[Seat, int, bool]
"""How another chair stands to the schemer: how far it can be pushed back (0, 1 or 2 spaces), and whether one space
ahead brings it under the arch."""

# --- a turn ----------------------------------------------------------------------------------------------------------


def line_up(state: State, phase: Lining) -> events.RaceBegan:
    """The next race: the smallest player rolls first, later the last of the race before."""
    return events.RaceBegan(state.race + 1, phase.first)


def race_began(state: State, _phase: Lining, event: events.RaceBegan) -> State:
    """The arch stands on the next finish space."""
    return replace(state, race=event.race, phase=Rolling(event.seat))


def ask_roll(state: State, phase: Rolling) -> Question:
    """One of the four faces: the box's die, or the real one typed in."""
    return _die(phase.seat, state.setup.duties.die)


@functools.cache
def _die(seat: Seat, duty: str) -> Question:
    answers = tuple(intents.Roll(seat=seat, face=face) for face in FACES)
    return Question(seat, OneOf(answers), by_lot=duty == "box")


def roll(state: State, phase: Rolling, intent: intents.Roll) -> events.Rolled:
    """The die calls the bearer on the slot of its face."""
    return events.Rolled(phase.seat, intent.face, state.displays[phase.seat - 1][intent.face - 1] or "")


def rolled(state: State, phase: Rolling, event: events.Rolled) -> State:
    """The schemer's owner chooses; every other bearer acts at once."""
    bearer = event.bearer
    return replace(state, phase=Scheming(phase.seat) if bearer == SCHEMER else Bearing(phase.seat, bearer))


def bear(_state: State, phase: Bearing) -> events.Moved:
    """Compulsory: as many spaces as the card says, ahead or back."""
    return events.Moved(phase.seat, ((phase.seat, SPACES[phase.card]),))


def moved(state: State, _phase: Bearing | Scheming, event: events.Moved) -> State:
    """Chairs show the plain sum, even past the finish or behind the pond, until that is told."""
    spaces = list(state.spaces)
    for seat, steps in event.steps:
        spaces[seat - 1] += steps
    return _judged(replace(state, spaces=tuple(spaces), came=state.spaces), Arriving(event.seat, event.steps))


# --- the schemer -----------------------------------------------------------------------------------------------------


def ask_scheme(state: State, phase: Scheming) -> Question:
    """Every way the schemer can be used; the chair furthest ahead is offered as a victim first."""
    own, spaces = phase.seat, state.spaces
    first, line = state.setup.board.pond + 1, state.finish - 1
    others = sorted([(-spaces[seat - 1], seat) for seat in state.racing if seat != own])
    standing = tuple([(seat, min(-back - first, 2), -back == line) for back, seat in others])
    return _schemes(own, standing, state.setup.options.schemer)


@functools.lru_cache(maxsize=256)
def _schemes(own: Seat, others: tuple[Standing, ...], option: str) -> Question:
    back_pushes = _pushes(others, -1)
    back = [((own, -2), *push) for push in _pushes(others, +1)]
    if option == "both":
        ahead: list[BySeat[int]] = [((own, +2), *push) for push in (*back_pushes, ())]
    else:
        ahead = [((own, +2),), *back_pushes, *[((seat, +2),) for seat, _, _ in others]]
    return Question(own, OneOf(tuple([intents.Scheme(seat=own, steps=steps) for steps in (*ahead, *back)])))


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


def scheme(_state: State, phase: Scheming, intent: intents.Scheme) -> events.Moved:
    """The schemer's owner has chosen."""
    return events.Moved(phase.seat, intent.steps)


# --- what comes of a move --------------------------------------------------------------------------------------------


def arrive(state: State, phase: Arriving) -> Event | None:
    """The next thing to tell: into the pond, under the arch, left over, the end of the race; or nothing."""
    pond, finish = state.setup.board.pond, state.finish
    for seat, _ in phase.moved:
        space = state.spaces[seat - 1]
        if pond < space < finish or seat in state.finished or seat in state.ponded:
            continue
        if space >= finish:
            return events.Finished(seat, len(state.finished) + 1)
        return events.Ponded(seat, state.seats - len(state.ponded))
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


def finished(state: State, phase: Arriving, event: events.Finished) -> State:
    """The chair leaves the track for its place."""
    return _judged(replace(state, finished=(*state.finished, event.seat)), phase)


def ponded(state: State, phase: Arriving, event: events.Ponded) -> State:
    """The chair is out of the race."""
    return _judged(replace(state, ponded=(*state.ponded, event.seat)), phase)


def _judged(state: State, phase: Arriving) -> State:
    """On with telling what has come of the move; once nothing is left to tell, the next chair clockwise is on turn."""
    if arrive(state, phase) is not None:
        return replace(state, phase=phase)
    seats, off = len(state.spaces), state.finished + state.ponded
    seat = phase.seat % seats + 1
    while seat in off:
        seat = seat % seats + 1
    return replace(state, phase=Rolling(seat))


# --- prizes ----------------------------------------------------------------------------------------------------------


def race_ended(state: State, _phase: Arriving, event: events.RaceEnded) -> State:
    """The prizes are due."""
    return _paid_out(state, Paying(prizes(state), event.last))


def prizes(state: State) -> tuple[tuple[Seat, int, Coins], ...]:
    """Seat, place and amount of every prize above 0, from place I on.

    de B4: in a game of three the pond wins the prize of its place too; with more, only under `by_place`.
    """
    places = dict(enumerate(state.finished, 1))
    if state.seats == PLACES or state.setup.options.pond_prize == "by_place":
        places |= {state.seats - at: seat for at, seat in enumerate(state.ponded)}
    row = enumerate(state.setup.board.prizes[state.race - 1], 1)
    return tuple((places[place], place, amount) for place, amount in row if amount > 0 and place in places)


def place_of(state: State, seat: Seat) -> int:
    """The place of a chair that is off the track; counted from the end for those in the pond."""
    if seat in state.finished:
        return state.finished.index(seat) + 1
    return state.seats - state.ponded.index(seat)


def pay(_state: State, phase: Paying) -> events.Paid:
    """The next prize."""
    return events.Paid(*phase.owed[0])


def paid(state: State, phase: Paying, event: events.Paid) -> State:
    """One prize less is owed."""
    money = transfer(state.money, BANK, event.seat, event.amount)
    return _paid_out(replace(state, money=money), Paying(phase.owed[1:], phase.last))


def _paid_out(state: State, phase: Paying) -> State:
    """When all is paid, chairs go back to START and the last takes its revenge; after race 6 the game closes."""
    if phase.owed:
        return replace(state, phase=phase)
    if phase.last is None:
        return replace(state, phase=Closing())
    start = (state.setup.board.start,) * state.seats
    came = state.chairs
    return replace(state, spaces=start, came=came, finished=(), ponded=(), phase=Removing(phase.last, phase.last))
