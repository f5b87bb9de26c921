"""The consequences of a play: captures, and figures that come out of another wormhole (CR l.45, l.144).

Laws: captures come first, then wormholes; a figure that comes out of a wormhole enters no other.
"""

from __future__ import annotations

from collections.abc import Container
from itertools import chain
from typing import ClassVar, Literal, TypeAlias, assert_never

from msgspec.structs import replace

from companion.games.cat_royal import events, intents
from companion.games.cat_royal.booklet import CITIZEN, START, At, Figure
from companion.games.cat_royal.events import Piece, Played
from companion.games.cat_royal.moves import moved, standing, swapped
from companion.games.cat_royal.state import Part, Phase, State
from companion.games.cat_royal.steps import distance
from companion.kit.event import Event, Intent, Refused
from companion.kit.question import OneOf, Question, asked
from companion.kit.seats import Seat
from companion.kit.text import text

Fall: TypeAlias = tuple[Piece, int]
"""A figure, and the wormhole on which it has landed."""


class Landing(Phase, frozen=True):
    """A card has been played; its consequences are being told."""

    part: ClassVar[Part] = "turn"

    seat: Seat
    """Who played it."""
    taken: Piece | None
    """The captured figure, until it goes home."""
    holed: tuple[Fall, ...]
    """The figures that have landed on a wormhole and are still there, the player's figure first."""

    def follows(self, state: State) -> Event | None:
        """A captured figure goes home; a wormhole with only one exit leads there."""
        if self.taken is not None:
            return events.Captured(*self.taken)
        exits = _exits(state, self.holed[0])
        return self._out(state, exits[0]) if len(exits) == 1 else None

    def asks(self, state: State) -> Question | None:
        """The lot chooses one of the three other wormholes."""
        if self.follows(state) is not None:
            return None
        exits = tuple([intents.Teleport(to=there) for there in _exits(state, self.holed[0])])
        return Question(None, OneOf(exits), by_lot=True)

    def awaited(self, state: State) -> Refused:
        """An exit."""
        seat, _ = self.holed[0][0]
        return asked(text("Now a figure of {name} comes out.", name=state.name(seat)))

    def objection(self, state: State, intent: Intent) -> Refused | None:
        """Refuse a field without a wormhole, or the same wormhole."""
        if type(intent) is not intents.Teleport:
            return None
        if intent.to not in state.holes:
            return Refused("no_wormhole", text("Field {n} is no wormhole.", n=intent.to))
        return Refused("same_wormhole", text("It comes out of another one."))

    def answered(self, state: State, intent: Intent) -> Event:
        """The figure comes out there."""
        if type(intent) is intents.Teleport:
            return self._out(state, intent.to)
        return super().answered(state, intent)

    def after(self, state: State, event: Event) -> State:
        """The figure has left, and the next consequence is told."""
        if type(event) is events.Captured:
            return _gone_on(moved(state, event.seat, event.figure, START), self.seat, None, self.holed)
        if type(event) is events.Teleported:
            piece, entry = self.holed[0]
            return _gone_on(swapped(state, piece, event.to, event.swapped, entry), self.seat, None, self.holed)
        return super().after(state, event)

    def _out(self, state: State, there: int) -> Event:
        return events.Teleported(*self.holed[0][0], there, next(iter(standing(state, there)), None))


def landed(state: State, event: Played, here: At) -> State:
    """The state after a figure moved from `here`, with the consequences to tell, if any."""
    if type(event.to) is not int or event.to == here:  # in the goal; a pull by 0 fields is no landing, either
        return state
    piece, taken = (event.owner, event.figure), None
    if sum(state.at, ()).count(event.to) > 1:
        taken = next(other for other in standing(state, event.to) if other != piece)
    holed: tuple[Fall, ...] = ((piece, event.to),) if event.to in state.holes else ()
    if event.swapped is not None and here in state.holes:
        holed += ((event.swapped, int(here)),)
    return _gone_on(state, event.seat, taken, holed)


def _gone_on(state: State, seat: Seat, taken: Piece | None, holed: tuple[Fall, ...]) -> State:
    """Tell the next consequence of a play; when nothing is left to tell, the phase stays as it was."""
    while holed and not _exits(state, holed[0]):
        holed = holed[1:]
    if taken is None and not holed:
        return state
    return replace(state, phase=Landing(seat, taken, holed))


def _exits(state: State, fall: Fall) -> tuple[int, ...]:
    """The possible exits for a figure from a wormhole; empty if it is not there any more, or there is none for it."""
    (seat, figure), entry = fall
    if state.where(seat, figure) != entry:
        return ()
    return ways_out(state.setup.options.holes, state.holes, entry, figure, {*chain.from_iterable(state.at)})


def ways_out(
    how: Literal["random", "pairs", "hats"],
    holes: tuple[int, ...],
    entry: int,
    figure: Figure,
    taken: Container[At],
) -> tuple[int, ...]:
    """Where a figure may come out that stands on the wormhole `entry`; `taken`: the places where somebody stands."""
    match how:
        case "random":
            return tuple([there for there in holes if there != entry])
        case "pairs":
            return (holes[holes.index(entry) ^ 1],)
        case "hats":
            free = [there for there in holes if there not in taken] if figure == CITIZEN else []
            return tuple(sorted(free, key=lambda there: distance(entry, there))[:1])
        case _ as never:
            assert_never(never)
