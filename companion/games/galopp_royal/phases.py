"""The order of play: what comes when a part of the game is over; and how one step goes.

One step: `question(state)` says what is asked; `answered(state, intent)` gives the event a legal answer leads to;
`evolve(state, event)` applies it; then `follows(state)` gives, one by one, the events that come by themselves.
"""

from __future__ import annotations

from typing import Final, TypeAlias, assert_never

from msgspec.structs import replace

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
from companion.games.galopp_royal.state import State, no_such_seat
from companion.kit.errors import Impossible
from companion.kit.event import Correcting, Event, Intent, Refused
from companion.kit.money import endow
from companion.kit.piles import Piles, heap, spread
from companion.kit.question import Question
from companion.kit.seats import Seat, clockwise
from companion.kit.text import text

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

ASIDE: Final = frozenset({Corrected, Reshuffled})
"""The events that leave every phase as it was."""

# --- the order of play -----------------------------------------------------------------------------------------------


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


def comes_next(state: State, done: AnyPhase) -> AnyPhase:
    """What comes once the part of the game is over that `done` was the end of. Raises Impossible."""
    if type(done) is Laying:
        return _after_team(state, done.opener, done.seat, done.nth)
    if type(done) is Bidding:
        return _after_team(state, done.auction.order[0], done.auction.leader, done.nth)
    if type(done) is Assigning:
        return _after_team(state, done.seat, done.seat, 0)
    if type(done) is Arriving or type(done) is Paying:  # after race 6 nothing hangs on the last place
        return Removing(state.last) if state.race < RACES else Closing()
    if type(done) is Drawing:
        return Dealing(state.last, 1)
    raise Impossible(done, state)


def _after_team(state: State, opener: Seat, buyer: Seat | None, nth: int) -> AnyPhase:
    """A team was sold, to nobody too, or laid open: it is due on its display, or the next team, or the next race."""
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
    """Whose team is due on its display: at once, or when all have one (then clockwise from the smallest player)."""
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


# --- one step --------------------------------------------------------------------------------------------------------


def question(state: State) -> Question | None:
    """What the phase asks; `None` when the game is over, or while `follows` has something to tell."""
    return state.phase.asks(state)


def answered(state: State, intent: Intent) -> Event:
    """The event that a legal answer to the question leads to."""
    return state.phase.answered(state, intent)


def objection(state: State, intent: Intent) -> Refused | None:
    """What speaks against an intent that is no answer to the question."""
    return state.phase.objection(state, intent)


def follows(state: State) -> Event | None:
    """The event that now comes by itself."""
    return state.phase.follows(state)


def evolve(state: State, event: Event) -> State:
    """The state after an event. Raises Impossible if it cannot happen in this phase."""
    phase = state.phase
    after = phase.after(state, event)
    if after.phase is phase and type(event) not in ASIDE:
        return replace(after, phase=comes_next(after, phase))
    return after


def correct(state: State, intent: Correcting) -> Corrected | Refused:
    """Coins can be put right until the game is over, but not during an auction, where bids stand on them."""
    if isinstance(state.phase, Over):
        return Refused("over", text("The game is over."))
    if isinstance(state.phase, Bidding):
        return Refused("too_early", text("Put coins right after this auction."))
    if intent.payee not in range(1, state.seats + 1):
        return no_such_seat(state, intent.payee)
    if intent.amount == 0:
        return Refused("too_poor", text("0 coins put nothing right."))
    least = 1 if intent.payee in state.teamless else 0  # nobody is left unable to bid for a first team
    most = max(state.money.purse(intent.payee) - least, 0)
    if -intent.amount > most:
        return Refused("too_poor", text("{amount} cannot be taken: at most {most}.", amount=-intent.amount, most=most))
    return Corrected(intent.payee, intent.amount, intent.reason)
