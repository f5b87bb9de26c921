"""The screen: the corn on the field, and who chooses; what only a seat sees; the pages of the table key.

Law: a crow that is chosen is seen by its own seat alone, until all have landed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from companion.kit import (
    Intent,
    Pile,
    Scores,
    Seat,
    SeatCards,
    SeatView,
    TableItem,
    Text,
    View,
    joined,
    leaves,
    text,
    two_a_line,
    verbatim,
    victory,
)
from crows.field import ROUNDS
from crows.flight import Choosing, Landing, Over
from crows.happenings import Send
from crows.policy import winners
from crows.state import State

CORN: Final = text("corn")
CROW: Final = text("crow")
AT_HOME: Final = text("Crows at home")
ROWS: Final = 4
"""How many lines a page has."""


def view(state: State, viewer: Seat | None, draft: Intent | None = None) -> View:
    """The screen; the crow being chosen is on that of its own seat."""
    mine = draft.crow if isinstance(draft, Send) and draft.seat == viewer else None
    screen = _screen(state)
    if mine is not None:
        corn = text("for {n} corn", n=state.corn)
        screen = View(text("chooses"), viewer, mine, CROW, is_draft=True, lines=(corn,))
    return replace(screen, seats=seats(state), table=table(state))


def table(state: State) -> tuple[TableItem, ...]:
    """The corn on the field; the last crow of each seat, and the chosen one, covered until all have landed; the crows
    that others think to be at home. The corn that is eaten stands beside the seats, and in a page for the display."""
    are_covered = type(state.phase) in (Choosing, Landing)
    hands = (
        SeatCards(seat, CROW, tuple(filter(None, flown[-1:])), int(are_covered and crow != ""))
        for seat, (flown, crow) in enumerate(zip(state.flown, state.chosen, strict=True), 1)
    )
    return (
        *((Pile(CORN, state.corn),) if state.corn else ()),
        *(hand for hand in hands if hand.cards or hand.covered),
        Scores(AT_HOME, (text("Crows"),), tuple((_listed(state.home(player.seat)),) for player in state.setup.seats)),
    )


def seats(state: State) -> tuple[SeatView, ...]:
    """Each seat with its corn."""
    rows = zip(state.setup.seats, state.eaten, strict=True)
    return tuple(SeatView(player.seat, player.said, player.colour, has=str(corn)) for player, corn in rows)


def _screen(state: State) -> View:
    match state.phase:
        case Choosing():
            one = state.missing[0] if len(state.missing) == 1 else None
            title = text("choose") if one is None else text("chooses")
            return View(title, one, str(state.corn), CORN, lines=(_round(state), text("a crow each")))
        case Over():
            return victory([state.name(seat) for seat in winners(state)])
        case _:
            return View(text("Crows"), number=str(state.corn), caption=CORN, lines=(_round(state),))


def _round(state: State) -> Text:
    return text("{n} of {all}", n=state.round, all=ROUNDS)


def secret(state: State, seat: Seat, meant: int = 0) -> tuple[View, ...]:  # noqa: ARG001  # nothing can be meant
    """The crows of a seat, and the one that it has chosen."""
    if type(state.phase) is not Choosing:
        return ()
    if crow := state.chosen[seat - 1]:
        return (View(_only(state, seat), number=crow, caption=CROW, lines=(text("chosen"),)),)
    return (View(_only(state, seat), lines=(text("your crows:"), _listed(state.home(seat)))),)


def picks(state: State, seat: Seat, meant: int = 0) -> tuple[tuple[Intent, View], ...]:  # noqa: ARG001  # as `secret`
    """A page for each crow that the seat may choose; a release there chooses it."""
    only, corn = _only(state, seat), text("for {n} corn", n=state.corn)
    return tuple(
        (Send(seat=seat, crow=crow), View(only, number=crow, caption=CROW, lines=(corn,))) for crow in state.home(seat)
    )


def _only(state: State, seat: Seat) -> Text:
    return text("only {name} looks", name=state.name(seat))


def _listed(crows: Iterable[str]) -> Text:
    return verbatim(" ".join(crows))


def pages(state: State) -> tuple[View, ...]:
    """The corn of each seat, and the crows that have not been seen yet."""
    home = [joined(player.said, "".join(state.home(player.seat))) for player in state.setup.seats]
    return (
        View(text("Corn, round {n}", n=state.round), lines=by_name(state, map(str, state.eaten))),
        *leaves(AT_HOME, home),
    )


def by_name(state: State, facts: Iterable[str]) -> tuple[Text, ...]:
    """A fact for each seat; two seats a line if there are many."""
    rows = [joined(player.said, fact) for player, fact in zip(state.setup.seats, facts, strict=True)]
    return two_a_line(rows) if len(rows) > ROWS else tuple(rows)
