"""Partners hand each other a card before the first turn of a deal (`opposite_pass`, after DOG).

Laws: all four cards change hands at once, when the last seat has chosen; until then each seat may take its choice back.
Nobody learns which card a seat hands over, except this seat and its partner.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import ClassVar, Final

from msgspec.structs import replace

from companion.games.cat_royal import events, intents
from companion.games.cat_royal.cards import handed
from companion.games.cat_royal.objections import no_such_slot
from companion.games.cat_royal.state import Part, Phase, State
from companion.kit.event import Event, Intent, MaybeCard, Refused
from companion.kit.question import OneOf, Question, asked
from companion.kit.seats import Seat, clockwise, with_seat
from companion.kit.text import text

NOTHING_CHOSEN: Final = Refused("nothing_chosen", text("You have not chosen yet."))


class Handing(Phase, frozen=True):
    """Each seat chooses a card for its partner; with real cards people hand them over."""

    part: ClassVar[Part] = "deal"

    first: Seat
    """Who plays the first card after it."""
    missing: tuple[Seat, ...]
    """The seats that have not chosen, in the order in which they are named."""
    chosen: tuple[MaybeCard, ...]
    """For seats 1 … n: the chosen card; empty: none yet; `None`: a card that the box does not know."""

    def asks_all(self, state: State) -> tuple[Question, ...]:
        """Each seat that has not chosen, for a card; with real cards who starts says when all have handed one over."""
        if not state.box_deals:
            return (Question(self.first, OneOf((intents.HandCards(seat=self.first),)), from_hand=True),)
        return tuple([_giving(state, seat) for seat in self.missing])

    def asks(self, state: State) -> Question | None:
        """The first of these questions; `None`: all have chosen."""
        return next(iter(self.asks_all(state)), None)

    def beside(self, _state: State) -> Sequence[Question]:
        """Who has chosen may choose again."""
        return [_taking_back(seat) for seat, card in enumerate(self.chosen, 1) if card != "" and self.missing]

    def awaited(self, _state: State) -> Refused:
        """A card from everybody."""
        return asked(text("Now all hand over a card."))

    def objection(self, state: State, intent: Intent) -> Refused | None:
        """There are so many cards."""
        if type(intent) is not intents.Give or not state.box_deals:
            return None
        return no_such_slot(intent.slot, len(state.hands[0]))

    def silenced(self, state: State, seat: Seat, intent: Intent | None) -> Refused | None:
        """Nothing can be taken back before it is chosen."""
        if type(intent) is intents.TakeBack or intent is None:
            return NOTHING_CHOSEN if seat in self.missing else None
        return super().silenced(state, seat, intent)

    def answered(self, state: State, intent: Intent) -> Event:
        """A card is chosen or taken back; or all real cards are handed over."""
        match intent:
            case intents.Give(seat=int(seat), slot=slot):
                return events.Chosen(seat, state.hands[seat - 1][slot - 1])
            case intents.TakeBack(seat=int(seat)):
                return events.TakenBack(seat)
            case intents.HandCards():
                return events.CardsHanded(tuple([(seat, None) for seat in range(1, state.seats + 1)]))
            case _:
                return super().answered(state, intent)

    def follows(self, state: State) -> Event | None:
        """When all have chosen, the cards change hands."""
        return None if self.missing or not state.box_deals else events.CardsHanded(tuple(enumerate(self.chosen, 1)))

    def after(self, state: State, event: Event) -> State:
        """The others still choose; or the cards are in the partners' hands, and the first turn comes."""
        match event:
            case events.Chosen(seat=seat, card=card):
                missing = tuple([other for other in self.missing if other != seat])
                return replace(state, phase=Handing(self.first, missing, with_seat(self.chosen, seat, card)))
            case events.TakenBack(seat=seat):
                return replace(
                    state, phase=Handing(self.first, (*self.missing, seat), with_seat(self.chosen, seat, ""))
                )
            case events.CardsHanded(cards=cards):
                return handed(state, dict(cards))
            case _:
                return super().after(state, event)


def handing(state: State, first: Seat) -> Handing:
    """Nobody has chosen yet."""
    return Handing(first, clockwise(first, state.seats), ("",) * state.seats)


def _giving(state: State, seat: Seat) -> Question:
    slots = range(1, len(state.hands[seat - 1]) + 1)
    return Question(seat, OneOf(tuple([intents.Give(seat=seat, slot=slot) for slot in slots])), is_secret=True)


@functools.cache
def _taking_back(seat: Seat) -> Question:
    return Question(seat, OneOf((intents.TakeBack(seat=seat),)), name=text("Change"))
