"""The order of play: corn falls, all choose a crow at once, the crows land, one of them eats.

Law: what is asked, and when, depends on who has chosen, never on what.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from companion.kit import (
    Cards,
    Draws,
    Event,
    GamePhase,
    Impossible,
    Intent,
    OneOf,
    Question,
    Refused,
    asked,
    text,
    unpromised,
    unsealing,
    with_seat,
)
from crows.field import eater
from crows.happenings import Close, Ended, Fed, Landed, Send, Sent, Sow, Sown, Stayed
from crows.state import Part, Phase, State


class Sowing(Phase, frozen=True):
    """The box lets the next heap of corn fall."""

    part: ClassVar[Part] = "round"

    def asks(self, state: State) -> Question:
        """One of the heaps that are left."""
        return Question(None, Cards(Sow(), 1, (Draws(len(state.heaps), state.heaps),), is_open=True))

    def awaited(self, _state: State) -> Refused:
        """Corn."""
        return asked(text("Now corn falls."))

    def answered(self, state: State, intent: Intent) -> Event:
        """It lies on the field."""
        return Sown(intent.cards) if type(intent) is Sow else super().answered(state, intent)

    def after(self, state: State, event: Event) -> State:
        """It comes to the corn that has stayed."""
        if type(event) is Sown:
            (heap,) = event.heap
            left = tuple(other for other in state.heaps if other != heap)
            return replace(state, heaps=left, corn=state.corn + int(heap or 0))
        return super().after(state, event)


class Choosing(Phase, frozen=True):
    """All seats choose a crow at once, each in secret."""

    part: ClassVar[Part] = "round"

    def asks(self, state: State) -> Question:
        """The first of all questions."""
        return self.asks_all(state)[0]

    def asks_all(self, state: State) -> tuple[Question, ...]:
        """Each seat that has not chosen yet is asked for one of its crows."""
        return tuple(
            Question(seat, OneOf(tuple(Send(seat=seat, crow=crow) for crow in state.home(seat))), is_secret=True)
            for seat in state.missing
        )

    def awaited(self, _state: State) -> Refused:
        """Crows."""
        return asked(text("Now all choose a crow."))

    def objection(self, _state: State, intent: Intent) -> Refused | None:
        """A crow flies once."""
        return Refused("not_at_home", text("This crow is not at home.")) if type(intent) is Send else None

    def answered(self, state: State, intent: Intent) -> Event:
        """Nobody else sees it yet."""
        if type(intent) is Send and intent.seat is not None:
            return Sent(intent.seat, intent.crow)
        return super().answered(state, intent)

    def after(self, state: State, event: Event) -> State:
        """The others still choose, or all have chosen."""
        if type(event) is not Sent:
            return super().after(state, event)
        chosen = replace(state, chosen=with_seat(state.chosen, event.seat, event.crow))
        return replace(chosen, phase=Choosing()) if chosen.missing else chosen


class Landing(Phase, frozen=True):
    """All have chosen."""

    part: ClassVar[Part] = "round"

    def follows(self, state: State) -> Event:
        """Everybody sees the crows."""
        return Landed(state.chosen)

    def after(self, state: State, event: Event) -> State:
        """They will not fly again."""
        if type(event) is Landed:
            flown = zip(state.flown, event.crows, strict=True)
            return replace(state, chosen=event.crows, flown=tuple((*before, crow) for before, crow in flown))
        return super().after(state, event)


class Feeding(Phase, frozen=True):
    """The crows lie open."""

    part: ClassVar[Part] = "round"

    def follows(self, state: State) -> Event | None:
        """The highest single one eats; a bot that only imagines how crows land cannot know which."""
        if None in state.chosen:
            return None
        seat = eater(state.chosen)
        return Fed(seat, state.corn) if seat else Stayed(state.corn)

    def after(self, state: State, event: Event) -> State:
        """A new round, or the end."""
        done = replace(state, chosen=("",) * len(state.chosen))
        match event:
            case Fed(seat, corn):
                return replace(done, eaten=with_seat(state.eaten, seat, state.eaten[seat - 1] + corn), corn=0)
            case Stayed():
                return done
            case _:
                return super().after(state, event)


class Closing(Phase, frozen=True):
    """No heap is left."""

    part: ClassVar[Part] = "ending"

    def asks(self, state: State) -> Question:
        """The box opens its seed."""
        return unsealing(Close(), state.setup.commitment)

    def objection(self, _state: State, intent: Intent) -> Refused | None:
        """Without a promise there is no seed."""
        return unpromised(intent)

    def answered(self, state: State, intent: Intent) -> Event:
        """The most corn wins."""
        return Ended(intent.seed) if type(intent) is Close else super().answered(state, intent)

    def after(self, state: State, event: Event) -> State:
        """Nothing is asked any more."""
        return replace(state, phase=Over()) if type(event) is Ended else super().after(state, event)


class Over(Phase, frozen=True):
    """The game has ended."""

    part: ClassVar[Part] = "ending"


def comes_next(state: State, done: GamePhase[State]) -> Phase:
    """Corn, crows, their landing, a meal, as long as heaps are left. Raises Impossible."""
    match done:
        case Sowing():
            return Choosing()
        case Choosing():
            return Landing()
        case Landing():
            return Feeding()
        case Feeding():
            return Sowing() if state.heaps else Closing()
        case _:
            raise Impossible(done, state)
