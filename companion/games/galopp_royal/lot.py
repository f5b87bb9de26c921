"""A short form of an auction: a team on sale, and how far each seat bids by the cards that it holds itself.

Law: every seat knows its own cards and bids by its `worth`: one coin more, as long as this is better than a pass.
Chairs are counted from 0.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from companion.games.galopp_royal.booklet import TEAM
from companion.games.galopp_royal.worth import FIRST_TEAM, POINTS
from companion.kit.event import Card, MaybeCard
from companion.kit.money import Coins

WORTH: Final[dict[MaybeCard, int]] = {card: POINTS.get(card or "", 0) for card in (*POINTS, "", None)}
"""The points of each card; an unknown one has none."""


class Lot:
    """A team on sale."""

    def __init__(
        self, still: Iterable[int], high: Coins = 0, leader: int | None = None, passed: Iterable[int] = ()
    ) -> None:
        self.still = deque(still)
        """The chairs that have not passed, clockwise from the one on turn."""
        self.high, self.leader = high, leader
        self.passed = list(passed)
        """The chairs that have passed, in that order."""

    def copy(self) -> Lot:
        """A copy in its present state."""
        return Lot(self.still, self.high, self.leader, self.passed)

    def bid(self) -> None:
        """The chair on turn bids one coin more."""
        self.leader = self.still.popleft()
        self.high += 1
        self.still.append(self.leader)

    def withdraw(self) -> None:
        """The chair on turn passes."""
        self.passed.append(self.still.popleft())

    def run(self, limits: Bidders, until: int | None = None) -> bool:
        """Run to the hammer, or until chair `until` is on turn; whether it is on turn then."""
        purses, values, teams, others = limits.purses, limits.values, limits.teams, len(limits.teams) - 1
        still, high, leader, found = self.still, self.high, self.leader, False
        while still:
            chair = still[0]
            if chair == leader:
                break
            if chair == until:
                found = True
                break
            still.popleft()
            leads = None if leader is None else teams[leader]
            if high < purses[chair] and gain(values[chair], teams[chair], high, leads, others) > 0:
                high, leader = high + 1, chair
                still.append(chair)
            else:
                self.passed.append(chair)
        self.high, self.leader = high, leader
        return found


class Bidders(NamedTuple):
    """The values by which the bidders decide."""

    purses: Sequence[Coins]
    teams: Sequence[float]
    """The value of each chair's old team, which a buyer gives up."""
    values: Mapping[int, float]
    """The value of the team on sale, as each chair sees it."""


def gain(value: float, team: float, high: Coins, leads: float | None, others: int) -> float:
    """How many coins a bidder gains by a bid of one more than `high`, compared with leaving the team to the leader.

    `team`, `leads`: the values of the teams that the bidder and the leader would give up; what one player wins, the
    `others` lose together.
    """
    threat = (value - leads - high) / others if leads is not None else 0.0
    return value - team - high - 1 + threat


class Sight(NamedTuple):
    """What all know about a team on sale, and about the cards that are not open."""

    point: float
    """The value of a point of a team."""
    table: int
    """Points of the open cards."""
    unknown: int
    """How many cards of the team are not open."""
    hidden: int
    """Points of all cards that are not open."""
    number: int
    """How many these are."""

    def value(self, points: int, cards: int) -> float:
        """The value of the team for a player who holds so many `cards` of it with so many `points`."""
        mean = (self.hidden - points) / max(1, self.number - cards)
        return FIRST_TEAM + self.point * (self.table + points + mean * (self.unknown - cards))


def sight(point: float, table: Sequence[MaybeCard], hidden: Sequence[MaybeCard]) -> Sight:
    """The sight of a team, from its open cards and all hidden cards."""
    return Sight(point, points(table), TEAM - len(table), points(hidden), len(hidden))


def points(cards: Iterable[MaybeCard]) -> int:
    """The points of all known cards."""
    return sum(map(WORTH.__getitem__, cards))


def values(hands: Mapping[int, Sequence[Card]], seen: Sight) -> dict[int, float]:
    """The value of the team for each chair with a hand."""
    return {chair: seen.value(points(hand), len(hand)) for chair, hand in hands.items()}
