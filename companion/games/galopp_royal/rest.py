"""The rest of a game in short form: auctions by the value of a team, races by `sprint`, the exchange by points.

Laws: there are no questions and no events, but the coins move as by the rules; a test compares it with bots that play
sensibly by the rules: from the same state each seat must win equally often, within the error of chance. In an auction
every hand must be known; all other cards that nobody has shown to the box may be anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, NamedTuple

from msgspec.structs import replace

from companion.games.galopp_royal.auction import Assigning, Bidding, Dealing
from companion.games.galopp_royal.booklet import DEALS, LAST_TEAM_PRICE, RACES, SUBSTITUTES, TEAM
from companion.games.galopp_royal.cards import off_view
from companion.games.galopp_royal.ending import Over
from companion.games.galopp_royal.exchange import Drawing, Removing
from companion.games.galopp_royal.lot import WORTH, Bidders, Lot, points, sight, values
from companion.games.galopp_royal.phases import AnyPhase
from companion.games.galopp_royal.race import Rolling, Scheming
from companion.games.galopp_royal.sprint import Sprint, ahead, dice
from companion.games.galopp_royal.state import State
from companion.games.galopp_royal.worth import FIRST_TEAM, POINTS, price
from companion.kit.event import Card, MaybeCard
from companion.kit.policy import Chance
from companion.kit.seats import Seat

AUCTIONS: Final = 60
"""More auctions than are ever needed until all seats but one have a team."""
UNKNOWN: Final = 8
"""If nobody has counted the real cards, how many of each kind are assumed to be hidden."""


def rest(state: State, chance: Chance) -> tuple[Seat, ...] | None:
    """Who wins; `None` in an auction with real cards, or while events follow by themselves."""
    phase = state.phase
    if type(phase) is Over:
        return phase.winners
    rest = Rest(state, chance)
    if not has_gone_on(rest, phase):
        return None
    while rest.race < RACES:
        rest.start()
    most = max(rest.purses)
    return tuple([seat for seat, coins in enumerate(rest.purses, 1) if coins == most])


def has_gone_on(rest: Rest, phase: AnyPhase) -> bool:
    """Play out the present phase; whether this was possible."""
    if isinstance(phase, Rolling | Scheming):
        rest.race_on(phase.seat - 1)
    elif type(phase) is Removing:
        rest.exchange(phase.owner - 1)
    elif type(phase) is Drawing:
        rest.exchange(None)
    elif type(phase) is Dealing and phase.nth:
        rest.substitute(phase.nth)
    elif type(phase) is Dealing:
        rest.start_teams(phase.opener - 1)
    elif type(phase) is Assigning:
        rest.start_teams(phase.seat - 1)
    elif type(phase) is Bidding and rest.knows_hands:
        sale = on_sale(phase)
        sale.lot.run(rest.bidding(sale))
        rest.sold(phase, sale)
    else:
        return False
    return True


class TeamSale(NamedTuple):
    """A running auction in short form."""

    lot: Lot
    hands: Mapping[int, Sequence[Card]]
    """The hands that are still in the team; a seat whose card left unseen has none."""
    table: Sequence[Card]


def on_sale(phase: Bidding) -> TeamSale:
    """The auction that runs now, in which every hand is known."""
    auction = phase.auction
    leader = None if auction.leader is None else auction.leader - 1
    passed = [seat - 1 for seat in auction.passed]
    lot = Lot([seat - 1 for seat in auction.still], auction.high, leader, passed)
    gone = passed[: phase.leave]  # their cards are in the discard already
    hands = {seat - 1: [card for card in hand if card and seat - 1 not in gone] for seat, hand in phase.hands}
    return TeamSale(lot, hands, [card for card in phase.open if card])


class Rest:
    """A game from its present state to its end; chairs are counted from 0."""

    def __init__(self, state: State, chance: Chance) -> None:
        self._state = state
        self._chance = chance
        self.purses = list(state.money.purses)
        teams = zip(state.displays, state.bought, strict=True)
        known = [display or (bought if None not in bought else ()) for display, bought in teams]
        self.teams: list[list[Card]] = [[card or "" for card in team] for team in known]
        """The bearers by slot; an empty string for a free slot."""
        self.race = state.race
        self._last = state.last - 1
        self._stock = list(_stock(state))
        self._discard = [card for card in state.piles.discard if card is not None]
        self.knows_hands = state.box_deals

    # --- races -------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """The next race, and the teams after it."""
        self.next_race()
        self._change_teams()

    def next_race(self) -> None:
        """The next race alone."""
        self.race += 1
        board = self._state.setup.board
        lined = replace(
            self._state,
            race=self.race,
            finish=board.finishes[self.race - 1],
            displays=tuple(map(tuple, self.teams)),
            spaces=(board.start,) * len(self.teams),
            finished=(),
            ponded=(),
        )
        self._run(Sprint(lined), self._last, dice(len(self.teams), self._chance))

    def race_on(self, chair: int) -> None:
        """The present race, with `chair` on turn."""
        self._run(Sprint(self._state), chair, ahead(self._state, self._chance))
        self._change_teams()

    def _run(self, sprint: Sprint, chair: int, rolls: Sequence[Iterator[int]]) -> None:
        sprint.run(chair, rolls)
        for winner, amount in sprint.prizes:
            self.purses[winner] += amount
        self._last = sprint.last

    def _change_teams(self) -> None:
        if self.race < RACES:
            self._exchange(self._clockwise(self._last))
            self.substitute(1)

    # --- the exchange ------------------------------------------------------------------------------------------------

    def exchange(self, owner: int | None) -> None:
        """The present exchange, from the display of `owner` on; `None`: all bearers have been taken."""
        order = self._clockwise(self._last)
        self._exchange(() if owner is None else order[order.index(owner) :])
        self.substitute(1)

    def _exchange(self, due: Sequence[int]) -> None:
        """The last chair takes its own worst bearer and the best bearer of each other, for the displays in `due`."""
        for owner in due:
            team = self.teams[owner]
            sought = (min if owner == self._last else max)(team, key=POINTS.__getitem__)
            slot = team.index(sought)
            self._discard.append(sought)
            team[slot] = ""
        for owner in self._clockwise(self._last):
            team = self.teams[owner]
            if "" in team:
                team[team.index("")] = self._drawn()

    def exchanged(self) -> list[float]:
        """The values of all teams after the exchange, in which each draws the mean of the pile."""
        return exchanged(self.teams, self._last, (self.point, self._stock or self._discard))

    # --- auctions ----------------------------------------------------------------------------------------------------

    def substitute(self, first: int) -> None:
        """The substitute teams after a race, from number `first` on."""
        for _ in range(first, SUBSTITUTES + 1):
            self._auction(self._clockwise(self._last))

    def start_teams(self, opener: int) -> None:
        """The teams before the first race; `opener` opens the next auction.

        If nobody bids any more, for instance without coins, each chair gets a team like the last one does.
        """
        for _ in range(AUCTIONS):
            if len(bidders := self._without_team(opener)) <= 1:
                break
            opener = self.next_opener(bidders[0], self._auction(bidders))
        for chair in self._without_team(opener):
            self.purses[chair] -= min(LAST_TEAM_PRICE, self.purses[chair])
            self.teams[chair] = [self._drawn() for _ in range(TEAM)]

    def _without_team(self, opener: int) -> list[int]:
        return [chair for chair in self._clockwise(opener) if not self.teams[chair]]

    def next_opener(self, opener: int, buyer: int | None) -> int:
        """The chair from which the search for the next opener (a chair without a team) begins."""
        if buyer is not None and self._state.setup.options.next_opener == "left_of_winner":
            opener = buyer
        return (opener + 1) % len(self.teams)

    def _auction(self, bidders: Sequence[int]) -> int | None:
        """Run an auction; the buyer, if there is one."""
        deal = DEALS[len(bidders)]
        hands = {chair: [self._drawn() for _ in range(deal.hand)] for chair in bidders}
        sale = TeamSale(Lot(bidders), hands, [self._drawn() for _ in range(deal.open)])
        sale.lot.run(self.bidding(sale))
        self.hammer(sale)
        return sale.lot.leader

    def sold(self, phase: Bidding, sale: TeamSale) -> None:
        """The hammer falls; then the other teams before the next race are sold."""
        self.hammer(sale)
        if phase.nth:
            self.substitute(phase.nth + 1)
        else:
            self.start_teams(self.next_opener(phase.auction.order[0] - 1, sale.lot.leader))

    def bidding(self, sale: TeamSale) -> Bidders:
        """The bidders, and what the team on sale is worth to each."""
        hidden = [*chain(*sale.hands.values()), *self._stock, *self._discard]
        worth = values(sale.hands, sight(self.point, sale.table, hidden))
        return Bidders(self.purses, self.values(), worth)

    def hammer(self, sale: TeamSale) -> None:
        """The team is sold or unsold, without the cards of the first chairs that passed."""
        lot, hands, table = sale
        gone = lot.passed[: DEALS[len(hands)].leave]
        cards = [*[card for chair, hand in hands.items() if chair not in gone for card in hand], *table]
        self._discard += [card for chair in gone for card in hands[chair]]
        if lot.leader is None:
            self._discard += cards
        else:
            self.purses[lot.leader] -= lot.high
            self._discard += self.teams[lot.leader]
            self.teams[lot.leader] = cards

    def values(self) -> list[float]:
        """The values of all teams; 0.0 without a team."""
        point = self.point
        return [FIRST_TEAM + point * points(team) if team else 0.0 for team in self.teams]

    @property
    def point(self) -> float:
        """The value of a point in the next race."""
        return price(self._state.setup.board, self.race + 1)

    # --- cards -------------------------------------------------------------------------------------------------------

    def _drawn(self) -> Card:
        if not self._stock:
            self._stock, self._discard = self._discard, []
        stock, at = self._stock, int(self._chance() * len(self._stock))
        stock[at], stock[-1] = stock[-1], stock[at]
        return stock.pop()

    def _clockwise(self, first: int) -> tuple[int, ...]:
        return (*range(first, len(self.teams)), *range(first))


def exchanged(teams: Sequence[Sequence[MaybeCard]], last: int, about: tuple[float, Sequence[Card]]) -> list[float]:
    """The values of all teams after the exchange by chair `last`, in which each draws the mean of some cards.

    `about`: the value of a point, and the cards that may be drawn.
    """
    point, cards = about
    drawn = points(cards) / max(1, len(cards))
    return [
        FIRST_TEAM + point * (points(team) - (min if chair == last else max)(map(WORTH.__getitem__, team)) + drawn)
        for chair, team in enumerate(teams)
    ]


def _stock(state: State) -> Sequence[Card]:
    if state.box_deals:
        return (*state.piles.stock.cards, *state.piles.fresh.cards)
    return off_view(state, UNKNOWN)[0].cards
