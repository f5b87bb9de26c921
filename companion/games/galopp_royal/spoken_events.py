"""What a voice says of an event: whole sentences for people who do not see the display.

Laws: as of `spoken_questions`; and, as of `news`, only what everybody at the table may know.
"""

from __future__ import annotations

from typing import Final

from companion.games.galopp_royal import events
from companion.games.galopp_royal.auction import Bidding, departed, nth_team
from companion.games.galopp_royal.booklet import RACES
from companion.games.galopp_royal.cards import called, named
from companion.games.galopp_royal.race_end import owed, winner_of
from companion.games.galopp_royal.spoken_questions import bearers, in_line, in_row, moved
from companion.games.galopp_royal.state import State
from companion.kit.event import Event, MaybeCard
from companion.kit.money import Coins
from companion.kit.seats import Seat, clockwise
from companion.kit.text import Text, text

ON_ONE_SCREEN: Final = 4
"""How many teams are told together."""


def of_event(state: State, event: Event) -> tuple[Text, ...]:
    """The sentences of an event that has led to `state`; none if it is not told."""
    match event:
        case events.Dealt(opener=opener) if isinstance(state.phase, Bidding):
            return _dealt(state, state.phase, opener)
        case events.Passed(seat=seat, leaves=True):
            return (_left(state, seat),)
        case events.Sold(seat=seat, price=price, cards=cards):
            return (_bought(state, seat, price, cards),)
        case events.Assigned(seat=seat, price=price, cards=cards):
            return (_assigned(state, seat, price, cards),)
        case events.Unsold():
            return text("Nobody bids"), text("The cards are discarded")
        case events.Laid():
            return tuple(bearers(state, seat) for seat in laid_together(state, event))
        case events.RaceBegan(race=race, seat=seat):
            return _began(state, race, seat)
        case events.Rolled(seat=seat, face=face, bearer=bearer):
            return (text("{name} rolls {n}: bearer {n}, {card}", name=state.name(seat), n=face, card=named(bearer)),)
        case events.Moved(steps=steps):
            return moved(state, steps)
        case events.Finished() | events.Ponded():
            return (_placed(state, event),)
        case events.RaceEnded(race=race, last=last):
            if (winner := winner_of(state)) is not None:
                return (text("{name} wins race {n}", name=state.name(winner), n=race),)
            return _race_result(state, race, last, owed(state))
        case events.Paid(seat=seat, place=1, amount=amount):
            last = state.last if state.race < RACES else None
            return _race_result(state, state.race, last, ((seat, 1, amount), *owed(state)))
        case events.Removed(by=by, seat=seat, slot=slot, card=card):
            names = {"by": state.name(by), "name": state.name(seat)}
            return (text("{by} removes {card}, bearer {n} of {name}", card=named(card), n=slot, **names),)
        case events.Drew(seat=seat, slot=slot, card=card):
            return (text("{name} draws {card} as bearer {n}", name=state.name(seat), card=named(card), n=slot),)
        case events.Ended(winners=winners):
            return (_won(state, winners),)
        case events.Reshuffled(cards=count):
            return (text("{n} cards are shuffled into a new deck", n=count),)
        case _:
            return ()


# --- auctions --------------------------------------------------------------------------------------------------------


def _dealt(state: State, phase: Bidding, opener: Seat) -> tuple[Text, ...]:
    """Which team is on sale, who bids first, the open card; of a real stock, how many cards everybody draws."""
    name, (n, total) = state.name(opener), nth_team(state, phase)
    sale = (
        text("Substitutes {n} of {of}: {name} begins", n=n, of=total, name=name)
        if phase.nth
        else text("Team {n} of {of}: {name} begins", n=n, of=total, name=name)
    )
    if state.box_deals:
        return (sale, *[text("Open card: {card}", card=called(card)) for card in phase.open if card is not None])
    each = text("Everybody draws {n} from the stock", n=len(phase.hands[0][1]))
    return (sale, each, text("One more card lies open")) if phase.open else (sale, each)


def _left(state: State, seat: Seat) -> Text:
    """A card leaves the team; real cards people see without the box."""
    name, card = state.name(seat), departed(state).get(seat)
    if card is None:
        return text("{name} passes, and this card leaves the team", name=name)
    return text("{name} passes, and {card} leaves the team", name=name, card=named(card))


def _bought(state: State, seat: Seat, price: Coins, cards: tuple[MaybeCard, ...]) -> Text:
    name = state.name(seat)
    if _is_open(state, cards):
        return text("{name} gets the team for {n}: {cards}", name=name, n=price, cards=in_row(cards))
    return text("{name} gets the team for {n}", name=name, n=price)


def _assigned(state: State, seat: Seat, price: Coins, cards: tuple[MaybeCard, ...]) -> Text:
    name = state.name(seat)
    if _is_open(state, cards):
        return text("{name} gets the last team for {n}: {cards}", name=name, n=price, cards=in_row(cards))
    return text("{name} gets the last team for {n}", name=name, n=price)


def _is_open(state: State, cards: tuple[MaybeCard, ...]) -> bool:
    """Whether the box knows a team that was bought now, and all may see it at once."""
    return None not in cards and not state.hides_teams


def laid_together(state: State, event: events.Laid) -> tuple[Seat, ...]:
    """The teams that are shown when this one is laid: hidden ones four at a time; none if it was shown when paid."""
    if not state.box_deals:
        return (event.seat,)
    order = clockwise(state.last, state.seats)
    nth = order.index(event.seat) + 1
    if not state.hides_teams or (nth % ON_ONE_SCREEN and nth < state.seats):
        return ()
    return order[(nth - 1) // ON_ONE_SCREEN * ON_ONE_SCREEN : nth]


# --- races -----------------------------------------------------------------------------------------------------------


def _began(state: State, race: int, seat: Seat) -> tuple[Text, ...]:
    """Who begins, where arch and pond are, and the prizes."""
    board = state.setup.board
    ahead, back = state.finish - board.start, board.start - board.pond
    return (
        text("Race {n}: {name} begins", n=race, name=state.name(seat)),
        text("The arch is {ahead} ahead, the pond {back} back", ahead=ahead, back=back),
        text("The prizes are {row}", row=in_line(map(str, board.prizes[race - 1]))),
    )


def _placed(state: State, event: events.Finished | events.Ponded) -> Text:
    """Under the arch, in the pond, or the only chair left."""
    name, place = state.name(event.seat), event.place
    if type(event) is events.Finished and state.spaces[event.seat - 1] >= state.finish:
        return text("{name} passes under the arch: place {n}", name=name, n=place)
    if type(event) is events.Finished:
        return text("Race over: place {n} for {name}", n=place, name=name)
    if place == state.seats:
        return text("{name} falls into the pond and is last", name=name)
    return text("{name} falls into the pond: place {n}", name=name, n=place)


def _race_result(
    state: State, race: int, last: Seat | None, prizes: tuple[tuple[Seat, int, Coins], ...]
) -> tuple[Text, ...]:
    told = [
        text("{name}, place {place}, gets {n}", name=state.name(seat), place=place, n=amount)
        for seat, place, amount in prizes
    ]
    tail = [text("{name} is last", name=state.name(seat)) for seat in (last,) if seat is not None]
    return text("Race {n} is over", n=race), *told, *tail


def _won(state: State, winners: tuple[Seat, ...]) -> Text:
    names = [state.name(seat) for seat in winners]
    if len(names) == 1:
        return text("{name} wins the game", name=names[0])
    return text("{names} share the victory", names=in_line(names))
