"""The order of play: what follows when a part of the game is over."""

from __future__ import annotations

from typing import Final, TypeAlias, assert_never

from companion.games.galopp_royal.auction import Assigning, Bidding, Dealing, Laying
from companion.games.galopp_royal.booklet import DECK, RACES, SUBSTITUTES
from companion.games.galopp_royal.ending import Closing, Over
from companion.games.galopp_royal.events import Corrected, Reshuffled
from companion.games.galopp_royal.exchange import Drawing, Removing
from companion.games.galopp_royal.race import (
    Arriving,
    Bearing,
    Lining,
    Rolling,
    Scheming,
)
from companion.games.galopp_royal.race_end import Paying
from companion.games.galopp_royal.setup import Setup
from companion.games.galopp_royal.state import State
from companion.kit.errors import Impossible
from companion.kit.event import Event
from companion.kit.money import endow
from companion.kit.phases import GamePhase
from companion.kit.piles import Piles, heap, spread
from companion.kit.seats import Seat, clockwise

AnyPhase: TypeAlias = (
    Dealing
    | Bidding
    | Assigning
    | Laying
    | Lining
    | Rolling
    | Bearing
    | Scheming
    | Arriving
    | Paying
    | Removing
    | Drawing
    | Closing
    | Over
)

INCIDENTAL: Final[frozenset[type[Event]]] = frozenset({Corrected, Reshuffled})
"""The events that leave every phase as it was."""


def opened(setup: Setup) -> State:
    """The table before the first card: 50 coins each, all chairs on START, and the smallest player opens."""
    count = len(setup.seats)
    deck = (setup.deck or {}) if setup.duties.cards == "box" else {}
    return State(
        setup=setup,
        money=endow(count, setup.capital),
        displays=((),) * count,
        bought=((),) * count,
        spaces=(setup.board.start,) * count,
        piles=Piles(heap(spread(deck), DECK)),
        phase=Dealing(setup.first, 0),
        last=setup.first,
        finish=setup.board.finishes[0],
    )


def comes_next(state: State, done: GamePhase[State]) -> AnyPhase:
    """The phase that follows when `done` has ended its part of the game. Raises Impossible."""
    if type(done) is Laying:
        return _after_team(state, done.opener, done.seat, done.nth)
    if type(done) is Bidding:
        return _after_team(state, done.auction.order[0], done.auction.leader, done.nth)
    if type(done) is Assigning:
        return _after_team(state, done.seat, done.seat, 0)
    if type(done) is Arriving or type(done) is Paying:  # after race 6 the last place does not matter
        return Removing(state.last) if state.race < RACES else Closing()
    if type(done) is Drawing:
        return Dealing(state.last, 1)
    raise Impossible(done, state)


def _after_team(state: State, opener: Seat, buyer: Seat | None, nth: int) -> AnyPhase:
    """After a team was sold, left unsold or laid open: lay it, or go on with the next team or the next race."""
    due = _due_to_lay(state)
    if due is not None:
        return Laying(due, opener, nth)
    if nth:
        return Dealing(state.last, nth + 1) if nth < SUBSTITUTES else Lining()
    match state.teamless:
        case ():
            return Lining()
        case (seat,):
            return Assigning(seat)
        case _:
            return Dealing(_next_opener(state, opener, buyer), 0)


def _due_to_lay(state: State) -> Seat | None:
    """Whose team must be laid now: at once, or when all have one (then clockwise from the smallest player)."""
    if state.hides_teams and state.teamless:
        return None
    for seat in clockwise(state.last, state.seats):
        if state.bought[seat - 1]:
            return seat
    return None


def _next_opener(state: State, opener: Seat, buyer: Seat | None) -> Seat:
    """The next seat without a team: left of the opener, or of the buyer if there was one."""
    match state.setup.options.next_opener:
        case "clockwise":
            before = opener
        case "left_of_winner":
            before = opener if buyer is None else buyer
        case _ as never:
            assert_never(never)
    teamless = state.teamless
    return next(seat for seat in (*clockwise(before, state.seats)[1:], before) if seat in teamless)
