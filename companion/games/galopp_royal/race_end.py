"""The end of a race: when its prizes are settled, who is last, what is paid (de B3, B4).

Laws: the first chair in the pond is last; a race continues until its prizes and its last place are settled.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from companion.games.galopp_royal import events
from companion.games.galopp_royal.booklet import PLACES, RACES
from companion.games.galopp_royal.state import At, Part, Phase, State
from companion.kit.event import Event
from companion.kit.money import BANK, Coins, transfer
from companion.kit.seats import Seat


def end_of_race(state: State) -> Event | None:
    """When the prizes are settled: the place of the only chair left, then the end; `None` if the race continues."""
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
    """Whether three chairs have finished, or at most one chair is left on the track."""
    finished = len(state.finished)
    return finished >= PLACES or finished + len(state.ponded) >= len(state.spaces) - 1


def last_of_race(state: State) -> Seat | None:
    """Who is last when the prizes are settled; `None` while this is open.

    de B4: the first chair in the pond. Otherwise, with `third_place`, the hindmost chair if it stands alone (de B3: the
    race continues while the last place is tied); with `last_known`, only the last chair left.
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


def place_of(state: State, at: At) -> int:
    """The place of a chair that has left the track; chairs in the pond are counted from the end."""
    mark, nth = str(at)[0], int(str(at)[1:])
    return nth if mark == "F" else state.seats + 1 - nth


def prizes(state: State) -> tuple[tuple[Seat, int, Coins], ...]:
    """Seat, place and amount of every prize above 0, from place I on.

    de B4: with three players, a chair in the pond also wins the prize of its place; with more, only with `by_place`.
    """
    places = dict(enumerate(state.finished, 1))
    if state.seats == PLACES or state.setup.options.pond_prize == "by_place":
        places |= {state.seats - at: seat for at, seat in enumerate(state.ponded)}
    row = enumerate(state.setup.board.prizes[state.race - 1], 1)
    return tuple((places[place], place, amount) for place, amount in row if amount > 0 and place in places)


def paid_out(state: State, owed: tuple[tuple[Seat, int, Coins], ...]) -> State:
    """When all prizes are paid, the race is over and the chairs return to START; after race 6 they stay."""
    if owed:
        return replace(state, phase=Paying(owed))
    if state.race == RACES:
        return state
    start = (state.setup.board.start,) * state.seats
    return replace(state, spaces=start, came=(), finished=(), ponded=(), result=state.chairs)


def owed(state: State) -> tuple[tuple[Seat, int, Coins], ...]:
    """Seat, place and amount of all prizes that are still to be paid."""
    return state.phase.owed if isinstance(state.phase, Paying) else ()


def winner_of(state: State) -> Seat | None:
    """The winner of the race that has just ended; `None`: nobody has won its first prize."""
    return next((seat for seat, place, _ in owed(state) if place == 1), None)


class Paying(Phase, frozen=True):
    """Prizes are being paid."""

    part: ClassVar[Part] = "race"

    owed: tuple[tuple[Seat, int, Coins], ...]
    """Seat, place, amount."""

    def follows(self, _state: State) -> Event:
        """The next prize."""
        return events.Paid(*self.owed[0])

    def after(self, state: State, event: Event) -> State:
        """One prize has been paid."""
        if type(event) is events.Paid:
            return paid_out(replace(state, money=transfer(state.money, BANK, event.seat, event.amount)), self.owed[1:])
        return super().after(state, event)
