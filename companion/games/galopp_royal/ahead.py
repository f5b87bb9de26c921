"""Short playouts of a guessed state: the auctions, the race, the mean of its exchange; and the chance to win then.

Laws: the others bid by the cards that they have in this guess; the seat itself bids up to its limit, whatever they
have; every limit meets the same luck. No bid counts as good only because it makes others pay more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle
from typing import Final, NamedTuple

from companion.games.galopp_royal.auction import Bidding
from companion.games.galopp_royal.booklet import RACES
from companion.games.galopp_royal.lot import Lot
from companion.games.galopp_royal.race import Rolling, Scheming
from companion.games.galopp_royal.rest import Rest, exchanged, has_gone_on
from companion.games.galopp_royal.sprint import Sprint, ahead
from companion.games.galopp_royal.state import State
from companion.games.galopp_royal.winning import after, won
from companion.games.galopp_royal.worth import price
from companion.kit.event import Card, MaybeCard
from companion.kit.money import Coins
from companion.kit.on_demand import OfLatest
from companion.kit.policy import Chance
from companion.kit.seats import Seat

REACH: Final = 60
"""A bid this many coins above the high bid never happens."""
LUCK: Final = 61
"""How many random numbers all playouts share; then the same numbers repeat."""


def limits(state: State, seat: Seat) -> Sequence[Coins]:
    """The limits up to which a seat that leads in an auction may intend to bid."""
    phase = state.phase
    if type(phase) is not Bidding or phase.auction.leader != seat:
        return (0,)
    high = phase.auction.high
    return range(high, min(state.money.purse(seat), high + REACH) + 1)


class Judge(NamedTuple):
    """What follows a sale, and how its end is judged."""

    follows: Callable[[Rest], None]
    """Plays on from the last sale before a race."""
    stands: Callable[[Rest, Sequence[Coins], Seat], float]
    """How well a seat does in the end, with these purses."""
    drives: bool
    """It counts as a gain if others pay more because of a bid."""


def playout(state: State, seat: Seat, limits: Sequence[Coins], chance: Chance) -> list[float]:
    """The chance of a seat to win with each limit, after the race: what comes later would blur what it has done."""
    phase = state.phase
    if type(phase) is Bidding:
        return GuessedSale(state, phase, seat, [chance() for _ in range(LUCK)], JUDGE).gains(limits)
    if phase.part != "team":
        return [_raced(state, seat, chance)] * len(limits)
    rest = Rest(state, chance)
    if has_gone_on(rest, phase):
        rest.next_race()
    return [_stands(rest, rest.purses, seat)] * len(limits)


def _raced(state: State, seat: Seat, chance: Chance) -> float:
    """The chance of a seat to win after the present race, which may be over."""
    phase, purses, last = state.phase, [*state.money.purses], state.last - 1
    if isinstance(phase, Rolling | Scheming):
        sprint = Sprint(state)
        sprint.run(phase.seat - 1, ahead(state, chance))
        for winner, amount in sprint.prizes:
            purses[winner] += amount
        last = sprint.last
    if state.race == RACES:
        return won(purses, seat - 1)
    by_last = _by_last(state.displays, (price(state.setup.board, state.race + 1), state.piles.stock.cards))
    return after(state.race, purses, by_last[last])[seat - 1]


@OfLatest  # no schemer changes a team
def _by_last(teams: Sequence[Sequence[MaybeCard]], about: tuple[float, Sequence[Card]]) -> list[list[float]]:
    """The values of all teams after the exchange, for each chair that may be last."""
    return [exchanged(teams, last, about) for last in range(len(teams))]


def _stands(rest: Rest, purses: Sequence[Coins], seat: Seat) -> float:
    """The chance of a seat to win after a race, with these purses."""
    if rest.race == RACES:
        return won(purses, seat - 1)
    return after(rest.race, purses, rest.exchanged())[seat - 1]


JUDGE: Final = Judge(Rest.next_race, _stands, drives=False)


class GuessedSale:
    """A running auction in a guessed state, for one of the bidders."""

    def __init__(self, state: State, phase: Bidding, seat: Seat, luck: Sequence[float], judge: Judge) -> None:
        self._state, self._phase, self._seat, self._luck, self._judge = state, phase, seat, luck, judge
        self._sale = Rest(state, cycle(luck).__next__).on_sale(phase)
        self._known: dict[int | None, tuple[Coins, Rest]] = {}

    def gains(self, limits: Sequence[Coins]) -> list[float]:
        """How well the seat does with each of its limits, the lowest first."""
        gains, lot, chair = list[float](), self._sale.lot, self._seat - 1
        out: float | None = None
        while len(gains) < len(limits) and lot.run(self._sale.bidders, until=chair):
            if out is None or self._judge.drives:
                out = self._without_me(lot)
            gains += [out for limit in limits[len(gains) :] if limit <= lot.high]
            lot.bid()
        if len(gains) < len(limits):
            gains += [self._brings(lot, lot.high)] * (len(limits) - len(gains))
        return gains

    def _without_me(self, lot: Lot) -> float:
        """The result if the seat passes now. If driving a price is no gain, a coin that only its last bid has cost the
        buyer does not count."""
        left = lot.copy()
        left.withdraw()
        left.run(self._sale.bidders)
        driven = not self._judge.drives and left.high == lot.high
        return self._brings(left, left.high - driven)

    def _brings(self, sold: Lot, price: Coins) -> float:
        """The result after a sale; another price for the same buyer changes nothing else."""
        if sold.leader not in self._known:
            self._known[sold.leader] = sold.high, self._followed(sold)
        paid, rest = self._known[sold.leader]
        purses = rest.purses
        if sold.leader is not None and price != paid:
            purses = [*purses]
            purses[sold.leader] += paid - price
        return self._judge.stands(rest, purses, self._seat)

    def _followed(self, sold: Lot) -> Rest:
        rest = Rest(self._state, cycle(self._luck).__next__)
        rest.sold(self._phase, self._sale._replace(lot=sold))
        self._judge.follows(rest)
        return rest
