"""The strong level of 0.1, which the ladder keeps as an opponent: it counts coins, not chances, and drives prices.

Law: it plays as it did then; only what it shares with today's level may change.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, tee
from typing import Final

from companion.games.galopp_royal.ahead import GuessedSale, Judge
from companion.games.galopp_royal.auction import Bidding
from companion.games.galopp_royal.booklet import RACES
from companion.games.galopp_royal.race import Rolling
from companion.games.galopp_royal.rest import Rest, has_gone_on
from companion.games.galopp_royal.rules import GaloppRoyal
from companion.games.galopp_royal.sprint import Sprint, dice
from companion.games.galopp_royal.state import State
from companion.games.galopp_royal.worth import FIRST_TEAM, ahead, held, worth
from companion.kit.money import Coins
from companion.kit.policy import Chance
from companion.kit.rules import Rules
from companion.kit.seats import Seat

LUCK: Final = 61
"""How many random numbers all playouts share; then the same numbers repeat."""
KEPT: Final = 0.8
"""The share of a point's price that its owner gains; the rest of the price is worth paying to keep it from others."""


def playout(state: State, seat: Seat, limits: Sequence[Coins], chance: Chance) -> list[float]:
    """How many coins a seat is ahead with each limit: after the present race, or after the next one and its sales."""
    phase, luck = state.phase, [chance() for _ in range(LUCK)]
    if type(phase) is Bidding:
        return GuessedSale(state, phase, seat, tee(cycle(luck), 1)[0], JUDGE).gains(limits)
    return [_goes_on(state, seat, cycle(luck).__next__)] * len(limits)


def _goes_on(state: State, seat: Seat, chance: Chance) -> float:
    """The playout of a state in which no team is on sale."""
    phase = state.phase
    if type(phase) is Rolling and state.came:
        return _run(state, seat, phase.seat, chance)
    rest = Rest(state, chance)
    if phase.part in ("exchange", "ending") or not has_gone_on(rest, phase):
        return worth(state, seat)
    teams = _follows(rest) if phase.part == "team" else _values(rest)
    return _stands(rest.race, rest.purses, teams, seat)


def _run(state: State, seat: Seat, turn: Seat, chance: Chance) -> float:
    """The result of the present race alone."""
    sprint = Sprint(state)
    sprint.run(turn - 1, dice(state.seats, chance))
    coins: list[float] = [sum(held(state, other)) for other in range(1, state.seats + 1)]
    for chair, amount in sprint.prizes:
        coins[chair] += amount
    return ahead(coins, seat)


def _follows(rest: Rest) -> Sequence[float]:
    """The next race and the teams after it; the values of the teams then."""
    rest.start()
    return _values(rest)


def _values(rest: Rest) -> Sequence[float]:
    """The values of all teams; none after the last race."""
    return rest.values() if rest.race < RACES else ()


def _stands(race: int, purses: Sequence[Coins], teams: Sequence[float], seat: Seat) -> float:
    """How many coins a seat is ahead, with the value of the teams for the remaining races."""
    coins: list[float] = [*purses]
    if race < RACES:
        kept = [FIRST_TEAM + KEPT * (value - FIRST_TEAM) for value in teams]
        coins = [purse + team for purse, team in zip(purses, kept, strict=True)]
    return ahead(coins, seat)


JUDGE: Final = Judge(_follows, _stands, drives=True)


class Strong1(GaloppRoyal):
    """The rules with which the strong level of 0.1 thinks."""

    guesses = 200
    few = 4
    effort = Rules.effort
    playout = staticmethod(playout)
