"""The exchange of bearers after races 1-5 (de B5).

Laws: the last player of the race takes one bearer off every display, first off their own and then clockwise; when all
are taken, new bearers are drawn in the same order.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from companion.games.galopp_royal import events, intents
from companion.games.galopp_royal.booklet import FACES
from companion.games.galopp_royal.cards import bearer, discarded, drawn, layers, reshuffle, reshuffled, with_slot
from companion.games.galopp_royal.keypad import BEARERS, KINDS
from companion.games.galopp_royal.state import Part, Phase, State
from companion.kit.event import Event, Intent, Refused
from companion.kit.question import Cards, OneOf, Question, asked, no_such_seat
from companion.kit.seats import Seat, left_of
from companion.kit.text import Text, text


class Removing(Phase, frozen=True):
    """The last player of the race takes a bearer off the display of `owner`."""

    part: ClassVar[Part] = "exchange"

    owner: Seat

    def asks(self, state: State) -> Question:
        """Any of the four bearers on this display."""
        last, owner = state.last, self.owner
        slots = tuple([intents.Remove(seat=last, owner=owner, slot=face) for face in FACES])
        return Question(last, OneOf(slots))

    def answered(self, state: State, intent: Intent) -> Event:
        """The bearer on this slot leaves, face up."""
        if type(intent) is intents.Remove:
            return events.Removed(state.last, self.owner, intent.slot, bearer(state, self.owner, intent.slot))
        return super().answered(state, intent)

    def objection(self, state: State, intent: Intent) -> Refused | None:
        """There is no such slot, or another display is next."""
        if type(intent) is not intents.Remove:
            return None
        if intent.owner not in range(1, state.seats + 1):
            return no_such_seat(intent.owner, state.seats)
        slot, name = intent.slot, state.name(intent.owner)
        if slot not in FACES:
            return Refused("no_such_slot", text("There is no position {n}, only 1 to {most}.", n=slot, most=len(FACES)))
        if state.displays[intent.owner - 1][slot - 1] is None:
            return Refused("empty_slot", text("Position {n} of {name} is empty.", n=slot, name=name))
        return Refused("another_display", self._due(state))

    def awaited(self, state: State) -> Refused:
        """A bearer of one display."""
        return asked(self._due(state))

    def _due(self, state: State) -> Text:
        return text("Now a bearer of {name} leaves.", name=state.name(self.owner))

    def after(self, state: State, event: Event) -> State:
        """A slot is free; the next display follows."""
        if type(event) is events.Removed:
            owner = left_of(self.owner, state.seats)
            return replace(
                state,
                displays=with_slot(state, event.seat, event.slot, None),
                piles=discarded(state, (event.card,)),
                phase=Drawing(owner) if owner == state.last else Removing(owner),
            )
        return super().after(state, event)


class Drawing(Phase, frozen=True):
    """A card must be drawn for the free slot of `owner`."""

    part: ClassVar[Part] = "exchange"

    owner: Seat

    def follows(self, state: State) -> Event | None:
        """The stock may need a reshuffle."""
        return reshuffle(state, 1)

    def asks(self, state: State) -> Question | None:
        """The top card of the stock; the owner types a real card."""
        if reshuffle(state, 1) is not None:
            return None
        if state.box_deals:
            return Question(None, Cards(intents.Draw(owner=self.owner), 1, layers(state, 1), is_open=True))
        card = Cards(intents.Draw(seat=self.owner, owner=self.owner), 1, layers(state, 1), KINDS)
        return Question(self.owner, card, keys=BEARERS, is_typed=True)

    def answered(self, state: State, intent: Intent) -> Event:
        """The card goes on the free slot."""
        if type(intent) is intents.Draw and (card := intent.cards[0]) is not None:
            return events.Drew(self.owner, free_slot(state, self.owner), card)
        return super().answered(state, intent)

    def objection(self, state: State, intent: Intent) -> Refused | None:
        """Another card must be drawn now."""
        if type(intent) is intents.Draw:
            return Refused("another_display", self._due(state))
        return None

    def awaited(self, state: State) -> Refused:
        """A card for one display."""
        return asked(self._due(state))

    def _due(self, state: State) -> Text:
        return text("Now a card for {name} is drawn.", name=state.name(self.owner))

    def after(self, state: State, event: Event) -> State:
        """A display is complete again."""
        if type(event) is events.Drew:
            owner = left_of(self.owner, state.seats)
            return replace(
                state,
                displays=with_slot(state, event.seat, event.slot, event.card),
                piles=drawn(state, (event.card,)),
                phase=self if owner == state.last else Drawing(owner),
            )
        if type(event) is events.Reshuffled:
            return replace(state, piles=reshuffled(state))
        return super().after(state, event)


def free_slot(state: State, seat: Seat) -> int:
    """The slot that the last player of the race has emptied."""
    return state.displays[seat - 1].index(None) + 1
