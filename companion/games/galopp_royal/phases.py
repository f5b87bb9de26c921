"""The order of play: one table of phases, and for each what it asks, what comes of it by itself, where it leads.

Law: a phase either asks one question or leads to one event by itself, never both and never neither (`Over` excepted).

How one step goes: `question(state)` says what is asked; `fact(state, intent)` gives the event a legal answer leads to;
`evolve(state, event)` applies it; then `follows(state)` gives, one by one, the events that come by themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.games.galopp_royal import auction, events, exchange, intents, race
from companion.games.galopp_royal.booklet import DECK, TEAM
from companion.games.galopp_royal.state import (
    Arriving,
    Assigning,
    Bearing,
    Bidding,
    Closing,
    Dealing,
    Drawing,
    Laying,
    Lining,
    Over,
    Paying,
    Phase,
    Removing,
    Rolling,
    Scheming,
    State,
)
from companion.kit.errors import Impossible
from companion.kit.event import Correcting, Event, Intent, Refused
from companion.kit.money import BANK, transfer
from companion.kit.question import Question
from companion.kit.text import text


class Doing(Struct, frozen=True):
    """What there is to do in a phase; every function takes the state and the phase first."""

    leads_to: tuple[type[Phase], ...]
    asks: Callable[..., Question] | None = None
    """The question, when nothing comes by itself."""
    answers: dict[type[Intent], Callable[..., Event]] = {}
    """With a legal answer of this kind: the event it leads to."""
    follows: Callable[..., Event | None] | None = None
    """The event that comes by itself."""
    evolves: dict[type[Event], Callable[..., State]] = {}
    """With an event of this kind: the state after it."""


def _reshuffle(state: State, due: int) -> events.Reshuffled | None:
    """de B6, Achtung: an empty stock is made anew from the discard, in the middle of a deal too."""
    if state.box_deals and state.piles.discard and state.piles.lacks(due):
        return events.Reshuffled(len(state.piles.discard))
    return None


def _reshuffled(state: State, _phase: Phase, _event: events.Reshuffled) -> State:
    return replace(state, piles=state.piles.shuffled(DECK))


PHASES: Final[dict[type[Phase], Doing]] = {
    Dealing: Doing(
        leads_to=(Bidding,),
        asks=auction.ask_deal,
        answers={intents.Deal: auction.deal},
        follows=lambda state, _: _reshuffle(state, auction.cards_due(state)),
        evolves={events.Dealt: auction.dealt, events.Reshuffled: _reshuffled},
    ),
    Bidding: Doing(
        leads_to=(Bidding, Laying, Dealing, Lining),
        asks=auction.ask_bid,
        answers={intents.Bid: auction.bids, intents.Pass: auction.passes},
        follows=auction.hammer,
        evolves={
            events.Bid: auction.bid,
            events.Passed: auction.passed,
            events.Sold: auction.sold,
            events.Unsold: auction.unsold,
        },
    ),
    Assigning: Doing(
        leads_to=(Laying,),
        asks=auction.ask_assign,
        answers={intents.Assign: auction.assign},
        follows=lambda state, _: _reshuffle(state, TEAM),
        evolves={events.Assigned: auction.assigned, events.Reshuffled: _reshuffled},
    ),
    Laying: Doing(
        leads_to=(Dealing, Assigning, Lining),
        asks=auction.ask_lay,
        answers={intents.Lay: auction.lay_typed},
        follows=auction.lay,
        evolves={events.Laid: auction.laid},
    ),
    Lining: Doing(leads_to=(Rolling,), follows=race.line_up, evolves={events.RaceBegan: race.race_began}),
    Rolling: Doing(
        leads_to=(Bearing, Scheming),
        asks=race.ask_roll,
        answers={intents.Roll: race.roll},
        evolves={events.Rolled: race.rolled},
    ),
    Bearing: Doing(leads_to=(Arriving, Rolling), follows=race.bear, evolves={events.Moved: race.moved}),
    Scheming: Doing(
        leads_to=(Arriving, Rolling),
        asks=race.ask_scheme,
        answers={intents.Scheme: race.scheme},
        evolves={events.Moved: race.moved},
    ),
    Arriving: Doing(
        leads_to=(Arriving, Rolling, Paying, Closing, Removing),
        follows=race.arrive,
        evolves={
            events.Finished: race.finished,
            events.Ponded: race.ponded,
            events.RaceEnded: race.race_ended,
        },
    ),
    Paying: Doing(leads_to=(Paying, Removing, Closing), follows=race.pay, evolves={events.Paid: race.paid}),
    Removing: Doing(
        leads_to=(Removing, Drawing),
        asks=exchange.ask_remove,
        answers={intents.Remove: exchange.remove},
        evolves={events.Removed: exchange.removed},
    ),
    Drawing: Doing(
        leads_to=(Drawing, Dealing),
        asks=exchange.ask_draw,
        answers={intents.Draw: exchange.draw},
        follows=lambda state, _: _reshuffle(state, 1),
        evolves={events.Drew: exchange.drew, events.Reshuffled: _reshuffled},
    ),
    Closing: Doing(
        leads_to=(Over,),
        asks=exchange.ask_close,
        answers={intents.Close: exchange.close},
        evolves={events.Ended: exchange.ended},
    ),
    Over: Doing(leads_to=()),
}
"""In the order in which a game comes through them."""


def question(state: State) -> Question | None:
    """What the phase asks; `None` when the game is over, or while `follows` has something to tell."""
    phase = state.phase
    doing = PHASES[type(phase)]
    if doing.asks is None or (doing.follows is not None and doing.follows(state, phase) is not None):
        return None
    return doing.asks(state, phase)


def fact(state: State, intent: Intent) -> Event:
    """The event that a legal answer to the question leads to."""
    phase = state.phase
    return PHASES[type(phase)].answers[type(intent)](state, phase, intent)


def follows(state: State) -> Event | None:
    """The event that now comes by itself."""
    phase = state.phase
    told = PHASES[type(phase)].follows
    return told(state, phase) if told is not None else None


def evolve(state: State, event: Event) -> State:
    """The state after an event. Raises Impossible if it cannot happen in this phase."""
    phase = state.phase
    evolves = PHASES[type(phase)].evolves.get(type(event))
    if evolves is not None:
        return evolves(state, phase, event)
    if isinstance(event, events.Corrected):
        return replace(state, money=transfer(state.money, BANK, event.seat, event.amount))
    raise Impossible(event, phase)


def correct(state: State, intent: Correcting) -> events.Corrected | Refused:
    """Coins can be put right until the game is over, but not during an auction, where bids stand on them."""
    if isinstance(state.phase, Over):
        return Refused("over", text("The game is over."))
    if isinstance(state.phase, Bidding):
        return Refused("too_early", text("Put coins right after this auction."))
    if intent.payee not in range(1, state.seats + 1):
        return Refused(
            "no_such_seat", text("There is no seat {seat}, only 1 to {n}.", seat=intent.payee, n=state.seats)
        )
    if intent.amount == 0:
        return Refused("too_poor", text("0 coins put nothing right."))
    least = 0 if state.displays[intent.payee - 1] else 1  # nobody is left unable to bid for a first team
    most = max(state.money.purse(intent.payee) - least, 0)
    if -intent.amount > most:
        return Refused("too_poor", text("{amount} cannot be taken: at most {most}.", amount=-intent.amount, most=most))
    return events.Corrected(intent.payee, intent.amount, intent.reason)
