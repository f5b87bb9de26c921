"""How a strong bot guesses the cards of the others.

Law: hidden cards are guessed from their holders' bids and passes, since they were drawn blindly; a bidder is expected
to bid about what the team is worth to that bidder. `ahead` plays such a guess out.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, combinations_with_replacement
from math import comb, exp, prod
from typing import Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from companion.games.galopp_royal import events
from companion.games.galopp_royal.auction import Bidding
from companion.games.galopp_royal.booklet import DECK
from companion.games.galopp_royal.ending import Over
from companion.games.galopp_royal.lot import gain, points, sight
from companion.games.galopp_royal.race import Scheming
from companion.games.galopp_royal.state import State
from companion.games.galopp_royal.worth import point, team_worth
from companion.kit.event import Card, Event
from companion.kit.money import Coins
from companion.kit.piles import Draws
from companion.kit.policy import Chance, Guess
from companion.kit.seats import Seat

SCHEMES: Final = 3.2
"""How many times the guesses of a bid the schemer takes: its uses are many and much alike, and played out only to the
end of the race."""
DOUBT: Final = 0.8
"""By how many coins a bid or pass may differ from the team's value for this bidder; in three of four cases by less."""
WHIM: Final = 0.02
"""How likely a bid or a pass has no meaning at all."""
ODD: Final = 0.002
"""The odds that a player bids whatever it holds, before it has bid; and those that it pushes prices."""
BOLD: Final = 0.75
"""How likely such a player bids, and does not pass."""
JUMPS: Final = 0.4
"""How likely it then bids more than one coin above the high bid;"""
PUSHES: Final = 0.9
"""how likely players do so who look at their cards, but push the price;"""
RARELY: Final = 0.05
"""and how likely everybody else does so."""
HandKinds: TypeAlias = tuple[tuple[Card, int], ...]
"""The cards of a hand: how many of each kind."""


class BidderChoice(NamedTuple):
    """Somebody has bid, or has passed."""

    high: Coins
    """The high bid then."""
    leader: Seat | None
    """Whose high bid it was."""
    has_bid: bool


class Belief(NamedTuple):
    """What a seat may hold."""

    seat: Seat
    hands: tuple[tuple[HandKinds, float], ...]
    """Every possible hand, and how well it fits the bids."""


def winners(state: State) -> tuple[Seat, ...]:
    """Who has won."""
    return state.phase.winners if type(state.phase) is Over else ()


def effort(state: State) -> float:
    """How many times the usual guesses the question deserves."""
    return SCHEMES if type(state.phase) is Scheming else 1.0


# --- what may be -----------------------------------------------------------------------------------------------------


def guess(state: State, seat: Seat, heard: Sequence[Event]) -> Guess[State] | None:  # noqa: ARG001  # the state hides all that it may not know
    """Hands guessed by the bids, hidden teams by chance; for auctions and the schemer, if the box holds the cards."""
    phase = state.phase
    if not state.box_deals or type(phase) not in (Bidding, Scheming):
        return None
    beliefs = _beliefs(state, phase, heard) if type(phase) is Bidding else ()
    pool = Counter(state.piles.stock.cards)

    def drawn(chance: Chance) -> State:
        left, first = pool.copy(), int(chance() * len(beliefs)) if beliefs else 0
        held = {belief.seat: _hand(belief, left, chance) for belief in (*beliefs[first:], *beliefs[:first])}
        bought = tuple([tuple([card or _card(left, chance) for card in team]) for team in state.bought])
        stock = Draws(state.piles.stock.size, tuple(left.elements()))
        after = replace(state, bought=bought, piles=replace(state.piles, stock=stock, fresh=Draws()))
        if type(phase) is not Bidding:
            return after
        hands = tuple([(other, held.get(other, hand)) for other, hand in phase.hands])
        return replace(after, phase=replace(phase, hands=hands))

    return drawn


def _hand(belief: Belief, left: Counter[Card], chance: Chance) -> tuple[Card, ...]:
    """One of the possible hands, taken from the cards left: likelier if easier to draw and if it fits the bids."""
    weights = [likely * prod([comb(left[card], count) for card, count in hand]) for hand, likely in belief.hands]
    bounds = list(accumulate(weights))
    found, _ = belief.hands[bisect_right(bounds, chance() * bounds[-1])]
    left.subtract(dict(found))
    return tuple([card for card, count in found for _ in range(count)])


def _card(left: Counter[Card], chance: Chance) -> Card:
    """A random card, taken from the cards left."""
    cards = tuple(left.elements())
    card = cards[int(chance() * len(cards))]
    left[card] -= 1
    return card


# --- what bids tell about a hand -------------------------------------------------------------------------------------


def _beliefs(state: State, phase: Bidding, heard: Sequence[Event]) -> tuple[Belief, ...]:
    """What each hidden hand still in the team may be, judged by the bids of its holder."""
    gone = phase.auction.passed[: phase.leave]
    hidden = [(seat, len(hand)) for seat, hand in phase.hands if None in hand and seat not in gone]
    own = [card for _, hand in phase.hands for card in hand if card]
    seen = sight(point(state), phase.open, (*state.piles.stock.cards, *own))
    made, erratic = choices(heard), blind(heard)
    teams = [team_worth(state, team or kept) for team, kept in zip(state.displays, state.bought, strict=True)]
    found = []
    for seat, size in hidden:
        hands = []
        for cards in combinations_with_replacement(DECK, size):
            value, by_chance = seen.value(points(cards), size), erratic.get(seat, 0.0)
            likely = 1.0 - by_chance
            for high, leader, has_bid in made.get(seat, ()):
                if high >= state.money.purse(seat):
                    continue
                leads = teams[leader - 1] if leader else None
                coins = gain(value, teams[seat - 1], high, leads, state.seats - 1)
                likely *= _is_above(coins if has_bid else -coins)
                by_chance *= BOLD if has_bid else 1 - BOLD
            hands.append((tuple(Counter(cards).items()), likely + by_chance))
        found.append(Belief(seat, tuple(hands)))
    return tuple(found)


def choices(heard: Sequence[Event]) -> dict[Seat, list[BidderChoice]]:
    """The choices of every seat in the present auction."""
    made: dict[Seat, list[BidderChoice]] = {}
    at = next((at for at in range(len(heard) - 1, -1, -1) if type(heard[at]) is events.Dealt), 0)
    high, leader = 0, None
    for event in heard[at:]:
        if type(event) is events.Bid:
            made.setdefault(event.seat, []).append(BidderChoice(event.amount - 1, leader, has_bid=True))
            high, leader = event.amount, event.seat
        elif type(event) is events.Passed:
            made.setdefault(event.seat, []).append(BidderChoice(high, leader, has_bid=False))
    return made


def blind(heard: Sequence[Event]) -> dict[Seat, float]:
    """How likely each seat that has made offers bids whatever it holds. Who looks at its cards bids one coin more; or
    nearly always more than one, to push the price."""
    made: dict[Seat, list[bool]] = {}
    high = 0
    for event in heard:
        if type(event) is events.Dealt:
            high = 0
        elif type(event) is events.Bid:
            made.setdefault(event.seat, []).append(event.amount > high + 1)
            high = event.amount
    found = {}
    for seat, jumps in made.items():
        erratic, pushing = (_odds(jumps, likely) for likely in (JUMPS, PUSHES))
        found[seat] = erratic / (1 + erratic + pushing)
    return found


def _odds(jumps: Sequence[bool], likely: float) -> float:
    """The odds that offers, each a jump or not, come from a player who jumps so often, not from a usual one."""
    return ODD * prod([likely / RARELY if each else (1 - likely) / (1 - RARELY) for each in jumps])


def _is_above(coins: float) -> float:
    """How likely it is that a player does something that gains so many coins."""
    return WHIM + (1 - WHIM) / (1 + exp(-coins / DOUBT))
