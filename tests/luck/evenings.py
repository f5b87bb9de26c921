"""How often the better of two has won more games after some evenings, from the share of games that each wins."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, sqrt
from statistics import fmean, stdev


def better_is_ahead(won: float, players: int, evenings: int) -> float:
    """How often the better of two has won more games; a coin decides if both have won as many.

    One game an evening. With p = `won`, q = (1 - p) / (players - 1) of each other and r = 1 - p - q, it is the sum over
    all i + j ≤ k of k! / (i! j! (k-i-j)!) p^i q^j r^(k-i-j), times 1 where i > j and 1/2 where i = j.
    """
    other = (1 - won) / (players - 1)
    nobody = max(0.0, 1 - won - other)
    return sum(
        comb(evenings, ours)
        * comb(evenings - ours, theirs)
        * won**ours
        * other**theirs
        * nobody ** (evenings - ours - theirs)
        * (1.0 if ours > theirs else 0.5)
        for ours in range(evenings + 1)
        for theirs in range(min(ours, evenings - ours) + 1)
    )


def standard_error(won: Sequence[float]) -> float:
    """The standard error of the share of games won, as if one more were won and one more lost: it is never 0."""
    return stdev([*won, 1.0, 0.0]) / sqrt(len(won) + 2)


def with_error(won: Sequence[float], players: int, evenings: int) -> tuple[float, float]:
    """How often the better one is ahead, and the standard error of this."""
    share, error = fmean(won), standard_error(won)
    low, high = (better_is_ahead(min(1.0, max(0.0, share + off)), players, evenings) for off in (-error, error))
    return better_is_ahead(share, players, evenings), (high - low) / 2
