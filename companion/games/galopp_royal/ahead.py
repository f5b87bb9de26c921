"""Short playouts of a guessed state: the auctions, the race, the mean of its exchange; and the chance to win then.

Laws: the others bid by the cards that they have in this guess; the seat itself bids up to its limit, whatever they
have; every limit meets the same luck. No bid counts as good only because it makes others pay more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import lru_cache
from itertools import repeat, starmap, tee
from typing import Final, NamedTuple

from companion.games.galopp_royal.auction import Bidding
from companion.games.galopp_royal.booklet import RACES
from companion.games.galopp_royal.lot import Bidders, Lot
from companion.games.galopp_royal.race import Rolling, Scheming
from companion.games.galopp_royal.rest import Rest, exchanged, has_gone_on, on_sale
from companion.games.galopp_royal.sprint import Sprint, ahead
from companion.games.galopp_royal.state import State
from companion.games.galopp_royal.winning import after, won
from companion.games.galopp_royal.worth import price
from companion.kit.event import BySeat, Card, MaybeCard
from companion.kit.money import Coins
from companion.kit.on_demand import OfLatest
from companion.kit.policy import Chance
from companion.kit.seats import Seat

REACH: Final = 60
"""A bid this many coins above the high bid never happens."""


def limits(state: State, seat: Seat) -> Sequence[Coins]:
    """The limits up to which a seat that leads in an auction may intend to bid."""
    phase = state.phase
    if type(phase) is not Bidding or phase.auction.leader != seat:
        return (0,)
    high = phase.auction.high
    return range(high, min(state.money.purse(seat), high + REACH) + 1)


class Judge(NamedTuple):
    """What follows a sale, and how its end is judged."""

    follows: Callable[[Rest], Sequence[float]]
    """Plays on from the last sale before a race; the values of all teams then."""
    stands: Callable[[int, Sequence[Coins], Sequence[float], Seat], float]
    """How well a seat does in the end: after which race, with which purses and which values of teams."""
    drives: bool
    """It counts as a gain if others pay more because of a bid."""


def playout(state: State, seat: Seat, limits: Sequence[Coins], chance: Chance) -> list[float]:
    """The chance of a seat to win with each limit, after the race: what comes later would blur what it has done."""
    phase = state.phase
    if type(phase) is Bidding:
        (luck,) = tee(starmap(chance, repeat(())), 1)
        return GuessedSale(state, phase, seat, luck, JUDGE).gains(limits)
    if phase.part != "team":
        return [_raced(state, seat, chance)] * len(limits)
    rest = Rest(state, chance)
    teams = _follows(rest) if has_gone_on(rest, phase) else rest.exchanged()
    return [_stands(rest.race, rest.purses, teams, seat)] * len(limits)


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
    return _after(state.race, tuple(purses), by_last[last])[seat - 1]


_after: Final = lru_cache(maxsize=512)(after)
"""`after`, which keeps its values: from a state in a race few results are possible."""


@OfLatest  # no schemer changes a team
def _by_last(teams: Sequence[Sequence[MaybeCard]], about: tuple[float, Sequence[Card]]) -> list[tuple[float, ...]]:
    """The values of all teams after the exchange, for each chair that may be last."""
    return [tuple(exchanged(teams, last, about)) for last in range(len(teams))]


def _follows(rest: Rest) -> Sequence[float]:
    """The next race, and the values of all teams after the exchange; none after the last race."""
    rest.next_race()
    return rest.exchanged() if rest.race < RACES else ()


def _stands(race: int, purses: Sequence[Coins], teams: Sequence[float], seat: Seat) -> float:
    """The chance of a seat to win after a race, with these purses and values of teams."""
    if race == RACES:
        return won(purses, seat - 1)
    return after(race, purses, teams)[seat - 1]


JUDGE: Final = Judge(_follows, _stands, drives=False)


class AfterSale(NamedTuple):
    """What follows a sale."""

    paid: Coins
    rest: Rest
    teams: Sequence[float]
    """The values of all teams in the end."""


class GuessedHands:
    """What all bids in one guess of the hands have in common, with the same luck."""

    def __init__(self) -> None:
        self.bidders: Bidders | None = None
        self.followed: dict[tuple[int | None, ...], AfterSale] = {}
        """By the buyer, and those whose cards have left the team."""


@OfLatest
def _guess(_hands: BySeat[Sequence[MaybeCard]], _about: tuple[float, Judge]) -> GuessedHands:
    """`about`: the first random number, which tells the luck; and how the end is judged."""
    return GuessedHands()


class GuessedSale:
    """A running auction in a guessed state, for one of the bidders."""

    def __init__(self, state: State, phase: Bidding, seat: Seat, luck: Iterator[float], judge: Judge) -> None:
        """`luck`: the random numbers that all playouts share, an iterator of `tee`, which can be copied."""
        self._state, self._phase, self._seat, self._luck, self._judge = state, phase, seat, luck, judge
        self._sale = on_sale(phase)
        self._guess = _guess(phase.hands, (next(copy(luck)), judge))
        if self._guess.bidders is None:
            self._guess.bidders = Rest(state, copy(luck).__next__).bidding(self._sale)
        self._bidders = self._guess.bidders

    def gains(self, limits: Sequence[Coins]) -> list[float]:
        """How well the seat does with each of its limits, the lowest first."""
        gains, lot, chair = list[float](), self._sale.lot, self._seat - 1
        out: float | None = None
        while len(gains) < len(limits) and lot.run(self._bidders, until=chair):
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
        left.run(self._bidders)
        driven = not self._judge.drives and left.high == lot.high
        return self._brings(left, left.high - driven)

    def _brings(self, sold: Lot, price: Coins) -> float:
        """The result after a sale; another price for the same buyer changes nothing else."""
        buyer = sold.leader, *sorted(sold.passed[: self._phase.leave])
        known = self._guess.followed.get(buyer)
        if known is None:
            self._guess.followed[buyer] = known = self._followed(sold)
        purses = known.rest.purses
        if sold.leader is not None and price != known.paid:
            purses = [*purses]
            purses[sold.leader] += known.paid - price
        return self._judge.stands(known.rest.race, purses, known.teams, self._seat)

    def _followed(self, sold: Lot) -> AfterSale:
        rest = Rest(self._state, copy(self._luck).__next__)
        rest.sold(self._phase, self._sale._replace(lot=sold))
        return AfterSale(sold.high, rest, self._judge.follows(rest))
