"""How well a seat stands, in coins: its purse, its team, in a race its chair; compared with the mean of the others.

Laws: `seen` keeps what is open and what the seat holds, and `worth` uses only this; a hidden card counts as the mean of
what it may be; a team on sale counts as sold to the highest bidder. The value of a point of a team was found by bots
that played each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import fsum
from typing import Final

from msgspec.structs import replace

from companion.games.galopp_royal.auction import Bidding
from companion.games.galopp_royal.booklet import PLACES, RACES, SCHEMER, TEAM, Board
from companion.games.galopp_royal.cards import off_piles, off_view
from companion.games.galopp_royal.phases import AnyPhase
from companion.games.galopp_royal.race_end import prizes
from companion.games.galopp_royal.state import State
from companion.kit.event import Card, MaybeCard
from companion.kit.money import BANK, Coins, Money, transfer
from companion.kit.piles import Draws, spread
from companion.kit.seats import Seat

POINTS: Final[dict[Card, int]] = {"1": -1, "2": 0, "3": 1, "5": 3, "-2": -3, SCHEMER: 1}
POINT: Final = 0.2
"""The price of a point, as a share of the first prize of the next race."""
LAST_POINT: Final = 0.15
"""The same before the last race."""
FIRST_TEAM: Final = 10.0
"""What a bidder without a team pays in addition."""


# --- what a seat sees ------------------------------------------------------------------------------------------------


def seen(state: State, seat: Seat) -> State:
    """The game as a seat sees it: a card in another hand, a hidden team or a pile may be any card out of sight.

    The discard, too: nobody has seen the cards of an unsold team.
    """
    state = replace(state, money=_seen_money(state, seat))
    if not state.box_deals:
        return state
    bought = [team if own == seat else (None,) * len(team) for own, team in enumerate(state.bought, 1)]
    state = replace(state, bought=tuple(bought), phase=_seen_phase(state.phase, seat))
    known = Counter(card for card in off_piles(state) if card is not None)
    unseen = spread(Counter(state.setup.deck) - known)
    stock, fresh = (Draws(pile.size, unseen) for pile in (state.piles.stock, state.piles.fresh))
    discard = (None,) * len(state.piles.discard)
    return replace(state, piles=replace(state.piles, stock=stock, discard=discard, fresh=fresh))


def _seen_phase(phase: AnyPhase, seat: Seat) -> AnyPhase:
    if type(phase) is not Bidding:
        return phase
    hands = [(own, hand if own == seat else (None,) * len(hand)) for own, hand in phase.hands]
    return replace(phase, hands=tuple(hands))


def _seen_money(state: State, seat: Seat) -> Money:
    """The money as a seat sees it: hidden purses count as equal."""
    money, seats = state.money, range(1, state.seats + 1)
    if state.setup.options.open_cash:
        return money
    others = [other for other in seats if other != seat]
    mean = sum(money.purse(other) for other in others) // len(others)
    for other in others:
        money = transfer(money, other, BANK, money.purse(other) - mean)
    return money


# --- how well it stands ----------------------------------------------------------------------------------------------


def worth(state: State, seat: Seat) -> float:
    """How many coins a seat is ahead of the mean of the others."""
    seats = range(1, state.seats + 1)
    return ahead([sum(held(state, other)) + prospect(state, other) for other in seats], seat)


def ahead(coins: Sequence[float], seat: Seat) -> float:
    """How much more a seat has than the mean of the others; `coins` are those of seats 1 … n."""
    own = coins[seat - 1]
    return own - (sum(coins) - own) / (len(coins) - 1)


def held(state: State, seat: Seat) -> tuple[Coins, float]:
    """The coins of a seat and the value of its team."""
    coins, team = state.money.purse(seat), state.displays[seat - 1] or state.bought[seat - 1]
    if type(state.phase) is Bidding and state.phase.auction.leader == seat:
        coins, team = coins - state.phase.auction.high, state.phase.cards
    return coins, team_worth(state, team)


def team_worth(state: State, team: tuple[MaybeCard, ...]) -> float:
    """The value of a team that has four cards or will have them; 0.0 without a team."""
    if not team:
        return 0.0
    points: list[float] = [POINTS[card] for card in team if card is not None]
    if len(points) < TEAM:
        unseen = state.piles.stock.cards if state.box_deals else off_view(state, 1)[0].cards
        points += [fsum(POINTS[card] for card in unseen) / len(unseen)] * (TEAM - len(points))
    return FIRST_TEAM + point(state) * sum(points)


def point(state: State) -> float:
    """The value of a point: by the present race, until it is over and the next teams are on sale."""
    return price(state.setup.board, state.race + (state.phase.part == "team"))


def price(board: Board, race: int) -> float:
    """The value of a point of a team for this race."""
    return (POINT if race < RACES else LAST_POINT) * board.prizes[race - 1][0]


def prospect(state: State, seat: Seat) -> float:
    """What a chair may win in the present race: a share of the best prize left, larger when nearer to the arch."""
    if state.phase.part != "race":
        return 0.0
    if seat in state.finished or seat in state.ponded:
        return sum(amount for winner, _, amount in prizes(state) if winner == seat)
    place = len(state.finished)
    best = state.setup.board.prizes[state.race - 1][place] if place < PLACES else 0
    return best * (state.spaces[seat - 1] / state.finish) ** 2
