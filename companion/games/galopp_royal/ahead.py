"""Short playouts of a guessed state: the auctions, the next race, the next teams; and how well a seat does then.

Laws: the others bid by the cards that they have in this guess; the seat itself bids up to its limit, whatever they
have; every limit meets the same luck. So a bot raises a price if this costs the others more than it risks itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from typing import Final

from companion.games.galopp_royal.auction import Bidding
from companion.games.galopp_royal.booklet import RACES
from companion.games.galopp_royal.lot import Lot, sight, values
from companion.games.galopp_royal.race import Rolling
from companion.games.galopp_royal.rest import Rest, has_gone_on
from companion.games.galopp_royal.sprint import Sprint, dice
from companion.games.galopp_royal.state import State
from companion.games.galopp_royal.worth import FIRST_TEAM, ahead, held, worth
from companion.kit.money import Coins
from companion.kit.policy import Chance
from companion.kit.seats import Seat

KEPT: Final = 0.8
"""The share of a point's price that its owner gains; the rest of the price is worth paying to keep it from others."""
REACH: Final = 60
"""A bid this many coins above the high bid never happens."""
LUCK: Final = 211
"""How many random numbers all playouts share; then the same numbers repeat."""


def limits(state: State, seat: Seat) -> Sequence[Coins]:
    """The limits up to which a seat that leads in an auction may intend to bid."""
    phase = state.phase
    if type(phase) is not Bidding or phase.auction.leader != seat:
        return (0,)
    high = phase.auction.high
    return range(high, min(state.money.purse(seat), high + REACH) + 1)


def playout(state: State, seat: Seat, limits: Sequence[Coins], chance: Chance) -> list[float]:
    """How many coins a seat is ahead with each limit: after the present race, or after the next one and its sales."""
    phase, luck = state.phase, [chance() for _ in range(LUCK)]
    if type(phase) is Bidding:
        return GuessedSale(state, phase, seat, luck).gains(limits)
    return [_goes_on(state, seat, cycle(luck).__next__)] * len(limits)


def _goes_on(state: State, seat: Seat, chance: Chance) -> float:
    """The playout of a state in which no team is on sale."""
    phase = state.phase
    if type(phase) is Rolling and state.came:
        return _run(state, seat, phase.seat, chance)
    rest = Rest(state, chance)
    if phase.part in ("exchange", "ending") or not has_gone_on(rest, phase):
        return worth(state, seat)
    if phase.part == "team":
        rest.start()
    return _stands(rest, seat)


def _run(state: State, seat: Seat, turn: Seat, chance: Chance) -> float:
    """The result of the present race alone."""
    sprint = Sprint(state)
    sprint.run(turn - 1, dice(state.seats, chance))
    coins = [held(state, other) for other in range(1, state.seats + 1)]
    for chair, amount in sprint.prizes:
        coins[chair] += amount
    return ahead(coins, seat)


def _stands(rest: Rest, seat: Seat) -> float:
    """How many coins a seat is ahead, with the value of the teams for the remaining races."""
    coins: list[float] = [*rest.purses]
    if rest.race < RACES:
        kept = [FIRST_TEAM + KEPT * (rest.value(team) - FIRST_TEAM) for team in rest.teams]
        coins = [purse + team for purse, team in zip(coins, kept, strict=True)]
    return ahead(coins, seat)


class GuessedSale:
    """A running auction in a guessed state, for one of the bidders."""

    def __init__(self, state: State, phase: Bidding, seat: Seat, luck: Sequence[float]) -> None:
        auction = phase.auction
        self._state, self._phase, self._seat, self._luck = state, phase, seat, luck
        leader = None if auction.leader is None else auction.leader - 1
        passed = [other - 1 for other in auction.passed]
        self._lot = Lot([other - 1 for other in auction.still], auction.high, leader, passed)
        self._hands = {other - 1: [card for card in hand if card] for other, hand in phase.hands}
        """The hands that are still in the team; a seat whose card left unseen has none."""
        self._table = [card for card in phase.open if card]
        rest = Rest(state, cycle(luck).__next__)
        hidden = (*[card for hand in self._hands.values() for card in hand], *state.piles.stock.cards)
        self._bidders = rest.bidders(values(self._hands, sight(rest.point, self._table, hidden)))
        self._known: dict[int | None, tuple[Coins, float]] = {}

    def gains(self, limits: Sequence[Coins]) -> list[float]:
        """How many coins the seat is ahead with each of its limits, the lowest first."""
        gains, lot, chair = list[float](), self._lot, self._seat - 1
        while len(gains) < len(limits) and lot.run(self._bidders, until=chair):
            left = lot.copy()
            left.withdraw()
            left.run(self._bidders)
            coins = self._brings(left)
            gains += [coins for limit in limits[len(gains) :] if limit <= lot.high]
            lot.bid()
        if len(gains) < len(limits):
            gains += [self._brings(lot)] * (len(limits) - len(gains))
        return gains

    def _brings(self, sold: Lot) -> float:
        """The result after a sale; another price for the same buyer changes nothing else."""
        if sold.leader not in self._known:
            self._known[sold.leader] = sold.high, self._followed(sold)
        price, coins = self._known[sold.leader]
        more = sold.high - price
        return coins - more if sold.leader == self._seat - 1 else coins + more / (self._state.seats - 1)

    def _followed(self, sold: Lot) -> float:
        rest, phase = Rest(self._state, cycle(self._luck).__next__), self._phase
        rest.hammer(sold, self._hands, self._table)
        if phase.nth:
            rest.substitute(phase.nth + 1)
        else:
            rest.start_teams(rest.next_opener(phase.auction.order[0] - 1, sold.leader))
        rest.start()
        return _stands(rest, self._seat)
