"""The same game with other secrets of other players: cards, hidden teams, hidden coins, the sealed seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from companion.games.galopp_royal.events import Assigned, Dealt, Laid, Passed, Sold, Unsold
from companion.games.galopp_royal.state import State
from companion.kit.event import Card, Event, MaybeCard
from companion.kit.seats import Seat
from companion.match.history import Step
from companion.match.session import Session
from companion.testing.traffic import OTHER_SEED
from companion.testing.whole_games import SEED

from .positions import RULES, with_purse

RICHER = 9
"""How many more coins each seat with a hidden purse has."""


def session_of(start: State, steps: Sequence[Step]) -> Session[State]:
    """A table at which these events have happened."""
    return Session(RULES, SEED, start).resume(steps)


def otherwise(start: State, steps: Sequence[Step], viewer: Seat | None) -> Session[State]:
    """Events that `viewer` cannot tell from the real ones: each card that it has not seen is another one.

    Each seat with a hidden purse has more coins from the start, and another seed is sealed.
    """
    events = [event for step in steps for event in step.events]
    seen, stock = _seen(events, viewer), list(session_of(start, steps).state.piles.stock.cards)
    opened = state = _richer(start, viewer)
    told = list[Event]()
    for at, event in enumerate(events):
        told.append(_told(state, event, stock, seen.get(at)))
        state = RULES.evolve(state, told[-1])
    happened = iter(told)
    others = [replace(step, events=tuple(next(happened) for _ in step.events)) for step in steps]
    return Session(RULES, OTHER_SEED, opened).resume(others)


def _seen(events: Sequence[Event], viewer: Seat | None) -> dict[int, set[Seat]]:
    """The deals with cards that are not open yet, and the seats whose cards of a deal the viewer has seen."""
    seen, bought, latest = dict[int, set[Seat]](), dict[Seat, int](), -1
    for at, event in enumerate(events):
        match event:
            case Dealt():
                latest, seen[at] = at, {viewer} if viewer else set()
            case Passed(seat=seat, leaves=True):
                seen[latest].add(seat)
            case Assigned(seat=seat):
                bought[seat], seen[at] = at, set()
            case Sold(seat=seat):
                bought[seat] = latest
            case Unsold():
                del seen[latest]
            case Laid(seat=seat):
                del seen[bought[seat]]
            case _:
                pass
    return {at: seats for at, seats in seen.items() if viewer is None or bought.get(viewer) != at}


def _told(state: State, event: Event, stock: list[Card], seen: set[Seat] | None) -> Event:
    """The event in the other game; `seen`: whose cards were seen (`None`: all); bought cards are those dealt."""
    match event:
        case Sold() | Unsold():
            bought = RULES.follows(state)
            assert bought is not None
            return bought
        case Assigned(cards=cards) if seen is not None:
            return replace(event, cards=tuple(_swapped(cards, stock)))
        case Dealt(hands=hands) if seen is not None:
            other = ((seat, hand if seat in seen else tuple(_swapped(hand, stock))) for seat, hand in hands)
            return replace(event, hands=tuple(other))
        case _:
            return event


def _swapped(cards: Sequence[MaybeCard], stock: list[Card]) -> Iterator[MaybeCard]:
    """For each card, another one that is still in the stock."""
    for card in cards:
        other = next((each for each in stock if each != card), None)
        if card is None or other is None:
            yield card
        else:
            stock.remove(other)
            yield other


def _richer(start: State, viewer: Seat | None) -> State:
    if start.setup.options.open_cash:
        return start
    for seat in range(1, start.seats + 1):
        if seat != viewer:
            start = with_purse(start, seat, start.money.purse(seat) + RICHER)
    return start
