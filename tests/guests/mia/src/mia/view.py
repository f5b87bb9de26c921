"""The screen: who must say or answer what; what only the holder of the cup sees; the pages of the table key.

Law: only `secret` looks under the cup.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from companion.kit import (
    Dice,
    Intent,
    Seat,
    SeatView,
    TableItem,
    Text,
    View,
    joined,
    text,
    two_a_line,
    verbatim,
    victory,
)
from mia.cup import Answering, Claiming, Judging, Lifting, Rolling
from mia.dice import MIA, MIXED, PAIRS, Claim, beats, family, higher
from mia.happenings import Believe, Doubt, GiveUp, Say
from mia.state import State

SAID: Final = text("was said")
CUP: Final = text("under the cup")
ROWS: Final = 4
"""How many lines a page has."""


def view(state: State, viewer: Seat | None, draft: Intent | None = None) -> View:  # noqa: ARG001  # the same for all
    """The screen with the answer being chosen, which is open."""
    return replace(_drafted(state, draft) or _screen(state), seats=seats(state), table=table(state))


def table(state: State) -> tuple[TableItem, ...]:
    """The dice, which all see only after a doubt. The lives stand beside the seats, and in a page for the display."""
    if not state.holder:
        return ()
    if type(state.phase) is Judging and state.dice:
        return (_open(text("rolled"), state.dice),)
    return (Dice(CUP, covered=len(MIA)),)


def _open(name: Text, dice: Claim) -> Dice:
    """The two dice that show a value."""
    return Dice(name, tuple(map(int, dice)))


def seats(state: State) -> tuple[SeatView, ...]:
    """Each seat with its lives."""
    rows = zip(state.setup.seats, state.lives, strict=True)
    return tuple(
        SeatView(player.seat, player.said, player.colour, has=str(lives), is_in=lives > 0) for player, lives in rows
    )


def _screen(state: State) -> View:
    match state.phase:
        case Rolling(seat):
            return View(text("rolls"), seat, lines=(CUP,))
        case Claiming(seat) if state.claim:
            return View(text("says"), seat, state.claim, SAID, lines=(text("say more"),))
        case Claiming(seat):
            return View(text("says"), seat, lines=(text("any value"), text("true or not")))
        case Answering(seat) | Lifting(seat) | Judging(seat):
            return View(text("answers"), seat, state.claim, SAID, lines=(_by(state),))
        case _:  # the end
            return victory([state.name(state.starter)])


def _drafted(state: State, draft: Intent | None) -> View | None:
    """The answer being chosen; `None`: none."""
    match draft:
        case Say(seat=seat, value=None, family=chosen):
            values = [value for value in higher(state.claim) if family(value) == chosen]
            least, most = values[0], values[-1]
            if least == most:
                return _drafted(state, replace(draft, value=least))
            return View(text("says"), seat, least, text("from"), is_draft=True, lines=(text("to {value}", value=most),))
        case Say(seat=seat, value=str(value)):
            over = (text("over {value}", value=state.claim),) if state.claim else ()
            return View(text("says"), seat, value, is_draft=True, lines=over)
        case Believe():
            what = text("believe it")
        case Doubt():
            what = text("doubt it")
        case GiveUp():
            what = text("give a life")
        case _:
            return None
    screen = _screen(state)
    return replace(screen, is_draft=True, lines=(what, *screen.lines))  # a phone shows no title in a choice


def _by(state: State) -> Text:
    return text("by {name}", name=state.name(state.holder))


def secret(state: State, seat: Seat, meant: int = 0) -> tuple[View, ...]:  # noqa: ARG001  # nothing can be meant
    """The dice, for the seat that holds the cup, as long as they lie under it."""
    if seat != state.holder or not state.dice:
        return ()
    is_claiming = type(state.phase) is Claiming
    over = () if not is_claiming or not state.claim else (_compared(state.dice, state.claim),)
    title = text("only {name} looks", name=state.name(seat))
    return (View(title, number=state.dice, caption=text("you have"), lines=over, table=(_open(CUP, state.dice),)),)


def _compared(dice: str, claim: str) -> Text:
    return text("over {value}", value=claim) if beats(dice, claim) else text("too low")


def pages(state: State) -> tuple[View, ...]:
    """The lives, and the order of the values."""
    row = verbatim(f"{MIXED[0]} {MIXED[1]} {MIXED[2]} … {MIXED[-1]}")
    pairs = verbatim(f"{PAIRS[0]} {PAIRS[1]} … {PAIRS[-1]}")
    return (
        View(text("Lives, round {n}", n=state.round), lines=by_name(state, state.lives)),
        View(text("Low to high"), lines=(row, text("then {values}", values=pairs), text("then 21, Mia"))),
    )


def by_name(state: State, counts: Iterable[int]) -> tuple[Text, ...]:
    """A number for each seat; two seats a line if there are many."""
    rows = [joined(player.said, str(count)) for player, count in zip(state.setup.seats, counts, strict=True)]
    return two_a_line(rows) if len(rows) > ROWS else tuple(rows)
