"""What a choice cost: each answer is played on from the same guesses with the same luck, again and again.

Laws: judged by what its seat could know, or apart with all cards open; half of the guesses name the best answer and the
other half measure it, and the reverse, so that the greatest of several chances does not pass for a mistake; a choice
that is clearly best after a quarter of the guesses is not examined further.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

from companion.kit.decision import settled
from companion.kit.policy import Guess
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.match.report import PlayerScore
from companion.players.playouts import outlook, won
from companion.study.choices import Choice, told_choice

QUICK: Final = 4
"""The first look takes the guesses divided by this."""


class ChoiceLook(NamedTuple):
    """How a choice is examined."""

    choice: Choice
    is_open: bool
    """With all cards open, instead of by what its seat could know."""
    guesses: int
    luck: str
    """Names the random numbers."""
    to_the_end: bool = False
    """Every playout goes on until somebody wins."""


class Cost(NamedTuple):
    """What a choice cost."""

    chance: float
    """The chance to win that a better answer would have brought; below 0 by chance alone."""
    error: float
    better: int
    """The answer that was best, by its place in the choice; 0: the one given."""


def cost(rules: Rules[Any], seats: int, look: ChoiceLook) -> Cost | None:
    """The cost of a choice; `None`: it cannot be judged by what its seat could know."""
    choice, luck = look.choice, Random(f"{look.luck}.{look.choice.n}")  # for nobody
    guess = _true(choice.before) if look.is_open else _guessed(rules, look)
    if guess is None:
        return None
    gains: list[list[float]] = []
    for count in (look.guesses // QUICK, look.guesses):
        gains += [_gains(rules, seats, look, guess(luck.random), luck) for _ in range(count - len(gains))]
        if all(_best(half) == 0 for half in _halves(gains)):
            return Cost(0.0, 0.0, 0)
    lost = [of[better] - of[0] for of, better in _crossed(gains)]
    return Cost(fmean(lost), stdev(lost) / sqrt(len(lost)), _best(gains))


def _true(state: Any) -> Guess[Any]:
    return lambda _: state


def _guessed(rules: Rules[Any], look: ChoiceLook) -> Guess[Any] | None:
    """What the seat could guess; if there is nothing to guess, what it sees, where a short form needs no more."""
    choice, short = look.choice, rules.rest if look.to_the_end else rules.outlook
    seen = rules.seen(choice.before, choice.seat)
    guess = rules.guess(seen, choice.seat, choice.heard)
    if guess is None and short(seen, Random(0).random) is not None:
        return _true(seen)
    return guess


def _gains(rules: Rules[Any], seats: int, look: ChoiceLook, state: Any, luck: Random) -> list[float]:
    """The chance of the seat after each answer, with the same luck."""
    play = won if look.to_the_end else outlook
    number, gains = luck.getrandbits(64), []
    for answer in look.choice.answers:
        after = settled(rules, state, rules.answered(state, answer))
        gains.append(play(rules, after, seats, Random(number))[look.choice.seat - 1])
    return gains


def _halves(gains: Sequence[list[float]]) -> tuple[Sequence[list[float]], Sequence[list[float]]]:
    return gains[::2], gains[1::2]


def _best(gains: Sequence[list[float]]) -> int:
    """The answer with the best mean; among equals the one given."""
    means = [fmean(of) for of in zip(*gains, strict=True)]
    return means.index(max(means))


def _crossed(gains: Sequence[list[float]]) -> list[tuple[list[float], int]]:
    """Each guess, with the answer that is best in the half to which it does not belong."""
    one, other = _halves(gains)
    return [*((of, _best(other)) for of in one), *((of, _best(one)) for of in other)]


def played(
    rules: Rules[Any], made: Mapping[Seat, int], known: Sequence[tuple[Choice, Cost | None]]
) -> Iterator[PlayerScore]:
    """How well each seat chose, by what it could know then; `made`: how many choices it made. Those that were not
    examined looked best to it, and count as such; a seat of which none was examined is left out."""
    for seat, count in sorted(made.items()):
        own = [(choice, found) for choice, found in known if choice.seat == seat and found is not None]
        if own:
            choice, worst = max(own, key=lambda each: each[1].chance - each[1].error)
            lost = [found.chance for _, found in own]
            off = sqrt(sum([found.error**2 for _, found in own])) / count
            told = told_choice(rules, choice, worst.better, worst.chance, worst.error) if worst.better else None
            yield PlayerScore(seat, count, sum(lost) / count, off, told)
