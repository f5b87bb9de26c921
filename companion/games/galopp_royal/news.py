"""What has just happened, told to all: a screen for events that deserve a pause, a line for the page of last events.

Laws: news tell only what everybody at the table may know. A roll is told in two parts: the die and the called bearer,
while all chairs stand still; then who runs and how far, while the chair runs.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from companion.games.galopp_royal import events
from companion.games.galopp_royal.auction import Bidding, departed, nth_team
from companion.games.galopp_royal.booklet import RACES, SPACES
from companion.games.galopp_royal.cards import show, signed
from companion.games.galopp_royal.pages import prize_row, team
from companion.games.galopp_royal.race_end import owed, winner_of
from companion.games.galopp_royal.spoken_events import laid_together, of_event
from companion.games.galopp_royal.state import State
from companion.games.galopp_royal.track import last_move
from companion.games.galopp_royal.view import from_whom, move, schemed, show_all, view
from companion.kit.event import Event, MaybeCard
from companion.kit.money import Coins
from companion.kit.seats import Seat
from companion.kit.text import Text, joined, ordinal, text, verbatim
from companion.kit.view import View, victory

MOST_BESIDE: Final = 99
"""The highest price that leaves room for a team beside it."""


def tell(state: State, event: Event) -> View | None:
    """The screen for an event that has led to `state`."""
    screen, said = _screen(state, event), of_event(state, event)
    if screen is None:
        return None
    table = view(state, None, None)
    return replace(screen, said=said, seats=table.seats, track=table.track)


def _screen(state: State, event: Event) -> View | None:
    match event:
        case events.Dealt(opener=opener) if isinstance(state.phase, Bidding):
            return _dealt(state, state.phase, opener)
        case events.Sold(seat=seat, price=price, cards=cards):
            return _bought(state, seat, price, cards)
        case events.Assigned(seat=seat, price=price, cards=cards):
            lines = (text("no auction"), *_seen(state, cards))
            return View(text("last team"), seat, str(price), text("pays"), lines=lines)
        case events.Laid():
            return _laid(state, event)
        case events.Passed(seat=seat, leaves=True):
            return _left(state, seat)
        case events.Unsold():
            return View(text("Nobody bids"), lines=(text("Cards discarded."),))
        case events.RaceBegan(race=race, seat=seat):
            goal = text("Finish space {n}", n=state.finish)
            prizes = text("prizes {row}", row=prize_row(state, race))
            return View(text("Race {n}", n=race), lines=(text("{name} begins", name=state.name(seat)), goal, prizes))
        case events.Rolled(seat=seat, face=face, bearer=bearer):
            called = verbatim(signed(bearer)) if bearer in SPACES else text("devil {card}", card=show(bearer))
            lines = (text("bearer {n}:", n=face), called)
            return View(text("rolls"), who=seat, number=str(face), caption=text("die"), lines=lines)
        case events.Moved():
            return _moved(state, event)
        case events.Finished(seat=seat, place=place):
            is_there = state.spaces[seat - 1] >= state.finish
            title = text("arrives") if is_there else text("race over")
            return View(title, who=seat, number=ordinal(place), lines=(text("place"),))
        case events.Ponded(seat=seat, place=place):
            lines = (text("place"), text("race {n}", n=state.race))
            return View(text("Pond!"), who=seat, number=ordinal(place), lines=lines)
        case events.RaceEnded(race=race, last=last):
            if (winner := winner_of(state)) is None:
                return _race_result(state, race, last, owed(state))
            return View(text("Race {n} won by", n=race), number=state.name(winner), again=last_move(state))
        case events.Paid(seat=seat, place=1, amount=amount):
            last = state.last if state.race < RACES else None
            return _race_result(state, state.race, last, ((seat, 1, amount), *owed(state)))
        case events.Removed(by=by, seat=seat, slot=slot, card=card):
            lines = (from_whom(state, seat), text("bearer no. {n}", n=slot))
            return View(text("removes"), who=by, number=show(card), caption=text("card"), lines=lines)
        case events.Drew(seat=seat, slot=slot, card=card) if not state.box_deals:
            return View(text("draws"), who=seat, number=show(card), lines=(text("bearer no. {n}", n=slot),))
        case events.Ended(winners=winners):
            return victory([state.name(seat) for seat in winners])
        case events.Reshuffled(cards=cards):
            return View(text("Shuffled"), number=str(cards), lines=(text("cards"), text("new deck")))
        case _:
            return None


def _dealt(state: State, phase: Bidding, opener: Seat) -> View:
    n, total = nth_team(state, phase)
    begins = text("{name} begins", name=state.name(opener))
    title = text("Substitutes {n}/{of}", n=n, of=total) if phase.nth else text("Team {n}/{of}", n=n, of=total)
    if state.box_deals and phase.nth:  # people know how to look, and the question shows the open card
        return View(title, lines=(begins,))
    shown = tuple(text("face-up card: {card}", card=show(card)) for card in phase.open if card is not None)
    look = (text("hold ●: see card"),) if n == 1 else ()
    return View(title, lines=(*look, begins, *shown) if state.box_deals else (begins, *shown, *_draw(phase)))


def _draw(phase: Bidding) -> tuple[Text, ...]:
    """What everybody draws from the real stock, and what is laid open."""
    each = text("draw {n} each", n=len(phase.hands[0][1]))
    return (each, text("and 1 open")) if phase.open else (each,)


def _bought(state: State, seat: Seat, price: Coins, cards: tuple[MaybeCard, ...]) -> View:
    """The price of a team, and the team if all may see it at once; a price of three digits leaves no room for it."""
    team = _seen(state, cards)
    if price > MOST_BESIDE:
        return View(text("pays {n}", n=price), who=seat, lines=(text("for a team"), *team))
    what = text("team is now:") if state.race else text("team")
    lines = (what, *team) if team else (text("for"), text("a team"))
    return View(text("pays"), who=seat, number=str(price), lines=lines)


def _seen(state: State, cards: tuple[MaybeCard, ...]) -> tuple[Text, ...]:
    """A team in one line, if the box knows it and all may see it at once."""
    return (show_all(cards),) if state.box_deals and not state.hides_teams else ()


def _laid(state: State, event: events.Laid) -> View | None:
    """A laid team; hidden teams four at a time; nothing if the team was shown when it was paid."""
    if not state.box_deals:
        return View(text("team"), who=event.seat, lines=(show_all(event.cards),))
    teams = [joined(state.name(seat), team(state, seat)) for seat in laid_together(state, event)]
    return View(text("Teams"), lines=tuple(teams)) if teams else None


def _moved(state: State, event: events.Moved) -> View:
    """Whose chair runs, how far, and how far the arch still is; for the schemer, each moved chair in order."""
    seat, steps = event.seat, event.steps
    if any(mover != seat for mover, _ in steps):
        return schemed(state, seat, steps)
    ((_, by),) = steps
    space = state.spaces[seat - 1]
    is_racing = state.setup.board.pond < space < state.finish
    left = (text("{n} to go", n=state.finish - space),) if is_racing else ()
    return View(
        text("runs"), who=seat, number=f"{by:+d}", lines=(text("space") if abs(by) == 1 else text("spaces"), *left)
    )


def _left(state: State, seat: Seat) -> View:
    """A card leaves the team, face up for all to see; real cards people see without the box."""
    card = departed(state).get(seat)
    if card is None:
        return View(text("passes"), who=seat, lines=(text("This card leaves"), text("the team.")))
    return View(text("passes"), who=seat, number=show(card), lines=(text("leaves"), text("the team")))


def _race_result(state: State, race: int, last: int | None, prizes: tuple[tuple[Seat, int, Coins], ...]) -> View:
    rows = [joined(joined(ordinal(place), state.name(seat), " "), f"+{amount}") for seat, place, amount in prizes]
    if last is not None:
        rows.append(text("last: {name}", name=state.name(last)))
    return View(text("Result race {n}", n=race), lines=tuple(rows))


def progress(state: State) -> Text:
    """The present race, the last one, or race 1 before it begins."""
    return text("Race {n}", n=max(state.race, 1))


def unconfirmed() -> View:
    """Before the first game: what the owner should compare with the real board."""
    lines = (text("Do the spaces and"), text("prizes stored here"), text("match your board?"))
    return View(text("Check the board"), lines=lines)


def line(state: State, event: Event) -> Text | None:
    """An event that has led to `state`: who, a tab, and in up to ten letters what."""
    match event:
        case events.Bid(seat=seat, amount=amount):
            return text("{name}\tbids {n}", name=state.name(seat), n=amount)
        case events.Passed(seat=seat, leaves=True) if card := departed(state).get(seat):
            return text("{name}\tpasses: {card}", name=state.name(seat), card=show(card))
        case events.Passed(seat=seat):
            return text("{name}\tpasses", name=state.name(seat))
        case events.Sold(seat=seat, price=price) | events.Assigned(seat=seat, price=price):
            return text("{name}\tpays {n}", name=state.name(seat), n=price)
        case events.Unsold():
            return text("Nobody bids")
        case events.Rolled(seat=seat, face=face, bearer=bearer):
            return text("{name}\tdie {n}: {card}", name=state.name(seat), n=face, card=signed(bearer))
        case events.Laid(seat=seat):
            return text("{name}\tlays team", name=state.name(seat))
        case events.Moved(seat=seat, steps=steps) if others := [step for step in steps if step[0] != seat]:
            return move(state, *others[0]) if len(others) == 1 else text("{name}\tmoves two", name=state.name(seat))
        case events.Finished(seat=seat, place=place):
            return text("{name}\t{place} place", name=state.name(seat), place=ordinal(place))
        case events.Ponded(seat=seat):
            return text("{name}\tpond!", name=state.name(seat))
        case events.Paid(seat=seat, amount=amount):
            return text("{name}\tgets {n}", name=state.name(seat), n=amount)
        case events.Removed(seat=seat, card=card):
            return text("{name}\tloses {card}", name=state.name(seat), card=show(card))
        case events.Drew(seat=seat, card=card):
            return text("{name}\tdraws {card}", name=state.name(seat), card=show(card))
        case events.Corrected(seat=seat, amount=amount):
            return text("{name}\t{n} fixed", name=state.name(seat), n=f"{amount:+d}")
        case _:
            return None
