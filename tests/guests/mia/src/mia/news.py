"""What has just happened, told to all: screens, lines for the page of last events, cues for lights and sound."""

from __future__ import annotations

from msgspec.structs import replace

from companion.kit import Cue, Event, MaybeCard, Text, View, joined, text, victory, won
from mia.dice import MIA, bears
from mia.happenings import Believed, Doubted, Ended, Lost, Opened, Rolled, Said
from mia.state import State
from mia.view import seats, table


def tell(state: State, event: Event) -> View | None:
    """The screen of an event that has led to `state`; what was said stands on the screen of the next question."""
    screen = _screen(state, event)
    return replace(screen, seats=seats(state), table=table(state)) if screen is not None else None


def _screen(state: State, event: Event) -> View | None:
    match event:
        case Rolled(seat):
            return View(text("rolls"), seat, lines=(text("two dice, covered"), text("hold ●: look")))
        case Said(seat, value) if value == MIA:
            return View(text("says"), seat, value, lines=(text("Mia!"),))
        case Opened(seat, (dice,)):
            said = text("said {value}", value=state.claim)
            return View(_verdict(state, dice), seat, str(dice), text("rolled"), lines=(said,))
        case Lost(seat, lives) if left := state.lives[seat - 1]:
            caption = text("life") if lives == 1 else text("lives")
            return View(text("loses"), seat, str(lives), caption, lines=(text("{n} left", n=left),))
        case Lost(seat):
            return View(text("is out"), seat, lines=(text("no life left"),))
        case Ended(winner):
            return victory([state.name(winner)])
        case _:
            return None


def _verdict(state: State, dice: MaybeCard) -> Text:
    return text("no lie") if bears(dice or "", state.claim) else text("lied")


def line(state: State, event: Event) -> Text | None:
    """The event in one line: who, and what."""
    match event:
        case Said(seat, value):
            what = text("says {value}", value=value)
        case Believed(seat):
            what = text("believes")
        case Doubted(seat):
            what = text("doubts")
        case Opened(seat, (dice,)):
            what = text("had {value}", value=str(dice))
        case Lost(seat, lives):
            what = text("lives -{n}", n=lives)
        case _:
            return None
    return joined(state.name(seat), what)


def cue(state: State, event: Event) -> Cue | None:
    """The cue of an event, from what all may know."""
    match event:
        case Rolled(seat):
            return Cue("deal", seat)
        case Said(seat):
            return Cue("offer", seat)
        case Opened(seat):
            return Cue("verdict", seat)
        case Lost(seat):
            return Cue("caught" if state.lives[seat - 1] else "out", seat)
        case Ended(winner):
            return won((winner,))
        case _:
            return None


def progress(state: State) -> Text:
    """The present round."""
    return text("Round {n}", n=state.round)
