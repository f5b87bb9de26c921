"""The exchange of bearers after races 1-5 (de B5), and the end of the game.

Laws: the last of the race takes one bearer off every display, the own one first and then clockwise; only when all are
taken is the first one drawn, in the same order.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.galopp_royal import events, intents
from companion.games.galopp_royal.booklet import TEAM
from companion.games.galopp_royal.state import (
    Closing,
    Dealing,
    Drawing,
    Over,
    Removing,
    State,
    with_item,
)
from companion.kit.auction import clockwise
from companion.kit.event import Event, Intent
from companion.kit.money import Seat
from companion.kit.question import Cards, OneOf, Question, Seed


def ask_remove(state: State, phase: Removing) -> Question:
    """Any of the four bearers on this display."""
    slots = range(1, TEAM + 1)
    answers = tuple(intents.Remove(seat=state.last, owner=phase.owner, slot=slot) for slot in slots)
    return Question(state.last, OneOf(answers))


def remove(state: State, phase: Removing, intent: intents.Remove) -> events.Removed:
    """The bearer on that slot goes, face up."""
    return events.Removed(
        _last(state), phase.owner, intent.slot, state.displays[phase.owner - 1][intent.slot - 1] or ""
    )


def removed(state: State, phase: Removing, event: events.Removed) -> State:
    """A slot is free; on to the next display."""
    last = _last(state)
    piles = state.piles.discarded((event.card,)) if state.box_deals else state.piles
    state = replace(state, displays=_with_slot(state, event.seat, event.slot, None), piles=piles)
    owner = _after(state, phase.owner)
    return replace(state, phase=Drawing(last) if owner == last else Removing(owner))


def ask_draw(state: State, phase: Drawing) -> Question:
    """The top card of the stock; a real one is typed in by its owner."""
    asked = None if state.box_deals else phase.owner
    return Question(asked, Cards(intents.Draw(seat=asked, owner=phase.owner), 1, state.layers(1)))


def draw(state: State, phase: Drawing, intent: intents.Draw) -> events.Drew:
    """The card goes on the free slot."""
    return events.Drew(phase.owner, free_slot(state, phase.owner), intent.cards[0] or "")


def drew(state: State, phase: Drawing, event: events.Drew) -> State:
    """A display is whole again; when all are, the first substitute team is due."""
    last = _last(state)
    piles = state.piles.drawn(1) if state.box_deals else state.piles
    state = replace(state, displays=_with_slot(state, event.seat, event.slot, event.card), piles=piles)
    owner = _after(state, phase.owner)
    return replace(state, phase=Dealing(last, 1) if owner == last else Drawing(owner))


def free_slot(state: State, seat: Seat) -> int:
    """The slot the last of the race has emptied."""
    return state.displays[seat - 1].index(None) + 1


def ask_close(state: State) -> Question:
    """The box opens its seed, if it had one."""
    if state.setup.commitment is None:
        return Question(None, OneOf((intents.Close(),)))
    return Question(None, Seed(intents.Close(), state.setup.commitment))


def close(state: State, intent: intents.Close) -> events.Ended:
    """Most coins win; equal coins, several winners."""
    purses = state.money.purses
    winners = tuple(seat for seat, coins in enumerate(purses, 1) if coins == max(purses))
    return events.Ended(tuple(enumerate(purses, 1)), winners, intent.seed)


def ended(state: State, event: events.Ended) -> State:
    """Nothing is asked any more."""
    return replace(state, phase=Over(event.winners))


def _with_slot(state: State, seat: Seat, slot: int, card: str | None) -> tuple[tuple[str | None, ...], ...]:
    return with_item(state.displays, seat, with_item(state.displays[seat - 1], slot, card))


def _after(state: State, seat: Seat) -> Seat:
    return clockwise(seat, state.seats)[1]


def _last(state: State) -> Seat:
    if state.last is None:
        raise AssertionError("an exchange without a last of the race")
    return state.last


def decide(state: State, phase: Removing | Drawing | Closing, intent: Intent) -> Event:
    """The event a legal intent leads to."""
    match phase, intent:
        case Removing(), intents.Remove():
            return remove(state, phase, intent)
        case Drawing(), intents.Draw():
            return draw(state, phase, intent)
        case Closing(), intents.Close():
            return close(state, intent)
        case _:
            raise AssertionError(f"no question in {phase!r} is answered by {intent!r}")
