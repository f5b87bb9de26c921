"""A race: the die calls a bearer, chairs move, fall into the pond or pass under the arch (de B, B2-B4).

Laws: the whole action is carried out before anything is judged, one's own chair first; the first in the pond is last;
a chair in the pond or past the finish can no longer be moved.
"""

from __future__ import annotations

from itertools import combinations

from msgspec.structs import replace

from companion.games.galopp_royal import events, intents
from companion.games.galopp_royal.booklet import FACES, PLACES, RACES, SCHEMER, SPACES
from companion.games.galopp_royal.state import (
    Arriving,
    At,
    Bearing,
    Closing,
    Lining,
    Paying,
    Removing,
    Rolling,
    Scheming,
    State,
    with_item,
)
from companion.kit.auction import clockwise
from companion.kit.event import BySeat, Event, Intent
from companion.kit.money import BANK, Coins, Seat, transfer
from companion.kit.question import OneOf, Question

# --- a turn ----------------------------------------------------------------------------------------------------------


def line_up(state: State, phase: Lining) -> events.RaceBegan:
    """The next race: the smallest player rolls first, later the last of the race before."""
    return events.RaceBegan(state.race + 1, phase.first)


def race_began(state: State, event: events.RaceBegan) -> State:
    """The arch stands on the next finish space."""
    return replace(state, race=event.race, last=None, phase=Rolling(event.seat))


def ask_roll(state: State, phase: Rolling) -> Question:
    """One of the four faces: the box's die, or the real one typed in."""
    answers = tuple(intents.Roll(seat=phase.seat, face=face) for face in FACES)
    return Question(phase.seat, OneOf(answers), by_lot=state.setup.duties.die == "box")


def roll(state: State, phase: Rolling, intent: intents.Roll) -> events.Rolled:
    """The die calls the bearer on the slot of its face."""
    return events.Rolled(phase.seat, intent.face, state.displays[phase.seat - 1][intent.face - 1] or "")


def rolled(state: State, event: events.Rolled) -> State:
    """The schemer's owner chooses; every other bearer acts at once."""
    if event.bearer == SCHEMER:
        return replace(state, phase=Scheming(event.seat))
    return replace(state, phase=Bearing(event.seat, event.bearer))


def bear(phase: Bearing) -> events.Moved:
    """Compulsory: as many spaces as the card says, ahead or back."""
    return events.Moved(phase.seat, ((phase.seat, SPACES[phase.card]),))


def moved(state: State, event: events.Moved) -> State:
    """Chairs show the plain sum, even past the finish or behind the pond, until that is told."""
    chairs = state.chairs
    for seat, steps in event.steps:
        chairs = with_item(chairs, seat, _space(chairs, seat) + steps)
    seats = tuple(seat for seat, _ in event.steps)
    return _turn_passes(replace(state, chairs=chairs, phase=Arriving(event.seat, seats)))


# --- the schemer -----------------------------------------------------------------------------------------------------


def ask_scheme(state: State, phase: Scheming) -> Question:
    """Every way the schemer can be used; the chair furthest ahead is offered as a victim first."""
    own = phase.seat
    others = [seat for seat in state.racing if seat != own]
    others.sort(key=lambda seat: -_space(state.chairs, seat))
    back_pushes = _pushes(state, others, -1)
    back = tuple(((own, -2), *push) for push in _pushes(state, others, +1))
    if state.setup.options.schemer == "both":
        ahead: tuple[BySeat[int], ...] = tuple(((own, +2), *push) for push in (*back_pushes, ()))
    else:
        ahead = (((own, +2),), *back_pushes, *(((seat, +2),) for seat in others))
    return Question(own, OneOf(tuple(intents.Scheme(seat=own, steps=steps) for steps in (*ahead, *back))))


def _pushes(state: State, others: list[Seat], way: int) -> tuple[BySeat[int], ...]:
    """One other by two, or two different others by one each; nobody is pushed into the pond (de A1: Ausnahme).

    Two others are given in one order only, unless both pass under the arch: then the order decides their places.
    """
    pond = state.setup.board.pond
    one = [((seat, 2 * way),) for seat in others if _space(state.chairs, seat) + 2 * way > pond]
    near = [seat for seat in others if _space(state.chairs, seat) + way > pond]
    two: list[BySeat[int]] = []
    for first, second in combinations(near, 2):
        two.append(((first, way), (second, way)))
        if all(_space(state.chairs, seat) + way >= state.finish for seat in (first, second)):
            two.append(((second, way), (first, way)))
    return (*one, *two)


# --- what comes of a move --------------------------------------------------------------------------------------------


def arrive(state: State, phase: Arriving) -> Event | None:
    """The next thing to tell: into the pond, under the arch, left over, the end of the race; or nothing."""
    board = state.setup.board
    for seat in phase.moved:
        at = state.chairs[seat - 1]
        if isinstance(at, int) and at >= state.finish:
            return events.Finished(seat, _count(state, "F") + 1)
        if isinstance(at, int) and at <= board.pond:
            return events.Ponded(seat, state.seats - _count(state, "P"))
    if not prizes_are_settled(state):
        return None
    if len(state.racing) == 1:
        return events.Finished(state.racing[0], _count(state, "F") + 1)
    if state.race == RACES:
        return events.RaceEnded(state.race, None)
    last = last_of_race(state)
    return events.RaceEnded(state.race, last) if last is not None else None


def prizes_are_settled(state: State) -> bool:
    """Three have finished, or no more than one chair is left on the track."""
    return _count(state, "F") >= PLACES or len(state.racing) <= 1


def last_of_race(state: State) -> Seat | None:
    """Who is last once the prizes are settled; `None` while that is open.

    de B4: the first in the pond. Else, with `third_place`, the hindmost chair if it stands alone (de B3: played on
    while the last place is tied); with `last_known`, only the chair left over.
    """
    if _count(state, "P"):
        return state.chairs.index("P1") + 1
    racing = state.racing
    if not racing:
        return state.chairs.index(f"F{state.seats}") + 1
    if state.setup.options.race_end == "last_known":
        return None
    hindmost = min(_space(state.chairs, seat) for seat in racing)
    behind = [seat for seat in racing if state.chairs[seat - 1] == hindmost]
    return behind[0] if len(behind) == 1 else None


def finished(state: State, phase: Arriving, event: events.Finished) -> State:
    """The chair leaves the track for its place."""
    return _turn_passes(replace(state, chairs=with_item(state.chairs, event.seat, f"F{event.place}"), phase=phase))


def ponded(state: State, phase: Arriving, event: events.Ponded) -> State:
    """The chair is out of the race."""
    mark = f"P{_count(state, 'P') + 1}"
    return _turn_passes(replace(state, chairs=with_item(state.chairs, event.seat, mark), phase=phase))


def _turn_passes(state: State) -> State:
    """Clockwise to the next chair on the track, once nothing is left to tell."""
    phase = state.phase
    if not isinstance(phase, Arriving) or arrive(state, phase) is not None:
        return state
    order = clockwise(phase.seat, state.seats)
    after = (*order[1:], order[0])
    return replace(state, phase=Rolling(next(seat for seat in after if seat in state.racing)))


# --- prizes ----------------------------------------------------------------------------------------------------------


def race_ended(state: State, event: events.RaceEnded) -> State:
    """The prizes are due."""
    return _paid_out(replace(state, last=event.last, phase=Paying(prizes(state))))


def prizes(state: State) -> tuple[tuple[Seat, int, Coins], ...]:
    """Seat, place and amount of every prize above 0, from place I on.

    de B4: in a game of three the pond wins the prize of its place too; with more, only under `by_place`.
    """
    pond_is_paid = state.seats == PLACES or state.setup.options.pond_prize == "by_place"
    row = state.setup.board.prizes[state.race - 1]
    winners = [(place_of(state, seat), seat) for seat, at in enumerate(state.chairs, 1) if _may_win(at, pond_is_paid)]
    return tuple(
        (seat, place, row[place - 1]) for place, seat in sorted(winners) if place <= PLACES and row[place - 1] > 0
    )


def place_of(state: State, seat: Seat) -> int:
    """The place of a chair that is off the track; counted from the end for those in the pond."""
    mark = str(state.chairs[seat - 1])
    return int(mark[1:]) if mark[0] == "F" else state.seats + 1 - int(mark[1:])


def pay(phase: Paying) -> events.Paid:
    """The next prize."""
    return events.Paid(*phase.owed[0])


def paid(state: State, phase: Paying, event: events.Paid) -> State:
    """One prize less is owed."""
    money = transfer(state.money, BANK, event.seat, event.amount)
    return _paid_out(replace(state, money=money, phase=Paying(phase.owed[1:])))


def _paid_out(state: State) -> State:
    """When all is paid, chairs go back to START and the last takes its revenge; after race 6 the game closes."""
    if state.phase != Paying(()):
        return state
    if state.race == RACES or state.last is None:
        return replace(state, phase=Closing())
    return replace(state, chairs=(state.setup.board.start,) * state.seats, phase=Removing(state.last))


def _may_win(at: At, pond_is_paid: bool) -> bool:
    return isinstance(at, str) and (at[0] == "F" or pond_is_paid)


def _space(chairs: tuple[At, ...], seat: Seat) -> int:
    match chairs[seat - 1]:
        case int(space):
            return space
        case mark:
            raise AssertionError(f"chair {seat} is off the track at {mark}")


def _count(state: State, mark: str) -> int:
    return sum(str(at).startswith(mark) for at in state.chairs)


def decide(state: State, phase: Rolling | Scheming, intent: Intent) -> Event:
    """The event a legal intent leads to."""
    match phase, intent:
        case Rolling(), intents.Roll():
            return roll(state, phase, intent)
        case Scheming(), intents.Scheme():
            return events.Moved(phase.seat, intent.steps)
        case _:
            raise AssertionError(f"no question in {phase!r} is answered by {intent!r}")
