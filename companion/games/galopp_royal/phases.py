"""The order of play: one table of phases, and for each what it asks, what comes of it by itself, where it leads.

Law: a phase either asks one question or leads to one event by itself, never both and never neither (`Over` excepted).

How one step goes: `question(state)` says what is asked; `fact(state, intent)` gives the event a legal answer leads to;
`evolve(state, event)` applies it; then `follows(state)` gives, one by one, the events that come by themselves.
"""

from __future__ import annotations

from typing import Final, assert_never

from msgspec.structs import replace

from companion.games.galopp_royal import auction, events, exchange, intents, race
from companion.games.galopp_royal.booklet import TEAM
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
from companion.kit.event import Event, Impossible, Intent, Refused
from companion.kit.money import BANK, transfer
from companion.kit.question import Question
from companion.kit.text import text

ORDER: Final[dict[type[Phase], tuple[type[Phase], ...]]] = {
    Dealing: (Bidding,),
    Bidding: (Bidding, Laying, Dealing, Lining),
    Assigning: (Laying,),
    Laying: (Dealing, Assigning, Lining),
    Lining: (Rolling,),
    Rolling: (Bearing, Scheming),
    Bearing: (Arriving, Rolling),
    Scheming: (Arriving, Rolling),
    Arriving: (Arriving, Rolling, Paying, Closing, Removing),
    Paying: (Paying, Removing, Closing),
    Removing: (Removing, Drawing),
    Drawing: (Drawing, Dealing),
    Closing: (Over,),
    Over: (),
}
"""Which phases can follow which."""


def question(state: State) -> Question | None:
    """What the phase asks; `None` when the game is over, or while `follows` has something to tell."""
    if follows(state) is not None:
        return None
    phase = state.phase
    match phase:
        case Dealing():
            return auction.ask_deal(state, phase)
        case Bidding():
            return auction.ask_bid(state, phase)
        case Assigning():
            return auction.ask_assign(state)
        case Laying():
            return auction.ask_lay(state, phase)
        case Rolling():
            return race.ask_roll(state, phase)
        case Scheming():
            return race.ask_scheme(state, phase)
        case Removing():
            return exchange.ask_remove(state, phase)
        case Drawing():
            return exchange.ask_draw(state, phase)
        case Closing():
            return exchange.ask_close(state)
        case Lining() | Bearing() | Arriving() | Paying() | Over():
            return None
        case _ as never:
            assert_never(never)


def fact(state: State, intent: Intent) -> Event:
    """The event that a legal answer to the question leads to."""
    phase = state.phase
    match phase:
        case Dealing() | Bidding() | Assigning() | Laying():
            return auction.decide(state, phase, intent)
        case Rolling() | Scheming():
            return race.decide(state, phase, intent)
        case Removing() | Drawing() | Closing():
            return exchange.decide(state, phase, intent)
        case Lining() | Bearing() | Arriving() | Paying() | Over():
            raise AssertionError(f"{phase!r} asks nothing")
        case _ as never:
            assert_never(never)


def follows(state: State) -> Event | None:
    """The event that now comes by itself."""
    phase = state.phase
    match phase:
        case Dealing():
            return _reshuffle(state, auction.cards_due(state, phase))
        case Assigning():
            return _reshuffle(state, TEAM)
        case Drawing():
            return _reshuffle(state, 1)
        case Bidding():
            return auction.hammer(phase)
        case Laying():
            return auction.lay(state, phase)
        case Lining():
            return race.line_up(state, phase)
        case Bearing():
            return race.bear(phase)
        case Arriving():
            return race.arrive(state, phase)
        case Paying():
            return race.pay(phase)
        case Rolling() | Scheming() | Removing() | Closing() | Over():
            return None
        case _ as never:
            assert_never(never)


def evolve(state: State, event: Event) -> State:
    """The state after an event. Raises Impossible if it cannot happen in this phase."""
    match state.phase, event:
        case Dealing() as phase, events.Dealt():
            return auction.dealt(state, phase, event)
        case Bidding() as phase, events.Bid():
            return auction.bid(state, phase, event)
        case Bidding() as phase, events.Passed():
            return auction.passed(state, phase, event)
        case Bidding() as phase, events.Sold():
            return auction.sold(state, phase, event)
        case Bidding() as phase, events.Unsold():
            return auction.unsold(state, phase, event)
        case Assigning() as phase, events.Assigned():
            return auction.assigned(state, phase, event)
        case Laying() as phase, events.Laid():
            return auction.laid(state, phase, event)
        case Lining(), events.RaceBegan():
            return race.race_began(state, event)
        case Rolling(), events.Rolled():
            return race.rolled(state, event)
        case Bearing() | Scheming(), events.Moved():
            return race.moved(state, event)
        case Arriving() as phase, events.Finished():
            return race.finished(state, phase, event)
        case Arriving() as phase, events.Ponded():
            return race.ponded(state, phase, event)
        case Arriving(), events.RaceEnded():
            return race.race_ended(state, event)
        case Paying() as phase, events.Paid():
            return race.paid(state, phase, event)
        case Removing() as phase, events.Removed():
            return exchange.removed(state, phase, event)
        case Drawing() as phase, events.Drew():
            return exchange.drew(state, phase, event)
        case Closing(), events.Ended():
            return exchange.ended(state, event)
        case Dealing() | Assigning() | Drawing(), events.Reshuffled():
            return replace(state, piles=state.piles.shuffled())
        case _, events.Corrected(seat=seat, amount=amount):
            return replace(state, money=transfer(state.money, BANK, seat, amount))
        case phase, _:
            raise Impossible(event, phase)


def refused_correction(state: State, intent: intents.Correct) -> Refused | None:
    """Coins can be put right at any time but during an auction, where bids stand on them."""
    if isinstance(state.phase, Bidding | Over):
        return Refused("too_early", text("Only between two auctions."))
    if intent.payee not in range(1, state.seats + 1):
        return Refused("no_such_seat", text("There is no seat {seat}.", seat=intent.payee))
    least = 0 if state.displays[intent.payee - 1] else 1  # nobody is left unable to bid for a first team
    if intent.amount == 0 or state.money.purse(intent.payee) + intent.amount < least:
        return Refused("too_poor", text("{amount} coins cannot be taken or given.", amount=intent.amount))
    return None


def correction(intent: intents.Correct) -> events.Corrected:
    """The fact a legal correction leads to."""
    return events.Corrected(intent.payee, intent.amount, intent.reason)


def _reshuffle(state: State, due: int) -> events.Reshuffled | None:
    """de B6, Achtung: an empty stock is made anew from the discard, in the middle of a deal too."""
    if state.box_deals and state.piles.discard and state.piles.lacks(due):
        return events.Reshuffled(len(state.piles.discard))
    return None
