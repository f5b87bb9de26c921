"""What has just happened, told to all: screens, lines for the page of last events, cues for lights and sound."""

from __future__ import annotations

from msgspec.structs import replace

from companion.kit import Cue, Event, Text, View, joined, text, victory, won
from crows.happenings import Ended, Fed, Landed, Sent, Sown, Stayed
from crows.policy import winners
from crows.state import State
from crows.view import CORN, by_name, seats, table


def tell(state: State, event: Event) -> View | None:
    """The screen of an event that has led to `state`; a choice has none, since the others are still choosing."""
    screen = _screen(state, event)
    return replace(screen, seats=seats(state), table=table(state)) if screen is not None else None


def _screen(state: State, event: Event) -> View | None:
    match event:
        case Sown():
            return View(text("Corn falls"), number=str(state.corn), caption=CORN)
        case Landed(crows):
            return View(text("The crows land"), lines=by_name(state, (str(crow) for crow in crows)))
        case Fed(seat, corn):
            return View(text("eats"), seat, str(corn), CORN)
        case Stayed(corn):
            return View(text("Nobody eats"), number=str(corn), caption=CORN, lines=(text("it stays"),))
        case Ended():
            return victory([state.name(seat) for seat in winners(state)])
        case _:
            return None


def line(state: State, event: Event) -> Text | None:
    """The event in one line."""
    match event:
        case Sown((heap,)):
            return text("corn: +{n}", n=str(heap))
        case Sent(seat):
            return joined(state.name(seat), text("has chosen"))
        case Fed(seat, corn):
            return joined(state.name(seat), text("eats {n}", n=corn))
        case Stayed():
            return text("nobody eats")
        case _:
            return None


def cue(state: State, event: Event) -> Cue | None:
    """The cue of an event, from what all may know."""
    match event:
        case Sown():
            return Cue("deal")
        case Landed():
            return Cue("verdict")
        case Fed(seat):
            return Cue("paid", seat)
        case Ended():
            return won(winners(state))
        case _:
            return None


def progress(state: State) -> Text:
    """The present round."""
    return text("Round {n}", n=state.round)
