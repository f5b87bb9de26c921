"""What has just happened, told to all: a screen for what deserves a pause, a line for the page of last events.

Law: news tell what lies open: card, figure and where it ends; no news names steps, or which use of a card was meant.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.cat_royal import events
from companion.games.cat_royal.booklet import FIGURES, GOALS, START
from companion.games.cat_royal.events import Piece
from companion.games.cat_royal.state import State
from companion.games.cat_royal.view import view
from companion.games.cat_royal.words import FIGURE, goal, number, show
from companion.kit.event import Card, Event
from companion.kit.seats import Seat
from companion.kit.text import Text, Wording, joined, text, verbatim
from companion.kit.view import View, victory


def tell(state: State, event: Event) -> View | None:
    """The screen for an event that has led to `state`."""
    screen = _screen(state, event)
    if screen is None:
        return None
    table = view(state, None, None)
    return replace(screen, seats=table.seats, track=table.track)


def _screen(state: State, event: Event) -> View | None:
    match event:
        case events.Reshuffled(cards=cards):
            told = (text("cards"), text("new deck")) if state.box_deals else (text("shuffle"), text("the discard"))
            return View(text("Shuffled"), number=str(cards), lines=told)
        case events.Dealt(deal=deal):
            return _dealt(state, deal)
        case events.SetOut(seat=seat, figure=figure):
            return View(text("sets out"), seat, lines=(FIGURE[figure],))
        case events.Shifted(seat=seat, holes=holes):
            return View(text("moves"), seat, lines=(text("all wormholes:"), _fields(holes)))
        case events.Accused(by=by, seat=seat, guilty=guilty):
            return _verdict(state.name(by), seat, is_guilty=guilty)
        case events.SentHome(seat=seat, figure=figure):
            return View(text("goes home"), seat, lines=(FIGURE[figure], text("as a penalty")))
        case events.Played(seat=seat, card=card):
            return _with(View(text("plays"), seat), card, _name(event), FIGURE[event.figure], *_end(state, event))
        case events.Captured(seat=seat, figure=figure):
            return View(text("captured!"), seat, lines=(FIGURE[figure], text("goes home")))
        case events.Teleported(seat=seat, figure=figure, swapped=swapped):
            with_whom = text("comes out") if swapped is None else text("swaps with {name}", name=state.name(swapped[0]))
            return View(text("wormhole!"), seat, lines=(FIGURE[figure], with_whom))
        case events.Discarded(seat=seat, card=card):
            return _with(View(text("no move"), seat), card, show(card), text("laid off"))
        case events.Forfeited(seat=seat, cards=cards):
            return View(text("no move"), seat, str(len(cards)), lines=(text("cards"), text("laid off")))
        case events.Ended(winners=winners):
            return victory([state.name(seat) for seat in winners])
        case _:
            return None


def _dealt(state: State, deal: int) -> View:
    begins = text("{name} begins", name=state.name(state.setup.starter(deal)))
    what = text("Look: hold ●") if state.box_deals else text("deal five each")
    return View(text("Deal {n}", n=deal), lines=(begins, what))


def _verdict(by: Wording, seat: Seat, *, is_guilty: bool) -> View:
    if is_guilty:
        return View(text("cheated!"), seat, lines=(text("caught by {name}", name=by),))
    return View(text("was honest"), seat, lines=(text("{name} was wrong", name=by),))


def _with(screen: View, card: Card, name: Text, *told: Text) -> View:
    """A card by its number, with what is told of it beside; one that is no number by its name."""
    if number(card):
        return replace(screen, number=number(card), lines=told)
    return replace(screen, lines=(joined(name, told[0]), *told[1:]))


def _name(event: events.Played) -> Text:
    return show(event.card) if event.copied is None else text("copy={card}", card=show(event.copied))


def _end(state: State, event: events.Played) -> tuple[Text, ...]:
    """What all see of its end: the goal, the start area left behind, whom it changed places with; else lights tell."""
    if event.swapped is not None:
        return (_whom(state, event.swapped),)
    if event.to in GOALS:
        return (goal(event.to),)
    came = state.ways[event.seat - 1][FIGURES.index(event.figure)]
    return (text("comes out"),) if START in came else ()


def _whom(state: State, piece: Piece) -> Text:
    """Another's figure."""
    seat, figure = piece
    return joined(verbatim(state.name(seat)), FIGURE[figure])


def _fields(holes: tuple[int, ...]) -> Text:
    return verbatim(" ".join(map(str, sorted(holes))))


def line(state: State, event: Event) -> Text | None:
    """An event that has led to `state`: who, a tab, and in up to fourteen letters what."""
    match event:
        case events.Dealt(deal=deal):
            return text("Deal {n}", n=deal)
        case events.SetOut(seat=seat, figure=figure):
            return _told(state, seat, text("{figure} out", figure=FIGURE[figure]))
        case events.Shifted(seat=seat):
            return _told(state, seat, text("wormholes"))
        case events.Accused(seat=seat, guilty=guilty):
            return _told(state, seat, text("cheated!") if guilty else text("was honest"))
        case events.SentHome(seat=seat, figure=figure) | events.Captured(seat=seat, figure=figure):
            return _told(state, seat, text("{figure} home", figure=FIGURE[figure]))
        case events.Played(seat=seat, card=card, figure=figure):
            return _told(state, seat, joined(show(card), FIGURE[figure], " "))
        case events.Teleported(seat=seat):
            return _told(state, seat, text("wormhole!"))
        case events.Discarded(seat=seat, card=card):
            return _told(state, seat, text("{card} laid off", card=show(card)))
        case events.Forfeited(seat=seat):
            return _told(state, seat, text("all laid off"))
        case _:
            return None


def _told(state: State, seat: Seat, what: Text) -> Text:
    return joined(verbatim(state.name(seat)), what)
