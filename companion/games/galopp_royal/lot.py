"""An auction in short: a team on sale, and how far each bids who goes by what it holds itself.

Law: everybody bids as `worth` tells one who sees its own cards: a coin more, as long as that is better than to pass.
Chairs are counted from 0.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from companion.games.galopp_royal.booklet import TEAM
from companion.games.galopp_royal.worth import FIRST_TEAM, POINTS
from companion.kit.event import Card, MaybeCard
from companion.kit.money import Coins


class Lot:
    """A team on sale."""

    def __init__(
        self, still: Iterable[int], high: Coins = 0, leader: int | None = None, passed: Iterable[int] = ()
    ) -> None:
        self.still = deque(still)
        """Those who have not passed, clockwise from the one on turn."""
        self.high, self.leader = high, leader
        self.passed = list(passed)
        """In the order in which they passed."""

    def copy(self) -> Lot:
        """As it stands."""
        return Lot(self.still, self.high, self.leader, self.passed)

    @property
    def is_over(self) -> bool:
        """Whether all have passed, or all but the leader."""
        return not self.still or self.still[0] == self.leader

    def bid(self) -> None:
        """Whoever is on turn names a coin more."""
        self.leader = self.still.popleft()
        self.high += 1
        self.still.append(self.leader)

    def withdraw(self) -> None:
        """Whoever is on turn passes."""
        self.passed.append(self.still.popleft())

    def run(self, limits: Bidders, until: int | None = None) -> bool:
        """To the hammer, or until that chair is on turn; whether it is."""
        purses, values, teams, others = limits.purses, limits.values, limits.teams, len(limits.teams) - 1
        while not self.is_over:
            chair = self.still[0]
            if chair == until:
                return True
            leads = None if self.leader is None else teams[self.leader]
            if self.high < purses[chair] and gain(values[chair], teams[chair], self.high, leads, others) > 0:
                self.bid()
            else:
                self.withdraw()
        return False


class Bidders(NamedTuple):
    """What they go by."""

    purses: Sequence[Coins]
    teams: Sequence[float]
    """What the team of each is worth, that it gives up."""
    values: Mapping[int, float]
    """What the team on sale is worth, as each sees it."""


def gain(value: float, team: float, high: Coins, leads: float | None, others: int) -> float:
    """How many coins better a bidder stands who bids one more than `high` than if the leader gets the team.

    `team`, `leads`: what the teams are worth that the bidder and the leader give up; what one player wins the `others`
    lose together.
    """
    threat = (value - leads - high) / others if leads is not None else 0.0
    return value - team - high - 1 + threat


class Sight(NamedTuple):
    """What all know of a team on sale, and of the cards that lie nowhere open."""

    point: float
    """What a point of a team is worth."""
    table: int
    """Points of the open cards."""
    unknown: int
    """How many cards of the team are not open."""
    hidden: int
    """Points of all cards that are not open."""
    number: int
    """How many these are."""

    def value(self, points: int, cards: int) -> float:
        """What the team is worth to who holds so many `cards` of it, of so many `points`."""
        mean = (self.hidden - points) / max(1, self.number - cards)
        return FIRST_TEAM + self.point * (self.table + points + mean * (self.unknown - cards))


def sight(point: float, table: Sequence[MaybeCard], hidden: Sequence[MaybeCard]) -> Sight:
    """By the cards that lie open, and those that do not."""
    return Sight(point, points(table), TEAM - len(table), points(hidden), len(hidden))


def points(cards: Iterable[MaybeCard]) -> int:
    """Of all that are known."""
    return sum([POINTS[card] for card in cards if card])


def values(hands: Mapping[int, Sequence[Card]], seen: Sight) -> dict[int, float]:
    """What the team is worth to each who has a hand."""
    return {chair: seen.value(points(hand), len(hand)) for chair, hand in hands.items()}
