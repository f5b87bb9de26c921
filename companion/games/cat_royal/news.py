"""What has just happened, told to all: a screen for events that deserve a pause, a line for the page of last events.

Law: news tell only what is open: card, figure and the end of its way; never the steps, or the chosen use of a card.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.cat_royal import events
from companion.games.cat_royal.booklet import FIGURES, GOALS, MAGNET, START
from companion.games.cat_royal.moves import ahead
from companion.games.cat_royal.spoken_news import of_event
from companion.games.cat_royal.state import State
from companion.games.cat_royal.view import together, view, whom, with_card, won
from companion.games.cat_royal.words import FIGURE, goal, number, show, titled
from companion.kit.event import Event
from companion.kit.seats import Seat
from companion.kit.text import Text, Wording, joined, text, verbatim
from companion.kit.view import View, victory


def tell(state: State, event: Event) -> View | None:
    """The screen for an event that has led to `state`."""
    screen = _screen(state, event)
    if screen is None:
        return None
    table = view(state, None, None)
    return replace(screen, said=of_event(state, event), seats=table.seats, track=table.track)


def _screen(state: State, event: Event) -> View | None:
    match event:
        case events.Reshuffled(cards=cards):
            if not state.box_deals:
                return View(text("Shuffle now"), lines=(text("the discard pile"),))
            return View(text("Shuffled"), number=str(cards), caption=text("cards"), lines=(text("new deck"),))
        case events.Dealt(deal=deal):
            return _dealt(state, deal)
        case events.CardsHanded():
            return View(text("Handed over"), lines=(text("each a card"), text("for the partner")))
        case events.SetOut(seat=seat, figure=figure):
            return View(text("sets out"), seat, lines=(FIGURE[figure], text("to start field")))
        case events.Shifted(seat=seat, holes=holes):
            return View(text("moves"), seat, lines=(text("all wormholes,"), text("now on fields"), _fields(holes)))
        case events.Accused(by=by, seat=seat, guilty=guilty):
            return _verdict(state.name(by), seat, is_guilty=guilty)
        case events.SentHome(seat=seat, figure=figure):
            return View(text("penalty"), seat, lines=(FIGURE[figure], text("to start area")))
        case events.Played(seat=seat):
            return _played(state, event)
        case events.Captured(seat=seat, figure=figure):
            return View(text("loses"), seat, lines=(FIGURE[figure], text("is captured,"), text("to start area")))
        case events.Teleported(seat=seat, figure=figure, swapped=swapped):
            way = (text("to field {n}", n=str(event.to)),)
            where = way if swapped is None else (text("swaps with"), whom(state, swapped))
            return View(text("wormhole!"), seat, lines=(FIGURE[figure], *where))
        case events.Discarded(seat=seat, card=card):
            return with_card(View(text("no move"), seat), card, text("discarded"))
        case events.Forfeited(seat=seat, cards=cards):
            caption = text("cards") if len(cards) > 1 else text("card")
            return View(text("no move"), seat, str(len(cards)), caption, lines=(text("discarded"),))
        case events.Ended(winners=winners):
            if state.has_teams:
                teams = [team for team in state.teams if team[0] in winners]
                return View(won(state, winners), lines=tuple(together(state, team) for team in teams))
            return victory([state.name(seat) for seat in winners])
        case _:
            return None


def _dealt(state: State, deal: int) -> View:
    begins = text("{name} begins", name=state.name(state.setup.starter(deal)))
    if not state.box_deals:
        return View(text("Deal {n}", n=deal), lines=(begins, text("deal five each")))
    how = (text("hold ●: look"), text("others look away")) if deal == 1 else (text("5 dealt to each"),)
    return View(text("Deal {n}", n=deal), lines=(begins, *how))


def _verdict(by: Wording, seat: Seat, *, is_guilty: bool) -> View:
    if is_guilty:
        return View(text("cheated!"), seat, lines=(text("caught by {name}", name=by),))
    return View(text("was honest"), seat, lines=(text("in the last turn"), text("{name} was wrong", name=by)))


def _played(state: State, event: events.Played) -> View:
    """A card by its number or name, with its figure; for a swap or a magnet, with the other figure."""
    seat, card, figure = event.seat, event.card, _whose(state, event)
    if event.swapped is not None:
        return View(titled(card, event.copied), seat, lines=(figure, text("swaps with"), whom(state, event.swapped)))
    if MAGNET in (card, event.copied):
        behind = whom(state, ahead(state, event.to))
        return View(titled(card, event.copied), seat, lines=(figure, text("is pulled behind"), behind))
    told = (figure, _end(state, event))
    if number(card):
        return View(text("plays"), seat, number(card), text("card"), lines=told)
    return View(text("plays"), seat, lines=(titled(card, event.copied), *told))


def _whose(state: State, event: events.Played) -> Text:
    """The figure; with the name of its player, if the partner has played it."""
    return FIGURE[event.figure] if event.owner == event.seat else whom(state, (event.owner, event.figure))


def _end(state: State, event: events.Played) -> Text:
    """Where the move ends, if that is the goal or the start field; else only that it moved: the lights show where."""
    if event.to in GOALS:
        return goal(event.to)
    if START in state.ways[event.owner - 1][FIGURES.index(event.figure)]:
        return text("to start field")
    return text("walks")


def _fields(holes: tuple[int, ...]) -> Text:
    return verbatim(" ".join(map(str, sorted(holes))))


def progress(state: State) -> Text:
    """The present deal, or deal 1 before it begins."""
    return text("Deal {n}", n=max(state.deal, 1))


def line(state: State, event: Event) -> Text | None:
    """An event that has led to `state`: who, a tab, and in up to fourteen letters what."""
    match event:
        case events.Dealt(deal=deal):
            return text("Deal {n}", n=deal)
        case events.Chosen(seat=seat):
            return _told(state, seat, text("has chosen"))
        case events.TakenBack(seat=seat):
            return _told(state, seat, text("chooses again"))
        case events.CardsHanded():
            return text("cards handed over")
        case events.SetOut(seat=seat, figure=figure):
            return _told(state, seat, text("{figure} out", figure=FIGURE[figure]))
        case events.Shifted(seat=seat):
            return _told(state, seat, text("holes moved"))
        case events.Accused(seat=seat, guilty=guilty):
            return _told(state, seat, text("cheated!") if guilty else text("was honest"))
        case events.SentHome(seat=seat, figure=figure) | events.Captured(seat=seat, figure=figure):
            return _told(state, seat, text("{figure} back", figure=FIGURE[figure]))
        case events.Played(seat=seat, card=card, figure=figure):
            return _told(state, seat, joined(show(card), FIGURE[figure], " "))
        case events.Teleported(seat=seat):
            return _told(state, seat, text("wormhole!"))
        case events.Discarded(seat=seat, card=card):
            return _told(state, seat, text("{card} discarded", card=show(card)))
        case events.Forfeited(seat=seat):
            return _told(state, seat, text("all discarded"))
        case _:
            return None


def _told(state: State, seat: Seat, what: Text) -> Text:
    return joined(verbatim(state.name(seat)), what)
