"""Weights that make what came most likely (maximum likelihood), and how well chances agree with what came.

The logarithm of the likelihood is concave, so Newton's steps find its one maximum; the inverse of its curvature says
how certain each weight is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

from companion.kit.logit import chances
from companion.study.ladder import wilson
from tests.fit.moments import Moment

STEPS = 50
STILL = 1e-9
"""A step this small ends the search."""
RIDGE = 1e-9
"""Added to the curvature, so that a number that never differs gets the weight 0."""
BINS = 10


class Weights(NamedTuple):
    """What was fitted for one stage."""

    weights: tuple[float, ...]
    errors: tuple[float, ...]
    """The standard error of each."""
    moments: int


def fit(moments: Sequence[Moment]) -> Weights:
    """The weights of one stage."""
    size = len(moments[0].numbers[0])
    weights = [0.0] * size
    for _ in range(STEPS):
        slope, bend = _slopes(weights, moments)
        step = solved(bend, slope)
        weights = [weight + by for weight, by in zip(weights, step, strict=True)]
        if max(map(abs, step)) < STILL:
            break
    _, bend = _slopes(weights, moments)
    errors = [sqrt(solved(bend, [float(at == own) for at in range(size)])[own]) for own in range(size)]
    return Weights(tuple(weights), tuple(errors), len(moments))


def _slopes(weights: Sequence[float], moments: Iterable[Moment]) -> tuple[list[float], list[list[float]]]:
    """The slope of the logarithm of the likelihood, and its curvature with the sign turned."""
    size = len(weights)
    slope, bend = [0.0] * size, [[RIDGE * (row == column) for column in range(size)] for row in range(size)]
    for moment in moments:
        said = chances(weights, moment.numbers)
        mean = [sum(p * of[at] for p, of in zip(said, moment.numbers, strict=True)) for at in range(size)]
        for p, won, of in zip(said, moment.won, moment.numbers, strict=True):
            off = [number - middle for number, middle in zip(of, mean, strict=True)]
            for row in range(size):
                slope[row] += (won - p) * of[row]
                for column in range(size):
                    bend[row][column] += p * off[row] * off[column]
    return slope, bend


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of a few linear equations (Gauss)."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at in range(len(rows)):
        best = max(range(at, len(rows)), key=lambda row: abs(rows[row][at]))
        rows[at], rows[best] = rows[best], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(len(rows)):
            if other != at:
                by = rows[other][at]
                rows[other] = [value - by * base for value, base in zip(rows[other], rows[at], strict=True)]
    return [row[-1] for row in rows]


class Bin(NamedTuple):
    """All seats whose chance was said to lie in one tenth."""

    said: float
    """The mean of what was said."""
    came: float
    """The share that won."""
    low: float
    high: float
    """Where the true share lies, 95 times of 100 (Wilson); what was said in one game counts only once, as it has one
    end."""
    seats: int
    """How many these were."""


def calibrated(moments: Iterable[Moment]) -> tuple[list[Bin], float]:
    """What was said, against what came; and the expected calibration error: the mean distance of the two."""
    said, ended = [0.0] * BINS, [dict[int, Ended]() for _ in range(BINS)]
    for moment in moments:
        for chance, won in zip(moment.chances, moment.won, strict=True):
            at = min(int(chance * BINS), BINS - 1)
            said[at] += chance
            seats, wins = ended[at].get(moment.game, Ended(0, 0.0))
            ended[at][moment.game] = Ended(seats + 1, wins + won)
    found = [_bin(of, [*games.values()]) for of, games in zip(said, ended, strict=True) if games]
    return found, sum(abs(each.said - each.came) * each.seats for each in found) / sum(each.seats for each in found)


class Ended(NamedTuple):
    """How the seats of one bin ended in one game."""

    seats: int
    wins: float


def _bin(said: float, games: Sequence[Ended]) -> Bin:
    """A bin, from the sum of what was said; games are the sample, so the variance is that between them."""
    seats = sum(game.seats for game in games)
    came = sum(game.wins for game in games) / seats
    spread = sum((game.wins - came * game.seats) ** 2 for game in games)
    as_many = came * (1 - came) * seats**2 / spread if spread else len(games)
    return Bin(said / seats, came, *wilson(came * as_many, as_many), seats)
