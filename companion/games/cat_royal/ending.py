"""The end of the game: places by figures in the goal, and the box opens its seed."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from companion.games.cat_royal import events, intents
from companion.games.cat_royal.state import Part, Phase, State
from companion.kit.event import Event, Intent, Refused
from companion.kit.question import OVER, Question, unpromised, unsealing
from companion.kit.seats import Seat, ranked
from companion.kit.text import text


class Closing(Phase, frozen=True):
    """A seat, or with partners a team, has all figures home, or the last deal has been played."""

    part: ClassVar[Part] = "ending"

    def asks(self, state: State) -> Question:
        """The box opens its seed, if it has one."""
        return unsealing(intents.Close(), state.setup.commitment)

    def awaited(self, _state: State) -> Refused:
        """The game is over."""
        return OVER

    def objection(self, state: State, intent: Intent) -> Refused | None:
        """Refuse plays, as the last deal is over or somebody is home; and a seed, if none was promised."""
        if type(intent) is intents.Deal and state.deal == state.setup.last_deal:
            return Refused("last_deal", text("Deal {n} was the last.", n=state.deal))
        return unpromised(intent) if type(intent) is intents.Close else None

    def answered(self, state: State, intent: Intent) -> Event:
        """The most figures in the goal win, those of partners together; equal seats share a place, and the next places
        are skipped (app)."""
        if type(intent) is intents.Close:
            places = tuple(enumerate(_by_home(state), 1))
            return events.Ended(places, tuple([seat for seat, place in places if place == 1]), intent.seed)
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
    """In the order of the seats."""


def places(state: State) -> tuple[int, ...]:
    """By figures in the goal; partners share a place."""
    return _by_home(state) if isinstance(state.phase, Over) else ()


def _by_home(state: State) -> tuple[int, ...]:
    return ranked([sum(map(state.home, state.team(seat))) for seat in range(1, state.seats + 1)])
