"""The end of the game (de: Spielende): the coins are counted and the box opens its seed."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from companion.games.galopp_royal import events, intents
from companion.games.galopp_royal.state import Part, Phase, State
from companion.kit.event import Event, Intent, Refused
from companion.kit.question import OVER, Question, unpromised, unsealing
from companion.kit.seats import Seat, ranked


class Closing(Phase, frozen=True):
    """The coins must now be counted."""

    part: ClassVar[Part] = "ending"

    def asks(self, state: State) -> Question:
        """The box opens its seed, if it has one."""
        return unsealing(intents.Close(), state.setup.commitment)

    def objection(self, _state: State, intent: Intent) -> Refused | None:
        """Refuse a seed if none was promised."""
        return unpromised(intent) if type(intent) is intents.Close else None

    def awaited(self, _state: State) -> Refused:
        """The game is over."""
        return OVER

    def answered(self, state: State, intent: Intent) -> Event:
        """The most coins win; equal coins make several winners."""
        if type(intent) is intents.Close:
            purses = state.money.purses
            winners = tuple([seat for seat, coins in enumerate(purses, 1) if coins == max(purses)])
            return events.Ended(tuple(enumerate(purses, 1)), winners, intent.seed)
        return super().answered(state, intent)

    def after(self, state: State, event: Event) -> State:
        """Nothing is asked any more."""
        if type(event) is events.Ended:
            return replace(state, phase=Over(event.winners))
        return super().after(state, event)


class Over(Phase, frozen=True):
    """The game has ended."""

    part: ClassVar[Part] = "ending"

    winners: tuple[Seat, ...]


def places(state: State) -> tuple[int, ...]:
    """By coins; equal seats share a place, and the next places are skipped."""
    return ranked(state.money.purses) if isinstance(state.phase, Over) else ()


def may_count(state: State, seat: Seat, viewer: Seat | None) -> bool:
    """Whether `viewer` may know the purse of `seat`."""
    return state.setup.options.open_cash or seat == viewer or isinstance(state.phase, Over)
