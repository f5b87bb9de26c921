"""The exchange of bearers after races 1-5 (de B5), and the end of the game.

Laws: the last of the race takes one bearer off every display, the own one first and then clockwise; only when all are
taken is the first one drawn, in the same order.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.galopp_royal import events, intents
from companion.games.galopp_royal.booklet import FACES
from companion.games.galopp_royal.state import (
    Closing,
    Dealing,
    Drawing,
    Over,
    Removing,
    State,
    with_item,
)
from companion.kit.money import Seat
from companion.kit.question import Cards, OneOf, Question, Seed


def ask_remove(_state: State, phase: Removing) -> Question:
    """Any of the four bearers on this display."""
    last, owner = phase.last, phase.owner
    return Question(last, OneOf(tuple(intents.Remove(seat=last, owner=owner, slot=face) for face in FACES)))


def remove(state: State, phase: Removing, intent: intents.Remove) -> events.Removed:
    """The bearer on that slot goes, face up."""
    card = state.displays[phase.owner - 1][intent.slot - 1] or ""
    return events.Removed(phase.last, phase.owner, intent.slot, card)


def removed(state: State, phase: Removing, event: events.Removed) -> State:
    """A slot is free; on to the next display."""
    piles = state.piles.discarded((event.card,)) if state.box_deals else state.piles
    state = replace(state, displays=_with_slot(state, event.seat, event.slot, None), piles=piles)
    owner, last = _after(state, phase.owner), phase.last
    return replace(state, phase=Drawing(last, last) if owner == last else Removing(last, owner))


def ask_draw(state: State, phase: Drawing) -> Question:
    """The top card of the stock; a real one is typed in by its owner."""
    asked = None if state.box_deals else phase.owner
    return Question(asked, Cards(intents.Draw(seat=asked, owner=phase.owner), 1, state.layers(1)))


def draw(state: State, phase: Drawing, intent: intents.Draw) -> events.Drew:
    """The card goes on the free slot."""
    return events.Drew(phase.owner, free_slot(state, phase.owner), intent.cards[0] or "")


def drew(state: State, phase: Drawing, event: events.Drew) -> State:
    """A display is whole again; when all are, the first substitute team is due."""
    piles = state.piles.drawn((event.card,)) if state.box_deals else state.piles
    state = replace(state, displays=_with_slot(state, event.seat, event.slot, event.card), piles=piles)
    owner, last = _after(state, phase.owner), phase.last
    return replace(state, phase=Dealing(last, 1) if owner == last else Drawing(last, owner))


def free_slot(state: State, seat: Seat) -> int:
    """The slot the last of the race has emptied."""
    return state.displays[seat - 1].index(None) + 1


def ask_close(state: State, _phase: Closing) -> Question:
    """The box opens its seed, if it had one."""
    if state.setup.commitment is None:
        return Question(None, OneOf((intents.Close(),)))
    return Question(None, Seed(intents.Close(), state.setup.commitment))


def close(state: State, _phase: Closing, intent: intents.Close) -> events.Ended:
    """Most coins win; equal coins, several winners."""
    purses = state.money.purses
    winners = tuple(seat for seat, coins in enumerate(purses, 1) if coins == max(purses))
    return events.Ended(tuple(enumerate(purses, 1)), winners, intent.seed)


def ended(state: State, _phase: Closing, event: events.Ended) -> State:
    """Nothing is asked any more."""
    return replace(state, phase=Over(event.winners))


def _with_slot(state: State, seat: Seat, slot: int, card: str | None) -> tuple[tuple[str | None, ...], ...]:
    return with_item(state.displays, seat, with_item(state.displays[seat - 1], slot, card))


def _after(state: State, seat: Seat) -> Seat:
    return seat % state.seats + 1
