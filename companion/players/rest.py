"""How often each seat wins from a state: the rest of the game, played again and again by bots that play sensibly.

Laws: all lies open to whoever asks, only what chance brings is unknown; where the game has a shorter way
(`Policy.rest`) it is taken; the same random numbers give the same winners, so that states are compared by one luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple, TypeVar

from companion.kit.decision import unfold
from companion.kit.event import Event
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.players import sensible

S = TypeVar("S")

PARTS: Final = 20
"""Of what is played, each by itself, so that it can be seen how far they differ."""
LONGEST: Final = 20_000
"""More answers than any game takes."""


class Odds(NamedTuple):
    """How likely each seat is to win from a state, in parts from which it can be seen how sure that is."""

    parts: tuple[tuple[float, ...], ...]
    """Chances of seats 1 … n, each part by luck of its own; a shared victory counts as its share."""

    @property
    def chances(self) -> tuple[float, ...]:
        """Of seats 1 … n, by all that was played."""
        return tuple(map(fmean, zip(*self.parts, strict=True)))

    def of(self, seat: Seat) -> tuple[float, ...]:
        """One seat's, in parts."""
        return tuple([part[seat - 1] for part in self.parts])


def error(parts: Sequence[float]) -> float:
    """The standard error of their mean."""
    return stdev(parts) / sqrt(len(parts))


def least_error(playouts: int) -> float:
    """Who has won none or all of so many may still win or lose the next: the error of a single one of two more."""
    return sqrt(playouts + 1) / sqrt(playouts + 2) ** 3


def odds(rules: Rules[S], state: S, seats: int, luck: str, playouts: int) -> Odds:
    """Play on from a state; `luck` names the random numbers: by the same ones two states can be compared."""
    parts = []
    for part in range(PARTS):
        numbers = range(part, max(playouts, PARTS), PARTS)
        won = (winners(rules, state, Random(f"{luck}.{number}")) for number in numbers)  # noqa: S311  # for nobody
        shares = [_shares(each, seats) for each in won]
        parts.append(tuple([sum(share) / len(shares) for share in zip(*shares, strict=True)]))
    return Odds(tuple(parts))


def _shares(won: Sequence[Seat], seats: int) -> list[float]:
    shares = [0.0] * seats
    for seat in won:
        shares[seat - 1] = 1 / len(won)
    return shares


def winners(rules: Rules[S], state: S, rng: Random) -> tuple[Seat, ...]:
    """Who wins one rest of the game. Raises AssertionError if it does not end."""
    for _ in range(LONGEST):
        if (won := rules.rest(state, rng.random)) is not None:
            return won
        if (question := rules.question(state)) is None:
            return rules.winners(state)
        _, said = sensible.says(rules, state, question, rng)
        state = after(rules, state, rules.answered(state, said))
    raise AssertionError(f"a game of more than {LONGEST} answers")


def after(rules: Rules[Any], state: S, event: Event) -> S:
    """The state once `event` has happened and all has come of it that comes by itself."""
    for _, then in unfold(rules, state, event):
        state = then
    return state
