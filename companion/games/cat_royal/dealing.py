"""A deal: five cards for each seat when all hands are empty; in some games each seat then puts one figure out.

Law: the stock is shuffled only when it has too few cards for the next deal; all hands are empty then.
"""

from __future__ import annotations

import functools
from typing import ClassVar

from msgspec.structs import replace

from companion.games.cat_royal import events, intents
from companion.games.cat_royal.booklet import CARDS, FIGURES, HAND
from companion.games.cat_royal.cards import dealt
from companion.games.cat_royal.moves import put_out
from companion.games.cat_royal.state import Hand, Part, Phase, State
from companion.games.cat_royal.words import no_such_figure
from companion.kit.event import BySeat, Event, Intent, Refused
from companion.kit.question import Cards, OneOf, Question, asked, unseen
from companion.kit.seats import Seat, clockwise
from companion.kit.text import text


class Dealing(Phase, frozen=True):
    """All hands are empty, and cards must be dealt."""

    part: ClassVar[Part] = "deal"

    def follows(self, state: State) -> Event | None:
        """The discard may need a shuffle."""
        return events.Reshuffled(len(state.piles.discard)) if state.piles.lacks(_due(state)) else None

    def asks(self, state: State) -> Question | None:
        """The box deals; with real cards it only says how many."""
        if state.piles.lacks(_due(state)):
            return None
        if state.box_deals:
            return Question(None, Cards(intents.Deal(), _due(state), state.piles.layers))
        return Question(None, OneOf((intents.Deal(cards=(None,) * _due(state)),)))

    def awaited(self, _state: State) -> Refused:
        """A deal."""
        return asked(text("Now cards are dealt."))

    def objection(self, state: State, intent: Intent) -> Refused | None:
        """Real cards are dealt unseen."""
        return unseen(intent, _due(state)) if type(intent) is intents.Deal else None

    def answered(self, state: State, intent: Intent) -> Event:
        """The first five cards are for the starter, the next five for the seat on its left …"""
        if type(intent) is intents.Deal:
            order = clockwise(state.setup.starter(state.deal + 1), state.seats)
            hands = tuple([(seat, intent.cards[at * HAND : (at + 1) * HAND]) for at, seat in enumerate(order)])
            return events.Dealt(state.deal + 1, hands)
        return super().answered(state, intent)

    def after(self, state: State, event: Event) -> State:
        """Every seat holds five cards, and may cheat and move the wormholes again."""
        if type(event) is events.Dealt:
            hands = tuple([hand for _, hand in sorted(event.hands)])
            return replace(dealt(state, hands, drawn(state, event.hands)), deal=event.deal, spent=(), shifted=())
        if type(event) is events.Reshuffled:
            return replace(state, piles=state.piles.shuffled(CARDS))
        return super().after(state, event)


class SettingOut(Phase, frozen=True):
    """A seat puts one figure on its start field, before the first turn."""

    part: ClassVar[Part] = "deal"

    seat: Seat

    def asks(self, _state: State) -> Question:
        """One of its figures."""
        return _settings_out(self.seat)

    def awaited(self, state: State) -> Refused:
        """A figure."""
        return asked(text("Now {name} puts a figure out.", name=state.name(self.seat)))

    def objection(self, _state: State, intent: Intent) -> Refused | None:
        """There are four figures."""
        return no_such_figure(intent.figure) if type(intent) is intents.SetOut else None

    def answered(self, state: State, intent: Intent) -> Event:
        """The figure stands there."""
        if type(intent) is intents.SetOut:
            return events.SetOut(self.seat, intent.figure)
        return super().answered(state, intent)

    def after(self, state: State, event: Event) -> State:
        """The next seat, or the first turn."""
        if type(event) is events.SetOut:
            return put_out(state, event.seat, event.figure)
        return super().after(state, event)


def drawn(state: State, hands: BySeat[Hand]) -> Hand:
    """The cards of the next deal, in the order in which they are drawn; a record may name the seats in any order."""
    first = state.setup.starter(state.deal + 1)
    in_order = sorted(hands, key=lambda held: (held[0] < first, held[0]))
    return tuple([card for _, hand in in_order for card in hand])


def _due(state: State) -> int:
    return HAND * state.seats


@functools.cache
def _settings_out(seat: Seat) -> Question:
    return Question(seat, OneOf(tuple([intents.SetOut(seat=seat, figure=figure) for figure in FIGURES])))
