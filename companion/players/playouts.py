"""How likely each seat is to win from a state: sensible bots play on again and again, for a while or to the end.

Laws: the caller knows everything but future chance; if the game has a short form (`Policy.outlook`, `Policy.rest`), it
is used; the same random numbers give the same result, so that states can be compared with the same luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final, NamedTuple, TypeVar

from companion.kit.decision import settled
from companion.kit.policy import EVERYBODY
from companion.kit.question import Question
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.players import sensible

S = TypeVar("S")

PARTS: Final = 20
"""The playouts are divided into so many independent parts, whose differences show the error."""
FAR: Final = 12
"""After so many answers a seat the chances are asked for, if the game has no outlook of its own."""
AGREE: Final = 0.025
"""Playouts agree well if no chance has a greater standard error."""
LONGEST: Final = 20_000
"""More answers than any game takes."""


class SeatOdds(NamedTuple):
    """How likely each seat wins from a state, in parts that show how certain this is."""

    parts: tuple[tuple[float, ...], ...]
    """The chances of seats 1 … n, each part with its own luck; a shared victory is divided among its winners."""

    @property
    def chances(self) -> tuple[float, ...]:
        """The chances of seats 1 … n, from all playouts."""
        return tuple(map(fmean, zip(*self.parts, strict=True)))

    def of(self, seat: Seat) -> tuple[float, ...]:
        """The chances of one seat, in parts."""
        return tuple([part[seat - 1] for part in self.parts])


def error(parts: Sequence[float]) -> float:
    """The standard error of the mean of these parts."""
    return stdev(parts) / sqrt(len(parts))


def least_error(playouts: int) -> float:
    """The error if a seat won none or all of the playouts: it is computed as if two more playouts had one win."""
    return sqrt(playouts + 1) / sqrt(playouts + 2) ** 3


def odds(  # noqa: PLR0913  # what is played, with what luck, how often and how far
    rules: Rules[S], state: S, seats: int, luck: str, playouts: int, *, to_the_end: bool = False
) -> SeatOdds:
    """The odds from a state; `luck` names the random numbers: states with the same luck can be compared.

    Of playouts that end in fitted chances a quarter is enough if they agree well. `to_the_end`: each one goes on until
    somebody wins, so nothing depends on fitted chances; it takes longer.
    """
    play, may_be_fewer = (won, False) if to_the_end else (outlook, rules.off > 0)
    shares: list[list[Sequence[float]]] = [[] for _ in range(PARTS)]
    for count in (playouts // 4, playouts):
        for number in range(sum(map(len, shares)), max(count, PARTS)):
            shares[number % PARTS].append(play(rules, state, seats, Random(f"{luck}.{number}")))  # noqa: S311  # for nobody
        found = SeatOdds(tuple([tuple(map(fmean, zip(*part, strict=True))) for part in shares]))
        if may_be_fewer and max(error(found.of(seat)) for seat in range(1, seats + 1)) <= AGREE:
            break
    return found


def won(rules: Rules[S], state: S, seats: int, rng: Random) -> Sequence[float]:
    """Each seat's share of the victory in one playout to the end. Raises AssertionError if it does not end."""
    for _ in range(LONGEST):
        if (winners := rules.rest(state, rng.random)) is not None:
            return shared(winners, seats)
        if (question := rules.question(state)) is None:
            return shared(rules.winners(state), seats)
        state = _answered(rules, state, question, rng)
    raise AssertionError(f"a game of more than {LONGEST} answers")


def outlook(rules: Rules[S], state: S, seats: int, rng: Random) -> Sequence[float]:
    """Each seat's chance after one playout for a while; without fitted chances it goes on to the end."""
    left = FAR * seats
    while True:
        if (chances := rules.outlook(state, rng.random)) is not None:
            return chances
        if (question := rules.question(state)) is None:
            return shared(rules.winners(state), seats)
        if left <= 0:
            if (chances := rules.chances(rules.seen(state, EVERYBODY))) is not None:
                return chances
            return won(rules, state, seats, rng)
        left -= question.seat is not None
        state = _answered(rules, state, question, rng)


def _answered(rules: Rules[S], state: S, question: Question, rng: Random) -> S:
    _, said = sensible.says(rules, state, question, rng)
    return settled(rules, state, rules.answered(state, said))


def shared(winners: Sequence[Seat], seats: int) -> list[float]:
    """A victory, divided among its winners."""
    return [(seat in winners) / len(winners) for seat in range(1, seats + 1)]
